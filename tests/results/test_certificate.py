from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from conformance.base.errors import UsageError
from conformance.field.scoreboard.badge import texts
from conformance.field.scoreboard.runs import run_of
from conformance.results.certificate import FAILED, PASSED, SCHEMA, WARNED, Basis, statement
from conformance.results.verdict import CONFORMS, DOES_NOT, EXCUSED, verdict_of
from conformance.rules.contracts.contents import CONTENTS
from conformance.rules.contracts.files import read_schema

Built = dict[str, Any]
Build = Callable[..., Built]


BASIS = Basis(
    subject={"name": "acme"}, requirements="sha256:0", api=None, report="sha256:0", choices={}, expected_failures=()
)


@pytest.mark.parametrize(
    ("verdicts", "result", "word"),
    [
        (("pass", "not-applicable"), PASSED, CONFORMS),
        (("pass", "expected-failure"), WARNED, EXCUSED),
        (("pass", "fail", "expected-failure"), FAILED, DOES_NOT),
    ],
)
def test_report_badge_and_certificate_say_the_same(
    report: Build, rule: Build, verdicts: tuple[str, ...], result: str, word: str
) -> None:
    reported = report(*(rule(id=str(number), verdict=verdict) for number, verdict in enumerate(verdicts)))
    assert statement(reported, BASIS)["predicate"]["result"] == result
    assert verdict_of(reported) == word
    assert texts(run_of(reported, "report.json", None))[1] == ("1 rule not met" if word == DOES_NOT else word)


def test_an_advisory_rule_that_fails_as_expected_is_no_warning(report: Build, rule: Build) -> None:
    reported = report(rule(), rule(id="S-1", level="SHOULD", verdict="expected-failure"))
    assert (statement(reported, BASIS)["predicate"]["result"], verdict_of(reported)) == (PASSED, CONFORMS)


def test_what_nothing_was_judged_of_is_no_certificate(report: Build, rule: Build) -> None:
    reported = report(rule(verdict="not-applicable", reason="no case reached it", cases_run=0, examples_run=0))
    with pytest.raises(UsageError, match="nothing that every MUST demands was judged"):
        statement(reported, BASIS)


def test_a_certificate_says_what_arrives_of_each_content(report: Build, rule: Build) -> None:
    fates = dict.fromkeys(("arrives", "reported", "lost", "changed", "refused", "breaks"), 0)
    table = {"text": {"facts": 4, **fates, "arrives": 4}, "images": {"facts": 5, **fates, "arrives": 2, "lost": 3}}
    for more, arrives in (({"arrives": {"one-to-one": table}}, {"text": 100, "images": 40}), ({}, None)):
        configuration = statement(report(rule()) | more, BASIS)["predicate"]["configuration"]
        (run,) = (element["annotations"] for element in configuration if element["name"] == "run")
        assert run.get("arrives") == arrives


def test_the_schema_of_certificates_lists_the_contents() -> None:
    (own,) = (
        element["properties"]["annotations"]["properties"]["arrives"]
        for element in read_schema(SCHEMA)["$defs"]["configured"]["oneOf"]
        if element["properties"]["name"].get("const") == "run"
    )
    assert own["propertyNames"]["enum"] == list(CONTENTS)
