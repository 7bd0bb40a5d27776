from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from conformance.field.scoreboard import run_of, standings

Built = dict[str, Any]
Build = Callable[..., Built]


def test_a_run_counts_what_decides_against_it(report: Build, rule: Build) -> None:
    reported = report(
        rule(verdict="fail"),
        rule(id="A", verdict="not-run"),
        rule(id="B", verdict="not-applicable"),
        rule(id="C", level="SHOULD", verdict="fail"),
        rule(id="D", level="SHOULD", verdict="unexpected-pass"),
        rule(id="E"),
        unmatched_expected_failures=[{"operation": "a", "rule": "b", "reason": "c"}],
    )
    run = run_of(reported, "report.json", None)
    assert (run.missed, run.held, run.must) == (4, 1, 3)
    assert run.operations["chat-tools-to-responses-tools"]["fail", "MUST"] == 1


def test_every_text_of_a_run_can_be_shown(hostile_report: Built) -> None:
    run = run_of(hostile_report, "report.json", None)
    texts = [value for field in fields(run) if isinstance(value := getattr(run, field.name), str)] + list(
        run.operations
    )
    assert [text for text in texts if not text.isprintable()] == []
    assert max(map(len, texts)) < 200


def test_subjects_stand_in_order_and_their_runs_too(report: Build, rule: Build) -> None:
    def run(name: str, *verdicts: str, started: str = "2026-01-01T00:00:00Z", **changes: Any) -> Any:
        subject = {"name": name, "version": None, "language": None, "adapter": "process"}
        rules = [rule(id=str(n), verdict=verdict) for n, verdict in enumerate(verdicts)]
        return run_of(report(*rules, subject=subject, run={"started": started, **changes}), f"{name}.json", None)

    found = standings(
        [
            run("incomplete", "pass", complete=False),
            run("worse", "fail", "fail"),
            run("better", "fail", "pass"),
            run("0-excused", "pass", "expected-failure"),
            run("b-conforms", "pass"),
            run("A-conforms", "pass", started="2026-03-01T00:00:00Z"),
            run("A-conforms", "fail", started="2026-02-01T00:00:00Z"),
            run("A-conforms", "fail", started="2026-02-01T00:00:00Z"),
            run("A-conforms", "fail", requirements="documents"),
        ]
    )
    assert [(finding.last.name, finding.last.requirements, len(finding.runs)) for finding in found] == [
        ("A-conforms", "every MUST", 2),
        ("b-conforms", "every MUST", 1),
        ("0-excused", "every MUST", 1),
        ("better", "every MUST", 1),
        ("A-conforms", "documents", 1),
        ("worse", "every MUST", 1),
        ("incomplete", "every MUST", 1),
    ]
    assert [run.verdict for run in found[0].runs] == ["does not conform", "conforms"]
