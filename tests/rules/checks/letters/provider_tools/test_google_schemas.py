from __future__ import annotations

from typing import Any

import pytest

from conformance.rules.checks.letters.provider_tools.google_schemas import bound_of
from tests.rules.checks.letters.provider_tools.samples import CITY, GOOGLE, STRING, charged, google, request, tool


@pytest.mark.parametrize(
    ("source", "schema"),
    [
        (STRING, {"type": "string"}),
        ({"type": "string", "minLength": 1}, {"type": "STRING", "min_length": 1}),
        ({"type": "string", "minLength": 1}, {"type": "STRING", "minLength": "1"}),
        ({"type": "number", "minimum": 1}, {"type": "NUMBER", "minimum": 1.0}),
        ({"type": "string", "format": "uuid", "title": "T", "default": "x"}, {"type": "STRING"}),
        ({"type": "string", "description": "A."}, {"type": "STRING", "description": "A. One of a, b."}),
        ({"type": ["string", "null"]}, {"any_of": [{"type": "STRING"}, {"type": "NULL"}]}),
        ({"type": ["string", "null"]}, {}),
        ({"type": ["string", "integer"], "minLength": 1}, {"anyOf": [{"type": "STRING"}, {"type": "INTEGER"}]}),
        ({"anyOf": [STRING, {"type": "null"}]}, {"type": "STRING", "nullable": True}),
        ({"anyOf": [STRING | {"nullable": False}, {"type": "null"}]}, {"type": "STRING", "nullable": True}),
        ({"allOf": [{"enum": ["a"]}, {"const": "b"}]}, {"type": "STRING", "enum": ["b"]}),
        ({"oneOf": [STRING, {"type": "integer"}]}, {"anyOf": [{"type": "STRING"}, {"type": "INTEGER"}]}),
        ({"allOf": [STRING]}, {}),
        ({"const": 1}, {"type": "INTEGER"}),
        ({"enum": [1, 2]}, {"type": "STRING", "enum": ["1", "2"]}),
        ({"type": "integer", "enum": [1, 2]}, {"type": "INTEGER", "format": "enum", "enum": ["1", "2"]}),
        ({"type": "object"}, {"type": "STRING", "description": "JSON"}),
        ({"type": "array"}, {"type": "ARRAY", "items": {}}),
        ({"$ref": "#/$defs/X"}, {"ref": "#/defs/X"}),
        ({"anyOf": [STRING, {"type": "null"}]}, {}),
        ({"anyOf": [{"minLength": 1}], "type": "string"}, {"type": "STRING"}),
        ({"allOf": [{"enum": ["a", "b"]}, {"enum": ["b", "c"]}]}, {"type": "STRING", "enum": ["b"]}),
        ({"allOf": [{"enum": ["a", "b"]}], "$ref": "#/$defs/X"}, {"type": "STRING", "enum": ["b"]}),
        ({"type": "integer", "exclusiveMinimum": 0}, {"type": "INTEGER", "minimum": 0}),
        ({"type": "integer", "exclusiveMaximum": 9.5}, {"type": "INTEGER", "maximum": 9}),
        ({"type": "number", "exclusiveMinimum": 0}, {"type": "NUMBER", "minimum": 0.001}),
        ({"type": "string", "properties": {"a": STRING}, "items": STRING}, {"type": "STRING"}),
        (True, {}),
        ({"type": "object", "properties": {"größe": STRING}}, {"type": "OBJECT", "properties": {"gr_e": {}}}),
    ],
)
def test_a_translation_that_the_rules_leave_free(source: Any, schema: Any) -> None:
    assert google(source, schema) == set()


