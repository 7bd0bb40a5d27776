"""Words a piece of evidence of report.json. Every report that is text uses this, so that all say the same."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from conformance.base.values import ABSENT, JSON, Absent, same, steps
from conformance.results.alike_place import alike_place
from conformance.results.given import source_of_evidence
from conformance.results.text import one_line, visible
from conformance.rules.checks.findings import around_difference, excerpt

WIDTH = 160
MOST_COMPARED = 100_000  # characters of a value that are compared with another
MOST_OF_COMMAND = 4_000  # characters of a command that is shown
MOST_LOGGED = 3  # lines of a subject's log

Piece = Mapping[str, Any]  # evidence, as in specs/report.schema.json


def expected_of(evidence: Piece) -> JSON | Absent:
    """Return the expected output; ABSENT where none can be named."""
    if evidence["expected"] is None and not evidence.get("expected_is_null"):
        return ABSENT
    return evidence["expected"]


def headline(evidence: Piece) -> str:
    """Return what shows the failure, and how, in one line."""
    return one_line(f"{name_of(evidence)}: {evidence['message']}")


def name_of(evidence: Piece) -> str:
    """Return what the input of evidence is: a case, an example, or what the user gave."""
    if evidence["case"] is not None:
        return f"case {evidence['case']}"
    return source_of_evidence(evidence) if "given" in evidence else "example"


def facts(evidence: Piece, width: int = WIDTH) -> Iterator[tuple[str, str]]:
    """Yield labels and texts, each of one line: the place, the input, what was expected, what came, and so on.

    width: about how many characters of a value are shown.
    """
    expected, error = expected_of(evidence), evidence["error"]
    if not evidence["at"]:  # it is about no call, but about what the subject states
        yield "repeat", one_line(evidence["reproduce"])
        return
    yield "at", one_line(evidence["at"], WIDTH)
    if "of_rule" in evidence:
        yield "rule", one_line(evidence["of_rule"], WIDTH)
    yield from (("after", json_line(case, width)) for case in evidence.get("earlier", ()))
    yield from _input_lines(evidence, width)
    if "reduced" in evidence:
        yield "reduced", shown_at(evidence["reduced"]["input"], evidence["reduced"]["at"], "input", width)
    standing = evidence.get("standing", {})
    if standing.get("reasons"):
        reason = standing["reasons"][0]
        yield "standing", one_line(f"{standing['kind']}: {reason['at'] or '/'}: {reason['message']}", WIDTH)
    actual = ABSENT if error is not None else evidence["actual"]
    if not isinstance(expected, Absent):
        yield "expected", shown_beside(expected, actual, width, evidence["at"])
    if error is None and "input_after" not in evidence:
        beside = expected is not ABSENT
        at = evidence["at"]
        yield (
            "actual",
            shown_beside(actual, expected, width, at) if beside else shown_at(actual, at, "output", width),
        )
    elif error is not None:
        kind = f" ({one_line(error['type'], 80)})" if error.get("type") else ""
        yield error["kind"], one_line(error["message"], WIDTH) + kind
        yield from (("log", one_line(line, WIDTH)) for line in error.get("log", ())[-MOST_LOGGED:])
    if "http" in evidence:
        yield from _http(evidence["http"], width)
    if evidence.get("recording") is not None:
        yield "recorded", one_line(evidence["recording"], WIDTH)
    for choice in evidence.get("judged_with", ()):
        yield "judged", judged(choice)
    yield "repeat", one_line(evidence["reproduce"])


def _http(exchange: Mapping[str, Any], width: int) -> Iterator[tuple[str, str]]:
    """Yield what a gateway asked, what its client got, and the command that asks it again."""
    for asked in exchange["asked"][:1]:
        yield "asked", one_line(f"POST {asked['path']} {json_line(asked['body'], width)}", width + WIDTH)
    if exchange["asked"]:  # else it is what the subject answered, which is shown besides
        status = "no status" if exchange["status"] is None else exchange["status"]
        yield "got", f"{status} {json_line(exchange['got'], width)}"
    curl = exchange["curl"]
    is_long = len(curl) > MOST_OF_COMMAND
    yield "curl", f"({len(curl):,} characters, in the report)" if is_long else one_line(curl, MOST_OF_COMMAND)


def judged(choice: Mapping[str, Any]) -> str:
    """Return an answer to a choice that decides a failure, and how to state another one."""
    others = " or ".join(f"--choice {choice['choice']}={element}" for element in choice["instead"])
    return one_line(f"with {choice['choice']}={choice['answer']} ({choice['found']}); override with {others}", WIDTH)


def _input_lines(evidence: Piece, width: int) -> Iterator[tuple[str, str]]:
    """Yield the input; of one that the call changed the part that changed, before and after."""
    if "input_after" not in evidence:
        yield "input", shown_input(evidence, width)
        return
    yield "before", shown_beside(evidence["input"], evidence["input_after"], width)
    yield "now", shown_beside(evidence["input_after"], evidence["input"], width)


def shown_input(evidence: Piece, width: int = WIDTH) -> str:
    """Return the input of evidence as one line of JSON; of a long one the part that its pointer names."""
    return shown_at(evidence["input"], evidence["at"], "input", width)


def json_line(value: JSON, width: int = WIDTH) -> str:
    """Return a value as one line of JSON, cut where it is long."""
    return shown_at(value, "", "", width)


def shown_at(value: JSON, at: str, side: str, width: int = WIDTH) -> str:
    """Return a value as one line of JSON; of a long one the part that a pointer names, if it leads into this side."""
    root, *path = steps(at) or [""]
    try:
        text = json.dumps(value, ensure_ascii=False)
        begin = 0
        if len(text) > width:
            begin = _begin_of(value, path if root == side else alike_place(value, path))
    except RecursionError:
        return "(nested too deeply to be shown)"
    if begin > width // 2 or width < WIDTH:
        return visible(excerpt(text, max(0, min(begin - width // 2, len(text) - width)), width), "")
    return one_line(text, width)


def _begin_of(value: JSON, path: Sequence[str]) -> int:
    """Return where the text of a value begins in that of the whole; of one that is not there, of what would hold it."""
    begin = 0
    for step in path:
        before: JSON
        if isinstance(value, dict) and step in value:
            names = list(value)
            before = {name: value[name] for name in names[: names.index(step)]}
            own = json.dumps(step, ensure_ascii=False) + ": "
            value = value[step]
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            before, own, value = value[: int(step)], "", value[int(step)]
        else:
            return begin
        text = json.dumps(before, ensure_ascii=False)
        begin += len(text) - 1 + (len(", ") if before else 0) + len(own)
    return begin


def shown_beside(value: JSON, other: JSON | Absent, width: int = WIDTH, at: str = "") -> str:
    """Return a value as one line of JSON; of a long one the part where it differs from another.

    at: the pointer of a failure: what differs before its place in both is not looked at.
    """
    if other is ABSENT:
        return json_line(value, width)
    place = failing_place(value, other, at)
    try:
        texts = [json.dumps(value, ensure_ascii=False) for value in (value, other)]
        starts = [
            len(_seen(text[: _begin_of(value, place)])) for text, value in zip(texts, (value, other), strict=True)
        ]
    except RecursionError:
        return json_line(value, width)
    text, beside = map(_seen, texts)
    return around_difference(text, beside, width, fill=True, starts=(starts[0], starts[1]))[0]


def _seen(text: str) -> str:
    return one_line(text, MOST_COMPARED)


def failing_place(expected: JSON | Absent, actual: JSON | Absent, at: str) -> list[str]:
    """Return the steps to the deepest place on a pointer's way that both outputs have and where they differ."""
    root, *path = steps(at) or [""]
    if root != "output":
        return []
    place: list[str] = []
    for depth, step in enumerate(path, 1):
        expected, actual = _member(expected, step), _member(actual, step)
        if expected is ABSENT or actual is ABSENT or _is_same(expected, actual):
            break
        place = path[:depth]
    return place


def _is_same(value: JSON, other: JSON) -> bool:
    try:
        return same(value, other)
    except RecursionError:  # nested too deeply to be compared
        return True


def _member(value: JSON | Absent, step: str) -> JSON | Absent:
    if isinstance(value, dict):
        return value.get(step, ABSENT)
    is_place = isinstance(value, list) and step.isdecimal() and int(step) < len(value)
    return value[int(step)] if is_place else ABSENT  # type: ignore[index]
