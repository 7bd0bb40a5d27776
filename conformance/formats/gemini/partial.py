"""Joins the arguments of a call that Vertex streams in pieces: each names its place by a JSON path."""

from __future__ import annotations

import re
from typing import Any, Final

from conformance.base.values import JSON

_STEP: Final = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]|\['([^']*)'\]|\[\"([^\"]*)\"\]")
_VALUES: Final = ("stringValue", "numberValue", "boolValue", "nullValue")
_MOST: Final = 10_000  # entries of a list: what a path may name


def is_open(part: JSON) -> bool:
    """Whether a part is a call of which more is to come."""
    call = part.get("functionCall") if isinstance(part, dict) else None
    return isinstance(call, dict) and call.get("willContinue") is True


def join(part: dict[str, Any], piece: JSON) -> bool:
    """Add a piece to the call that a part is. False, and nothing is added, if it is a call of its own."""
    more = piece.get("functionCall") if isinstance(piece, dict) and set(piece) == {"functionCall"} else None
    if not isinstance(more, dict) or not set(more) <= {"partialArgs", "willContinue"}:
        return False
    call = dict(part["functionCall"])
    before, pieces = call.get("partialArgs") or [], more.get("partialArgs") or []
    if not isinstance(before, list) or not isinstance(pieces, list):
        return False
    part["functionCall"] = {**call, "partialArgs": [*before, *pieces], "willContinue": more.get("willContinue")}
    return True


def without_pieces(candidate: dict[str, Any]) -> dict[str, Any]:
    """Return a candidate whose calls have arguments in place of pieces; pieces that make none stay as they are."""
    content = candidate.get("content")
    if not isinstance(content, dict) or not isinstance(content.get("parts"), list):
        return candidate
    return {**candidate, "content": {**content, "parts": list(map(_whole, content["parts"]))}}


def _whole(part: JSON) -> JSON:
    call = part.get("functionCall") if isinstance(part, dict) else None
    if not isinstance(call, dict) or not isinstance(call.get("partialArgs"), list):
        return part
    args = _arguments(call["partialArgs"])
    if args is None:
        return part
    rest = {
        name: value
        for name, value in call.items()
        if name != "partialArgs" and value is not False and value is not None
    }
    return {**part, "functionCall": {**rest, "args": args}}


def _arguments(pieces: list[JSON]) -> dict[str, Any] | None:
    root: dict[str, Any] = {}
    for piece in pieces:
        steps = _steps(piece.get("jsonPath")) if isinstance(piece, dict) else None
        name = next((value for value in _VALUES if value in piece), None) if steps else None
        if steps is None or name is None or not _set(root, steps, None if name == "nullValue" else piece[name]):
            return None
    return root


def _steps(path: JSON) -> list[str | int] | None:
    """Return the names and positions of a path such as $.a.b[0]; None for any other."""
    if not isinstance(path, str) or not path.startswith("$") or _STEP.sub("", path[1:]):
        return None
    found = (match.groups() for match in _STEP.finditer(path[1:]))
    return [int(number) if number else name or quoted or also or "" for name, number, quoted, also in found]


def _set(root: JSON, steps: list[str | int], value: JSON) -> bool:
    """Put a value at a path: a text after a text goes on with it. False if the path leads through something else."""
    holder = root
    for step, after in zip(steps, [*steps[1:], None], strict=True):
        if not _has_room(holder, step):
            return False
        before = holder[step] if not isinstance(holder, dict) or step in holder else None
        if after is None:
            holder[step] = before + value if isinstance(before, str) and isinstance(value, str) else value
        elif before is None:
            holder[step] = [] if isinstance(after, int) else {}
        holder = holder[step]
    return True


def _has_room(holder: JSON, step: str | int) -> bool:
    """Whether a holder can have a step; a list gets as many entries as it needs."""
    if isinstance(step, str):
        return isinstance(holder, dict)
    if not isinstance(holder, list) or step > _MOST:
        return False
    holder += [None] * (step + 1 - len(holder))
    return True
