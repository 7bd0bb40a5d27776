"""What Anthropic refuses in the schemas that it compiles, and what it takes in all others."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.oracles import accepts, refusals_of
from conformance.apis.oracles.anthropic_grammars import refused_limits
from tests.apis.oracles.requests import anthropic, closed

LIMITED = {"type": "integer", "minimum": 0, "maximum": 9}
REFERS = {"$ref": "#/$defs/node"}


def tool(schema: dict[str, Any], name: str = "look", **members: Any) -> dict[str, Any]:
    return {"name": name, "description": "Looks.", "input_schema": schema, **members}


def rules_of(*tools: dict[str, Any], **members: Any) -> list[str]:
    return [refusal.rule for refusal in refusals_of("anthropic-request", anthropic(tools=list(tools), **members))]


@pytest.mark.parametrize(
    "schema",
    [
        closed(["a"], a=LIMITED),
        {"type": "object", "properties": {"a": {"oneOf": [LIMITED, {"type": "null"}]}}},
        {"type": "object", "properties": {"a": REFERS}, "$defs": {"node": {"type": "array", "items": REFERS}}},
    ],
)
def test_a_tool_that_is_not_strict_may_say_anything(schema: dict[str, Any]) -> None:
    assert rules_of(tool(schema)) == []
    assert rules_of(tool(schema, strict=False)) == []
    assert rules_of(tool(schema, strict=True)) != []


@pytest.mark.parametrize(
    "member",
    [
        {"type": "string", "pattern": "a+", "format": "date"},
        {"type": "array", "items": {"type": "string"}, "minItems": 1},
        {"type": "string", "minimum": 0},  # of another type: it limits nothing
        {"type": ["integer", "null"], "enum": [1, None]},
        {"anyOf": [{"type": "string"}, {"type": "null"}]},
    ],
)
def test_what_the_guide_lets_in_is_taken(member: dict[str, Any]) -> None:
    assert rules_of(tool(closed(["a"], a=member), strict=True)) == []


def test_a_name_of_a_property_is_no_keyword() -> None:
    assert rules_of(tool(closed(["minimum"], minimum={"type": "integer"}), strict=True)) == []


def test_a_definition_may_be_used_more_than_once() -> None:
    schema = {**closed(["a", "b"], a=REFERS, b=REFERS), "$defs": {"node": closed(["c"], c={"type": "string"})}}
    assert rules_of(tool(schema, strict=True)) == []


@pytest.mark.parametrize("count", [16, 17])
def test_unions_are_counted_over_all_compiled_schemas(count: int) -> None:
    first, second = ({f"m{number}": {"type": ["string", "null"]} for number in range(size)} for size in (8, count - 8))
    tools = [tool(closed([*first], **first), strict=True), tool(closed([*second], **second), "find", strict=True)]
    assert rules_of(*tools) == (["anthropic-union-count"] if count > 16 else [])
    format_ = {"format": {"type": "json_schema", "schema": closed([*second], **second)}}
    assert accepts("anthropic-request", anthropic(tools=tools[:1], output_config=format_)) == (count <= 16)


def test_twenty_tools_may_be_strict_among_more() -> None:
    tools = [tool(closed([]), f"t{number}", strict=number < 20) for number in range(30)]
    assert rules_of(*tools) == []


@pytest.mark.parametrize(
    ("schema", "found"),
    [
        (True, []),
        ({"type": "string", "minLength": 1, "minimum": 1}, ["minLength"]),
        ({"type": ["number", "null"], "minimum": 1}, ["minimum"]),
        ({"type": "array", "minItems": 2, "maxItems": 3}, ["maxItems", "minItems"]),
        ({"minimum": 1}, []),
    ],
)
def test_the_limits_of_a_schema_are_those_of_its_types(schema: Any, found: list[str]) -> None:
    assert refused_limits(schema) == found
