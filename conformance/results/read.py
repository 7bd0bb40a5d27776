"""Reads a report.json that the user names; anything else is an error of one line."""

from __future__ import annotations

import json
from typing import Any

from conformance.base.errors import UsageError
from conformance.base.files import MIB, json_of, read_file
from conformance.base.redact import Redactor
from conformance.results.schema import violation
from conformance.results.text import one_line

FORMAT = 2
HINT = "Name a report.json that conformance certify wrote."
LARGEST = 128 * MIB  # no run comes near, and what is larger would not fit the memory


def read_report(path: str, flag: str = "") -> dict[str, Any]:
    """Return the report in a file, as `report_of` does. flag: the option that named it, for the message."""
    return report_of(read_report_file(path, flag), path, flag)


def read_report_file(path: str, flag: str = "") -> bytes:
    """Return the bytes of a file that holds a report. Raises UsageError, in one line, for one that cannot be read."""
    return read_file(path, f"{flag} {path}".strip(), HINT, LARGEST)


def report_of(data: bytes, path: str, flag: str = "") -> dict[str, Any]:
    """Return a report (specs/report.schema.json) without keys. data: what the file `path` holds.

    Raises UsageError, in one line: it is not JSON, no report, of another format, or has a rule twice.
    """
    named = f"{flag} {path}".strip()
    report = json_of(data, named, HINT)
    if not isinstance(report, dict) or "rules" not in report or "subject" not in report:
        raise UsageError(f"{named} is not a report of conformance certify.", HINT)
    if report.get("format") != FORMAT or isinstance(report["format"], bool):
        raise UsageError(
            f"{named} is a report of format {json.dumps(report.get('format'))[:40]}, and this reads format {FORMAT}.",
            "Make it again with this version of conformance.",
        )
    problem = violation(report, later=True) or _twice(report)
    if problem:
        raise UsageError(f"{named} is damaged: {one_line(problem, 400)}.", HINT)
    redacted = Redactor().value(report)  # an earlier version may have left a key in it
    if not isinstance(redacted, dict):
        raise UsageError(f"{named} is nested too deeply to be read.", HINT)
    return redacted


def _twice(report: dict[str, Any]) -> str | None:
    """Return which rule a report holds twice; None where it holds each once."""
    seen: set[tuple[str, str]] = set()
    for rule in report["rules"]:
        key = (rule["operation"], rule["id"])
        if key in seen:
            return f"it holds the rule {one_line(' of '.join(reversed(key)), 200)} twice"
        seen.add(key)
    return None
