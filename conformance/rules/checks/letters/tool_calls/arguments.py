"""What the arguments of a call are when they are read strictly."""

from __future__ import annotations

import json
from typing import Final, NamedTuple

from conformance.base.strict_json import NotFinite, parse_json
from conformance.base.values import ABSENT, JSON, Absent, loose_numbers

# What arguments are.
OBJECT: Final = "object"  # the text of a JSON object
MISSING: Final = "missing"  # absent or null
BLANK: Final = "blank"
MALFORMED: Final = "malformed"
GIVEN_AS_OBJECT: Final = "given-as-object"  # an object where a text of one belongs
OPEN: Final = "open"  # parsers differ, and no rule says which is right
UNFINISHED: Final = "unfinished"  # a value of an answer that was cut, of which nobody knows whether it is whole

_WHITESPACE = " \t\n\r"
_PAIRS = {"{": "}", "[": "]"}


class ReceivedArguments(NamedTuple):
    """Arguments as they came. legal: what they may become; None for anything. cut: they end before they are whole."""

    kind: str
    legal: tuple[JSON, ...] | None
    raw: JSON = None
    cut: bool = False


class _Malformed(ValueError):
    """The text is no JSON object."""


class _Open(ValueError):
    """The text is one that parsers read differently."""


def read_arguments(value: JSON | Absent, exact: bool = True) -> ReceivedArguments:
    """Read the arguments of a call. exact: whether the transport keeps all numbers apart."""
    if value is ABSENT or value is None:
        return ReceivedArguments(MISSING, ({},))
    if isinstance(value, dict):
        return ReceivedArguments(GIVEN_AS_OBJECT, (value, None), value)
    if not isinstance(value, str):
        return ReceivedArguments(MALFORMED, (None,), value)
    if not value.strip(_WHITESPACE):
        return ReceivedArguments(BLANK, ({},), value)
    if not value.strip() or value.strip(_WHITESPACE) == "null":
        return ReceivedArguments(OPEN, ({}, None), value)
    try:
        decoded = _arguments_value(value)
    except _Malformed:
        return ReceivedArguments(MALFORMED, (None,), value, is_cut(value))
    except (_Open, ValueError, RecursionError):
        return ReceivedArguments(OPEN, None, value)
    return ReceivedArguments(OBJECT, (decoded if exact else loose_numbers(decoded),), value)


def is_as_text(call: JSON) -> bool:
    """Whether a parsed call keeps the text of its arguments, and nothing that was decoded from it."""
    return isinstance(call, dict) and call.get("arguments") is None and isinstance(call.get("arguments_raw"), str)


def in_full(call: JSON, exact: bool) -> JSON:
    """Return a parsed call with its arguments decoded, where it keeps the text of an object alone. exact: as above."""
    if not is_as_text(call):
        return call
    legal = read_arguments(call["arguments_raw"], exact).legal
    return call | {"arguments": legal[0]} if legal and isinstance(legal[0], dict) else call


def either(arguments: ReceivedArguments, other: ReceivedArguments) -> ReceivedArguments:
    """Return arguments that may be read in one way or in the other."""
    if arguments.legal is None or other.legal is None:
        return ReceivedArguments(OPEN, None, arguments.raw)
    return ReceivedArguments(OPEN, (*arguments.legal, *other.legal), arguments.raw)


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


def _arguments_value(text: str) -> JSON:
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
