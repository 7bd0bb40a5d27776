"""JSON values: exact equality, pointers, and the words every layer shares."""

from __future__ import annotations

import marshal
import re
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
    """Bytes equal exactly when two JSON values are the same value in the same key order; None for what is not JSON.

    marshal's version 2 writes neither references nor interning, so it depends on the value alone, and it is
    several times faster than json.dumps. It distinguishes 1, 1.0 and true. Tuples and sets have bytes too.
    """
    try:
        return marshal.dumps(value, 2)
    except ValueError:
        return None


def unpacked(data: bytes) -> JSON:
    """Return a fresh copy of the value that `packed` was given."""
    return marshal.loads(data)


def copy_of(value: JSON) -> JSON:
    """Return a copy that shares nothing with a JSON value; what is not JSON is returned itself."""
    data = packed(value)
    return value if data is None else unpacked(data)


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
DEEPEST_CALL = 4_000  # of Python's stack: what walks a result takes a few calls for each level
# Values that one answer may have: nine times as many as the largest answer of a sound subject to a generated input,
# and few enough that they take about 50 MB as Python objects.
MOST_VALUES = 250_000
_PLAIN: Final = frozenset({dict, list, str, int, float, bool, type(None)})
_INFINITE: Final = (float("inf"), float("-inf"))


def is_json(value: JSON) -> str | None:
    """None for a JSON value; otherwise a line that says what is not JSON and where.

    Used for what a subject returned inside this process. Instances of subclasses of dict, list, str, int and
    float count as what they extend. A value of over MOST_VALUES values or DEEPEST levels is not accepted.
    """
    # Level by level and without paths, so that memory grows with the widest level alone. Only what turns out to be
    # something else is walked again, to find out where that is.
    level, seen = [value], 1
    for _depth in range(DEEPEST + 2):
        kinds = set(map(type, level))
        if not kinds <= _PLAIN or (float in kinds and not _are_finite(level)):
            return _first_problem(value)
        holders = [item for item in level if type(item) in _HOLDERS]
        if not holders:
            return None
        seen += sum(map(len, holders))
        if seen > MOST_VALUES:
            return f"the result holds over {MOST_VALUES} values, or contains itself"
        level = []
        for holder in holders:
            if type(holder) is dict:
                if not {str}.issuperset(map(type, holder)):
                    return _first_problem(value)
                level += holder.values()
            else:
                level += holder
    return f"the result holds itself, or is nested over {DEEPEST} levels deep"


def _are_finite(values: list[JSON]) -> bool:
    return not any(type(item) is float and (item != item or item in _INFINITE) for item in values)


# The way from the whole value to a part of it: the way to its parent, and the last step.
_Way: TypeAlias = "tuple[_Way, str | int] | None"


def _first_problem(value: JSON) -> str | None:
    """Return what `is_json` says of a value that holds more than plain JSON types; None where all extend those."""
    stack: list[tuple[JSON, int, _Way]] = [(value, 0, None)]
    seen = 1
    while stack:
        item, depth, way = stack.pop()
        if item is None or isinstance(item, str | bool | int):
            continue
        if isinstance(item, float):
            if item != item or item in _INFINITE:
                return f"{_place(way)} is {item}, which JSON has no number for"
        elif isinstance(item, dict | list):
            seen += len(item)
            if depth > DEEPEST:
                return f"the result holds itself, or is nested over {DEEPEST} levels deep"
            if seen > MOST_VALUES:
                return f"the result holds over {MOST_VALUES} values, or contains itself"
            members = item.items() if isinstance(item, dict) else enumerate(item)
            for key, member in members:
                if isinstance(item, dict) and not isinstance(key, str):
                    return f"{_place(way)} has the key {key!r}, which is not a string"
                stack.append((member, depth + 1, (way, key)))
        else:
            return f"{_place(way)} is a Python {type(item).__name__}, which is not a JSON value"
    return None


