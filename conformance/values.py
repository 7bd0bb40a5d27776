"""JSON values: exact equality, pointers, and the words every layer shares."""

from __future__ import annotations

import marshal
from collections.abc import Iterator
from gc import get_referents
from typing import Any, Final, TypeAlias

# What json.loads returns. Subjects may return anything at all, so nothing narrower would be true.
JSON: TypeAlias = Any


class Absent:
    """The type of ABSENT: a value that was not there, where null would be a value."""

    _only: Absent | None = None

    def __new__(cls) -> Absent:
        """Return the one instance."""
        if cls._only is None:
            cls._only = super().__new__(cls)
        return cls._only

    def __repr__(self) -> str:
        return "absent"

    def __bool__(self) -> bool:
        return False


ABSENT: Final = Absent()
_HOLDERS: Final = frozenset({dict, list})
_MARKED_DICT, _MARKED_LIST = bytes([ord("{") | 0x80]), bytes([ord("[") | 0x80])


def _marks_references() -> bool:
    """Whether this Python's marshal marks what is_exclusive looks for."""
    inner_list: list[int] = []
    inner_dict: dict[str, int] = {}
    data = marshal.dumps([inner_list, inner_dict], 3)
    return data.find(_MARKED_DICT, 1) > 0 and data.find(_MARKED_LIST, 1) > 0


_MARKS: Final = _marks_references()


def packed(value: JSON) -> bytes | None:
    """Bytes equal exactly when two JSON values are the same value in the same key order; None for what is no JSON.

    marshal's version 2 writes neither references nor interning, so it depends on the value alone, and it is
    several times faster than json.dumps. It tells 1 from 1.0 and from true. Tuples and sets have bytes too.
    """
    try:
        return marshal.dumps(value, 2)
    except ValueError:
        return None


def unpacked(data: bytes) -> JSON:
    """Return a fresh copy of the value that `packed` was given."""
    return marshal.loads(data)


def same(a: JSON, b: JSON) -> bool:
    """Whether two JSON values are equal: key order is free; 1, 1.0 and true are three values."""
    if type(a) is not type(b):
        return False
    if type(a) is dict:
        return a.keys() == b.keys() and all(same(value, b[key]) for key, value in a.items())
    if type(a) is list:
        return len(a) == len(b) and all(map(same, a, b))
    return bool(a == b)


def equal(a: JSON, b: JSON) -> bool:
    """`same`, with the common case (also the same key order) decided by their bytes."""
    data = packed(a)
    return (data is not None and data == packed(b)) or same(a, b)


# Levels of nesting that a result may have: what reads a report by usual means gets no deeper than twice that.
DEEPEST = 500


def is_json(value: JSON) -> str | None:
    """None for a JSON value; otherwise a line that says what is not JSON and where.

    Used for what a subject returned inside this process. Instances of subclasses of dict, list, str, int and
    float count as what they extend.
    """
    stack: list[tuple[JSON, tuple[str | int, ...]]] = [(value, ())]
    seen = 0
    while stack:
        item, path = stack.pop()
        seen += 1
        if seen > 5_000_000:
            return "the result never ends: an object that contains itself, or millions of values"
        if item is None or isinstance(item, str | bool | int):
            continue
        if isinstance(item, float):
            if item != item or item in (float("inf"), float("-inf")):
                return f"{pointer(*path) or 'the result'} is {item}, which JSON has no number for"
        elif isinstance(item, dict):
            if len(path) > DEEPEST:
                return f"the result holds itself, or is nested over {DEEPEST} levels deep"
            for key, member in item.items():
                if not isinstance(key, str):
                    return f"{pointer(*path) or 'the result'} has the key {key!r}, which is no string"
                stack.append((member, (*path, key)))
        elif isinstance(item, list):
            if len(path) > DEEPEST:
                return f"the result holds itself, or is nested over {DEEPEST} levels deep"
            stack.extend((member, (*path, index)) for index, member in enumerate(item))
        else:
            return f"{pointer(*path) or 'the result'} is a Python {type(item).__name__}, which is no JSON value"
    return None


def ordered_like(value: JSON, other: JSON) -> JSON:
    """Return a value with the keys of its objects in the order that another has them; its own keys come last."""
    if type(value) is dict and type(other) is dict:
        keys = [key for key in other if key in value] + [key for key in value if key not in other]
        return {key: ordered_like(value[key], other.get(key)) for key in keys}
    if type(value) is list and type(other) is list:
        paired = [ordered_like(one, another) for one, another in zip(value, other, strict=False)]
        return paired + value[len(paired) :]
    return value


def pointer(*path: str | int) -> str:
    """Return the JSON pointer (RFC 6901) of a path; "" for the whole."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def is_exclusive(value: JSON) -> bool:
    """Whether nobody but the value itself holds an object or list inside it. May say no where nobody does.

    marshal marks what is referenced more than once; where no object or list bears the mark, none is shared, and
    the walk of `containers` is saved. The value's own root is for the caller to judge.
    """
    if not _MARKS:
        return False
    try:
        data = marshal.dumps(value, 3)
    except ValueError:
        return False
    return data.find(_MARKED_DICT, 1) < 0 and data.find(_MARKED_LIST, 1) < 0


def containers(value: JSON) -> set[int]:
    """Return the ids of every object and list in a value. Two values share none exactly when the sets are disjoint."""
    level = [value] if type(value) in _HOLDERS else []
    found: set[int] = set()
    while level:
        found.update(map(id, level))
        level = [m for m in get_referents(*level) if type(m) in _HOLDERS and id(m) not in found]
    return found


def levels(value: JSON) -> Iterator[list[JSON]]:
    """Yield what a value holds, level by level, itself first. In no order within a level, and keys may be among it.

    Who needs neither paths nor keys gets it many times quicker than by a walk, which asks each value what it is.
    """
    level = [value]
    while level:
        yield level
        level = get_referents(*level)


def holders(value: JSON) -> Iterator[JSON]:
    """Yield every object and list in a value, the outer ones first."""
    level = [value] if type(value) in _HOLDERS else []
    while level:
        yield from level
        level = [member for member in get_referents(*level) if type(member) in _HOLDERS]


def loose_numbers(value: JSON) -> JSON:
    """A copy in which numbers are what a transport that knows only doubles leaves of them."""
    if type(value) is dict:
        return {key: loose_numbers(member) for key, member in value.items()}
    if type(value) is list:
        return [loose_numbers(member) for member in value]
    if type(value) is int or type(value) is float:
        try:
            number = float(value)
        except OverflowError:
            return value
        return int(number) if number.is_integer() else number
    return value
