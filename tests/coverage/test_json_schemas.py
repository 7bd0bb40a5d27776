"""The rows of JSON Schemas."""

from __future__ import annotations

import pytest

from tests.suite.coverage.json_schemas import marks, rows


@pytest.mark.parametrize(
    ("schema", "row"),
    [
        ({"properties": {"a": {"items": {"anyOf": [{}]}}}}, "anyOf in items"),
        ({"items": [{"oneOf": [{}]}]}, "oneOf in items"),
        ({"$defs": {"a": {"allOf": [{}]}}}, "allOf in $defs"),
        ({"anyOf": [{}]}, "anyOf at its root"),
        ({"anyOf": [{}, True]}, "anyOf, last branch"),
        ({"anyOf": [{}, True]}, "true as a schema"),
        ({"properties": {"city": {}, "City": {}}}, "properties: names that differ in case"),
        ({"properties": {"__proto__": {}}}, "properties: the name '__proto__'"),
        ({"default": -0.0}, "default: -0.0"),
        ({"enum": [0, 1e100]}, "enum: an exponent"),
        ({"enum": list(range(129))}, "enum: more than 128"),
        ({"properties": {"a": {}, "b": {}}, "required": ["b", "a"]}, "required: another order"),
        ({"required": ["c"]}, "required: names beside the properties"),
        ({"$defs": {"a": {"items": {"$ref": "#/$defs/a"}}}}, "$ref to itself"),
        ({"description": "None"}, "description: None, True or a dict's repr"),
        ({"type": ["string", "null"]}, "type a list"),
        ({"additionalProperties": {"type": "string"}}, "additionalProperties: a schema"),
    ],
)
def test_a_schema_covers_its_rows_and_plain_ones_do_not(schema, row):
    assert f"tool: {row}" in set(rows("tool"))
    assert f"tool: {row}" in set(marks("tool", schema))
    assert f"tool: {row}" not in set(marks("tool", {"type": "object", "properties": {"a": {"type": "string"}}}))
