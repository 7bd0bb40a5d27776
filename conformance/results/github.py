"""What a job of GitHub Actions reads on standard output: annotations, as workflow commands.

A line that begins with two colons is a command to it, and so is `##[` anywhere in one. Subjects choose their names and
messages: while those are printed commands are stopped, under a random token.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from conformance.base.errors import UsageError
from conformance.base.files import add_to
from conformance.results.defects import RULES_LISTED, ReportedDefect, defects_of, effect, named_by
from conformance.results.evidence_text import shown_input
from conformance.results.text import clip, name_list, one_line, visible
from conformance.results.unjudged import unjudged_lines
from conformance.running.engine.result import FAIL, UNEXPECTED_PASS, decides_against

MOST = 10  # annotations of one step that are shown
REGRESSION = " (regression)"
Key = tuple[str, str]  # operation, rule id


class FileLine(NamedTuple):
    """Where a reader should look. file: relative to the current folder. line: from 1."""

    file: str
    line: int | None = None


def stop() -> tuple[str, str]:
    """Return the line after which nothing printed is a command, and the one that ends that."""
    token = os.urandom(16).hex()
    return f"::stop-commands::{token}", f"::{token}::"


def annotation_lines(
    report: Mapping[str, Any],
    places: Mapping[str, FileLine],
    entries: Mapping[Key, FileLine],
    regressions: Collection[Key] = (),
) -> list[str]:
    """Return the annotations of a report as lines, at most as many as are shown: a defect each, then rules of none.

    places: where each operation's converter is defined. entries: where each expected failure is written. regressions:
    rules that are worse than in the baseline; they come first.
    """
    found = defects_of(report)
    regressed = set(regressions)
    annotated = [defect for defect in found if defect.decides or regressed & named_by([defect]).keys()]
    annotations = [_of_defect(defect, places, regressed) for defect in annotated]
    named = named_by(annotated)
    for rule in report["rules"]:
        key = (rule["operation"], rule["id"])
        worse = key in regressions
        if key not in named and (decides_against(rule["level"], rule["verdict"]) or worse):
            place = entries.get(key) if rule["verdict"] == UNEXPECTED_PASS else places.get(rule["operation"])
            title = f"{rule['id']} {rule['operation']}{REGRESSION if worse else ''}"
            annotations.append((not worse, _command(title, _message(rule), place)))
    for entry in report.get("unmatched_expected_failures", ()):
        title = f"Expected failure {entry['rule']} of {entry['operation']}"
        place = entries.get((entry["operation"], entry["rule"]))
        annotations.append((True, _command(title, "no such rule of this subject; delete this entry", place)))
    annotations += [(True, _command("Incomplete", line, None)) for line in unjudged_lines(report)]
    lines = [line for _later, line in sorted(annotations, key=lambda annotation: annotation[0])]
    if len(lines) > MOST:
        more = len(lines) - MOST + 1
        lines[MOST - 1 :] = [_command("conformance", f"{more} more are in the report", None)]
    return lines


def _of_defect(defect: ReportedDefect, places: Mapping[str, FileLine], regressed: Collection[Key]) -> tuple[bool, str]:
    """Return whether an annotation comes after the regressions, and the annotation."""
    operation, _rule = defect.shown
    worse = any(key in regressed for key in named_by([defect]))
    title = f"{defect.id} {name_list(defect.rule_ids, RULES_LISTED)} {operation}{REGRESSION if worse else ''}"
    at = f" ({defect.evidence['at']})" if defect.evidence["at"] else ""
    message = (
        f"{defect.message}{at}",
        f"It {effect(defect)}.",
        f"Smallest input: {shown_input(defect.evidence)}",
        f"Repeat: conformance repeat {defect.id}, or {one_line(defect.evidence['reproduce'])}",
    )
    return not worse, _command(title, "\n".join(message), places.get(operation))


def _message(rule: Mapping[str, Any]) -> str:
    evidence = rule["evidence"]
    if rule["verdict"] != FAIL or not evidence:
        return f"{rule['title']}: {rule.get('reason') or rule['verdict']}"
    first = evidence[0]
    return "\n".join((rule["title"], f"{first['message']} ({first['at']})", f"Repeat: {first['reproduce']}"))


def _command(title: str, message: str, place: FileLine | None) -> str:
    properties = []
    if place is not None:
        properties.append(("file", place.file))
        if place.line is not None:
            properties.append(("line", str(place.line)))
    properties.append(("title", title))
    parameters = ",".join(f"{name}={_property(text)}" for name, text in properties)
    return f"::error {parameters}::{_data(message)}"


def _data(text: str) -> str:
    shown = clip(visible(text), 1_000)
    return shown.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(one_line(text, 200)).replace(":", "%3A").replace(",", "%2C")


def write_job_summary(text: str) -> None:
    """Add Markdown to the summary of the job, if GitHub names a file for it. Raises UsageError."""
    path = os.environ.get("GITHUB_STEP_SUMMARY")
    if not path:
        return
    try:
        add_to(path, f"{text}\n".encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}.", "Check GITHUB_STEP_SUMMARY.") from None
