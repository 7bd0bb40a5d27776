from __future__ import annotations

from typing import Any

import pytest

from conformance.base.values import ABSENT, same
from conformance.formats.json_schema import (
    SchemaDifference,
    dangling_references,
    differences,
    is_valid_schema,
    missing_place,
    object_schemas,
    parts_of,
    reaches_out,
    references,
    same_meaning,
    subschemas,
    target_of,
    types_of,
    without_defaults,
)
from conformance.inputs import draw
from conformance.rules.checks.meaning import disagreement


def kinds(source: Any, result: Any, defaults_go: bool = True) -> list[tuple[str, tuple[Any, ...]]]:
    return [(difference.kind, difference.path) for difference in differences(source, result, defaults_go=defaults_go)]


def prop(schema: Any, name: str = "a") -> dict[str, Any]:
    return {"type": "object", "properties": {name: schema}}


STRING = {"type": "string"}


@pytest.mark.parametrize(
    ("source", "result", "kind", "path"),
    [
        (prop({"default": 1}), prop({"default": 1}), "default-in-property", ("properties", "a", "default")),
        (prop({"default": 1}), prop({"default": None}), "default-in-property", ("properties", "a", "default")),
        ({"default": 1}, {"default": 1}, "default-elsewhere", ("default",)),
        (prop({"anyOf": [{"default": 1}]}), prop({"anyOf": [{"default": 1}]}), "default-elsewhere",
         ("properties", "a", "anyOf", 0, "default")),
        ({"items": [{"default": 1}]}, {"items": [{"default": 1}]}, "default-elsewhere", ("items", 0, "default")),
        ({"$defs": {"A": prop({"default": 1})}}, {"$defs": {"A": prop({"default": 1})}}, "default-in-property",
         ("$defs", "A", "properties", "a", "default")),
        ({"enum": [{"default": 1}]}, {"enum": [{}]}, "default-lost-from-data", ("enum", 0, "default")),
        ({"const": {"default": 1}}, {"const": {}}, "default-lost-from-data", ("const", "default")),
        (prop(STRING, "default"), {"type": "object", "properties": {}}, "name-lost", ("properties", "default")),
        ({"required": ["default", "b"]}, {"required": ["b"]}, "name-lost", ("required",)),
        ({"required": ["a", "b"]}, {"required": ["b", "a"]}, "value-changed", ("required",)),
        ({"required": ["a"]}, {"required": ["a", "b"]}, "value-changed", ("required",)),
        ({"title": "a"}, {}, "keyword-lost", ("title",)),
        ({}, {"title": "a"}, "keyword-added", ("title",)),
        ({}, {"default": 1}, "keyword-added", ("default",)),
        (prop(STRING), prop({**STRING, "default": 1}), "keyword-added", ("properties", "a", "default")),
        ({"title": "a"}, {"title": "b"}, "text-changed", ("title",)),
        ({"minimum": 1}, {"minimum": 1.0}, "number-changed", ("minimum",)),
        ({"const": 2**53 + 1}, {"const": float(2**53 + 1)}, "number-changed", ("const",)),
        ({"minimum": 1}, {"minimum": 2}, "value-changed", ("minimum",)),
        ({"const": 1}, {"const": True}, "value-changed", ("const",)),
        ({"const": 10**400}, {"const": 1.5}, "value-changed", ("const",)),
        ({"additionalProperties": False}, {"additionalProperties": {}}, "value-changed", ("additionalProperties",)),
        ({"enum": [None]}, {"enum": []}, "value-changed", ("enum",)),
        ({"anyOf": [{}, {}]}, {"anyOf": [{}]}, "value-changed", ("anyOf",)),
        ({"type": "object", "title": "a"}, {"title": "a", "type": "object"}, "order-changed", ()),
    ],
)  # fmt: skip
def test_each_difference_has_its_kind_and_place(source: Any, result: Any, kind: str, path: tuple[Any, ...]) -> None:
    assert kinds(source, result) == [(kind, path)]


