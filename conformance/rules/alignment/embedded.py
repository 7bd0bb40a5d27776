"""The JSON values that a text holds, and what they hold."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from conformance.base.strict_json import json_or_absent
from conformance.base.values import ABSENT, JSON

_DECODER: Final = json.JSONDecoder()
_BEGIN: Final = re.compile(r"[{\[]")
_MOST_PLACES: Final = 200  # in a text, where a JSON value may begin
_MOST_LEVELS: Final = 3  # of values in values


class EmbeddedJson(NamedTuple):
    """A JSON object or list in a text, and where it is."""

    start: int
    end: int
    value: JSON


def spans_of(text: str) -> Iterator[EmbeddedJson]:
    """Yield the objects and lists that a text holds, none of them inside another one."""
    place, left = 0, _MOST_PLACES
    while left and (found := _BEGIN.search(text, place)):
        place, left = found.end(), left - 1
        try:
            value, place = _DECODER.raw_decode(text, found.start())
        except (ValueError, RecursionError):
            continue
        yield EmbeddedJson(found.start(), place, value)


def values_in(value: JSON, levels: int = _MOST_LEVELS) -> Iterator[JSON]:
    """Yield a value, and what it holds, down to some levels; a text that is JSON is one level."""
    yield value
    if not levels:
        return
    if isinstance(value, str):
        inner = json_or_absent(value)
        members = [inner] if isinstance(inner, dict | list) else []
    else:
        members = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    for member in members:
        yield from values_in(member, levels - 1)


def texts_in(value: JSON) -> Iterator[str]:
    """Yield the texts in a JSON value, in order; for a text that is an object or a list, those in it too."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
            inner = json_or_absent(item) if item[:1] in ("{", "[") else ABSENT
            item = inner if isinstance(inner, dict | list) else None
        if isinstance(item, dict | list):
            waiting += reversed(list(item.values()) if isinstance(item, dict) else item)
