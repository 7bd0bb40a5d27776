"""Responses requests that a given Chat answer answers: every tool that it calls is there, and what is echoed."""

from __future__ import annotations

import json
from collections.abc import Iterator

from conformance.base.strict_json import json_or_absent
from conformance.base.values import JSON
from conformance.formats.chat.calls import old_call, written_calls
from conformance.inputs.arguments import Object
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.material import edges, fresh, table, text

_PARAMETERS = table(
    {"type": "object", "properties": {"city": {"type": "string", "description": "Größe"}}, "required": ["city"],
     "additionalProperties": False},
    {"type": "object", "properties": {}}, {"type": "object", "properties": {"q": {"type": "integer"}}},
)  # fmt: skip
_STRICT = DealtOptions((None, True, True, False))
_FORMATS = table(
    {}, {"format": {"type": "text"}},
    {"format": {"type": "grammar", "syntax": "lark", "definition": 'start: "yes" | "no"'}},
)  # fmt: skip
# How the request declares the tool of a name that is called as a function.
_DECLARED = weighted({"function": 4, "custom": 2, "in a namespace": 3})
_SPACES = DealtOptions(("mcp__crm", "crm", "mcp__codex_apps__gmail", "a", "files-2"))
_LONGEST_NAME = 64
_HAS_SHORT_NAME_TOO, _IS_UNCALLED = weighted({False: 2, True: 1}), weighted({False: 2, True: 1})
_IS_CALLED_AS_CUSTOM = DealtOptions((False, True))
_INPUTS, _INSTRUCTIONS, _HAS_INSTRUCTIONS = edges(0), edges(2), weighted({True: 1, False: 1})
_NO_TOOLS = table({}, {"tools": []}, {"tools": None})
_NEVER_RUN: Object = {"type": "custom", "name": "never_run"}
_ECHOES = table(
    {"instructions": None}, {"metadata": {"team": "größer"}}, {"metadata": {}}, {"metadata": None},
    {"temperature": 0.2, "top_p": 0.9}, {"temperature": 0, "top_p": 1}, {"temperature": None, "top_p": None},
    {"max_output_tokens": 800}, {"max_output_tokens": 2**53 + 1}, {"max_output_tokens": None},
    {"truncation": "auto"}, {"truncation": "disabled"}, {"truncation": None},
    {"store": False}, {"store": True}, {"store": None}, {"user": "user-7"},
    {"previous_response_id": "resp_0"}, {"previous_response_id": None},
    {"text": {"format": {"type": "text"}}}, {"text": {}},
    {"text": {"format": {"type": "json_schema", "name": "colour", "schema": {"type": "object"}}}},
    {"reasoning": {"effort": "low", "summary": "auto"}, "model": "gpt-5.1"}, {"reasoning": {}}, {"reasoning": None},
    {"service_tier": "flex"}, {"stream": True}, {"stream": False}, {"top_logprobs": 2}, {"background": False},
    {"safety_identifier": "s-7"}, {"prompt_cache_key": "notes"}, {"max_tool_calls": 3},
)  # fmt: skip
_NOT_BESIDE_REASONING = ("temperature", "top_logprobs")  # members that models which reason refuse
_HOW_MANY = weighted({2: 3, 1: 2, 3: 3, 0: 1, 6: 2})
_INPUT = table(
    "Hello", [{"role": "user", "content": "Größe?"}],
    [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Look it up."}]}],
)  # fmt: skip
_PARALLEL, _ONE_BY_ONE = (
    table({}, {"parallel_tool_calls": True}, {"parallel_tool_calls": None}),
    table({}, {"parallel_tool_calls": False}, {"parallel_tool_calls": True}),
)
_CHOICES = DealtOptions(("absent", "auto", "required or none", "named", None))


def make_request(choices: Choices, response: JSON) -> Object:
    """A request that a Chat response answers. The response's calls become those of the tools that it declares."""
    request: Object = {"model": "gpt-4o", "input": fresh(choices, _INPUT)}
    for _ in range(choices.pick(_HOW_MANY)):
        echo = fresh(choices, _ECHOES)
        both = request.keys() | echo.keys()
        if "reasoning" not in both or both.isdisjoint(_NOT_BESIDE_REASONING):
            request |= echo
    if "instructions" not in request and choices.pick(_HAS_INSTRUCTIONS):
        request["instructions"] = text(choices, _INSTRUCTIONS)
    messages = [choice["message"] for choice in response["choices"]]
    tools = _tools(choices, messages)
    if not tools:
        request |= fresh(choices, _NO_TOOLS)
    else:
        request["tools"] = tools
        called = [call for message in messages for call in written_calls(message)]
        request |= fresh(choices, _PARALLEL if len(called) > 1 else _ONE_BY_ONE)
        request |= _choice(choices, tools, called=bool(called))
    return request


def _choice(choices: Choices, tools: list[JSON], *, called: bool) -> Object:
    choice = choices.pick(_CHOICES)
    if choice == "absent":
        return {}
    if choice == "required or none":
        return {"tool_choice": "required" if called else "none"}
    if choice == "named":
        named = next((tool for tool in tools if called and tool["type"] != "namespace"), None)
        return {"tool_choice": {"type": named["type"], "name": named["name"]} if named else "auto"}
    return {"tool_choice": choice}


def _tools(choices: Choices, messages: list[JSON]) -> list[JSON]:
    """Declare what some messages call, each name once, and change the calls accordingly."""
    custom = {call["name"] for call in _calls_of_kind(messages, "custom")}
    names = list(
        dict.fromkeys(
            call["name"] for call in (*_calls_of_kind(messages, "function"), *_calls_of_kind(messages, "custom"))
        )
    )
    tools: list[JSON] = []
    spaces: dict[str, list[JSON]] = {}
    for name in names:
        kind = "custom" if name in custom else choices.pick(_DECLARED)
        if kind == "custom":
            tools.append({"type": "custom", "name": name, "description": "Runs code.", **fresh(choices, _FORMATS)})
            _call_with_text(choices, messages, name, as_custom=choices.pick(_IS_CALLED_AS_CUSTOM))
            continue
        space = choices.pick(_SPACES)
        if kind == "function" or len(space) + len(name) + 2 > _LONGEST_NAME:
            tools.append(_function(choices, name))
            continue
        spaces.setdefault(space, []).append(_function(choices, name))
        _call_by(messages, name, f"{space}__{name}")
        if choices.pick(_HAS_SHORT_NAME_TOO):
            tools.append(_function(choices, name))
    if choices.pick(_IS_UNCALLED):
        tools += [_function(choices, "never_called"), dict(_NEVER_RUN)]
        for inside in spaces.values():
            inside.append(dict(_NEVER_RUN))
    return tools + [
        {"type": "namespace", "name": name, "description": "Of one server.", "tools": inside}
        for name, inside in spaces.items()
    ]


def _holders(messages: list[JSON]) -> Iterator[Object]:
    """Yield what holds a called function: a call, or something like it for the older form."""
    for message in messages:
        yield from (call for call in written_calls(message) if "function" in call)
        if call := old_call(message):
            yield {"function": call}


def _calls_of_kind(messages: list[JSON], kind: str) -> Iterator[Object]:
    """Yield what messages call of one kind."""
    if kind == "function":
        yield from (holder["function"] for holder in _holders(messages))
    else:
        yield from (call["custom"] for message in messages for call in written_calls(message) if "custom" in call)


def _call_by(messages: list[JSON], name: str, flat: str) -> None:
    for function in _calls_of_kind(messages, "function"):
        if function["name"] == name:
            function["name"] = flat


def _call_with_text(choices: Choices, messages: list[JSON], name: str, *, as_custom: bool) -> None:
    """Give the calls of a custom tool that are made as of a function one text; those that are cut off a part of it.

    as_custom: whether they become calls of a custom tool.
    """
    for holder in _holders(messages):
        function = holder["function"]
        if function["name"] != name:
            continue
        given = text(choices, _INPUTS)
        if as_custom and "id" in holder:
            del holder["function"]
            holder |= {"type": "custom", "custom": {"name": name, "input": given}}
            continue
        whole = json.dumps({"input": given}, ensure_ascii=choices.one_in(2))
        is_cut = not isinstance(json_or_absent(function["arguments"]), dict)
        function["arguments"] = whole[: choices.pick(range(min(len(whole), 98)))] if is_cut else whole


def _function(choices: Choices, name: str) -> Object:
    tool: Object = {"type": "function", "name": name, "parameters": fresh(choices, _PARAMETERS)}
    strict = choices.pick(_STRICT)
    if strict and tool["parameters"].get("additionalProperties") is not False:
        strict = False
    return (
        tool
        | ({} if choices.one_in(4) else {"strict": strict})
        | ({} if choices.one_in(3) else {"description": "Looks it up."})
    )
