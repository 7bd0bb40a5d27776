"""What was not judged is a line of every report, with its reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.results.unjudged import open_lines, unjudged_lines
from conformance.running.engine.ledger import Ledger
from conformance.running.engine.result import RunResult
from tests.results.samples import incomplete, ledger
from tests.running.engine.building import described

Built = dict[str, Any]
Build = Callable[..., Built]
LINES = [
    "Not judged: 1 input: no verdict was reached.",
    "Not judged: 2 operations: streams need httpx2, which is not installed: pip install 'httpx2<3'.",
]


def result_of(ledger: Ledger) -> RunResult:
    result = RunResult(described(), seed=1, max_examples=0, requirements="", specs_digest="", started="")
    result.ledger = ledger
    return result


def test_too_many_inputs_that_were_set_aside_are_a_line() -> None:
    result = result_of(ledger())
    result.inputs_set_aside = {"c": 2}
    line = "Not judged: c: more than 1 in 200 inputs were set aside, for a fault of the suite."
    assert open_lines(result) == [*LINES, line]
    aside = {"inputs": 2, "planned": 1, "too_many": ["c"], "faults": []}
    assert unjudged_lines({**incomplete(), "set_aside": aside}) == [*LINES, line]


def test_each_reason_is_a_line(report: Build, rule: Build) -> None:
    result = result_of(ledger())
    assert open_lines(result) == unjudged_lines(incomplete()) == LINES
    assert unjudged_lines(report(rule())) == []
