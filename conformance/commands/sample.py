"""The converter of `conformance demo`: an MCP tool becomes a tool of Chat Completions. It has one bug."""

from __future__ import annotations

from copy import deepcopy
from typing import Any


def to_chat_tool(tool: Any) -> dict[str, Any]:
    """Return one MCP tool as a tool of Chat Completions. Raises ValueError for what is no tool."""
    if not isinstance(tool, dict) or not isinstance(tool.get("name"), str):
        raise ValueError("the tool has no name")
    if not isinstance(tool.get("inputSchema"), dict):
        raise ValueError(f"the tool {tool['name']} has no inputSchema")
    parameters = deepcopy(tool["inputSchema"])
    if parameters.get("type") == "object" and parameters.get("properties") is None:
        parameters["properties"] = {}
    # The bug: a property keeps its default, which strict mode refused by name.
    function = {"name": tool["name"], "description": tool.get("description") or "", "parameters": parameters}
    return {"type": "function", "function": function}
