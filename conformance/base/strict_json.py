"""JSON texts, read as RFC 8259 defines them: Python's own reader also takes NaN and numbers beyond a double."""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import Final, NoReturn

from conformance.base.values import ABSENT, JSON, Absent

LONGEST_KEY = 80  # characters of a key in a message


class NotFinite(ValueError):
    """A text with NaN or Infinity in place of a number, which is not JSON."""


class BeyondDouble(NotFinite):
    """A text with a number that is JSON, but beyond what a double holds."""


class TooManyDigits(ValueError):
    """A text with an integer that Python does not read: that takes a time that grows with the square of its digits."""


class RepeatedKey(ValueError):
    """A text with an object that has the same key twice."""


def parse_json(text: str | bytes, *, unique_keys: bool = False) -> JSON:
    """Return the value of a JSON text.

    Raises json.JSONDecodeError for a text that is not JSON, NotFinite, BeyondDouble, UnicodeDecodeError for bytes that
    are not Unicode, RecursionError, TooManyDigits for integers of over 4300 digits; with `unique_keys` RepeatedKey too.
    """
    decoder = _UNIQUE if unique_keys else _PLAIN
    try:
        text = text if isinstance(text, str) else text.decode(json.detect_encoding(text), "surrogatepass")
        if text.startswith("\ufeff"):
            raise json.JSONDecodeError("a text begins with no mark of its order of bytes", text, 0)
        return decoder.decode(text)
    except ValueError as error:
        raise read_error(error) from None


def read_error(error: ValueError) -> ValueError:
    """Return why a text cannot be read: TooManyDigits where Python speaks of a setting of its own, else the error."""
    if "int_max_str_digits" not in str(error):
        return error
    most = f"{sys.get_int_max_str_digits():,}"
    return TooManyDigits(f"a number has more digits than this suite reads ({most})")


def json_or_absent(text: JSON) -> JSON | Absent:
    """Return the value of a JSON text; ABSENT for what is not a text, or no JSON."""
    try:
        return parse_json(text) if isinstance(text, str) else ABSENT
    except (ValueError, RecursionError):
        return ABSENT


def _refuse_constant(name: str) -> NoReturn:
    raise NotFinite(f"{name} is not a JSON number")


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise BeyondDouble(f"{text[:40]} is beyond what a double holds")
    return number


def _without_repetition(pairs: list[tuple[str, JSON]]) -> JSON:
    value = dict(pairs)
    if len(value) < len(pairs):
        names = Counter(name for name, _value in pairs)
        name = next(name for name, times in names.items() if times > 1)
        raise RepeatedKey(f"an object has the key {json.dumps(name[:LONGEST_KEY])} twice")
    return value


# Made once: to make one takes as long as to read a short text.
_PLAIN: Final = json.JSONDecoder(parse_constant=_refuse_constant, parse_float=_finite)
_UNIQUE: Final = json.JSONDecoder(
    parse_constant=_refuse_constant, parse_float=_finite, object_pairs_hook=_without_repetition
)
