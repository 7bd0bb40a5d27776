"""Annotations: workflow commands that say what does not hold, and that no text can break out of."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from conformance.results.github import MOST, FileLine, annotation_lines, stop
from tests.results.building import make_defect

Built = dict[str, Any]
Build = Callable[..., Built]
OPERATION = "chat-tools-to-responses-tools"
SHOWN = {"operation": OPERATION, "evidence": 0}
COMMAND = re.compile(r"::error (?:file=[^:,]*,)?(?:line=\d+,)?title=[^:,]*::.*")


def test_a_failure_points_at_the_converter(report: Build, rule: Build, evidence: Build) -> None:
    reported = report(rule(verdict="fail", evidence=[evidence()]), rule(id="OK"))
    (line,) = annotation_lines(reported, {OPERATION: FileLine("acme.py", 7)}, {})
    assert line == (
        f"::error file=acme.py,line=7,title=TR-4 {OPERATION}::A boolean strict is kept%0Astrict is false, the source "
        "says true (/output/0/strict)%0ARepeat: conformance certify acme --rule TR-4 --case flat-basic"
    )


def test_what_does_not_decide_is_not_annotated(report: Build, rule: Build, evidence: Build) -> None:
    reported = report(
        rule(id="A", level="SHOULD", verdict="fail", evidence=[evidence()]),
        rule(id="B", verdict="expected-failure", reason="known", evidence=[evidence()]),
        rule(id="C", verdict="not-applicable"),
    )
    assert annotation_lines(reported, {}, {}) == []


def test_entries_that_can_go_are_annotated_where_they_stand(report: Build, rule: Build) -> None:
    reported = report(
        rule(id="A", verdict="unexpected-pass", reason="it can go"),
        unmatched_expected_failures=[{"operation": "tool-loop", "rule": "NO-1", "reason": "old"}],
    )
    entries = {(OPERATION, "A"): FileLine("expected.toml", 1), ("tool-loop", "NO-1"): FileLine("expected.toml")}
    stale, unmatched = annotation_lines(reported, {OPERATION: FileLine("acme.py")}, entries)
    assert stale.startswith("::error file=expected.toml,line=1,title=A ")
    assert unmatched.startswith("::error file=expected.toml,title=Expected failure NO-1 of tool-loop::")


def test_regressions_come_first_and_say_so(report: Build, rule: Build, evidence: Build) -> None:
    reported = report(
        rule(id="OLD", verdict="fail", evidence=[evidence()]),
        rule(id="NEW", verdict="fail", evidence=[evidence()]),
        rule(id="HIDDEN", verdict="not-observable", reason="it shows nothing"),
    )
    lines = annotation_lines(reported, {}, {}, {(OPERATION, "NEW"), (OPERATION, "HIDDEN")})
    assert [line.partition("::")[2].partition("::")[0] for line in lines] == [
        f"error title=NEW {OPERATION} (regression)",
        f"error title=HIDDEN {OPERATION} (regression)",
        f"error title=OLD {OPERATION}",
    ]


def test_a_defect_is_one_annotation_whatever_it_breaks(report: Build, rule: Build, evidence: Build) -> None:
    broken = [{"operation": OPERATION, "rule": name, "inputs": 1, "evidence": [0]} for name in ("TR-4", "TR-5")]
    advice = {"rules": [{**broken[0], "rule": "ADVICE"}], "shown": {**SHOWN, "rule": "ADVICE"}, "decides": False}
    reported = report(
        rule(id="TR-4", verdict="fail", evidence=[evidence(input=[{"name": "a"}])]),
        rule(id="TR-5", verdict="fail", evidence=[evidence()]),
        rule(id="ALSO", verdict="fail", evidence=[evidence()], charged_to=["TR-4"]),
        rule(id="ADVICE", level="SHOULD", verdict="fail", evidence=[evidence()]),
        rule(id="UNRUN", verdict="not-run", reason="it died"),
        defects=[
            make_defect(rules=broken, also_breaks=[{"operation": OPERATION, "rule": "ALSO"}]),
            make_defect(2, **advice),
        ],
    )
    defect, unrun = annotation_lines(reported, {OPERATION: FileLine("acme.py", 7)}, {})
    assert defect == (
        f"::error file=acme.py,line=7,title=D1 TR-4%2C TR-5 {OPERATION}::strict is false, the source says true "
        '(/output/0/strict)%0AIt breaks safe and documents.%0ASmallest input: [{"name": "a"}]%0A'
        "Repeat: conformance repeat D1, or conformance certify acme --rule TR-4 --case flat-basic"
    )
    assert f"title=UNRUN {OPERATION}::" in unrun
    first, second, _unrun = annotation_lines(reported, {}, {}, {(OPERATION, "ADVICE")})
    assert first.startswith(f"::error title=D2 ADVICE {OPERATION} (regression)::")
    assert second.startswith("::error title=D1 ")


def test_no_more_than_are_shown(report: Build, rule: Build, evidence: Build) -> None:
    reported = report(*(rule(id=f"R-{number}", verdict="fail", evidence=[evidence()]) for number in range(30)))
    lines = annotation_lines(reported, {}, {})
    assert len(lines) == MOST
    assert lines[-1] == "::error title=conformance::21 more are in the report"


def test_no_text_ends_a_command_or_begins_another(hostile_report: Built) -> None:
    text = "%0A::set-output name=x::y\r\n::add-mask::z,title=t:u##[warning]v"
    for rule in hostile_report["rules"]:
        rule["id"] = rule["operation"] = rule["title"] = text
        for piece in rule["evidence"]:
            piece["message"] = piece["at"] = piece["reproduce"] = text
    lines = annotation_lines(hostile_report, {text: FileLine("a:b,c.py", 1)}, {})
    assert len(lines) == 4  # at MUST fail and not-run, at either level unexpected-pass
    for line in lines:
        assert COMMAND.fullmatch(line)
        assert line.isprintable()


def test_commands_are_stopped_by_a_word_of_its_own() -> None:
    (stopping, resuming), (other, _resuming) = stop(), stop()
    assert stopping == f"::stop-commands::{resuming.strip(':')}"
    assert stopping != other
