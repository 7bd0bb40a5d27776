"""Keywords that a converter adds to a schema, and that say what holds without them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from conformance.base.values import ABSENT, JSON, packed, unpacked
from conformance.formats.json_schema import Path, subschemas


def without_additions(source: JSON, result: JSON) -> JSON:
    """Return `result` without the keywords at `additions`."""
    return without(result, list(additions(source, result)))


def without(schema: JSON, paths: Sequence[Path]) -> JSON:
    """Return a schema without what is at some paths, each of which leads to a member of an object."""
    data = packed(schema) if paths else None
    if data is None:
        return schema
    copy = unpacked(data)
    for path in paths:
        del _at(copy, path[:-1])[path[-1]]
    return copy


def additions(source: JSON, result: JSON) -> Iterator[Path]:
    """Yield the path of each keyword that was added and says nothing: `required: []`, `additionalProperties: true`, an
    empty description, and no definitions.
    """
    for path, member in subschemas(result):
        for key in _added_keywords(_at(source, path), member):
            yield (*path, key)


def _added_keywords(source: JSON, member: JSON) -> Iterator[str]:
    if not isinstance(member, dict) or not isinstance(source, dict):
        return
    if member.get("required") == [] and "required" not in source:
        yield "required"
    yield from (key for key in ("$defs", "definitions") if member.get(key) == {} and key not in source)
    if member.get("description") == "" and "description" not in source:
        yield "description"
    # An object that says something of unevaluated properties says it of fewer beside this keyword.
    if {"additionalProperties", "unevaluatedProperties"}.isdisjoint(source):
        further = member.get("additionalProperties")
        if further is True or further == {}:
            yield "additionalProperties"


def _at(value: JSON, path: Path) -> JSON:
    for step in path:
        if not (step in value if isinstance(value, dict) else isinstance(value, list) and step in range(len(value))):
            return ABSENT
        value = value[step]
    return value