@pytest.mark.parametrize(
    ("source", "schema", "rules"),
    [
        (STRING, {"type": ["STRING", "NULL"]}, {"PRV-4"}),
        (STRING, {"type": "text"}, {"PRV-4", "PRV-4b"}),
        (STRING, {"type": "STRING", "const": "a"}, {"PRV-4"}),
        (STRING, {"type": "STRING", "$comment": "a"}, {"PRV-4"}),
        ({"type": "array", "items": STRING}, {"type": "ARRAY"}, {"PRV-4", "PRV-4b"}),
        ({"type": "array", "items": STRING}, {"items": {"type": "STRING"}}, {"PRV-4", "PRV-4b"}),
        ({"enum": ["a"]}, {"enum": ["a"]}, {"PRV-4"}),
        ({"type": "integer", "enum": [1]}, {"type": "INTEGER", "enum": [1]}, {"PRV-4"}),
        ({"type": "object", "properties": {"a": STRING}}, {"type": "OBJECT", "properties": {"a": True}}, {"PRV-4"}),
        ({"type": "object", "properties": {"a": STRING}}, {"type": "OBJECT", "required": ["b"], "properties": {"a": {
            "type": "STRING"}}}, {"PRV-4"}),
        (STRING, {"type": "INTEGER"}, {"PRV-4b"}),
        (CITY | {"type": ["object", "null"]}, {"type": "OBJECT", "nullable": True}, {"PRV-4b"}),
        (STRING, {}, {"PRV-4b"}),
        ({"type": "string", "enum": ["a", "b"]}, {"type": "STRING", "enum": ["a"]}, {"PRV-4b"}),
        ({"type": "string", "minLength": 1}, {"type": "STRING", "minLength": 2}, {"PRV-4b"}),
        ({"type": "string", "minLength": 1}, {"type": "STRING"}, {"PRV-4c"}),
        ({"type": ["string", "null"]}, {"type": "STRING"}, {"LAW-4"}),
        ({"type": ["string", "integer"]}, {"type": "STRING"}, {"LAW-4"}),
        ({"anyOf": [STRING, {"type": "integer"}]}, {"type": "STRING"}, {"LAW-4"}),
        ({"type": "string", "enum": ["", "a"]}, {"type": "STRING", "enum": ["", "a"]}, {"PRV-4"}),
        ({"enum": ["a", None]}, {"type": "STRING", "enum": ["a"]}, {"LAW-4"}),
        ({"allOf": [{"enum": ["a", "b"]}, {"enum": ["b", "c"]}]}, {"type": "STRING", "enum": ["a"]}, {"LAW-4"}),
        ({"type": "number", "exclusiveMinimum": 0}, {"type": "NUMBER", "minimum": 1}, {"LAW-4"}),
        ({"type": "number", "exclusiveMaximum": 1}, {"type": "NUMBER", "maximum": 0}, {"LAW-4"}),
        ({"type": "integer", "exclusiveMinimum": 0}, {"type": "INTEGER", "minimum": 2}, {"LAW-4"}),
        ({"type": "integer", "exclusiveMinimum": 0}, {"type": "INTEGER", "minimum": -1}, {"PRV-4b"}),
        ({"oneOf": [{"type": "null"}, {"type": "string", "enum": ["a"]}]}, {"type": "STRING", "nullable": True}, {
            "PRV-4b"}),
        ({"oneOf": [CITY, STRING]}, {"anyOf": [{"type": "OBJECT", "properties": {}}, {"type": "STRING"}]}, {"PRV-4b"}),
    ],
)  # fmt: skip
def test_what_google_refuses_and_what_is_lost(source: Any, schema: Any, rules: set[str]) -> None:
    assert google(source, schema) == rules


def test_the_description_of_the_root_may_go() -> None:
    schema = {"type": "OBJECT", "properties": {"city": {"type": "STRING"}}, "required": ["city"]}
    assert charged(request(GOOGLE, CITY | {"description": "All."}), tool(GOOGLE, schema)) == set()


def test_a_limit_beyond_the_doubles_keeps_its_digits() -> None:
    limit = 2**53 + 1
    found = bound_of({"type": "number", "exclusiveMinimum": limit}, "exclusiveMinimum", limit)
    assert found == (2 * limit + 1, 2 * limit)
