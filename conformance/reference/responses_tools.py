"""responses-tools-to-chat-tools: flat Responses tools to nested Chat Completions tools."""

import logging
import re
from dataclasses import dataclass
from typing import Any, Literal

from conformance.reference.errors import LOG, ToolError, check_choices, entry, kind_of, lack
from conformance.reference.schema import copy_json
from conformance.reference.strict_schema import closed

Tool = dict[str, Any]
StrictWhenAbsent = Literal["omit", "false", "true"]
ToolWithoutCounterpart = Literal["leave-out", "refuse"]

_LONGEST_NAME = 64
# Members of a function or a custom tool for which Chat Completions has no place, with the values that change nothing.
_NO_PLACE: dict[str, tuple[Any, ...]] = {
    "defer_loading": (False, None),
    "async": (False, None),
    "allowed_callers": (None, [], ["direct"]),
    "output_schema": (None,),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Choices:
    strict_when_absent: StrictWhenAbsent
    tool_without_counterpart: ToolWithoutCounterpart


def responses_tools_to_chat_tools(
    tools: Any,
    *,
    strict_when_absent: StrictWhenAbsent = "omit",
    tool_without_counterpart: ToolWithoutCounterpart = "leave-out",
) -> list[Tool]:
    """The nested tools for a list of flat ones, in their order.

    The tools of a namespace are named `NAMESPACE__NAME`, numbered where that name is taken. Tools that Chat Completions
    does not have, and entries that are no tool, are left out and logged; under `tool_without_counterpart="refuse"` they
    raise ToolError. So does what is no list. Members without a place are logged. The result shares nothing with the
    input.
    """
    choices = _Choices(strict_when_absent=strict_when_absent, tool_without_counterpart=tool_without_counterpart)
    check_choices(choices)
    if not isinstance(tools, list):
        raise ToolError(f"tools is {kind_of(tools)}, not a list")
    taken = names_of(tools)
    results = []
    for position, tool in enumerate(tools):
        for name, other_name in with_names(tool, taken):
            try:
                results.append(_convert(other_name, name, entry(position, other_name), choices))
            except ToolError as error:
                if tool_without_counterpart == "refuse":
                    raise
                LOG.log(error.level, "%s; left out", error)
    return results


def names_in_chat(request: Tool) -> dict[str, Tool]:
    """The tools of a Responses request by their names in the Chat request: `{type, name, namespace?}`."""
    tools, items = request.get("tools"), request.get("input")
    offered = [*(tools if isinstance(tools, list) else []), *additional_tools(items)]
    taken = names_of(offered)
    known: dict[str, Tool] = {}
    for tool in offered:
        for name, other_name in with_names(tool, taken):
            if isinstance(name, str) and other_name.get("type") in ("function", "custom"):
                space = (
                    {"namespace": tool["name"]} if other_name is not tool and isinstance(tool.get("name"), str) else {}
                )
                known.setdefault(name, {"type": other_name["type"], "name": other_name["name"]} | space)
    return known


def additional_tools(items: Any) -> list[Any]:
    """The tools that items of the input offer."""
    given = [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []
    held = [item.get("tools") for item in given if item.get("type") == "additional_tools"]
    return [tool for value in held if isinstance(value, list) for tool in value]


def names_of(tools: list[Any]) -> set[str]:
    """The names that entries of a list have."""
    return {tool["name"] for tool in tools if isinstance(tool, dict) and isinstance(tool.get("name"), str)}


def with_names(tool: Any, taken: set[str]) -> list[tuple[Any, Any]]:
    """The tools of an entry, each with its name in the result. taken: names that are in use."""
    if not isinstance(tool, dict) or tool.get("type") != "namespace" or not isinstance(tool.get("tools"), list):
        return [(tool.get("name") if isinstance(tool, dict) else None, tool)]
    named = []
    for member in tool["tools"]:
        name = member.get("name") if isinstance(member, dict) else None
        if isinstance(name, str) and name:
            space = re.sub(r"[^a-zA-Z0-9_-]", "_", str(tool.get("name")))
            name = _free_name(f"{space}__{name}", taken)
            taken.add(name)
        named.append((name, member))
    return named


def _free_name(name: str, taken: set[str]) -> str:
    number, free = 1, name[-_LONGEST_NAME:]
    while free in taken:
        number += 1
        free = f"{name[-(_LONGEST_NAME - 5) :]}_{number}"
    return free


def _convert(tool: Any, name: Any, what: str, choices: _Choices) -> Tool:
    if not isinstance(tool, dict):
        raise ToolError(f"{what} is {kind_of(tool)}, not an object")
    kind = tool.get("type")
    if kind not in ("function", "custom"):
        problem = lack("type", kind, "a string") if not kind or not isinstance(kind, str) else _no_tool(kind)
        raise ToolError(f"{what}: {problem}", logging.WARNING)
    if isinstance(tool.get(kind), dict) and "name" not in tool:
        copy: Tool = copy_json(tool)  # it is nested already
        return copy
    if not name or not isinstance(name, str):
        raise ToolError(f"{what}: {lack('name', name, 'a string')}")
    for key, nothing in _NO_PLACE.items():
        if tool.get(key) not in nothing:
            LOG.warning("%s: %s has no place in Chat Completions; left out", what, key)
    inner = {"name": name}
    if isinstance(tool.get("description"), str):
        inner["description"] = tool["description"]
    body = _function(tool, what, choices) if kind == "function" else _custom(tool, what)
    return {"type": kind, kind: inner | body}


def _no_tool(kind: str) -> str:
    return f"Chat Completions has no tool of type {kind!r:.80}"


def _function(tool: Tool, what: str, choices: _Choices) -> Tool:
    parameters, strict = tool.get("parameters"), tool.get("strict")
    if not isinstance(parameters, dict | None):
        raise ToolError(f"{what}: {lack('parameters', parameters, 'an object')}")
    body: Tool = {}
    if isinstance(strict, bool):
        body["strict"] = strict
    elif choices.strict_when_absent == "true" and parameters is not None and (strict_one := closed(parameters)):
        return {"strict": True, "parameters": strict_one}
    elif choices.strict_when_absent != "omit":
        body["strict"] = False
    if parameters is not None:
        body["parameters"] = copy_json(parameters)
    elif strict is True:  # no schema is an open one, which Chat Completions refuses in strict mode
        body["parameters"] = {"type": "object", "properties": {}, "additionalProperties": False}
    return body


def _custom(tool: Tool, what: str) -> Tool:
    format_ = tool.get("format")
    if format_ is None:
        return {}
    kind = format_.get("type") if isinstance(format_, dict) else None
    if kind == "text":
        return {"format": {"type": "text"}}
    if kind != "grammar":
        raise ToolError(f"{what}: format is neither text nor a grammar")
    grammar = {key: format_[key] for key in ("syntax", "definition") if key in format_}
    return {"format": {"type": "grammar", "grammar": copy_json(grammar)}}
