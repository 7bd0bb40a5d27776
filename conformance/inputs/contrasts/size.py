"""The contrast of deep and wide inputs: the same input with fewer levels and fewer entries."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import takewhile

from conformance.apis.emulator.stream import responses_events
from conformance.base.values import JSON, levels, same
from conformance.formats.facts import word
from conformance.inputs.contrasts.answers import ENDS
from conformance.inputs.contrasts.model import Contrast

DEEP, WIDE = 40, 50  # what has so many levels, or a member with so many entries, is deep or wide
LEVELS, ENTRIES = 12, 10  # what remains of it: a limit in between is one of size, and ordinary inputs keep to it
_STOP, _SAID = "message_stop", "message_delta"  # of an Anthropic stream; those before its stop say how it ended


def _small(value: JSON) -> JSON:
    is_deep = any(depth > DEEP for depth, _level in enumerate(levels(value)))
    most = LEVELS if is_deep else sys.maxsize
    if isinstance(value, list) and value and word(value[-1]) in ENDS:  # of Responses: the last event has all of it
        response = value[-1].get("response")
        return value if same(_cut(value, most), value) else responses_events(_cut(response, most))
    smaller = _cut(value, most)
    for given, made in _streams(value, smaller):  # a stream that has no end is another input
        made += [_cut(event, most) for event in _end(given)] if len(given) > WIDE else []
    return smaller


def _streams(value: JSON, smaller: JSON) -> Iterator[tuple[list[JSON], list[JSON]]]:
    """Yield the stream that a value is or has, with what is left of it."""
    if isinstance(value, list):
        yield value, smaller
    elif isinstance(value, dict):
        yield from ((value[name], smaller[name]) for name in ("chunks", "events") if isinstance(value.get(name), list))


def _end(entries: list[JSON]) -> list[JSON]:
    """Return the last events of a stream, which say how it ended; none of another list."""
    last = entries[-1]
    if word(last) == _STOP:
        said = list(takewhile(lambda event: word(event) == _SAID, entries[-2::-1]))
        return entries[-1 - max(len(said), 1) :]
    return [last] if isinstance(last, dict) and "choices" in last else []


def _cut(value: JSON, most: int, level: int = 0) -> JSON:
    if isinstance(value, list):
        entries = value[:ENTRIES] if len(value) > WIDE else value
        if level == most:  # `anyOf` with no branch would be no schema
            return [{} if isinstance(member, dict) else member for member in entries if not isinstance(member, list)]
        return [_cut(member, most, level + 1) for member in entries]
    if not isinstance(value, dict):
        return value
    if level == most:
        return {}
    kept = dict(list(value.items())[:ENTRIES]) if len(value) > WIDE else value
    smaller = {key: _cut(member, most, level + 1) for key, member in kept.items()}
    properties, required = smaller.get("properties"), smaller.get("required")
    if isinstance(properties, dict) and isinstance(required, list):
        smaller["required"] = [name for name in value["required"] if isinstance(name, str) and name in properties]
    return smaller


SMALL = "small"
SIZE = {SMALL: Contrast(when="if it is neither deep nor wide", remove=_small)}
