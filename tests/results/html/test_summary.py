from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from conformance.results.detection import Detection, Score
from conformance.results.html import render
from conformance.results.html.summary import moment, took
from tests.results.pages import Page

Built = dict[str, Any]
Build = Callable[..., Built]
FLAT, MCP = "chat-tools-to-responses-tools", "mcp-tool-to-chat-tool"
DIGEST = "sha256:" + "4f" * 32  # of the reports that are built


@pytest.mark.parametrize(
    ("verdict", "run", "line"),
    [
        ("pass", {}, "acme-converter 1.2.3 conforms"),
        ("fail", {}, "acme-converter 1.2.3 does not conform"),
        ("not-run", {}, "acme-converter 1.2.3 does not conform"),
        ("pass", {"complete": False}, "acme-converter 1.2.3 incomplete"),
        ("fail", {"complete": False}, "acme-converter 1.2.3 incomplete"),
    ],
)
def test_the_verdict_line(report: Build, rule: Build, verdict: str, run: Built, line: str) -> None:
    page = Page(render(report(rule(verdict=verdict), run=run)))
    assert page.inside["h1"] == [line]


@pytest.mark.parametrize(
    ("verdicts", "lead"),
    [
        (["pass", "pass"], "2 of 2 MUST rules hold."),
        (["pass", "not-observable"], "1 of 2 MUST rules holds; 1 cannot be observed."),
        (["fail", "pass", "not-run"], "1 of 3 MUST rules fails, 1 MUST rule was not run."),
        (["unexpected-pass"], "1 expected failure now passes."),
    ],
)
def test_the_lead_says_what_the_verdict_rests_on(report: Build, rule: Build, verdicts: list[str], lead: str) -> None:
    page = Page(render(report(*(rule(verdict=verdict) for verdict in verdicts))))
    assert lead in page.inside["p"]


def test_a_failure_outside_the_requirements_is_reported(report: Build, rule: Build) -> None:
    reported = report(rule(verdict="fail"), rule())
    reported["summary"]["conforms"] = True
    page = Page(render(reported))
    assert "1 of 2 MUST rules holds. Not required here: 1 of 2 MUST rules fails." in page.text


def test_a_failing_should_rule_does_not_decide(report: Build, rule: Build) -> None:
    page = Page(render(report(rule(), rule(level="SHOULD", verdict="fail"))))
    assert "1 of 1 MUST rule holds. 1 SHOULD rule fails, which does not decide the verdict." in page.text


def test_expected_failures_that_match_no_rule_are_listed(report: Build, rule: Build) -> None:
    reported = report(
        rule(), unmatched_expected_failures=[{"operation": MCP, "rule": "MCP-99", "reason": "waits for `#12`"}]
    )
    reported["summary"]["conforms"] = False
    page = Page(render(reported))
    assert page.inside["h1"] == ["acme-converter 1.2.3 does not conform"]
    assert "1 expected failure matches no rule." in page.inside["p"]
    assert page.inside["h2"].count("Expected failures that match no rule 1") == 1
    assert f"{MCP}MCP-99waits for #12" in page.inside["tr"]


def test_what_identifies_the_run_is_shown(report: Build, rule: Build) -> None:
    values = Page(render(report(rule(), run={"faults": 3}))).inside["dd"]
    for value in ("process", "every MUST", "2025-11-21 21:55:03 UTC", "4.2 s", "20251121", DIGEST):
        assert value in values
    assert "tool-conformance 0.1.0" in values
    assert "3 times the subject died, hung or answered garbage" in values


def test_counts_are_those_of_the_report(report: Build, rule: Build) -> None:
    verdicts = ("fail", "unexpected-pass", "not-run", "expected-failure", "not-observable", "not-applicable", "pass")
    rules = [
        rule(id=f"{level}-{verdict}-{n}", level=level, verdict=verdict)
        for level, most in (("MUST", 3), ("SHOULD", 1))
        for place, verdict in enumerate(verdicts)
        for n in range(min(place, most))
    ]
    cells = [cell for cell in Page(render(report(*rules))).inside["td"] if cell.isdigit()]
    assert cells == ["0", "0", "1", "1", "2", "1", "3", "1", "3", "1", "3", "1", "3", "1", "15", "6"]


def test_a_rule_that_another_one_is_charged_with_fails_too(report: Build, rule: Build) -> None:
    also = rule(id="A-2", verdict="fail") | {"charged_to": ["MCP-1"]}
    assert "2 of 2 MUST rules fail." in render(report(rule(verdict="fail"), also))


def test_denominators_are_in_sight(report: Build, rule: Build) -> None:
    reported = report(
        rule(cases_run=12, examples_run=100),
        rule(id="TR-1", cases_run=40, examples_run=90),
        rule(operation=MCP, cases_run=5, examples_run=0),
        rule(operation=MCP, id="MCP-2", verdict="not-applicable", cases_run=0, examples_run=0),
        rule(operation=MCP, id="MCP-3", verdict="not-observable", cases_run=0, examples_run=0),
        rule(operation=MCP, id="MCP-4", verdict="not-run", cases_run=0, examples_run=0),
    )
    text = Page(render(reported)).text
    assert "Rules judged3 of 61 does not apply, 1 cannot be observed, 1 was not run" in text
    assert "Operations2" in text
    assert "Worked cases run45" in text
    assert "Generated examples run100" in text


