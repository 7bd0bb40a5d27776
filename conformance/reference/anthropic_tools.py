"""mcp-tools-to-anthropic-tools, and what Anthropic takes as the schema of a tool."""

import re
from typing import Any, Literal

from conformance.reference.anthropic_blocks import TARGET
from conformance.reference.errors import LOG, ToolError, entry, kind_of, with_checked_choices
from conformance.reference.mcp_tools import UnsafeNames, safe_names
from conformance.reference.members import Object, lose, lose_rest
from conformance.reference.provider_tools import fold_unions
from conformance.reference.schema import copy_json

UnusableTool = Literal["drop", "raise", "empty-object"]

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")


@with_checked_choices
def mcp_tools_to_anthropic_tools(
    tools: Any, *, unsafe_names: UnsafeNames = "keep", unusable_tool: UnusableTool = "drop"
) -> list[Object]:
    """The Anthropic tools for a list of MCP tools, in order.

    A tool whose name is refused is left out and logged. One without a name or a schema is too, or raises ToolError; one
    without a schema may take any object. What has no place is logged. ToolError also for what is no list. The result
    shares nothing with the input.
    """
    if not isinstance(tools, list):
        raise ToolError(f"tools is {kind_of(tools)}, not a list")
    made: list[tuple[int, Object]] = []
    for position, tool in enumerate(tools):
        try:
            member = _tool(tool, position, unusable_tool)
            if unsafe_names != "refuse" or _NAME.fullmatch(member["name"]):
                made.append((position, member))
            else:
                LOG.warning("%s: the API refuses its name; left out", entry(position, tool))
        except ToolError as error:
            if unusable_tool == "raise":
                raise
            LOG.log(error.level, "%s; left out", error)
    renamed = safe_names([tool["name"] for _, tool in made], _NAME) if unsafe_names == "rename" else {}
    for position, tool in made:
        if tool["name"] in renamed:
            LOG.warning("tools[%d].name: renamed to %s, because the API refuses it", position, renamed[tool["name"]])
            tool["name"] = renamed[tool["name"]]
    return [tool for _, tool in made]


def tool_of(name: Any, description: Any, schema: Any, place: str) -> Object:
    """An Anthropic tool, whose schema is that of an object without unions at its root. ToolError without a name."""
    if not isinstance(name, str) or not name or not isinstance(schema, dict | None):
        raise ToolError(f"{place}: a tool has a name, and a schema that is an object")
    return _anthropic_tool(name, description, schema, place)


def _anthropic_tool(name: str, description: Any, schema: Object | None, place: str) -> Object:
    given: Object = copy_json(schema) if schema is not None else {"type": "object", "properties": {}}
    if found := fold_unions(given):
        LOG.warning("%s: %s at the root of the schema, which Anthropic refuses; folded", place, ", ".join(found))
    if given.get("type") != "object":
        lose(f"{place}: type", given.get("type"), TARGET)
        given["type"] = "object"
    described = {"description": description} if isinstance(description, str) else {}
    return {"name": name, **described, "input_schema": given}


def _tool(tool: Any, position: int, unusable_tool: UnusableTool) -> Object:
    what = entry(position, tool)
    if not isinstance(tool, dict) or not isinstance(tool.get("name"), str):
        raise ToolError(f"{what}: an MCP tool is an object with a name")
    schema = tool["inputSchema"] if isinstance(tool.get("inputSchema"), dict) else None
    if schema is None and unusable_tool != "empty-object":
        raise ToolError(f"{what}: an MCP tool has an inputSchema")
    made = _anthropic_tool(tool["name"], tool.get("description"), schema, what)
    lose_rest(tool, {"name", "description", "inputSchema"}, f"tools[{position}]", TARGET)
    return made
