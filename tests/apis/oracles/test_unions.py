"""The tag of a value chooses the branches of a union, and what is accepted stays the same."""

from __future__ import annotations

from typing import Any

import jsonschema_rs
import pytest

from conformance.apis.oracles.unions import by_tag
from conformance.base.values import JSON


def branch(tag: str, name: str, *required: str) -> dict[str, Any]:
    return {"type": "object", "required": [tag, *required], "properties": {tag: {"const": name}}}


TAGGED = {"anyOf": [{"$ref": "#/$defs/a"}, branch("type", "b", "x"), {"type": "string"}], "$defs": {
    "a": branch("type", "a")
}}  # fmt: skip
OF_ROLES = {"anyOf": [branch("role", "user", "content"), branch("role", "tool", "id")]}
VALUES: tuple[JSON, ...] = (
    {"type": "a"},
    {"type": "b"},
    {"type": "b", "x": 1},
    {"type": "c"},
    {"type": 1},
    {"role": "user", "content": ""},
    {"role": "user"},
    {"role": "tool", "id": ""},
    {"type": "b", "role": "user", "content": ""},
    {},
    "text",
    7,
)


@pytest.mark.parametrize("schema", [TAGGED, OF_ROLES], ids=["type", "role"])
@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_union_that_asks_for_the_tag_first_accepts_the_same(schema: dict[str, Any], value: JSON) -> None:
    changed = by_tag(schema)
    assert changed != schema
    assert jsonschema_rs.is_valid(changed, value) == jsonschema_rs.is_valid(schema, value)


def test_only_the_branch_of_the_tag_explains_a_refusal() -> None:
    def refusals(schema: dict[str, Any]) -> int:
        errors = jsonschema_rs.validator_for(schema).iter_errors({"role": "tool"})
        return sum(len(getattr(error.kind, "context", ())) or 1 for error in errors)

    assert refusals(by_tag(OF_ROLES)) < refusals(OF_ROLES)


@pytest.mark.parametrize(
    "branches", [[{"type": "string"}, {"type": "null"}], [branch("type", "a"), {"type": "null"}]], ids=["no tag", "one"]
)
def test_a_union_without_two_tagged_branches_stays_as_it_is(branches: list[dict[str, Any]]) -> None:
    assert by_tag({"anyOf": branches}) == {"anyOf": branches}
