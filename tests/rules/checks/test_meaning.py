from typing import Any

import pytest

from conformance.base.values import ABSENT
from conformance.rules.checks.meaning import disagreement, rejects_listed

DRAFT_7 = "http://json-schema.org/draft-07/schema#"
EMAIL = {"type": "string", "format": "email"}
OPEN = {"type": "object", "properties": {"a": {"type": "string"}}}


@pytest.mark.parametrize(
    ("source", "result"),
    [
        (OPEN, OPEN | {"additionalProperties": False}),
        (OPEN | {"additionalProperties": {"type": "string"}}, OPEN | {"additionalProperties": False}),
        (OPEN, OPEN | {"required": ["a"]}),
        ({"enum": ["a", "b"]}, {"enum": ["a"]}),
        ({"type": "string", "minLength": 2}, {"type": "string"}),
        ({"$defs": {"N": {"properties": {"n": {"$ref": "#/$defs/N"}}}}, "$ref": "#/$defs/N"}, {"type": "string"}),
    ],
)
def test_an_instance_shows_that_schemas_differ(source: Any, result: Any) -> None:
    assert disagreement(source, result) is not ABSENT


@pytest.mark.parametrize(
    ("source", "result"),
    [
        (OPEN, OPEN | {"title": "T"}),
        ({"type": ["string"]}, {"type": "string"}),
        ({"$ref": "https://example.com/schema.json"}, {"type": "string"}),
        ({"type": 7}, {"type": "string"}),
        ({"$schema": DRAFT_7} | EMAIL, EMAIL),
        ({"$schema": DRAFT_7} | EMAIL, {"$schema": DRAFT_7, "type": "string"}),
    ],
)
def test_without_an_instance_nothing_is_said(source: Any, result: Any) -> None:
    assert disagreement(source, result) is ABSENT


def test_a_number_that_is_no_exact_double_shows_nothing() -> None:
    source = {"type": "integer", "minimum": -9223372036854775809}
    assert disagreement(source, {"type": "integer", "minimum": -9.223372036854776e18}) is ABSENT
    assert disagreement({"type": "integer", "minimum": 2**53 - 2}, {"type": "integer"}) is not ABSENT


CLOSED = OPEN | {"additionalProperties": False}
OTHER = {"type": "object", "properties": {"b": {}}}


@pytest.mark.parametrize(
    ("source", "result", "rejects"),
    [
        (OPEN, CLOSED, False),
        ({"anyOf": [OPEN, OTHER]}, {"anyOf": [CLOSED, OTHER]}, False),
        ({"allOf": [OPEN, OTHER]}, {"allOf": [CLOSED, OTHER]}, True),
        (OTHER | {"anyOf": [OPEN]}, OTHER | {"anyOf": [CLOSED]}, True),
        (OPEN | {"required": ["b"]}, CLOSED | {"required": ["b"]}, True),
        ({"$ref": "https://example.com/schema.json"}, {"not": {}}, False),
    ],
)
def test_listed_properties_are_rejected_where_parts_of_an_object_are_closed(
    source: Any, result: Any, rejects: bool
) -> None:
    assert rejects_listed(source, result) is rejects
