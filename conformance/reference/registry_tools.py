"""registry-tools-to-chat-tools and registry-request-to-chat-request: a tool registry's types to Chat tools (S1)."""

import json
import logging
from typing import Any, Literal, NamedTuple

from conformance.reference.errors import LOG, ToolError, check_choices, entry, kind_of, lack
from conformance.reference.schema import copy_json

Tool = dict[str, Any]
StrictInChat = Literal["drop", "keep"]
EmptyTools = Literal["omit", "keep"]


class _Choices(NamedTuple):
    strict_in_chat: StrictInChat
    empty_tools: EmptyTools


_DEFAULTS = _Choices("drop", "omit")


def registry_tools_to_chat_tools(tools: Any, *, strict_in_chat: StrictInChat = "drop") -> list[Tool]:
    """The Chat Completions tools for a registry's list of tools, in their order (S1, convertToolsToOpenAIFormat).

    `local_shell`, `web_search` and `custom` become functions. An entry of another type, or without what its type
    needs, is left out and logged, null in silence. ToolError for what is no list. The result shares nothing with
    the input.
    """
    choices = _DEFAULTS._replace(strict_in_chat=strict_in_chat)
    if choices != _DEFAULTS:
        check_choices(choices)
    if not isinstance(tools, list):
        raise ToolError(f"tools is {kind_of(tools)}, not a list")
    results = []
    for position, tool in enumerate(tools):
        if tool is None:
            continue
        try:
            results.append(_convert(tool, position, strict_in_chat))
        except ToolError as error:
            LOG.log(error.level, "%s; left out", error)
    return results


def registry_request_to_chat_request(
    request: Any, *, strict_in_chat: StrictInChat = "drop", empty_tools: EmptyTools = "omit"
) -> dict[str, Any]:
    """The Chat Completions request for a request whose tools are a registry's (S1, Usage).

    All other fields are copied. Where no tool is left there is no `tools` key, or under `empty_tools="keep"` an
    empty list for one that was given. ToolError for what is no object, and for tools that are neither list nor null.
    """
    choices = _Choices(strict_in_chat, empty_tools)
    if choices != _DEFAULTS:
        check_choices(choices)
    if not isinstance(request, dict):
        raise ToolError(f"the request is {kind_of(request)}, not an object")
    result: dict[str, Any] = {}
    for field, value in request.items():
        if field != "tools":
            result[field] = copy_json(value)
        elif value is not None:
            tools = registry_tools_to_chat_tools(value, strict_in_chat=strict_in_chat)
            if tools or empty_tools == "keep":
                result["tools"] = tools
    return result


def _convert(tool: object, position: int, strict_in_chat: StrictInChat) -> Tool:
    if not isinstance(tool, dict):
        raise ToolError(f"{entry(position, tool)} is {kind_of(tool)}, not an object")
    kind = tool.get("type")
    if kind == "function":
        return _function(tool, position, strict_in_chat)
    if kind == "local_shell":
        return _wrapped(_local_shell())
    if kind == "web_search":
        return _wrapped(_web_search())
    if kind == "custom":
        return _wrapped(_custom(_inner_tool(tool, "custom", position)))
    if not kind or not isinstance(kind, str):
        raise ToolError(f"{entry(position, tool)}: {lack('type', kind, 'a string')}", logging.WARNING)
    raise ToolError(f"{entry(position, tool)}: type {kind!r:.80} is unknown", logging.WARNING)


def _wrapped(function: Tool) -> Tool:
    return {"type": "function", "function": function}


def _inner_tool(tool: Tool, key: str, position: int) -> Tool:
    """What a tool has under its own type; ToolError where that is no object, or has no name."""
    definition = tool.get(key)
    if not isinstance(definition, dict):
        raise ToolError(f"{entry(position, tool)}: {lack(key, definition, 'an object')}")
    name = definition.get("name")
    if not name or not isinstance(name, str):
        raise ToolError(f"{entry(position, tool)}: {lack(f'{key}.name', name, 'a string')}")
    return definition


def _function(tool: Tool, position: int, strict_in_chat: StrictInChat) -> Tool:
    source = _inner_tool(tool, "function", position)
    function = {"name": source["name"]}
    if isinstance(source.get("description"), str):
        function["description"] = source["description"]
    parameters = source.get("parameters")
    # What is no valid schema is the API's to refuse (S1, Error Handling).
    function["parameters"] = {"type": "object", "properties": {}} if parameters is None else copy_json(parameters)
    strict = source.get("strict")
    if strict_in_chat == "keep" and isinstance(strict, bool):
        function["strict"] = strict
    elif strict is True:
        LOG.warning("%s: strict true is dropped", entry(position, tool))
    return _wrapped(function)


def _local_shell() -> Tool:
    command = {"type": "string", "description": "The shell command to execute"}
    return {
        "name": "local_shell",
        "description": "Execute local shell commands in the browser environment",
        "parameters": {"type": "object", "properties": {"command": command}, "required": ["command"]},
    }


def _web_search() -> Tool:
    query = {"type": "string", "description": "What to search the web for"}
    return {
        "name": "web_search",
        "description": "Search the web",
        "parameters": {"type": "object", "properties": {"query": query}, "required": ["query"]},
    }


def _custom(custom: Tool) -> Tool:
    function = {"name": custom["name"]}
    if isinstance(custom.get("description"), str):
        function["description"] = custom["description"]
    text = {"type": "string", "description": _described_format(custom.get("format"))}
    function["parameters"] = {"type": "object", "properties": {"input": text}, "required": ["input"]}
    return function


def _described_format(format_: object) -> str:
    """What the input of a custom tool has to look like, in words; a grammar is quoted unchanged."""
    if format_ is None or (isinstance(format_, dict) and format_.get("type") == "text"):
        return "The input, as free text"
    if isinstance(format_, dict):
        inner = format_.get("grammar")
        grammar = inner if isinstance(inner, dict) else format_
        definition, syntax = grammar.get("definition"), grammar.get("syntax")
        if isinstance(definition, str):
            kind = f"{syntax} grammar" if isinstance(syntax, str) else "grammar"
            return f"The input, as text of this {kind}:\n{definition}"
    return f"The input, as text of this format: {json.dumps(format_, ensure_ascii=False)}"
