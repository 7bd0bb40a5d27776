"""Inputs that nest deeply or hold very much (rule ALL-6); always the same ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from conformance.base.values import JSON
from conformance.inputs.operations import inputs_of

Schema: TypeAlias = dict[str, JSON]

LEVELS = 100
WIDTHS = (100, 1000)
MANY = 130  # entries of a list inside an entry


def deep_and_wide(operation: str) -> Sequence[tuple[str, JSON]]:
    """Return named inputs of an operation.

    `deep-...` nest 100 levels. `wide-100` and `wide-1000` hold that many tools, messages, items or events, or,
    where the input is one tool, one with that many properties. `many-...` hold MANY entries inside an entry.
    Raises ValueError for an unknown operation.
    """
    return inputs_of(operation).deep_and_wide()


def wrong_shapes(operation: str) -> Sequence[JSON]:
    """Return inputs that are nothing an operation takes: no list, or no tool. Raises ValueError as above."""
    return inputs_of(operation).wrong_shapes()


def one_tool(tool: Callable[[str, Schema], JSON]) -> list[tuple[str, JSON]]:
    """Return deep and wide inputs of an operation that takes one tool. tool: makes one of a name and a schema."""
    inputs = [(name, tool("deep", schema)) for name, schema in deep_schemas()]
    for width in WIDTHS:
        properties = {f"property_{index}": {"type": "integer", "default": index} for index in range(width)}
        inputs.append((f"wide-{width}", tool("wide", object_schema(properties))))
    return inputs


def tool_lists(tool: Callable[[str, Schema], JSON]) -> list[tuple[str, JSON]]:
    """Return deep and wide inputs of an operation that takes a list of tools."""
    inputs: list[tuple[str, JSON]] = [(name, [tool("deep", schema)]) for name, schema in deep_schemas()]
    for width in WIDTHS:
        tools = [tool(f"tool_{index}", object_schema({"value": {"type": "string"}})) for index in range(width)]
        inputs.append((f"wide-{width}", tools))
    return inputs


def deep_schemas() -> Iterator[tuple[str, Schema]]:
    """Yield named schemas of 100 levels, with a `default` at the bottom."""
    yield "deep-properties", object_schema({"value": _nested_schema(_in_properties)})
    yield "deep-items-and-any-of", object_schema({"value": _nested_schema(_in_items_or_any_of)})


def _nested_schema(around: Callable[[Schema, int], Schema]) -> Schema:
    schema: Schema = {"type": "string", "description": "The bottom.", "default": "deep"}
    for level in range(LEVELS):
        schema = around(schema, level)
    return schema


def _in_properties(schema: Schema, level: int) -> Schema:
    return object_schema({"value": schema})


def _in_items_or_any_of(schema: Schema, level: int) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]} if level % 2 else {"type": "array", "items": schema}


def object_schema(properties: Schema) -> Schema:
    """Return a closed object schema whose properties are all required."""
    required = list(properties)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
