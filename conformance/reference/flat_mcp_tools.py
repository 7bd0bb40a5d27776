"""mcp-tools-to-responses-tools: MCP tools to flat Responses tools (S2, then S0)."""

from typing import Any, Literal

from conformance.reference.mcp_tools import (
    DescriptionWhenAbsent,
    UnsafeNames,
    UnusableTool,
    mcp_tools_to_chat_tools,
)
from conformance.reference.schema import MissingProperties

Tool = dict[str, Any]
StrictWhenAbsent = Literal["false", "omit"]


def mcp_tools_to_responses_tools(
    tools: Any,
    *,
    unsafe_names: UnsafeNames = "keep",
    missing_properties: MissingProperties = "keep",
    description_when_absent: DescriptionWhenAbsent = "empty",
    unusable_tool: UnusableTool = "drop",
    strict_when_absent: StrictWhenAbsent = "false",
) -> list[Tool]:
    """The flat tools for a list of MCP tools, in order: what the two conversions give one after the other.

    A tool without a description converts too, which the second conversion alone would not do. MCP has no strict, so
    none is strict: `strict: false`, or no key under `strict_when_absent="omit"`. ToolError as in the first conversion.
    """
    if strict_when_absent not in ("false", "omit"):
        raise ValueError(f"strict_when_absent is {strict_when_absent!r}; the legal answers are 'false', 'omit'")
    nested = mcp_tools_to_chat_tools(
        tools,
        unsafe_names=unsafe_names,
        missing_properties=missing_properties,
        description_when_absent=description_when_absent,
        unusable_tool=unusable_tool,
    )
    return [_flat(tool["function"], strict_when_absent) for tool in nested]


def _flat(function: Tool, strict_when_absent: StrictWhenAbsent) -> Tool:
    tool = {"type": "function", "name": function["name"]}
    if "description" in function:
        tool["description"] = function["description"]
    if strict_when_absent == "false":
        tool["strict"] = False
    tool["parameters"] = function["parameters"]
    return tool
