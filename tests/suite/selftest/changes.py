"""The changes of a value that a defect can make: of each leaf and member in turn."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from conformance.base.values import JSON, same
from conformance.formats.json_schema import ONE_SCHEMA, SCHEMA_LIST, SCHEMA_MAP, Path

# What a change does. A contract's schema lists the same words.
KINDS = (
    "removed", "nulled", "emptied", "other", "as-text", "as-repr", "truncated", "upper-case", "padded", "renamed",
    "added", "duplicated", "swapped", "moved", "exchanged",
)  # fmt: skip
# No short text of a case is within the other text, which would be an accident.
NEW_MEMBER, OTHER_TEXT = "zz_new", "zz_zz"
_EMPTY: dict[type, JSON] = {str: "", list: [], dict: {}, int: 0, float: 0.0, bool: False}
# Below these are names that an input has chosen.
_DATA = frozenset({"arguments", "const", "default", "enum", "examples"})


class ValueChange(NamedTuple):
    """One change of a value. path, part: of what it changes, as it was before. value: the whole value after it."""

    kind: str
    path: Path
    part: JSON
    value: JSON


def changes(value: JSON) -> Iterator[ValueChange]:
    """Yield the changes of a value, and of its every leaf and member, but for those that keep its meaning."""
    for path, part in ((), value), *parts(value):
        yield from changes_at(value, path, part)


def changes_at(value: JSON, path: Path, part: JSON) -> Iterator[ValueChange]:
    """Yield the changes of one part of a value."""
    for kind, changed in _changes_of(value, path, part):
        if not same(changed, value):
            yield ValueChange(kind, path, part, changed)


def shape_of(path: Path) -> str:
    """Return a JSON pointer with `*` for positions and `**` for schemas within schemas and for what is in data."""
    steps: list[str] = []
    rest = list(path)
    while rest:
        step, following = rest[0], rest[1] if len(rest) > 1 else None
        if isinstance(step, int):
            steps.append("*")
        elif step in _DATA and isinstance(following, str):
            return "/".join(("", *steps, step, "**"))
        elif taken := _levels(step, following):
            if steps[-1:] != ["**"]:
                steps.append("**")
            rest = rest[taken - 1 :]
        else:
            steps.append(step)
        rest = rest[1:]
    return "/".join(("", *steps))


def _levels(keyword: str, following: str | int | None) -> int:
    """Return how many steps of a path lead from a schema to one within it."""
    if (keyword in SCHEMA_MAP and isinstance(following, str)) or (
        keyword in SCHEMA_LIST and isinstance(following, int)
    ):
        return 2
    return 1 if keyword in ONE_SCHEMA and isinstance(following, str) else 0


def parts(value: JSON, path: Path = ()) -> Iterator[tuple[Path, JSON]]:
    """Yield every leaf and member of a value, each with its path."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield (*path, name), member
            yield from parts(member, (*path, name))
    elif isinstance(value, list):
        for position, entry in enumerate(value):
            yield (*path, position), entry
            yield from parts(entry, (*path, position))


def _changes_of(root: JSON, path: Path, part: JSON) -> Iterator[tuple[str, JSON]]:
    for kind, other in _other_values(part):
        if not _is_same_text(part, other):
            yield kind, replaced(root, path, other)
    if not path:
        return
    yield "removed", _edited(root, path[:-1], lambda holder: _without(holder, path[-1]))
    if isinstance(path[-1], int):
        yield from _in_list(root, path, path[-1])
    else:
        yield from _in_object(root, path, path[-1])
    yield from _exchanged(root, path, part)


def _other_values(value: JSON) -> Iterator[tuple[str, JSON]]:
    yield "nulled", None
    if type(value) in _EMPTY:
        yield "emptied", _EMPTY[type(value)]
    if isinstance(value, bool):
        yield "other", not value
    elif isinstance(value, int | float):
        yield "other", value + 1
    elif isinstance(value, str):
        yield "other", OTHER_TEXT
    text = json.dumps(value, ensure_ascii=False)
    yield "as-text", text
    if repr(value) != text:
        yield "as-repr", repr(value)
    if isinstance(value, str) and value:
        yield "truncated", value[:-1]
        yield "upper-case", value.upper()
        yield "padded", f"{value} "
    if isinstance(value, dict) and NEW_MEMBER not in value:
        yield "added", {**value, NEW_MEMBER: 1}


def _is_same_text(value: JSON, other: JSON) -> bool:
    """Whether two values are JSON texts of the same object or list: spacing means nothing."""
    if not (isinstance(value, str) and isinstance(other, str) and value.strip()[:1] in ("{", "[")):
        return False
    try:
        return same(json.loads(value), json.loads(other))
    except ValueError:
        return False


def _in_list(root: JSON, path: Path, position: int) -> Iterator[tuple[str, JSON]]:
    entries = _at(root, path[:-1])
    entry, others = entries[position], [*entries[:position], *entries[position + 1 :]]
    yield "duplicated", replaced(root, path[:-1], [*entries[: position + 1], *entries[position:]])
    if position < len(others):
        yield "swapped", replaced(root, path[:-1], [*others[: position + 1], entry, *others[position + 1 :]])
    if position + 1 < len(others):
        yield "moved", replaced(root, path[:-1], [*others, entry])


def _in_object(root: JSON, path: Path, name: str) -> Iterator[tuple[str, JSON]]:
    holder = _at(root, path[:-1])
    if f"{name}_" not in holder:
        renamed = {f"{name}_" if key == name else key: member for key, member in holder.items()}
        yield "renamed", replaced(root, path[:-1], renamed)
    above = next((path[:end] for end in range(len(path) - 2, -1, -1) if isinstance(_at(root, path[:end]), dict)), None)
    if above is not None and name not in _at(root, above):
        lower = replaced(root, path[:-1], _without(holder, name))
        yield "moved", replaced(lower, above, {**_at(lower, above), name: holder[name]})


def _exchanged(root: JSON, path: Path, part: JSON) -> Iterator[tuple[str, JSON]]:
    """Yield the value in which a member has the value of the next entry's member, and the other way round."""
    index = next((index for index in range(len(path) - 2, -1, -1) if isinstance(path[index], int)), None)
    if index is None:
        return
    position = path[index]
    assert isinstance(position, int)
    other = (*path[:index], position + 1, *path[index + 1 :])
    try:
        value = _at(root, other)
    except (KeyError, IndexError, TypeError):
        return
    yield "exchanged", replaced(replaced(root, path, value), other, part)


def _at(root: Any, path: Path) -> Any:
    """Return a part of a value. Raises KeyError, IndexError or TypeError where there is none."""
    for step in path:
        if not isinstance(root, dict | list):
            raise TypeError
        root = root[step]  # a step fits what holds it, or IndexError, KeyError or TypeError
    return root


def replaced(root: JSON, path: Path, value: JSON) -> JSON:
    """Return a copy of a value with another part at a path. It shares the other parts."""
    return _edited(root, path, lambda _part: value)


def _edited(root: JSON, path: Path, edit: Callable[[JSON], JSON]) -> JSON:
    if not path:
        return edit(root)
    copy = root.copy()
    copy[path[0]] = _edited(root[path[0]], path[1:], edit)
    return copy


def _without(holder: JSON, step: str | int) -> JSON:
    copy: Any = holder.copy()
    del copy[step]
    return copy