def test_a_lost_name_is_reported() -> None:
    (difference,) = differences({"required": ["__proto__"]}, {"required": []}, defaults_go=True)
    assert difference == SchemaDifference(
        kind="name-lost", path=("required",), expected=["__proto__"], actual=[], name="__proto__"
    )


@pytest.mark.parametrize(
    ("source", "result"),
    [
        (prop({"default": {"default": 1}}), prop({})),
        ({"x-form": {"default": 1, "a": {"default": 2}}}, {"x-form": {"a": {}}}),
        ({"x-form": {"default": 1}}, {"x-form": {"default": 1}}),
        (
            {"items": [{"default": 1}, True], "additionalItems": {"default": 2}},
            {"items": [{}, True], "additionalItems": {}},
        ),
        ({"dependencies": {"a": {"default": 1}, "b": ["default"]}}, {"dependencies": {"a": {}, "b": ["default"]}}),
        (prop({"type": "string", "default": "x"}, "default"), prop(STRING, "default")),
        ({"properties": {"default": True}}, {"properties": {"default": True}}),
        (True, True),
    ],
)
def test_what_is_owed_or_free_is_no_difference(source: Any, result: Any) -> None:
    assert kinds(source, result) == []


def test_under_a_known_keyword_nothing_is_free() -> None:
    assert kinds({"examples": [{"default": 1}]}, {"examples": [{}]}) == [
        ("default-lost-from-data", ("examples", 0, "default"))
    ]


def test_defaults_are_kept_where_they_do_not_go() -> None:
    assert kinds(prop({"default": {"default": 1}}), prop({}), defaults_go=False) == [
        ("keyword-lost", ("properties", "a", "default"))
    ]
    assert kinds(prop({"default": {"default": 1}}), prop({"default": {}}), defaults_go=False) == [
        ("default-lost-from-data", ("properties", "a", "default", "default"))
    ]


@pytest.mark.parametrize(
    "keyword",
    ["additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not",
     "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties"],
)  # fmt: skip
def test_defaults_go_from_under_a_keyword_with_one_schema(keyword: str) -> None:
    assert without_defaults({keyword: {"default": 1, "properties": {"a": {"default": 2}}}}) == {
        keyword: {"properties": {"a": {}}}
    }
    assert without_defaults({keyword: True}) == {keyword: True}


@pytest.mark.parametrize("keyword", ["allOf", "anyOf", "items", "oneOf", "prefixItems"])
def test_defaults_go_from_under_a_keyword_with_a_list(keyword: str) -> None:
    assert without_defaults({keyword: [{"default": 1}, False]}) == {keyword: [{}, False]}


@pytest.mark.parametrize(
    "keyword", ["$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"]
)
def test_defaults_go_from_under_a_keyword_with_names(keyword: str) -> None:
    assert without_defaults({keyword: {"default": {"default": 1}}}) == {keyword: {"default": {}}}


def test_data_and_the_source_are_left_alone() -> None:
    source = {"enum": [{"default": 1}], "x-form": {"default": 2}, "examples": [{"default": 3}], "default": 4}
    assert without_defaults(source) == {key: value for key, value in source.items() if key != "default"}
    assert "default" in source


def test_subschemas_are_found_with_their_paths() -> None:
    schema = {"properties": {"items": {"anyOf": [True, {"not": {}}]}}, "enum": [{"properties": {}}]}
    assert [path for path, _member in subschemas(schema)] == [
        (),
        ("properties", "items"),
        ("properties", "items", "anyOf", 0),
        ("properties", "items", "anyOf", 1),
        ("properties", "items", "anyOf", 1, "not"),
    ]


@pytest.mark.parametrize(
    "reference",
    ["#", "#/$defs/A", "#/$defs/a~1b", "#/$defs/List%5Bint%5D", "#/properties/a", "#/properties/a/items/1", "#named"],
)
def test_what_is_in_the_schema_is_found(reference: str) -> None:
    schema = {
        "$defs": {"A": {"$anchor": "named"}, "a/b": {}, "List[int]": {}},
        "properties": {"a": {"items": [{}, {}]}, "b": {"$ref": reference}},
    }
    assert dangling_references(schema) == []


