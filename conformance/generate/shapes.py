"""Inputs that nest deeply or hold very much (rule ALL-6); always the same ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from conformance.generate.operations import CHAT_TOOLS, MCP_TOOL, MCP_TOOLS, unknown_operation
from conformance.values import JSON

Schema: TypeAlias = dict[str, JSON]

LEVELS = 100
WIDTHS = (100, 1000)


def deep_and_wide(operation: str) -> list[tuple[str, JSON]]:
    """Return named inputs of an operation.

    `deep-properties` and `deep-items-and-any-of` hold one tool whose schema nests 100 levels, with a
    `default` at the bottom. `wide-100` and `wide-1000` hold that many tools, or, where the input is one tool,
    one with that many properties. Raises ValueError for an unknown operation.
    """
    if operation == MCP_TOOL:
        return [*_single()]
    if operation == MCP_TOOLS:
        return [*_lists(_mcp_tool)]
    if operation == CHAT_TOOLS:
        return [*_lists(_chat_tool)]
    raise unknown_operation(operation)


def wrong_shapes(operation: str) -> list[JSON]:
    """Return inputs that are nothing an operation takes: no list, or no tool. Raises ValueError as above."""
    if operation == MCP_TOOL:
        return [None, 7, "text", [], True]
    if operation in (MCP_TOOLS, CHAT_TOOLS):
        return [None, 7, "text", {}, True, [None], [[]]]
    raise unknown_operation(operation)


def _single() -> Iterator[tuple[str, JSON]]:
    for name, schema in _deep_schemas():
        yield name, _mcp_tool("deep", schema)
    for width in WIDTHS:
        properties = {f"property_{index}": {"type": "integer", "default": index} for index in range(width)}
        yield f"wide-{width}", _mcp_tool("wide", _object(properties))


def _lists(tool: Callable[[str, Schema], JSON]) -> Iterator[tuple[str, JSON]]:
    for name, schema in _deep_schemas():
        yield name, [tool("deep", schema)]
    for width in WIDTHS:
        tools = [tool(f"tool_{index}", _object({"value": {"type": "string"}})) for index in range(width)]
        yield f"wide-{width}", tools


def _mcp_tool(name: str, schema: Schema) -> JSON:
    return {"name": name, "description": f"The tool {name}.", "inputSchema": schema}


def _chat_tool(name: str, schema: Schema) -> JSON:
    # Strict mode limits how deep a schema nests.
    strict = not name.startswith("deep")
    function = {"name": name, "description": f"The tool {name}.", "strict": strict, "parameters": schema}
    return {"type": "function", "function": function}


def _deep_schemas() -> Iterator[tuple[str, Schema]]:
    yield "deep-properties", _object({"value": _nested(_in_properties)})
    yield "deep-items-and-any-of", _object({"value": _nested(_in_items_or_any_of)})


def _nested(around: Callable[[Schema, int], Schema]) -> Schema:
    schema: Schema = {"type": "string", "description": "The bottom.", "default": "deep"}
    for level in range(LEVELS):
        schema = around(schema, level)
    return schema


def _in_properties(schema: Schema, level: int) -> Schema:
    return _object({"value": schema})


def _in_items_or_any_of(schema: Schema, level: int) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]} if level % 2 else {"type": "array", "items": schema}


def _object(properties: Schema) -> Schema:
    required = list(properties)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
