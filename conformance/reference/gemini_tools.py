"""mcp-tools-to-gemini-tools."""

import re
from typing import Any, Literal

from conformance.reference.errors import LOG, ToolError, entry, kind_of, with_checked_choices
from conformance.reference.mcp_tools import UnsafeNames, safe_names
from conformance.reference.members import Object, lose_rest
from conformance.reference.schema import copy_json

UnusableTool = Literal["drop", "raise", "empty-object"]

_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}")


@with_checked_choices
def mcp_tools_to_gemini_tools(
    tools: Any, *, unsafe_names: UnsafeNames = "keep", unusable_tool: UnusableTool = "drop"
) -> list[Object]:
    """The tools of a Gemini request for a list of MCP tools: one tool with all declarations, in order; none for none.

    Schemas arrive as they are, those of results too. A tool whose name is refused is left out and logged. One without a
    name or a schema is too, or raises ToolError; one without a schema may take any object. What has no place is logged.
    ToolError also for what is no list. The result shares nothing with the input.
    """
    if not isinstance(tools, list):
        raise ToolError(f"tools is {kind_of(tools)}, not a list")
    made: list[tuple[int, Object]] = []
    for position, tool in enumerate(tools):
        try:
            declaration = _declaration(tool, position, unusable_tool)
        except ToolError as error:
            if unusable_tool == "raise":
                raise
            LOG.log(error.level, "%s; left out", error)
            continue
        if unsafe_names != "refuse" or _NAME.fullmatch(declaration["name"]):
            made.append((position, declaration))
        else:
            LOG.warning("%s: the API refuses its name; left out", entry(position, tool))
    renamed = _renamed([tool["name"] for _, tool in made]) if unsafe_names == "rename" else {}
    for position, tool in made:
        if tool["name"] in renamed:
            LOG.warning("tools[%d].name: renamed to %s, because the API refuses it", position, renamed[tool["name"]])
            tool["name"] = renamed[tool["name"]]
    return [{"functionDeclarations": [tool for _, tool in made]}] if made else []


def _renamed(names: list[str]) -> dict[str, str]:
    """A new name for each that the API refuses; it begins with a letter or an underscore."""
    found = safe_names(names, _NAME)
    return {name: new if _NAME.fullmatch(new) else f"_{new[1:]}" for name, new in found.items()}


def _declaration(tool: Any, position: int, unusable_tool: UnusableTool) -> Object:
    what = entry(position, tool)
    if not isinstance(tool, dict) or not isinstance(tool.get("name"), str):
        raise ToolError(f"{what}: an MCP tool is an object with a name")
    schema = tool["inputSchema"] if isinstance(tool.get("inputSchema"), dict) else None
    if schema is None and unusable_tool != "empty-object":
        raise ToolError(f"{what}: an MCP tool has an inputSchema")
    about, results = tool.get("description"), tool.get("outputSchema")
    made: Object = {"name": tool["name"]}
    made |= {"description": about} if isinstance(about, str) else {}
    made["parametersJsonSchema"] = {"type": "object", "properties": {}} if schema is None else copy_json(schema)
    made |= {"responseJsonSchema": copy_json(results)} if isinstance(results, dict) else {}
    lose_rest(tool, {"name", "description", "inputSchema", "outputSchema"}, f"tools[{position}]", "a Gemini tool")
    return made
