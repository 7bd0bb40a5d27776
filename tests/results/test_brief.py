"""What a run prints by default."""

from __future__ import annotations

import io
import json
import random
import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from conformance.base.observation import Outcome
from conformance.results import junit, markdown, run_sarif
from conformance.results.brief import brief_lines
from conformance.results.compare.comparison import compare
from conformance.results.compare.text import comparison_lines
from conformance.results.defects import defects_of
from conformance.results.document import document
from conformance.results.html import render
from conformance.results.plain import Plain, verdict_line
from conformance.results.screen import wrapped
from conformance.rules.checks.findings import Failure
from conformance.running.engine import ExpectedFailure, Finished
from conformance.running.engine.collect import NO_RESULT
from conformance.running.engine.failure_identity import cause_of
from conformance.running.engine.result import Objection, RuleResult, RunResult, SeenFault
from conformance.running.engine.sets import ALL, charge_run
from tests.results.pages import Page
from tests.results.test_plain import make_evidence, make_rule, make_run
from tests.running.engine.test_defect_sets import random_run
from tests.running.engine.test_defects import failing
from tests.running.engine.test_sets import run_of

MANY = 3


def run_with(defects: int, size: int = 400) -> RunResult:
    """A run with some defects: long inputs that differ in a member of its own name each."""
    run = run_of(*(_failing(number, size) for number in range(defects)))
    charge_run(run)
    return run


