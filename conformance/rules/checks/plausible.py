"""Whether a made-up input is as sound as the one it was made from, so that shrunk evidence stays real."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from conformance.base.values import JSON
from conformance.formats.json_schema import dangling_references, is_valid_schema


def entries_as_sound(kind_of: Callable[[JSON], str], usable: str, *, is_list: bool) -> Callable[[JSON, JSON], bool]:
    """Return a test whether a candidate's entries are of kinds that the original has, their schemas as sound.

    usable: the kind of a plain tool, which is always as sound.
    """

    # What was made of one original is asked about many times in a row.
    last: _Original | None = None

    def as_sound(candidate: JSON, original: JSON) -> bool:
        nonlocal last
        if is_list and (not isinstance(candidate, list) or not isinstance(original, list)):
            return type(candidate) is type(original)
        if last is None or last.value is not original:
            before = original if is_list else [original]
            virtues = tuple(virtue for virtue in _VIRTUES if all(map(virtue, _schemas(before))))
            last = _Original(original, frozenset(map(kind_of, before)) | {usable}, virtues)
        after = candidate if is_list else [candidate]
        if not last.kinds.issuperset(map(kind_of, after)):
            return False
        return all(all(map(virtue, _schemas(after))) for virtue in last.virtues)

    return as_sound


class _Original(NamedTuple):
    """An input that others are made from: itself, the kinds that their entries may be of, and what they must keep."""

    value: JSON
    kinds: frozenset[str]
    virtues: tuple[Callable[[JSON], bool], ...]


def _schemas(entries: list[JSON]) -> Iterator[JSON]:
    for entry in entries:
        if isinstance(entry, dict):
            function = entry.get("function")
            held = function if isinstance(function, dict) else entry
            schema = entry.get("inputSchema", held.get("parameters"))
            if isinstance(schema, dict):
                yield schema


def _is_object_schema(schema: JSON) -> bool:
    return bool(schema.get("type") == "object")


def _refers_well(schema: JSON) -> bool:
    return not dangling_references(schema)


# What shrinking must not take away where all schemas have it; the cheap ones first.
_VIRTUES = (_is_object_schema, _refers_well, is_valid_schema)


def schema_as_sound(candidate: JSON, original: JSON) -> bool:
    """Whether one schema is as sound as another."""
    if not isinstance(original, dict) or not isinstance(candidate, dict):
        return type(candidate) is type(original)
    return all(virtue(candidate) for virtue in _VIRTUES if virtue(original))