@pytest.mark.parametrize(
    "reference",
    ["#/$defs/B", "#/$defs", "#/properties/a/items/2", "#/properties/a/items/01", "#/properties/a/items/²",
     "#/properties/a/items/٣", "#/properties/a/items/" + "9" * 5000, "#/properties/a/items/-1", "#other"],
)  # fmt: skip
def test_what_is_nowhere_dangles(reference: str) -> None:
    schema = {"properties": {"a": {"items": [{}, {}]}, "b": {"$ref": reference}}}
    assert dangling_references(schema) == [(("properties", "b", "$ref"), reference)]


def test_only_references_of_schemas_count() -> None:
    schema = {"const": {"$ref": "#/nowhere"}, "properties": {"$ref": {"$ref": "https://example.org/a.json"}}}
    assert dangling_references(schema) == []


def test_what_is_found_without_paths_is_what_the_walk_with_paths_finds() -> None:
    for tool in draw("mcp-tool-to-chat-tool", 200, 1):
        schema = tool.get("inputSchema") if isinstance(tool, dict) else None
        walked = [member for _path, member in subschemas(schema) if type(member) is dict]
        assert sorted(map(id, object_schemas(schema))) == sorted(map(id, walked))
        assert references(schema) == {node["$ref"] for node in walked if isinstance(node.get("$ref"), str)}


def test_every_place_of_a_reference_that_dangles_is_reported_in_order() -> None:
    lost, found = {"$ref": "#/$defs/lost"}, {"$ref": "#/$defs/found"}
    schema = {"anyOf": [lost, found, {"$ref": "other.json"}], "items": lost, "$defs": {"found": {}}, "$ref": "#anchor"}
    assert dangling_references(schema) == [
        (("$ref",), "#anchor"),
        (("anyOf", 0, "$ref"), "#/$defs/lost"),
        (("items", "$ref"), "#/$defs/lost"),
    ]


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "other.json"}, {"items": {"$dynamicRef": "other.json"}}, {"$recursiveRef": "a"}, {"$id": "a"},
        {"not": {"id": 1}}, {"$schema": "http://example.com/schema"}, {"$schema": 1}, {"$schema": None},
    ],
)  # fmt: skip
def test_what_points_into_another_document_reaches_out(schema: Any) -> None:
    assert reaches_out(schema)


@pytest.mark.parametrize(
    "schema",
    [
        True, {"$ref": "#/a"}, {"$ref": 1}, {"$schema": "http://json-schema.org/draft-07/schema#"},
        {"const": {"$id": "a"}}, {"properties": {"$id": {}}},
    ],
)  # fmt: skip
def test_what_stays_within_does_not_reach_out(schema: Any) -> None:
    assert not reaches_out(schema)


def test_an_anchor_may_be_written_as_an_id() -> None:
    assert dangling_references({"definitions": {"A": {"$id": "#a"}}, "items": {"$ref": "#a"}}) == []


SAME = [
    (prop(STRING), prop({"title": "A", **STRING})),
    ({"const": 1}, {"enum": [1]}),
    ({"not": {}}, {"enum": []}),
    ({"type": "object", "properties": {"a": False}, "required": ["a"]}, {"not": {}}),
    ({"type": "integer", "minimum": 3, "maximum": 1}, {"type": "string", "minLength": 3, "maxLength": 1}),
]
OTHER = [
    (prop(STRING), prop({"type": "integer"})),
    ({"type": "object"}, {"type": "object", "additionalProperties": False}),
    ({"enum": [1, 2]}, {"enum": [1]}),
    ({"type": ["string", "null"]}, STRING),
]


@pytest.mark.parametrize(("value", "other"), SAME)
def test_the_same_meaning_is_seen(value: Any, other: Any) -> None:
    assert same_meaning(value, other) is True
    assert disagreement(value, other) is ABSENT