@pytest.mark.parametrize(
    ("detection", "reported"),
    [
        (None, "Planted defects foundnot measuredfor these specifications"),
        (Detection(DIGEST, {MCP: Score(9, 9, 1, 1)}), "Planted defects foundnot measuredhere"),
        (
            Detection(DIGEST, {FLAT: Score(62, 61, 12, 12), MCP: Score(9, 9, 1, 1)}),
            "Planted defects found61 of 62and 12 of 12 sound converters accused of nothing\n",
        ),
        (
            Detection("sha256:" + "0" * 64, {FLAT: Score(62, 62, 1, 1)}),
            "62 of 62and 1 of 1 sound converter accused of nothing; measured for other specifications than those of",
        ),
    ],
)
def test_detection_strength_is_reported_for_what_was_judged(
    report: Build, rule: Build, detection: Detection | None, reported: str
) -> None:
    assert reported in Page(render(report(rule()), detection=detection)).text.replace("</div>", "\n")


def test_the_matrix_counts_what_applies_by_operation_and_origin(report: Build, rule: Build) -> None:
    page = Page(
        render(
            report(
                rule(id="A"),
                rule(id="B", verdict="fail"),
                rule(id="C", verdict="not-applicable"),
                rule(id="D", origin="api", level="SHOULD", verdict="fail"),
                rule(id="E", operation=MCP, origin="field", verdict="not-observable"),
            )
        )
    )
    rows = [" ".join(row.split()) for row in page.inside["tr"]]
    head = next(place for place, row in enumerate(rows) if row.endswith("documentapifield"))
    assert rows[head + 1 : head + 4] == [
        "all operations1 of 2 1 fail1 not applicable 0 of 1 1 SHOULD fail 0 of 1 1 not observable",
        f"{FLAT}1 of 2 1 fail1 not applicable 0 of 1 1 SHOULD fail ·no rule",
        f"{MCP}·no rule ·no rule 0 of 1 1 not observable",
    ]
    assert [bar["viewbox"] for bar in page.all("svg")] == [
        "0 0 2 1",
        "0 0 1 1",
        "0 0 1 1",
        "0 0 2 1",
        "0 0 1 1",
        "0 0 1 1",
    ]
    assert [(bar["class"], bar["x"], bar["width"]) for bar in page.all("rect")][:2] == [
        ("good", "0", "1"),
        ("bad", "1", "1"),
    ]


def test_a_cell_leads_to_its_rules(report: Build, rule: Build) -> None:
    page = Page(render(report(rule(operation="a b&c"))))
    assert "#operation=a%20b%26c&origin=document" in [attrs["href"] for attrs in page.all("a")]


def test_only_so_many_operations_are_in_the_matrix(report: Build, rule: Build) -> None:
    page = Page(render(report(*(rule(operation=f"op-{n}") for n in range(60)))))
    assert sum("op-" in row for row in page.inside["tr"]) == 50
    assert "10 more operations are in the list of all rules." in page.inside["p"]


@pytest.mark.parametrize(
    ("stamp", "reported"),
    [
        ("2025-11-21T21:55:03Z", "2025-11-21 21:55:03 UTC"),
        ("2025-11-21T21:55:03+00:00", "2025-11-21 21:55:03 UTC"),
        ("2025-11-21T21:55:03+02:00", "2025-11-21T21:55:03+02:00"),
        ("yesterday", "yesterday"),
    ],
)
def test_a_time_is_reported_as_people_write_it(stamp: str, reported: str) -> None:
    assert moment(stamp) == reported


@pytest.mark.parametrize(
    ("seconds", "reported"), [(0.04, "0.0 s"), (59.4, "59.4 s"), (59.7, "1 min 0 s"), (3_725.0, "62 min 5 s")]
)
def test_a_duration_is_reported_in_words(seconds: float, reported: str) -> None:
    assert took(seconds) == reported


def totals(planned: int, judged: int, excused: Built | None = None, left: Built | None = None) -> Built:
    return {"planned": planned, "judged": judged, "excused": excused or {}, "open": left or {}}


def test_the_header_shows_the_totals_of_the_ledger(report: Build, rule: Build) -> None:
    ledger = {
        "items": totals(1200, 1190, {"narrowed by the user": 7}, {"not asked: the time limit was reached": 3}),
        "operations": totals(14, 2, {"not offered by the subject": 12}),
        "by_operation": {},
    }
    page = Page(render(report(rule(), ledger=ledger)))
    reported = [
        "1,200 planned, 1,190 judged, 7 excused",
        "7 narrowed by the user",
        "3 not asked: the time limit was reached",
        "2 of 14 judged",
    ]
    assert [element for element in page.inside["dd"] if element in reported] == reported


def test_a_report_without_a_ledger_is_shown_too(report: Build, rule: Build) -> None:
    assert "Inputs" not in Page(render(report(rule()))).inside["dt"]
