"""Schemas inside schemas inside schemas: every pair of keywords that hold a subschema, one within the other.

Picked one at a time, most pairs would be missing from any one run, and so would the defects that only a pair shows
(a converter that looks into `items` and into `anyOf`, but not into `anyOf` inside `items`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from conformance.generate.builder import Builder, Schema
from conformance.generate.choices import Table
from conformance.generate.material import DATA, fresh
from conformance.values import JSON

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


def _pairs(arounds: tuple[Around, ...]) -> Table[tuple[Around, Table[Around]]]:
    """Each keyword, with its own table of inner keywords: each pair is dealt before any repeats."""
    return Table((outer, Table(arounds)) for outer in arounds)


PAIRS = {True: _pairs(_MODERN), False: _pairs(_DRAFT_07)}
# Whether what nests deepest is the schema of a property, or is not.
IN_PROPERTY = Table((True, True, False))


def nested(build: Builder) -> Schema:
    """One pair of keywords, with a default in the innermost schema."""
    outer, inners = build.choices.pick(PAIRS[build.modern])
    inner = build.choices.pick(inners)
    value: JSON = fresh(build.choices, DATA)
    deepest: Schema = {"type": "string", "default": value}
    if build.choices.pick(IN_PROPERTY):
        deepest = {"type": "object", "properties": {build.choices.pick(("value", "name", "default")): deepest}}
    return outer(inner(deepest))
