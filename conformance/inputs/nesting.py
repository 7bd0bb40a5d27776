"""Schemas inside schemas: every pair of keywords that hold a subschema, one within the other.

Picked one at a time, most pairs would be missing from any one run, and so would the defects that only a pair shows
(a converter that looks into `items` and into `anyOf`, but not into `anyOf` inside `items`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from conformance.base.values import JSON
from conformance.inputs.builder import Builder, Schema
from conformance.inputs.choices import DealtOptions
from conformance.inputs.material import DATA, fresh

# Puts a subschema into a schema.
Around: TypeAlias = Callable[[Schema], Schema]


def _properties(inner: Schema) -> Schema:
    return {"type": "object", "properties": {"value": inner}}


def _additional(inner: Schema) -> Schema:
    return {"type": "object", "additionalProperties": inner}


def _patterns(inner: Schema) -> Schema:
    return {"type": "object", "patternProperties": {"^x-": inner}}


def _items(inner: Schema) -> Schema:
    return {"type": "array", "items": inner}


def _contains(inner: Schema) -> Schema:
    return {"type": "array", "contains": inner}


def _any_of(inner: Schema) -> Schema:
    return {"anyOf": [inner, {"type": "null"}]}


def _one_of(inner: Schema) -> Schema:
    return {"oneOf": [{"type": "null"}, inner]}


def _all_of(inner: Schema) -> Schema:
    return {"allOf": [inner]}


def _then(inner: Schema) -> Schema:
    return {"if": {"required": ["default"]}, "then": inner}


def _else(inner: Schema) -> Schema:
    return {"if": {"required": ["default"]}, "else": inner}


def _prefix_items(inner: Schema) -> Schema:
    return {"type": "array", "prefixItems": [inner]}


def _dependent(inner: Schema) -> Schema:
    return {"type": "object", "dependentSchemas": {"default": inner}}


def _unevaluated(inner: Schema) -> Schema:
    return {"type": "object", "unevaluatedProperties": inner}


def _item_list(inner: Schema) -> Schema:
    return {"type": "array", "items": [inner]}


def _dependencies(inner: Schema) -> Schema:
    return {"type": "object", "dependencies": {"default": inner}}


_EVERYWHERE = (_properties, _additional, _patterns, _items, _contains, _any_of, _one_of, _all_of, _then, _else)
_MODERN = (*_EVERYWHERE, _prefix_items, _dependent, _unevaluated)
_DRAFT_07 = (*_EVERYWHERE, _item_list, _dependencies)


# How many keywords are one within the other; the pairs of neighbours are what matters.
_LEVELS = 6


def _chains(arounds: tuple[Around, ...]) -> DealtOptions[tuple[Around, ...]]:
    """Return chains of keywords in which each is once directly within each, itself too."""
    circle = _circle(arounds)
    step = _LEVELS - 1
    return DealtOptions(tuple(circle[start : start + _LEVELS]) for start in range(0, len(circle) - 1, step))


def _circle(arounds: tuple[Around, ...]) -> list[Around]:
    """Return a way through all pairs, each once: an Eulerian circuit (Hierholzer's algorithm)."""
    following = {around: list(arounds) for around in arounds}
    way, circle = [arounds[0]], []
    while way:
        if following[way[-1]]:
            way.append(following[way[-1]].pop())
        else:
            circle.append(way.pop())
    return circle[::-1]


ONE = {True: DealtOptions(_MODERN), False: DealtOptions(_DRAFT_07)}
CHAINS = {True: _chains(_MODERN), False: _chains(_DRAFT_07)}
# Whether what nests deepest is the schema of a property, or is not.
IN_PROPERTY = DealtOptions((True, True, False))


def nested(build: Builder) -> Schema:
    """Some keywords, one within the other, with a default in the innermost schema."""
    return _around(build, build.choices.pick(CHAINS[build.modern]))


def around(build: Builder) -> Schema:
    """One keyword with a default in its schema."""
    return _around(build, (build.choices.pick(ONE[build.modern]),))


def _around(build: Builder, keywords: tuple[Around, ...]) -> Schema:
    value: JSON = fresh(build.choices, DATA)
    schema: Schema = {"type": "string", "default": value}
    if build.choices.pick(IN_PROPERTY):
        schema = {"type": "object", "properties": {build.choices.pick(("value", "name", "default")): schema}}
    for keyword in reversed(keywords):
        schema = keyword(schema)
    return schema