@pytest.mark.parametrize(("value", "other"), OTHER)
def test_another_meaning_is_seen(value: Any, other: Any) -> None:
    assert same_meaning(value, other) is False
    assert disagreement(value, other) is not ABSENT


@pytest.mark.parametrize(
    "other",
    ["text", None, {"type": "wrong"}, {"pattern": "("}, {"$ref": "https://example.org/a"}, {"$ref": "#/nowhere"},
     {"$schema": "https://example.org/own"}, {"$id": "urn:a"}],
)  # fmt: skip
def test_what_cannot_be_decided_accuses_nobody(other: Any) -> None:
    assert same_meaning(prop(STRING), other) is None
    assert disagreement({"$id": "urn:b"}, other) is ABSENT


def nested(levels: int, closed: bool, width: int = 2) -> Any:
    schema: Any = STRING
    for _level in range(levels):
        schema = {"type": "object", "properties": {f"p{index}": schema for index in range(width)}, "required": ["p0"]}
        schema |= {"additionalProperties": False} if closed else {}
    return schema


def test_deep_schemas_are_not_decided_without_end() -> None:
    # Containment takes seconds for the first and does not end for the second.
    assert same_meaning(nested(8, True), nested(8, False)) is None
    assert same_meaning(nested(60, True, width=1), nested(60, False, width=1)) is None
    assert disagreement(nested(8, True), nested(8, False)) is not ABSENT


def test_a_schema_is_valid_by_its_own_draft() -> None:
    tuple_ = {"items": [{"type": "string"}]}
    assert not is_valid_schema(tuple_)
    assert is_valid_schema({"$schema": "http://json-schema.org/draft-07/schema#", **tuple_})
    assert not is_valid_schema({"type": "text"})
    assert is_valid_schema({"$ref": "https://example.org/a.json", "type": "text"})  # nobody asks the network


def test_a_removed_default_changes_no_meaning() -> None:
    source = prop({"type": ["integer", "null"], "default": None})
    assert same_meaning(source, without_defaults(source)) is True
    assert not same(source, without_defaults(source))


@pytest.mark.parametrize(
    ("reference", "place"),
    [
        ("#/$defs/unit", ("$defs",)),
        ("#/properties/a/properties/b%20c", ("properties", "a", "properties", "b c")),
        ("#day", ("$defs",)),
        ("#/$defs/none", ("properties", "r", "$ref")),  # missing in the source too
        ("#none", ("properties", "r", "$ref")),
    ],
)
def test_the_first_place_that_a_reference_misses(reference: str, place: tuple[str, ...]) -> None:
    properties = {"a": {"properties": {"b c": {}}}, "r": {"$ref": reference}}
    source = {"properties": properties, "$defs": {"unit": {}, "day": {"$anchor": "day"}}}
    result = {"properties": {"a": {"properties": {}}, "r": {"$ref": reference}}}
    assert missing_place(source, result, reference, ("properties", "r", "$ref")) == place


NESTED = {"$defs": {"A": {"type": "string", "allOf": [{"$ref": "#/$defs/A"}, {"maxLength": 3}]}}}


def test_a_reference_names_a_schema_inside_the_root() -> None:
    assert target_of(NESTED, "#/$defs/A") == NESTED["$defs"]["A"]
    assert target_of(NESTED, "#") == NESTED
    assert target_of(NESTED, "#/$defs/B") is None
    assert target_of(NESTED, "other.json") is None


def test_the_parts_of_a_schema_end_where_it_recurs() -> None:
    assert {"maxLength": 3} in list(parts_of(NESTED, {"$ref": "#/$defs/A"}, ()))


@pytest.mark.parametrize(
    ("schema", "types"),
    [({"type": "string"}, {"string"}), ({"type": ["string", "null"]}, {"string", "null"}), ({}, None)],
)
def test_the_types_that_a_schema_names(schema: Any, types: set[str] | None) -> None:
    assert types_of(schema) == types
