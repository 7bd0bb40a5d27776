"""Annotations: workflow commands that say what does not hold, and that no text can break out of."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from conformance.results.github import MOST, FileLine, annotation_lines, stop

Built = dict[str, Any]
Build = Callable[..., Built]
OPERATION = "chat-tools-to-responses-tools"
COMMAND = re.compile(r"::error (?:file=[^:,]*,)?(?:line=\d+,)?title=[^:,]*::.*")


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
