"""What was not judged is a line of every report, with its reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from junitparser import Error, JUnitXml

from conformance.results import markdown
from conformance.results.document import ledger_document
from conformance.results.github import annotation_lines
from conformance.results.html import render as html
from conformance.results.junit import render as junit
from conformance.results.unjudged import open_lines, unjudged_lines
from conformance.running.engine.ledger import Kind, Ledger, LedgerItem, operation_item
from conformance.running.engine.result import RunResult
from tests.results.pages import Page
from tests.running.engine.building import described

Built = dict[str, Any]
Build = Callable[..., Built]
MISSING = "streams need httpx2, which is not installed: pip install 'httpx2<3'"
LINES = ["Not judged: 1 input: no verdict was reached.", f"Not judged: 2 operations: {MISSING}."]


@pytest.fixture
def ledger() -> Ledger:
    ledger = Ledger()
    operations = [operation_item(name) for name in ("a-stream", "b-stream")]
    ledger.plan([*operations, LedgerItem(operation="c", kind=Kind.CASE, name="x")])
    for item in operations:
        ledger.explain(item, MISSING)
    return ledger


@pytest.fixture
def incomplete(report: Build, rule: Build, ledger: Ledger) -> Built:
    return report(rule(), run={"complete": False}, ledger=ledger_document(ledger))


def result_of(ledger: Ledger) -> RunResult:
    result = RunResult(described(), seed=1, max_examples=0, requirements="", specs_digest="", started="")
    result.ledger = ledger
    return result


def test_too_many_inputs_that_were_set_aside_are_a_line(incomplete: Built, ledger: Ledger) -> None:
    result = result_of(ledger)
    result.inputs_set_aside = {"c": 2}
    line = "Not judged: c: more than 1 in 200 inputs were set aside, for a fault of the suite."
    assert open_lines(result) == [*LINES, line]
    aside = {"inputs": 2, "planned": 1, "too_many": ["c"], "faults": []}
    assert unjudged_lines({**incomplete, "set_aside": aside}) == [*LINES, line]


def test_each_reason_is_a_line(incomplete: Built, ledger: Ledger, report: Build, rule: Build) -> None:
    result = result_of(ledger)
    assert open_lines(result) == unjudged_lines(incomplete) == LINES
    assert unjudged_lines(report(rule())) == []


def test_the_page_says_it_below_the_verdict(incomplete: Built) -> None:
    (lead,) = (text for text in Page(html(incomplete)).inside["p"] if text.startswith("The run is incomplete"))
    assert lead == f"The run is incomplete, so nothing is decided. {' '.join(LINES)} So far no MUST rule fails."


def test_each_reason_is_an_error_in_junit(incomplete: Built, report: Build, rule: Build) -> None:
    *_others, suite = JUnitXml.fromstring(junit(incomplete))
    assert (suite.name, suite.errors, [case.name for case in suite]) == ("incomplete", 2, LINES)
    assert [(type(element), element.message, element.text) for case in suite for element in case.result] == [
        (Error, line, line) for line in LINES
    ]
    # An interrupted run may have judged all that it planned.
    *_others, suite = JUnitXml.fromstring(junit(report(rule(), run={"complete": False})))
    assert (suite.errors, [case.name for case in suite]) == (1, ["The run is incomplete."])


def test_each_reason_is_said_on_pages_of_a_ci(incomplete: Built) -> None:
    text = markdown.render(incomplete)
    assert all(line.split(":")[1] in text for line in LINES)
    assert "pip install" in text
    assert [line.rpartition("::")[2] for line in annotation_lines(incomplete, {}, {})] == LINES
