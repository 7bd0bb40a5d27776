from __future__ import annotations

from typing import Any

import pytest

from conformance.rules.checks.findings import NOT_OBSERVABLE
from conformance.rules.checks.registry import family
from tests.rules.checks.letters.provider_tools.samples import (
    CITY,
    CLOSED,
    GOOGLE,
    OPEN,
    OPERATION,
    charged,
    google,
    request,
    tool,
    view,
)


@pytest.mark.parametrize(
    ("source", "schema"),
    [
        (CLOSED, OPEN),
        ({"type": "array", "items": {}, "uniqueItems": True}, {"type": "ARRAY", "items": {}}),
        ({"$ref": "#/properties/y"}, {}),
        ({"$ref": "https://example.com/place.json"}, {}),
        (False, {}),
        ({"const": 2}, {}),
        ({"type": "integer", "enum": [1, 2]}, {"type": "INTEGER"}),
        ({"type": ["string", "null"]}, {}),
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, {}),
        ({"type": "number", "exclusiveMinimum": 0}, {"type": "NUMBER"}),
        ({"type": "array", "items": [{"type": "number"}]}, {"type": "ARRAY", "items": {}}),
        ({"type": "string", "allOf": [False]}, {"type": "STRING"}),
        ({"type": "integer", "exclusiveMinimum": 0}, {"type": "INTEGER", "minimum": 0}),
        ({"type": "integer", "exclusiveMaximum": 9}, {"type": "INTEGER", "maximum": 9}),
        ({"allOf": [{"type": "string"}]}, {}),
        ({"type": "string", "allOf": [{"enum": ["a"]}]}, {"type": "STRING"}),
        ({"type": "object", "allOf": [CITY]}, {"type": "OBJECT"}),
        ({"allOf": [CITY]}, {"type": "OBJECT", "properties": {"city": {"type": "STRING"}}}),
        ({"allOf": [{"allOf": [{"$ref": "#/$defs/city"}]}]}, {"type": "OBJECT"}),
    ],
)
def test_what_is_left_out_is_reported(source: Any, schema: Any) -> None:
    sources = {"type": "object", "properties": {"x": source, "y": {"type": "string"}}, "$defs": {"city": CITY}}
    result = {"type": "OBJECT", "properties": {"x": schema, "y": {"type": "STRING"}}}
    given, declared = request(GOOGLE, sources), tool(GOOGLE, result)
    assert charged(given, declared) == set()
    assert charged(given, declared, ()) == {"PRV-4a"}
    assert family(OPERATION).checks["google-reports"](view(given, declared, None)) is NOT_OBSERVABLE


def test_what_is_said_in_words_or_in_another_keyword_is_not_left_out() -> None:
    assert google(CLOSED, {**OPEN, "description": "No others."}, reported=()) == set()
    assert google({"$comment": "x", "type": "string"}, {"type": "STRING"}, reported=()) == set()
    assert google({**CLOSED, "additionalProperties": True}, OPEN, reported=()) == set()


def test_an_excluded_limit_is_the_next_integer_and_of_other_numbers_itself() -> None:
    whole = {"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 9}
    assert google(whole, {"type": "INTEGER", "minimum": 1, "maximum": 8}, reported=()) == set()
    assert google({"type": "number", "exclusiveMinimum": 0}, {"type": "NUMBER", "minimum": 0}, reported=()) == set()


def test_what_says_no_more_than_the_type_may_go_without_a_word() -> None:
    assert google({"type": "boolean", "enum": [True, False]}, {"type": "BOOLEAN"}, reported=()) == set()
    every = ["string", "number", "boolean", "array", "object", "null"]
    assert google({"type": every}, {}, reported=()) == set()
    branches = [{"type": "STRING", "enum": ["a"]}, {"type": "ARRAY", "items": {}}]
    assert google({"type": ["string", "array"], "enum": ["a"]}, {"anyOf": branches}, reported=()) == set()
    assert google({"type": "integer", "exclusiveMinimum": 0}, {"type": "INTEGER", "minimum": 1}, reported=()) == set()


def test_properties_of_a_part_say_nothing_of_a_string() -> None:
    assert google({"allOf": [{"type": "string"}, {"properties": {"id": {}}}]}, {"type": "STRING"}, reported=()) == set()
    # What a reference says beside the parts is not known here.
    referring = {"$ref": "#/$defs/none", "allOf": [{"properties": {"id": {}}}]}
    assert google(referring, {"type": "OBJECT", "properties": {}}, reported=()) == set()


def test_null_says_no_more_than_an_absent_keyword() -> None:
    source, kept = {"type": "number", "multipleOf": 0.5}, {"type": "NUMBER", "multipleOf": 0.5}
    assert "PRV-4a" not in google(source, kept, reported=())
    assert "PRV-4a" in google(source, {**kept, "multipleOf": None}, reported=())


def test_parts_may_be_in_the_branches_of_the_result_or_beside_those_of_the_source() -> None:
    named = [{"type": "OBJECT", "properties": {"id": {"type": "STRING"}}}]
    parts = {"type": "object", "allOf": [{"properties": {"id": {"type": "string"}}}]}
    assert google(parts, {"anyOf": named}, reported=()) == set()
    branches = [{"properties": {"id": {"type": "string"}}}]
    for union in ("anyOf", "oneOf"):
        assert google({**parts, union: branches}, {"type": "OBJECT", "properties": {}}, reported=()) == google(
            {"type": "object", union: branches}, {"type": "OBJECT", "properties": {}}, reported=()
        )
