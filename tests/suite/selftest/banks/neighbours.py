"""Converters whose result for a tool depends on its position, within what the other rules accept."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.reference import (
    chat_tools_to_responses_tools,
    mcp_tools_to_chat_tools,
    mcp_tools_to_responses_tools,
    registry_tools_to_chat_tools,
)
from tests.suite.selftest.banks.bank import CHAT_TOOLS, MCP_TOOLS, Bank
from tests.suite.selftest.model import Convert

Tool = dict[str, Any]
Tools = list[Any]

FLAT_MCP, REGISTRY = "mcp-tools-to-responses-tools", "registry-tools-to-chat-tools"
CHAT_BANK, MCP_BANK = Bank(CHAT_TOOLS), Bank(MCP_TOOLS)
FLAT_BANK, REGISTRY_BANK = Bank(FLAT_MCP), Bank(REGISTRY)


def after_the_first(convert: Convert, change: Callable[[Tool, Tool], Tool]) -> Convert:
    """A converter that changes each tool but the first, and gets the first one besides."""

    def converted(tools: Any) -> Tools:
        results: Tools = convert(tools)
        return [*results[:1], *(change(copy.deepcopy(tool), results[0]) for tool in results[1:])]

    return converted


def _function(tool: Tool, **fields: Any) -> Tool:
    return tool | {"function": tool["function"] | fields}


def _strict_said(tool: Tool, _first: Tool) -> Tool:
    """Say `strict: false`, which the API reads as it reads none: either is accepted, and so is not saying it."""
    return _function(tool, strict=False)


def _input_numbered(tool: Tool, first: Tool) -> Tool:
    """Distinguish a custom tool's input from the first tool's, in words of the converter's own."""
    schema = tool["function"]["parameters"]
    if "input, as" not in str(schema) or not isinstance(schema["properties"], dict):
        return tool
    text = schema["properties"]["input"]
    text |= {"description": f"{text['description']} (not that of {first['function']['name']})"}
    return tool


def _without_empty_description(tool: Tool, _first: Tool) -> Tool:
    """Leave out a description that is empty: it counts as given, or as none."""
    return {key: value for key, value in tool.items() if (key, value) != ("description", "")}


def _other_tools_follow(tools: Any) -> Tools:
    """Take tools of other types that only SHOULD pass, but not in front."""
    results = chat_tools_to_responses_tools(tools)
    while results and results[0]["type"] not in ("function", "local_shell", "web_search"):
        del results[0]
    return results


CHAT_BANK.add("other_tools_not_in_front", _other_tools_follow, "ISO-1", examples=100,
              innocent=("TR-1", "TR-3", "TR-5", "ERR-1", "ORD-1", "INV-2"))  # fmt: skip
MCP_BANK.add("strict_said_after_the_first", after_the_first(mcp_tools_to_chat_tools, _strict_said), "MCP-5",
             innocent=("MCP-1", "MCP-2", "MCP-3", "MCP-8a", "ALL-2", "API-1", "API-2"))  # fmt: skip
FLAT_BANK.add("empty_description_left_out_after_the_first",
              after_the_first(partial(mcp_tools_to_responses_tools, description_when_absent="name"),
                              _without_empty_description), "M2R-1d", examples=100,
              innocent=("M2R-1", "M2R-1b", "M2R-1c", "M2R-2", "ALL-2", "API-1"))  # fmt: skip
REGISTRY_BANK.add("input_told_from_the_first", after_the_first(registry_tools_to_chat_tools, _input_numbered), "LAW-6",
                  innocent=("REG-1", "REG-4", "REG-4a", "REG-5", "REG-8", "ALL-2", "API-1"))  # fmt: skip

BANKS = (CHAT_BANK, MCP_BANK, FLAT_BANK, REGISTRY_BANK)
