"""Tools as MCP servers list them, and Chat Completions tool lists."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from conformance.base.values import JSON
from conformance.inputs import chat_entries, mcp_entries
from conformance.inputs.choices import Choices, DealtOptions, strategy_of, weighted
from conformance.inputs.material import IS_CASED, in_other_case
from conformance.inputs.operations import Inputs
from conformance.inputs.schemas import SIZES, with_numbers
from conformance.inputs.shapes import Schema, one_tool, tool_lists

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

# How many subschemas the tools of a list get: fewer than a tool on its own.
SIZES_IN_A_LIST = (2, 3, 4, 5, 8)

# Nothing that an operation on lists takes.
_NO_LISTS: tuple[JSON, ...] = (None, 7, "text", {}, True, [None], [[]])

_FAULTS_OF_LISTS = DealtOptions((*mcp_entries.FAULT_NAMES, *["two tools of one name"] * 3))
_LENGTHS_BESIDE = weighted({1: 6, 2: 6, 3: 4, 4: 2, 0: 2, 5: 1})
# The API takes no empty list.
_CHAT_LENGTHS = weighted({1: 6, 2: 8, 3: 8, 4: 6, 5: 2, 6: 2})
LENGTHS = weighted({1: 6, 2: 8, 3: 8, 4: 6, 0: 1, 5: 2, 6: 2})
_FAULTS_OF_CHAT_LISTS = DealtOptions((*chat_entries.FAULT_NAMES, "two tools of one name", "no tools"))


@functools.cache
def mcp_tools(exact_numbers: bool = True) -> SearchStrategy[JSON]:
    """One tool as an MCP server lists it. exact_numbers: as in `schemas`."""
    return strategy_of(lambda choices: with_numbers(make_mcp_tool(choices), exact_numbers))


@functools.cache
def mcp_tool_lists(exact_numbers: bool = True) -> SearchStrategy[list[JSON]]:
    """Lists of 0 to 6 tools like those of `mcp_tools`, each with a name of its own."""
    return strategy_of(lambda choices: with_numbers(make_mcp_tools(choices), exact_numbers))


@functools.cache
def chat_tool_lists(exact_numbers: bool = True) -> SearchStrategy[list[JSON]]:
    """Lists of 1 to 6 Chat Completions tools, each with a name of its own. exact_numbers: as in `schemas`."""
    return strategy_of(lambda choices: with_numbers(make_chat_tools(choices), exact_numbers))


def make_mcp_tool(choices: Choices) -> JSON:
    """One MCP tool."""
    return mcp_entries.usable(choices, SIZES)


def make_malformed_mcp_tool(choices: Choices) -> tuple[str, JSON]:
    """One MCP tool with one fault, and the fault's name."""
    fault = choices.pick(mcp_entries.FAULT_NAMES)
    return fault, mcp_entries.FAULTS[fault](choices, SIZES)


def make_mcp_tools(choices: Choices) -> list[JSON]:
    """A list of MCP tools."""
    return _mcp_list(choices, choices.pick(LENGTHS))


def _mcp_list(choices: Choices, length: int) -> list[JSON]:
    tools: dict[str, JSON] = {}
    while len(tools) < length:
        tool = mcp_entries.usable(choices, SIZES_IN_A_LIST)
        if len(tools) > 0 and choices.pick(IS_CASED):
            tool["name"] = in_other_case(next(iter(tools)))
        tools.setdefault(tool["name"], tool)
    return list(tools.values())


def make_malformed_mcp_tools(choices: Choices) -> tuple[str, JSON]:
    """A list of MCP tools with one fault, and the fault's name."""
    fault = choices.pick(_FAULTS_OF_LISTS)
    tools = _mcp_list(choices, choices.pick(_LENGTHS_BESIDE))
    if fault in mcp_entries.FAULTS:
        entry = mcp_entries.FAULTS[fault](choices, SIZES_IN_A_LIST)
        if isinstance(entry, dict):
            # A name of another one would be another fault.
            tools = [tool for tool in tools if tool["name"] != entry.get("name")]
    else:
        tools = tools or _mcp_list(choices, 1)
        entry = mcp_entries.usable(choices, SIZES_IN_A_LIST) | {"name": tools[0]["name"]}
    tools.insert(choices.pick(range(len(tools) + 1)), entry)
    return fault, tools


def make_chat_tools(choices: Choices) -> list[JSON]:
    """A list of Chat Completions tools."""
    return _chat_list(choices, choices.pick(_CHAT_LENGTHS))


def _chat_list(choices: Choices, length: int) -> list[JSON]:
    tools: list[JSON] = []
    names: list[JSON] = []
    while len(tools) < length:
        tool = choices.pick(chat_entries.USABLE)(choices, SIZES_IN_A_LIST)
        first = _chat_name(tools[0]) if tools else None
        if isinstance(first, str) and "function" in tool and choices.pick(IS_CASED):
            tool["function"]["name"] = in_other_case(first)
        if _chat_name(tool) is None or _chat_name(tool) not in names:
            tools.append(tool)
            names.append(_chat_name(tool))
    return tools


def _chat_name(tool: JSON) -> JSON:
    held = (tool.get("function"), tool.get("custom")) if isinstance(tool, dict) else ()
    return next((value.get("name") for value in held if isinstance(value, dict)), None)


def make_malformed_chat_tools(choices: Choices) -> tuple[str, JSON]:
    """A list of Chat Completions tools with one fault, and the fault's name."""
    fault = choices.pick(_FAULTS_OF_CHAT_LISTS)
    if fault == "no tools":
        return fault, []
    tools = _chat_list(choices, choices.pick(_LENGTHS_BESIDE))
    if fault in chat_entries.FAULTS:
        entry = chat_entries.FAULTS[fault](choices, SIZES_IN_A_LIST)
        # A name of another one would be another fault.
        tools = [tool for tool in tools if _chat_name(tool) is None or _chat_name(tool) != _chat_name(entry)]
    else:
        entry = chat_entries.function(choices, SIZES_IN_A_LIST)
        tools.append({"type": "function", "function": {"name": entry["function"]["name"], "description": "Another."}})
    # Mostly behind a function, and before another one where there are several.
    behind = range(1, len(tools)) if len(tools) > 1 else range(len(tools) + 1)
    tools.insert(choices.pick(range(len(tools) + 1) if choices.one_in(8) else behind), entry)
    return fault, tools


def _mcp_tool(name: str, schema: Schema) -> JSON:
    return {"name": name, "description": f"The tool {name}.", "inputSchema": schema}


def _chat_tool(name: str, schema: Schema) -> JSON:
    # Strict mode limits how deep a schema nests.
    strict = not name.startswith("deep")
    function = {"name": name, "description": f"The tool {name}.", "strict": strict, "parameters": schema}
    return {"type": "function", "function": function}


INPUTS = {
    "chat-tools": Inputs(make_chat_tools, lambda: _NO_LISTS, lambda: tool_lists(_chat_tool), make_malformed_chat_tools),
    "mcp-tool": Inputs(
        make_mcp_tool, lambda: (None, 7, "text", [], True), lambda: one_tool(_mcp_tool), make_malformed_mcp_tool
    ),
    "mcp-tools": Inputs(make_mcp_tools, lambda: _NO_LISTS, lambda: tool_lists(_mcp_tool), make_malformed_mcp_tools),
}
