"""JSON on its way to a subject in another process, and back.

A subject behind a pipe costs little more than its JSON, so that is left to msgspec, which takes integers and doubles as
exactly as the standard library. What it refuses goes to the standard library, whose errors say more.
"""

from __future__ import annotations

import json

import msgspec

from conformance.base.strict_json import RepeatedKey, parse_json
from conformance.base.values import JSON, MOST_VALUES, count_values

_quick_encode = msgspec.json.Encoder().encode
_quick_decode = msgspec.json.Decoder().decode
_encode = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


class TooManyValues(ValueError):
    """A JSON text of over MOST_VALUES values."""


def json_line(value: JSON) -> bytes:
    """Return a JSON value as one line of ASCII: what reads it may expect any encoding."""
    try:
        data = _quick_encode(value)
    except (ValueError, TypeError, OverflowError, RecursionError):
        return _encode(value).encode()  # surrogates
    return data if data.isascii() else _encode(value).encode()


def read(data: bytes) -> JSON:
    """Return the value of a JSON text.

    Raises json.JSONDecodeError for what is not JSON, strict_json.NotFinite, strict_json.RepeatedKey, UnicodeDecodeError
    for what is not UTF-8, TooManyValues for over MOST_VALUES of them, strict_json.TooManyDigits for integers of over
    4300 digits, and RecursionError.
    """
    if len(data) > MOST_VALUES and count_values(data, MOST_VALUES) > MOST_VALUES:
        raise TooManyValues(f"it holds over {MOST_VALUES} values")
    try:
        value = _quick_decode(data)
        if _may_repeat_keys(data, value):
            raise RepeatedKey
        return value
    except (ValueError, RecursionError):
        return parse_json(data.decode(), unique_keys=True)


def _may_repeat_keys(data: bytes, value: JSON) -> bool:
    """Whether some colons of a JSON text are not in its value: of equal keys msgspec takes the last one in silence."""
    return data.count(b":") != _quick_encode(value).count(b":") or b"\\u003" in data
