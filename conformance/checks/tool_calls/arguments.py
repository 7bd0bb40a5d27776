"""What the arguments of a call come to when they are read strictly, and how two readings differ."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final, NamedTuple

from conformance.strict_json import NotFinite, parse_json
from conformance.values import ABSENT, JSON, Absent, loose_numbers, same

# What arguments are.
OBJECT: Final = "object"  # the text of a JSON object
MISSING: Final = "missing"  # absent or null
BLANK: Final = "blank"
MALFORMED: Final = "malformed"
GIVEN_AS_OBJECT: Final = "given-as-object"  # an object where a text of one belongs
OPEN: Final = "open"  # parsers differ, and no rule says which is right

_WHITESPACE = " \t\n\r"
_PAIRS = {"{": "}", "[": "]"}


class Arguments(NamedTuple):
    """Arguments as they came. legal: what they may become; None for anything. cut: they end before they are whole."""

    kind: str
    legal: tuple[JSON, ...] | None
    raw: JSON = None
    cut: bool = False


class _Malformed(ValueError):
    """The text is no JSON object."""


class _Open(ValueError):
    """The text is one that parsers read differently."""


def read_arguments(value: JSON | Absent, exact: bool = True) -> Arguments:
    """Read the arguments of a call. exact: whether the transport tells all numbers apart."""
    if value is ABSENT or value is None:
        return Arguments(MISSING, ({},))
    if isinstance(value, dict):
        return Arguments(GIVEN_AS_OBJECT, (value, None), value)
    if not isinstance(value, str):
        return Arguments(MALFORMED, (None,), value)
    if not value.strip(_WHITESPACE):
        return Arguments(BLANK, ({},), value)
    if not value.strip() or value.strip(_WHITESPACE) == "null":
        return Arguments(OPEN, ({}, None), value)
    try:
        decoded = _decoded(value)
    except _Malformed:
        return Arguments(MALFORMED, (None,), value, is_cut(value))
    except (_Open, ValueError, RecursionError):
        return Arguments(OPEN, None, value)
    return Arguments(OBJECT, (decoded if exact else loose_numbers(decoded),), value)


def either(one: Arguments, other: Arguments) -> Arguments:
    """Return arguments that may be read in one way or in the other."""
    if one.legal is None or other.legal is None:
        return Arguments(OPEN, None, one.raw)
    return Arguments(OPEN, (*one.legal, *other.legal), one.raw)


def is_cut(text: str) -> bool:
    """Whether a text begins an object and ends before all its brackets and quotes are closed."""
    open_brackets: list[str] = []
    quoted = escaped = False
    for character in text:
        if quoted:
            if escaped:
                escaped = False
            elif character == "\\":
                escaped = True
            elif character == '"':
                quoted = False
        elif character == '"':
            quoted = True
        elif character in _PAIRS:
            open_brackets.append(_PAIRS[character])
        elif open_brackets and character == open_brackets[-1]:
            open_brackets.pop()
    return text.lstrip(_WHITESPACE).startswith("{") and (quoted or bool(open_brackets))


def _decoded(text: str) -> JSON:
    if text.startswith("\ufeff"):
        raise _Open
    try:
        decoded = parse_json(text, unique_keys=True)
    except (json.JSONDecodeError, NotFinite):
        raise _Malformed from None
    if not isinstance(decoded, dict):
        raise _Malformed
    if "\\u" in text:
        try:
            json.dumps(decoded, ensure_ascii=False).encode()
        except UnicodeEncodeError:  # a lone surrogate
            raise _Open from None
    return decoded


# How a reading differs from what was owed.


class Difference(NamedTuple):
    """One place where two values differ. owed, got: ABSENT where there is nothing."""

    path: tuple[str | int, ...]
    owed: JSON | Absent
    got: JSON | Absent

    @property
    def of_numbers(self) -> bool:
        """Whether one number became another."""
        return _is_number(self.owed) and _is_number(self.got)

    @property
    def of_text(self) -> bool:
        """Whether a text was rewritten, rather than replaced."""
        return isinstance(self.owed, str) and isinstance(self.got, str) and rewritten(self.owed, self.got)


def differences(owed: JSON, got: JSON, path: tuple[str | int, ...] = ()) -> Iterator[Difference]:
    """Yield the places where two values differ; the order of keys is free."""
    if type(owed) is dict and type(got) is dict:
        for key in [*owed, *(key for key in got if key not in owed)]:
            yield from differences(owed.get(key, ABSENT), got.get(key, ABSENT), (*path, key))
    elif type(owed) is list and type(got) is list and len(owed) == len(got):
        for index, (one, other) in enumerate(zip(owed, got, strict=True)):
            yield from differences(one, other, (*path, index))
    elif not same(owed, got):
        yield Difference(path, owed, got)


def rewritten(owed: str, got: str) -> bool:
    """Whether a text is another one character by character: trimmed, normalised, escaped."""
    import difflib  # late: only what differs needs it

    if got == owed.strip():
        return True
    if not owed or not got or owed in got or got in owed:
        return False
    if len(owed) > 2000:
        return True
    return difflib.SequenceMatcher(None, owed, got, autojunk=False).ratio() > 0.4


def has_hard_number(value: JSON) -> bool:
    """Whether a value holds a number that a transport of doubles does not keep."""
    if isinstance(value, dict):
        return any(map(has_hard_number, value.values()))
    if isinstance(value, list):
        return any(map(has_hard_number, value))
    if type(value) is int:
        return abs(value) > 2**53
    return type(value) is float and value.is_integer()


def has_number(value: JSON) -> bool:
    """Whether a value holds a number."""
    if isinstance(value, dict):
        return any(map(has_number, value.values()))
    if isinstance(value, list):
        return any(map(has_number, value))
    return _is_number(value)


def has_text(value: JSON) -> bool:
    """Whether a value holds a text."""
    if isinstance(value, dict):
        return any(map(has_text, value.values()))
    if isinstance(value, list):
        return any(map(has_text, value))
    return isinstance(value, str)


def _is_number(value: object) -> bool:
    return type(value) in (int, float)
