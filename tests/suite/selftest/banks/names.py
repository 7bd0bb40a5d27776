"""Converters that declare how they name tools: sound ones, and ones that name a tool otherwise than they declare."""

from __future__ import annotations

from typing import Any

from conformance.reference import mcp_tool_to_chat_tool, mcp_tools_to_chat_tools, tool_loop
from tests.suite.selftest.banks.bank import MCP_TOOL, MCP_TOOLS, Bank
from tests.suite.selftest.banks.tool_loop_steps import OPERATION as LOOP
from tests.suite.selftest.model import Convert, Sound

PREFIX = "srv-"
PREFIXED = {"names": f"prefix:{PREFIX}"}
MAPPED = {"names": 'map:{"search_notes": "notes", "read_file": "read_files"}'}
_NEW_NAMES = {"search_notes": "notes", "read_file": "read_files"}

Tool = dict[str, Any]


def _named(tool: Tool | None, name: str) -> Tool | None:
    return tool and tool | {"function": tool["function"] | {"name": name}}


def prefixed(tool: Any) -> Any:
    """Put the name of a server before the tool's."""
    result = mcp_tool_to_chat_tool(tool)
    return result and _named(result, PREFIX + result["function"]["name"])


def mapped(tool: Any) -> Any:
    """Give other names to two tools."""
    result = mcp_tool_to_chat_tool(tool)
    name = result["function"]["name"] if result else ""
    return _named(result, _NEW_NAMES.get(name, name))


def prefixed_list(tools: Any) -> Any:
    """Put the name of a server before the name of each tool."""
    return [_named(tool, PREFIX + tool["function"]["name"]) for tool in mcp_tools_to_chat_tools(tools)]


def all_but_the_last(tools: Any) -> Any:
    """Forget the prefix of the last tool."""
    results = prefixed_list(tools)
    return [*results[:-1], *mcp_tools_to_chat_tools(tools)[-1:]] if results else results


def cut_names(tools: Any) -> Any:
    """Cut names with their prefix to eight characters, so that several tools have one name."""
    return [_named(tool, tool["function"]["name"][:8]) for tool in prefixed_list(tools)]


def _listed(convert: Convert) -> Convert:
    return lambda tool: next(iter(convert([tool])), None)


_SINGLE, _LISTS = Bank(MCP_TOOL), Bank(MCP_TOOLS)
_SINGLE.add(
    "prefix_declared_and_not_used",
    mcp_tool_to_chat_tool,
    "MCP-1",
    choices=PREFIXED,
    innocent=("MCP-3", "MCP-9", "MCP-10", "ALL-4", "CONV-1"),
    sets=("safe", "documents"),
)
_SINGLE.add(
    "other_name_than_mapped",
    lambda tool: _named(found := mapped(tool), found["function"]["name"].removesuffix("s")),
    "MCP-1",
    choices=MAPPED,
    sets=("safe", "documents"),
)
_LISTS.add(
    "one_name_without_the_prefix",
    all_but_the_last,
    "MCP-1",
    choices=PREFIXED,
    single=prefixed,
    innocent=("MCP-3", "MCP-9", "MCP-10", "ALL-4", "CONV-1"),
    sets=("safe", "documents"),
)
_LISTS.add(
    "names_cut_behind_the_prefix",
    cut_names,
    "MCP-1",
    choices=PREFIXED,
    single=_listed(cut_names),
    sets=("safe", "documents"),
)


def prefixed_loop(loop: Any) -> Any:
    """Offer tools of several servers under the names of these, and run them by these names."""
    if not isinstance(loop, dict) or not isinstance(loop.get("results"), dict):
        return tool_loop(loop)
    tools = [tool | {"name": PREFIX + tool["name"]} for tool in loop["tools"]]
    return tool_loop(
        loop | {"tools": tools, "results": {PREFIX + name: result for name, result in loop["results"].items()}}
    )


def own_names_listed(loop: Any) -> Any:
    """Prefix the names for the API alone: calls are listed by the names of the servers."""
    result = prefixed_loop(loop)
    calls = [call | {"name": call["name"].removeprefix(PREFIX)} for call in result["calls"]]
    return result | {"calls": calls}


def first_without_prefix(loop: Any) -> Any:
    """Forget the prefix of the first tool."""
    tools = loop["tools"]
    names = [tool["name"] for tool in tools[:1]]
    new = [tool if tool["name"] in names else tool | {"name": PREFIX + tool["name"]} for tool in tools]
    results = {name if name in names else PREFIX + name: result for name, result in loop["results"].items()}
    return tool_loop(loop | {"tools": new, "results": results})


_LOOPS = Bank(LOOP)
_LOOPS.add("first_without_prefix", first_without_prefix, "LOOP-1", choices=PREFIXED, sets=("safe", "documents"))
BANKS = (_SINGLE, _LISTS, _LOOPS)

SOUND = (
    Sound("reference with a prefix", MCP_TOOL, prefixed, choices=PREFIXED, answers=tuple(PREFIXED.items())),
    Sound("reference with a map of names", MCP_TOOL, mapped, choices=MAPPED, answers=tuple(MAPPED.items())),
    Sound("reference with a prefix", LOOP, prefixed_loop, choices=PREFIXED),
    Sound("reference with a prefix for the API alone", LOOP, own_names_listed, choices=PREFIXED),
    Sound(
        "reference with a prefix",
        MCP_TOOLS,
        prefixed_list,
        prefixed,
        choices=PREFIXED,
        answers=tuple(PREFIXED.items()),
    ),
)
