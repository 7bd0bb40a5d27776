"""Copies of schemas: below each keyword, at any depth, and what is shared."""

from collections import OrderedDict

import pytest

from conformance.reference.schema import without_defaults

MARKED = {"type": "string", "default": "x", "title": "T"}
CLEAN = {"type": "string", "title": "T"}

SCHEMA_POSITIONS = {
    "additionalItems": lambda s: {"additionalItems": s},
    "additionalProperties": lambda s: {"additionalProperties": s},
    "allOf": lambda s: {"allOf": [True, s]},
    "anyOf": lambda s: {"anyOf": [s, {"type": "null"}]},
    "contains": lambda s: {"contains": s},
    "contentSchema": lambda s: {"contentSchema": s},
    "$defs": lambda s: {"$defs": {"A": s}},
    "definitions": lambda s: {"definitions": {"A": s}},
    "dependencies": lambda s: {"dependencies": {"a": s, "b": ["a"]}},
    "dependentSchemas": lambda s: {"dependentSchemas": {"a": s}},
    "else": lambda s: {"else": s},
    "if": lambda s: {"if": s},
    "items": lambda s: {"items": s},
    "items as a list": lambda s: {"items": [False, s]},
    "not": lambda s: {"not": s},
    "oneOf": lambda s: {"oneOf": [{"const": 1}, s]},
    "patternProperties": lambda s: {"patternProperties": {"^default$": s}},
    "prefixItems": lambda s: {"prefixItems": [s, s]},
    "properties": lambda s: {"properties": {"default": s, "properties": s, "enum": s, "": s, "$ref": s}},
    "propertyNames": lambda s: {"propertyNames": s},
    "root": lambda s: s,
    "then": lambda s: {"then": s},
    "unevaluatedItems": lambda s: {"unevaluatedItems": s},
    "unevaluatedProperties": lambda s: {"unevaluatedProperties": s},
}


def containers(value):
    """The identities of all dicts and lists in a value."""
    found, pending = set(), [value]
    while pending:
        inner = pending.pop()
        if isinstance(inner, dict | list):
            found.add(id(inner))
            pending.extend(inner.values() if isinstance(inner, dict) else inner)
    return found


def nested(depth, wrap, innermost):
    schema = innermost
    for _ in range(depth):
        schema = wrap(schema)
    return schema


@pytest.mark.parametrize("position", SCHEMA_POSITIONS)
def test_default_goes_at_every_schema_position_below_every_other(position):
    outer = SCHEMA_POSITIONS[position]
    marked = {name: outer(inner(MARKED)) for name, inner in SCHEMA_POSITIONS.items()}
    clean = {name: outer(inner(CLEAN)) for name, inner in SCHEMA_POSITIONS.items()}
    assert without_defaults({"properties": marked}) == {"properties": clean}


def test_a_part_that_is_in_two_places_is_copied_twice():
    part = {"type": "object", "properties": {"a": dict(MARKED)}}
    result = without_defaults({"properties": {"one": part, "two": part}})
    result["properties"]["one"]["properties"]["a"]["title"] = "changed"
    assert result["properties"]["two"]["properties"]["a"] == CLEAN


@pytest.mark.parametrize("depth", [100, 5_000])
@pytest.mark.parametrize("position", ["properties of one", "items", "anyOf", "not"])
def test_depth_has_no_limit(position, depth):
    wraps = {**SCHEMA_POSITIONS, "properties of one": lambda s: {"properties": {"a": s}}}
    schema = without_defaults(nested(depth, wraps[position], MARKED))
    for _ in range(depth):
        (schema,) = schema.values()
        if position != "items" and position != "not":
            schema = schema["a"] if isinstance(schema, dict) else schema[0]
    assert schema == CLEAN


def test_deep_data_is_copied():
    source = nested(5_000, lambda value: {"default": [value]}, "end")
    value = without_defaults({"const": source})["const"]
    assert containers(value).isdisjoint(containers(source))
    for _ in range(5_000):
        (value,) = value["default"]
    assert value == "end"


def test_subclasses_of_dict_and_list_are_copied_as_plain_ones():
    class Array(list):
        pass

    source = OrderedDict(
        properties=OrderedDict(a=OrderedDict(MARKED)),
        anyOf=Array([OrderedDict(MARKED)]),
        items=Array([MARKED]),
        enum=Array([OrderedDict(default=1)]),
    )
    expected = {"properties": {"a": CLEAN}, "anyOf": [CLEAN], "items": [CLEAN], "enum": [{"default": 1}]}
    assert repr(without_defaults(source)) == repr(expected)