def _place(way: _Way) -> str:
    path: list[str | int] = []
    while way is not None:
        way, step = way
        path.append(step)
    return pointer(*reversed(path)) or "the result"


# A text, also one that is cut off. Possessive, so that neither time nor memory grows beyond its length.
_TEXT: Final = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)


def count_values(data: bytes, most: int) -> int:
    """Return how many values a JSON text holds, without making them; where it is more than `most`, some number above.

    Each list, each object and each comma outside of texts counts for one, so that an empty list counts for two. What is
    no JSON has some number too. Takes little memory, and time in proportion to the length.
    """
    found = 1 + _structure(data, 0, len(data))  # including what is inside texts
    if found <= most:
        return found
    found, place = 1, 0
    for number, text in enumerate(_TEXT.finditer(data)):
        found += _structure(data, place, text.start())
        place = text.end()
        # In JSON each text is a value, or the name of one.
        if found > most or number > 2 * most:
            return most + 1
    return found + _structure(data, place, len(data))


def _structure(data: bytes, start: int, end: int) -> int:
    return data.count(b",", start, end) + data.count(b"[", start, end) + data.count(b"{", start, end)


def ordered_like(value: JSON, other: JSON) -> JSON:
    """Return a value with the keys of its objects in the order that another has them; its own keys come last."""
    if type(value) is dict and type(other) is dict:
        keys = [key for key in other if key in value] + [key for key in value if key not in other]
        return {key: ordered_like(value[key], other.get(key)) for key in keys}
    if type(value) is list and type(other) is list:
        paired = [ordered_like(element, another) for element, another in zip(value, other, strict=False)]
        return paired + value[len(paired) :]
    return value


def pointer(*path: str | int) -> str:
    """Return the JSON pointer (RFC 6901) of a path; "" for the whole."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def steps(pointer: str) -> list[str]:
    """Return the steps of a JSON pointer (RFC 6901); [] for the whole."""
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def is_exclusive(value: JSON) -> bool:
    """Whether nobody but the value itself holds an object or list inside it. May say no where nobody does.

    marshal marks what is referenced more than once; where no object or list bears the mark, none is shared.
    The value's own root is for the caller to judge.
    """
    if not _MARKS:
        return False
    try:
        data = marshal.dumps(value, 3)
    except ValueError:
        return False
    return data.find(_MARKED_DICT, 1) < 0 and data.find(_MARKED_LIST, 1) < 0


def levels(value: JSON) -> Iterator[list[JSON]]:
    """Yield what a value holds, level by level, itself first. In no order within a level, and keys may be among it.

    Who needs neither paths nor keys gets it many times quicker than by a walk, which asks each value what it is.
    ABSENT may be among it. Its class, which refers to the whole interpreter, is not.
    """
    level = [value]
    while level:
        yield level
        level = get_referents(*level)
        if Absent in level:
            level = [schema for schema in level if schema is not Absent]


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


def encodable(value: JSON) -> JSON:
    """Return a copy without lone surrogates, which JSON can hold and the validator cannot read."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, list):
        return [encodable(member) for member in value]
    if isinstance(value, dict):
        return {encodable(key): encodable(member) for key, member in value.items()}
    return value


FOLLOWED = 200  # levels of a value that the validator is given; it raises ValueError at 256


def readable(value: JSON) -> JSON:
    """Return what the validator can read of a value: without lone surrogates, and down to the level FOLLOWED.

    Below it an object is empty, and a list holds no more than empty objects and lists, so that it has its length.
    """
    return encodable(_down_to(FOLLOWED, value))


def _down_to(levels: int, value: JSON) -> JSON:
    if isinstance(value, dict):
        return {key: _down_to(levels - 1, member) for key, member in value.items()} if levels > 0 else {}
    if isinstance(value, list):
        return [_down_to(levels - 1, member) for member in value] if levels >= 0 else []
    return value


def is_same_double(number: float, other: float) -> bool:
    """Whether two numbers are equal where numbers are doubles."""
    try:
        return number == other or float(number) == float(other)
    except OverflowError:
        return False
