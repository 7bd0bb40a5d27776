"""The arguments that scripted calls have are ones that the tool's schema accepts."""

from __future__ import annotations

from typing import Any

import jsonschema_rs
import pytest

from conformance.apis.emulator.arguments import arguments_of, instance_of


def an_object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}


NODE = {
    "type": "object",
    "properties": {"value": {"type": "integer"}, "next": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/node"}]}},
    "required": ["value", "next"],
}
SCHEMAS: dict[str, Any] = {
    "one property": an_object(city={"type": "string"}),
    "all types": an_object(
        a={"type": "integer"}, b={"type": "number"}, c={"type": "boolean"}, d={"type": "null"}, e={"type": "array"},
        f={"type": "object"}, g={}, h=True,
    ),
    "several types": an_object(a={"type": ["null", "string"]}, b={"type": ["integer", "null"]}),
    "const, enum and examples": an_object(a={"const": 3}, b={"enum": ["x", "y"]}, c={"examples": ["z"]}),
    "a default": an_object(a={"type": "integer", "default": 5}, b={"type": "string", "default": None}),
    "a default that it does not accept": an_object(a={"type": "integer", "default": "five"}) | {"required": []},
    "bounds": an_object(
        a={"type": "integer", "minimum": 3, "multipleOf": 5}, b={"type": "integer", "exclusiveMinimum": 3},
        c={"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}, d={"type": "integer", "maximum": -3},
        e={"type": "integer", "exclusiveMaximum": 0}, f={"type": "number", "minimum": 0.5, "maximum": 0.75},
    ),
    "lengths": an_object(
        a={"type": "string", "minLength": 9}, b={"type": "string", "maxLength": 1}, c={"type": "array", "maxItems": 0},
        d={"type": "array", "items": {"type": "string"}, "minItems": 3, "uniqueItems": True},
    ),
    "formats": an_object(**{
        name.replace("-", "_"): {"type": "string", "format": name}
        for name in ("date", "date-time", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uri", "uuid")
    }),
    "a pattern": an_object(code={"type": "string", "pattern": "^[A-Z]{3}-\\d{2}$"}),
    "tuples": an_object(a={"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "minItems": 2}),
    "recursion": an_object(head={"$ref": "#/$defs/node"}) | {"$defs": {"node": NODE}},
    "exactly one of two": {
        "type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
        "oneOf": [{"required": ["a"]}, {"required": ["b"]}],
    },
    "parts that hold together": {
        "allOf": [an_object(a={"type": "integer"}) | {"additionalProperties": True}, {"$ref": "#/$defs/other"}],
        "$defs": {"other": {"type": "object", "properties": {"b": {"type": "integer"}}, "required": ["b"]}},
    },
    "names of one's own": {"type": "object", "minProperties": 2, "additionalProperties": {"type": "integer"}},
    "required, but not described": {"type": "object", "required": ["a"]},
}  # fmt: skip


@pytest.mark.parametrize("schema", SCHEMAS.values(), ids=SCHEMAS)
def test_the_schema_accepts_them(schema: dict[str, Any]) -> None:
    arguments = arguments_of(schema)
    jsonschema_rs.validator_for(schema, validate_formats=True).validate(arguments)
    assert arguments_of(schema) == arguments
    assert arguments or not schema.get("required")


def test_optional_properties_are_there_where_they_fit() -> None:
    assert arguments_of({"type": "object", "properties": {"a": {"type": "integer"}}}) == {"a": 1}


@pytest.mark.parametrize(
    "schema",
    [
        None, True, 7, {}, {"type": "string"}, {"type": 7}, {"$ref": "#"}, {"$ref": "https://example.com/schema"},
        {"type": "object", "properties": {"a": {"$ref": "https://example.com/schema"}}},
        {"type": "object", "properties": {"a": {"type": "string", "pattern": "("}}},
        {"type": "object", "properties": {"a": {"not": {}}}, "required": ["a"]},
        {"type": "object", "properties": 7, "required": "a", "minProperties": 10**9},
        {"type": "array", "minItems": 10**9, "items": {"type": "string", "minLength": 10**9}, "uniqueItems": False},
    ],
    ids=str,
)  # fmt: skip
def test_any_schema_gets_an_object(schema: Any) -> None:
    assert isinstance(arguments_of(schema), dict)


def test_an_instance_need_not_be_an_object() -> None:
    assert instance_of({"type": "array", "items": {"type": "integer"}, "minItems": 2}) == [1, 1]
