"""Unions of a single branch may be what the branch says."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.rules.checks.tools.lone_branches import merged


def held(schema: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"a": schema}}


@pytest.mark.parametrize(
    ("source", "result"),
    [
        ({"anyOf": [{"type": "string"}], "maxLength": 9}, {"type": "string", "maxLength": 9}),
        ({"allOf": [{"oneOf": [{"type": "string"}]}]}, {"type": "string"}),
        ({"anyOf": [{"items": {"allOf": [{"type": "string"}]}}]}, {"items": {"type": "string"}}),
        ({"title": "A", "allOf": [{"title": "B", "enum": [1]}]}, {"enum": [1], "title": "A"}),
        ({"anyOf": [{"allOf": [{"enum": [1]}]}, {}]}, {"anyOf": [{"enum": [1]}, {}]}),
    ],
)
def test_a_lone_branch_is_beside_its_union(source: Any, result: Any) -> None:
    assert merged(held(source), held(result)) == held(result)
    assert merged(held(source), held(source)) == held(source)


@pytest.mark.parametrize(
    "source",
    [
        {"maximum": 9, "allOf": [{"maximum": 5}]},
        {"additionalProperties": False, "allOf": [{"properties": {"b": {}}}]},
        {"items": {}, "anyOf": [{"prefixItems": [{}]}]},
        {"anyOf": [{"type": "string"}, {"type": "null"}]},
        {"anyOf": [True]},
        {"anyOf": [{"$ref": "#/properties/a/anyOf/0/b"}]},
        {"const": {"anyOf": [{"type": "string"}]}},
    ],
)
def test_what_says_something_else_beside_it_stays(source: Any) -> None:
    assert merged(held(source), held({})) == held(source)


def test_the_unions_of_the_root_are_another_matter() -> None:
    source = {"allOf": [{"required": ["a"]}]}
    assert merged(source, {}) == source
    assert merged(True, {}) is True
