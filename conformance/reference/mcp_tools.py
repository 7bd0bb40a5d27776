"""mcp-tool-to-chat-tool and mcp-tools-to-chat-tools: MCP tools to Chat Completions tools (S2)."""

import hashlib
import logging
import re
from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from conformance.reference.errors import LOG, ToolError, check_choices, entry, kind_of, lack
from conformance.reference.schema import MissingProperties, add_missing_properties, without_defaults

Tool = dict[str, Any]
UnsafeNames = Literal["keep", "rename", "refuse"]
DescriptionWhenAbsent = Literal["empty", "omit", "name"]
UnusableTool = Literal["empty-object", "drop", "raise"]

_SAFE_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_UNSAFE_CHARACTER = re.compile(r"[^a-zA-Z0-9_-]")
_LONGEST_STEM = 55  # of 64: an underscore and eight digits follow


class _Choices(NamedTuple):
    unsafe_names: UnsafeNames
    missing_properties: MissingProperties
    description_when_absent: DescriptionWhenAbsent
    unusable_tool: UnusableTool


_DEFAULTS = _Choices("keep", "keep", "empty", "raise")
_LIST_DEFAULTS = _DEFAULTS._replace(unusable_tool="drop")


def mcp_tool_to_chat_tool(
    tool: Any,
    *,
    unsafe_names: UnsafeNames = "keep",
    missing_properties: MissingProperties = "add",
    description_when_absent: DescriptionWhenAbsent = "empty",
    unusable_tool: UnusableTool = "raise",
) -> Tool | None:
    """The Chat Completions tool for one MCP tool, without `default` in its schema (S2, Conversion Rules).

    An unusable tool is one that is no object, has no string name, or whose inputSchema is no object. It
    raises ToolError; under `unusable_tool="drop"` it gives None and a log record; under `"empty-object"` it
    gets an empty object schema, and raises only without a name. ToolError also for a name refused under
    `unsafe_names="refuse"`.
    """
    choices = _Choices(unsafe_names, missing_properties, description_when_absent, unusable_tool)
    if choices != _DEFAULTS:
        check_choices(choices)
    error = _unusable(tool, None, choices)
    if error is not None:
        if unusable_tool == "drop":
            LOG.log(error.level, "%s; left out", error)
            return None
        raise error
    renamed = safe_names([tool["name"]]) if unsafe_names == "rename" else {}
    return _convert(tool, None, choices, renamed)


def mcp_tools_to_chat_tools(
    tools: Any,
    *,
    unsafe_names: UnsafeNames = "keep",
    missing_properties: MissingProperties = "add",
    description_when_absent: DescriptionWhenAbsent = "empty",
    unusable_tool: UnusableTool = "drop",
) -> list[Tool]:
    """The Chat Completions tools for a list of MCP tools, in order, each as the single form gives it.

    A tool that is dropped, refused for its name, or has no name under `"empty-object"` is left out and
    logged; its neighbours arrive. Renaming is one to one: tools of different names keep different names.
    ToolError for what is no list, and for an unusable tool under `unusable_tool="raise"`.
    """
    choices = _Choices(unsafe_names, missing_properties, description_when_absent, unusable_tool)
    if choices != _LIST_DEFAULTS:
        check_choices(choices)
    if not isinstance(tools, list):
        raise ToolError(f"tools is {kind_of(tools)}, not a list")
    usable: list[tuple[int, Tool]] = []
    for position, tool in enumerate(tools):
        error = _unusable(tool, position, choices)
        if error is None:
            usable.append((position, tool))
        elif unusable_tool == "raise":
            raise error
        else:
            LOG.log(error.level, "%s; left out", error)
    renamed = safe_names(tool["name"] for _, tool in usable) if unsafe_names == "rename" else {}
    results = []
    for position, tool in usable:
        try:
            results.append(_convert(tool, position, choices, renamed))
        except ToolError as error:
            LOG.warning("%s; left out", error)
    return results


def safe_names(names: Iterable[str], legal: re.Pattern[str] = _SAFE_NAME) -> dict[str, str]:
    """A new name for each name that the API refuses; no two names of the list end up the same.

    A new name is made of the old one alone, so that a tool is called the same in any list; it moves only
    where the list holds that very name already.
    """
    names = list(names)
    taken = {name for name in names if legal.fullmatch(name)}
    renamed: dict[str, str] = {}
    for name in names:
        if name in taken or name in renamed:
            continue
        attempt = 0
        while (candidate := _safe_name(name, attempt)) in taken:
            attempt += 1
        taken.add(candidate)
        renamed[name] = candidate
    return renamed


def _safe_name(name: str, attempt: int) -> str:
    # 0xff is in no encoded name, so no other name's first attempt hashes the same bytes
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass") + b"\xff" * attempt).hexdigest()[:8]
    return f"{_UNSAFE_CHARACTER.sub('_', name)[:_LONGEST_STEM]}_{digest}"


def _unusable(tool: object, position: int | None, choices: _Choices) -> ToolError | None:
    """Why a tool cannot be converted at all; None when it can."""
    if not isinstance(tool, dict):
        return ToolError(f"{entry(position, tool)} is {kind_of(tool)}, not an object", logging.WARNING)
    name = tool.get("name")
    if not isinstance(name, str):
        return ToolError(f"{entry(position, tool)}: {lack('name', name, 'a string')}")
    schema = tool.get("inputSchema")
    if not isinstance(schema, dict) and choices.unusable_tool != "empty-object":
        return ToolError(f"{entry(position, tool)}: {lack('inputSchema', schema, 'an object')}")
    return None


def _convert(tool: Tool, position: int | None, choices: _Choices, renamed: dict[str, str]) -> Tool:
    """The Chat tool of a usable MCP tool; ToolError for a refused name."""
    source_name = name = tool["name"]
    if choices.unsafe_names != "keep" and not _SAFE_NAME.fullmatch(name):
        if choices.unsafe_names == "refuse":
            raise ToolError(f"{entry(position, tool)}: the name does not match ^{_SAFE_NAME.pattern}$")
        name = renamed[name]
        LOG.warning("%s: renamed to %s, because the API refuses this name", entry(position, tool), name)
    function = {"name": name}
    description = tool.get("description")
    if description is not None and not isinstance(description, str):
        LOG.warning("%s: description is %s; read as absent", entry(position, tool), kind_of(description))
    if isinstance(description, str):
        function["description"] = description
    elif choices.description_when_absent != "omit":
        function["description"] = source_name if choices.description_when_absent == "name" else ""
    function["parameters"] = _parameters(tool.get("inputSchema"), choices)
    return {"type": "function", "function": function}


def _parameters(schema: object, choices: _Choices) -> dict[str, Any]:
    if not isinstance(schema, dict):
        return {"type": "object", "properties": {}}
    parameters = without_defaults(schema)
    if choices.missing_properties == "add":
        add_missing_properties(parameters)
    return parameters