def _failing(number: int, size: int) -> RuleResult:
    name = f"member_{number}"
    text = "some words " * (size // 11)
    given = {"before": text, name: "wanted", "after": text}
    failure = Failure(
        f"kind-{number}",
        f"/output/{name}",
        f'{name}: wanted "wanted", got "came", and {"a long story of what else there is to say " * 3}',
    )
    outcome = Outcome(output={**given, name: "came"})
    one = Objection(None, "real", number, failure.at, failure.kind, cause_of(failure, outcome))
    evidence = make_evidence(
        kind=failure.kind,
        case=f"case-{number}",
        input=given,
        expected=given,
        outcome=outcome,
        at=failure.at,
        message=failure.message,
        cause=one.cause,
        objection=one,
    )
    entry = failing(f"R-{number}", sets=("safe", "documents", "robust"))
    entry.objections, entry.evidence, entry.cases_run = frozenset({one}), [evidence], 1
    return entry


def printed(run: RunResult, columns: int | None, **options: Any) -> list[str]:
    stream = io.StringIO()
    plain = Plain(stream, columns=columns, report_file="reports/report.json", **options)
    plain(Finished(run))
    plain.end(run, {"json": "reports/report.json", "html": "reports/report.html"})
    return stream.getvalue().splitlines()


def test_a_conforming_run_is_two_lines() -> None:
    run = make_run(make_rule("A-1", "pass"))
    assert printed(run, 80) == [verdict_line(run), "Reports: reports/report.json, reports/report.html"]
    assert printed(run, 80, quiet=True) == [verdict_line(run)]


def test_one_more_line_says_what_limits_the_verdict() -> None:
    run = make_run(
        make_rule("A-1", "pass"),
        make_rule("A-2", "not-observable", reason="it does not show"),
        make_rule("A-3", "expected-failure", reason="known"),
        make_rule("A-4", "not-run", "SHOULD", reason="it refused"),
    )
    limits, *others = printed(run, None)
    assert limits == "Limits: 1 rule is not observable, 1 SHOULD rule not run."
    assert len(others) == 2


def test_what_speaks_against_a_subject_is_said_in_full() -> None:
    run = make_run(
        make_rule("A-1", "not-run", reason="it died."),
        make_rule("A-2", "unexpected-pass", reason="nothing fails now; delete the entry (old)"),
        make_rule("A-3", "fail", reason="nothing shows how"),
        unmatched=(ExpectedFailure("one-to-one", "A-9", "old"),),
    )
    lines = printed(run, None)
    assert "FAIL A-3 (MUST) one-to-one: Title of A-3" in lines
    for said in (
        "Not run: A-1 of one-to-one: it died.",
        "Expected to fail: A-2 of one-to-one: nothing fails now; delete the entry (old), or give --update-expected.",
        "Expected to fail: A-9 of one-to-one: no such rule of this subject; delete this entry, or give "
        "--update-expected.",
    ):
        assert said in lines


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_six_defects_fit_on_forty_rows_each_once_and_with_its_point(columns: int) -> None:
    lines = printed(run_with(6), columns)
    assert len(lines) <= 40
    assert max(map(len, lines)) <= columns
    titles = [line for line in lines if re.match(r"D\d ", line)]
    assert [line.split()[0] for line in titles] == [f"D{number}" for number in range(1, 7)]
    for number, line in enumerate(titles):
        assert line.startswith(f"D{number + 1} R-{number} at output.member_{number}: wanted ")
    values = [line for line in lines if line.startswith(("    expected", "    actual"))]
    assert len(values) >= 2 * MANY
    assert all('"wanted"' in value or '"came"' in value for value in values)  # cut around the point, not before it
    assert [line.split(":")[0] for line in lines if line.startswith(("safe", "documents", "robust"))] == [
        "safe", "documents", "robust"
    ]  # fmt: skip


@pytest.mark.parametrize("columns", [80, 120])
def test_where_else_a_defect_is_found_has_a_row_of_its_own(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    keywords = ("$defs", "additionalItems", "additionalProperties", "allOf", "contains", "contentSchema", "then")
    monkeypatch.setattr(
        "conformance.results.brief.defects_of",
        lambda report: [defect._replace(also_at=keywords) for defect in defects_of(report)],
    )
    for number in (1, 6):
        lines = printed(run_with(number), columns)
        also = [place for place, line in enumerate(lines) if line.startswith("    also at   $defs, additionalItems, ")]
        assert len(also) >= min(number, MANY)
        assert len(lines) <= 60
        assert all(lines[place - 1].startswith("    breaks    ") for place in also)
    one = printed(run_with(1), None)
    assert f"    also at   {', '.join(keywords)}" in one


def test_of_many_defects_the_first_have_their_evidence_and_the_rest_a_row() -> None:
    lines = printed(run_with(30), 80)
    assert sum(line.startswith("    actual") for line in lines) >= MANY
    assert sum(bool(re.match(r"D\d+ ", line)) for line in lines) >= 20
    assert any(re.fullmatch(r"and \d+ more defects, which the report has\.", line) for line in lines)
    assert len(lines) <= 60


def test_the_details_of_many_defects_fit_on_three_screens_each_once() -> None:
    lines = printed(run_with(40), None, verbose=1)
    assert len(lines) <= 120
    ids = [line.split()[0] for line in lines if re.match(r"D\d+ ", line)]
    assert ids == [f"D{number}" for number in range(1, len(ids) + 1)]


def test_lines_of_a_pipe_stay_whole() -> None:
    lines = printed(run_with(2), None)
    assert any(len(line) > 120 for line in lines)
    assert all(
        re.match(r"(D\d |    [a-z]|safe|documents|robust|Limits|More|Reports|.* does not|$)", line) for line in lines
    )


def test_the_commands_that_lead_on_name_the_defect_the_rule_and_the_report() -> None:
    lines = brief_lines(run_with(1), "other/report.json")
    assert lines[-1] == "More: -v, conformance repeat D1 --report other/report.json, conformance explain R-0"
    assert brief_lines(run_with(1))[-1] == "More: -v, conformance explain R-0"


@pytest.mark.parametrize(
    ("line", "columns", "rows"),
    [
        (
            "    expected  one two three four five six seven",
            42,
            ["    expected  one two three four five six", "              seven"],
        ),
        ("D1 one two three four five six", 24, ["D1 one two three four", "   five six"]),
        ("one two three four five six seven", 20, ["one two three four", "  five six seven"]),
        (
            "    repeat    one two three four five six",
            20,
            ["    repeat    one two three four five six"],
        ),  # it is copied
        ("one two three four five six seven", None, ["one two three four five six seven"]),
    ],
)
def test_a_line_is_wrapped_at_words_below_its_text(line: str, columns: int | None, rows: list[str]) -> None:
    assert wrapped(line, columns) == rows


@pytest.mark.parametrize("seed", range(15))
def test_the_numbers_of_one_run_agree_in_every_report(seed: int) -> None:
    run = run_of(*random_run(random.Random(seed)))
    charge_run(run)
    report = document(run)
    found, must = defects_of(report), report["summary"]["MUST"]
    lines = brief_lines(run)
    # The sets: rules that fail, and defects, on the screen and on the page.
    page = Page(render(report))
    for requirement_set in report["sets"]:
        if requirement_set["name"] != ALL and requirement_set["verdict"] == "fails":
            broken = sum(requirement_set["name"] in other.sets for other in found)
            said = f"{len(requirement_set['failed'])} of {requirement_set['rules']} rule"
            assert (
                any(
                    line.startswith(f"{requirement_set['name']}: {said}") and f", {broken} defect" in line
                    for line in lines
                )
                or run.conforms
            )
            assert any(said in row and f", {broken} defect" in row for row in page.inside["li"])
    # The defects that decide, each once; the others are counted.
    deciding = [finding.id for finding in found if finding.decides]
    assert [line.split()[0] for line in lines if re.match(r"D\d+ ", line)] == deciding[:20]
    beside = len(found) - len(deciding)
    assert any(f"{beside} defect" in line for line in lines if line.startswith("Limits")) == bool(beside)
    # MUST rules that fail.
    assert f"{must['pass']:,} MUST rule" in verdict_line(run) and f", {must['fail']:,} fail" in verdict_line(run)
    assert (f"{must['fail']} MUST fail" in " ".join(" ".join(page.inside["li"]).split())) == bool(must["fail"])
    cases = ElementTree.fromstring(junit.render(report))
    assert cases.get("failures") == str(must["fail"] + must["unexpected-pass"])
    results = run_sarif.render(report, {}, {}, {}, "report.json")["runs"][0]["results"]
    assert sum(result["level"] == "error" for result in results) == must["fail"] + must["not-run"]
    assert f"{must['fail']} fail" in markdown.render(report)
    assert (
        f"{must['fail']} fail"
        in "\n".join(comparison_lines(compare(json.loads(json.dumps(report)), report, narrowed=False)))
        or not must["fail"]
    )


def test_many_rules_that_were_not_run_are_counted() -> None:
    run = make_run(*(make_rule(f"A-{number}", "not-run", reason="it was interrupted") for number in range(9)))
    assert "Not run: 9 rules of one-to-one: it was interrupted." in printed(run, None)
    assert any(line.startswith("Not run: A-0, A-1, ") for line in printed(run, None, verbose=1))


def test_each_kind_of_fault_is_counted() -> None:
    seen = [SeenFault("one-to-one", kind, "no", "small", None) for kind in ("hang", "exit", "hang")]
    run = make_run(make_rule("A-1", "pass"), faults=3, seen_faults=seen)
    assert "The subject gave no usable answer 3 times (was silent: 2, ended: 1):" in printed(run, None)


@pytest.mark.parametrize(
    ("adapter", "error", "shown"),
    [("process", "TypeError", True), ("process", "ValueError", False), ("gateway", "TypeError", False)],
)
def test_calls_that_all_fail_for_another_form_are_answered_with_that_of_the_input(
    adapter: str, error: str, shown: bool
) -> None:
    reason = f"{NO_RESULT}: the call failed: events.map is not a function ({error})"
    operation = "anthropic-stream-to-responses-stream"
    run = make_run(make_rule("A-1", "not-run", operation=operation, reason=reason))
    run.subject = replace(run.subject, adapter=adapter)
    said = f"  {operation} takes {{events, request?}}: `conformance explain {operation}` shows an input."
    assert (said in printed(run, None)) == shown
