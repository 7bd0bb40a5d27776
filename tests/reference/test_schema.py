"""Copies: which `default` goes, which stays, and that nothing is shared."""

import copy
import json
from collections import OrderedDict

import pytest

from conformance.reference.schema import add_missing_properties, copy_json, without_defaults

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

DATA = {
    "const": {"const": {"default": 1, "properties": {"a": {"default": 2}}}},
    "enum": {"enum": [{"default": 1}, "default", [{"default": 2}], None]},
    "examples": {"examples": [{"default": 1, "items": {"default": 2}}]},
    "required": {"required": ["default", "a"]},
    "dependentRequired": {"dependentRequired": {"default": ["a"]}},
    "discriminator": {"discriminator": {"mapping": {"default": "#/$defs/A"}, "propertyName": "default"}},
    "a keyword no draft knows": {"x-ui": {"default": {"default": 1}}, "x-list": [{"default": 1}]},
}

NO_SCHEMAS = [None, True, False, 0, 1.5, "", "default", [], [{"default": 1}], [[{"default": 1}]]]


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
def test_default_goes_at_every_schema_position(position):
    wrap = SCHEMA_POSITIONS[position]
    assert without_defaults(wrap(MARKED)) == wrap(CLEAN)


@pytest.mark.parametrize("position", SCHEMA_POSITIONS)
def test_default_goes_at_every_schema_position_below_every_other(position):
    outer = SCHEMA_POSITIONS[position]
    marked = {name: outer(inner(MARKED)) for name, inner in SCHEMA_POSITIONS.items()}
    clean = {name: outer(inner(CLEAN)) for name, inner in SCHEMA_POSITIONS.items()}
    assert without_defaults({"properties": marked}) == {"properties": clean}


@pytest.mark.parametrize("keyword", DATA)
def test_data_stays(keyword):
    assert without_defaults({**DATA[keyword], "default": {"a": 1}}) == DATA[keyword]


@pytest.mark.parametrize("value", NO_SCHEMAS, ids=repr)
@pytest.mark.parametrize("position", [name for name in SCHEMA_POSITIONS if name not in ("root", "items")])
def test_what_is_no_schema_is_copied_as_it_is(position, value):
    schema = SCHEMA_POSITIONS[position](value)
    assert without_defaults(schema) == schema


@pytest.mark.parametrize("value", [*NO_SCHEMAS[:7], {"a": 1}, [1]], ids=repr)
@pytest.mark.parametrize("keyword", ["properties", "$defs", "anyOf", "prefixItems", "dependencies", "items"])
def test_a_keyword_with_a_value_of_another_kind_is_copied_as_it_is(keyword, value):
    assert without_defaults({keyword: value}) == {keyword: value}


def test_a_schema_under_a_list_keyword_that_holds_an_object_is_data():
    assert without_defaults({"anyOf": {"default": 1}}) == {"anyOf": {"default": 1}}


@pytest.mark.parametrize("default", [None, False, 0, "", [], {}, {"default": 1}])
def test_any_value_of_default_goes(default):
    assert without_defaults({"properties": {"a": {"default": default}}}) == {"properties": {"a": {}}}


def test_key_order_is_kept():
    schema = {"title": "T", "default": 1, "properties": {"b": MARKED, "a": MARKED}, "type": "object"}
    expected = {"title": "T", "properties": {"b": CLEAN, "a": CLEAN}, "type": "object"}
    assert json.dumps(without_defaults(schema)) == json.dumps(expected)


def test_exact_numbers_and_texts_are_kept():
    schema = {
        "minimum": 2**70,
        "maximum": 1.0,
        "multipleOf": 1,
        "const": "\ud800\r\n\u2028",
        "enum": [True, 1, 1.0],
    }
    assert repr(without_defaults(schema)) == repr(schema)


@pytest.mark.parametrize("wrap", [wrap for name, wrap in SCHEMA_POSITIONS.items() if name != "root"])
def test_the_source_stays_as_it_is_and_shares_nothing(wrap):
    source = wrap(wrap({**MARKED, "enum": [["a"], {"b": []}], "x": {"y": [1]}, "examples": ["a"]}))
    before = copy.deepcopy(source)
    result, again = without_defaults(source), without_defaults(source)
    assert source == before
    assert containers(result).isdisjoint(containers(source))
    assert containers(result).isdisjoint(containers(again))


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


@pytest.mark.parametrize("value", [*NO_SCHEMAS, {"default": {"default": [1, {}]}}], ids=repr)
def test_copy_json_keeps_everything(value):
    result = copy_json(value)
    assert result == value
    assert containers(result).isdisjoint(containers(value))


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "object"}, {"type": "object", "properties": {}}),
        ({"type": "object", "properties": None}, {"type": "object", "properties": {}}),
        ({"type": "object", "properties": {"a": {}}}, {"type": "object", "properties": {"a": {}}}),
        ({}, {}),
        ({"type": "array"}, {"type": "array"}),
        ({"type": ["object", "null"]}, {"type": ["object", "null"]}),
    ],
)
def test_properties_are_added_to_an_object_schema_without_them(schema, expected):
    add_missing_properties(schema)
    assert schema == expected
