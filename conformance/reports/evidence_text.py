"""Words a piece of evidence of report.json. Every report that is text uses this, so that all say the same."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from conformance.checks.findings import around_difference
from conformance.reports.text import one_line
from conformance.values import ABSENT, JSON, Absent

WIDTH = 160
MOST_COMPARED = 100_000  # characters of a value that are compared with another
MOST_LOGGED = 3  # lines of a subject's log

Piece = Mapping[str, Any]  # evidence, as in specs/report.schema.json


def expected_of(evidence: Piece) -> JSON | Absent:
    """Return the expected output; ABSENT where none can be named."""
    if evidence["expected"] is None and not evidence.get("expected_is_null"):
        return ABSENT
    return evidence["expected"]


def headline(evidence: Piece) -> str:
    """Return what shows the failure, and how, in one line."""
    name = "example" if evidence["case"] is None else f"case {evidence['case']}"
    return one_line(f"{name}: {evidence['message']}")


def facts(evidence: Piece) -> Iterator[tuple[str, str]]:
    """Yield labels and texts, each of one line: the place, the input, what was expected, what came, and so on."""
    expected, error = expected_of(evidence), evidence["error"]
    if not evidence["at"]:  # it is about no call, but about what the subject states
        yield "repeat", one_line(evidence["reproduce"])
        return
    yield "at", one_line(evidence["at"], WIDTH)
    yield from (("after", shown(one)) for one in evidence.get("earlier", ()))
    yield "input", shown(evidence["input"])
    standing = evidence.get("standing", {})
    if standing.get("reasons"):
        reason = standing["reasons"][0]
        yield "standing", one_line(f"{standing['kind']}: {reason['at'] or '/'}: {reason['message']}", WIDTH)
    actual = ABSENT if error is not None else evidence["actual"]
    if not isinstance(expected, Absent):
        yield "expected", shown_beside(expected, actual)
    if error is None:
        yield "actual", shown_beside(actual, expected)
    else:
        kind = f" ({one_line(error['type'], 80)})" if error.get("type") else ""
        yield error["kind"], one_line(error["message"], WIDTH) + kind
        yield from (("log", one_line(line, WIDTH)) for line in error.get("log", ())[-MOST_LOGGED:])
    if evidence.get("recording") is not None:
        yield "recorded", one_line(evidence["recording"], WIDTH)
    yield "repeat", one_line(evidence["reproduce"])


def shown(value: JSON) -> str:
    """Return a value as one line of JSON, cut where it is long."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return "(nested too deeply to be shown)"
    return one_line(text, WIDTH)


def shown_beside(value: JSON, other: JSON | Absent) -> str:
    """Return a value as one line of JSON; of a long one the part where it differs from another."""
    if other is ABSENT:
        return shown(value)
    try:
        texts = [one_line(json.dumps(one, ensure_ascii=False), MOST_COMPARED) for one in (value, other)]
    except RecursionError:
        return shown(value)
    return around_difference(texts[0], texts[1], WIDTH)[0]
