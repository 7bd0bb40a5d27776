"""Where two JSON values differ: what was added, what was removed, what changed, each at its place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from conformance.base.values import ABSENT, JSON, equal, packed

ADDED, REMOVED, CHANGED = "added", "removed", "changed"

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One step from a value to another one.

    path: its place in the first value; of something added, the place where it would be inserted. path_b: the same in
    the second value. a, b: the values there; ABSENT where there is none.
    """

    kind: str
    path: Path
    path_b: Path
    a: JSON
    b: JSON


def changes(a: JSON, b: JSON) -> Iterator[Change]:
    """Yield what leads from one value to another, in document order. The order of keys is no difference."""
    stack: list[Change | tuple[Path, Path, JSON, JSON]] = [((), (), a, b)]
    while stack:
        step = stack.pop()
        if isinstance(step, Change):
            yield step
            continue
        path, path_b, first, other = step
        data = packed(first)
        if data is not None and data == packed(other):
            continue
        if type(first) is dict and type(other) is dict:
            stack += reversed(list(_of_objects(path, path_b, first, other)))
        elif type(first) is list and type(other) is list:
            stack += reversed(list(_of_lists(path, path_b, first, other)))
        elif not equal(first, other):
            yield Change(kind=CHANGED, path=path, path_b=path_b, a=first, b=other)


def _of_objects(
    path: Path, path_b: Path, a: dict[str, JSON], b: dict[str, JSON]
) -> Iterator[Change | tuple[Path, Path, JSON, JSON]]:
    for key, member in a.items():
        if key in b:
            yield (*path, key), (*path_b, key), member, b[key]
        else:
            yield Change(kind=REMOVED, path=(*path, key), path_b=(*path_b, key), a=member, b=ABSENT)
    for key, member in b.items():
        if key not in a:
            yield Change(kind=ADDED, path=(*path, key), path_b=(*path_b, key), a=ABSENT, b=member)


def _of_lists(
    path: Path, path_b: Path, a: list[JSON], b: list[JSON]
) -> Iterator[Change | tuple[Path, Path, JSON, JSON]]:
    """Equal members are paired, the values between them are paired in order."""
    matcher = SequenceMatcher(
        None, [_text(element) for element in a], [_text(element) for element in b], autojunk=False
    )
    for _tag, start, stop, start_b, stop_b in matcher.get_opcodes():
        paired = min(stop - start, stop_b - start_b)
        for step in range(paired):
            yield (*path, start + step), (*path_b, start_b + step), a[start + step], b[start_b + step]
        for index in range(start + paired, stop):
            yield Change(kind=REMOVED, path=(*path, index), path_b=(*path_b, stop_b), a=a[index], b=ABSENT)
        for index in range(start_b + paired, stop_b):
            yield Change(kind=ADDED, path=(*path, stop), path_b=(*path_b, index), a=ABSENT, b=b[index])


def _text(value: JSON) -> str:
    """Return the text by which values are compared: 1, 1.0 and true differ."""
    return json.dumps(value, sort_keys=True)


def applied(value: JSON, change: Change, path: Path | None = None) -> JSON:
    """Return the first value with one change made. What is not on the way to it is shared, not copied."""
    path = change.path if path is None else path
    if not path:
        return change.b
    key, rest = path[0], path[1:]
    if isinstance(value, dict):
        if not rest and change.kind == REMOVED:
            return {name: member for name, member in value.items() if name != key}
        return {**value, key: applied(value.get(key), change, rest)}
    copy = list(value)
    assert isinstance(key, int)
    if rest or change.kind == CHANGED:
        copy[key] = applied(copy[key], change, rest)
    elif change.kind == REMOVED:
        del copy[key]
    else:
        copy.insert(key, change.b)
    return copy
