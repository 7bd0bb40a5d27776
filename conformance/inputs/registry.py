"""Lists of a tool registry's own types, and requests that carry one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from conformance.base.values import JSON
from conformance.formats.chat.calls import calling, function_call, old_call_member
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.material import (
    IS_CASED,
    LONGEST_NAME,
    TOOL_NAMES,
    edges,
    fresh,
    in_other_case,
    name,
    table,
    text,
)
from conformance.inputs.operations import Inputs
from conformance.inputs.schemas import make_schema
from conformance.inputs.shapes import Schema, tool_lists
from conformance.inputs.walks import contents

Tool: TypeAlias = dict[str, JSON]
_Make: TypeAlias = Callable[[Choices], JSON]

# How many subschemas a function gets.
_SIZES = (2, 3, 5, 7, 10)
_BESIDE = weighted({1: 6, 2: 6, 3: 4, 4: 2, 0: 2, 5: 1})
_HAS_TWINS = weighted({False: 11, True: 1})
_LENGTHS = weighted({1: 5, 2: 8, 3: 8, 4: 6, 0: 1, 5: 3, 6: 2})

_STRICT = weighted({"absent": 4, "false": 3, "true": 3})
_ODD_STRICT = table("true", 1, 0, {}, [])

_SETTINGS = table(
    {"search_context_size": "low", "user_location": {"type": "approximate"}},
    {"filters": {"allowed_domains": ["example.org"]}},
)
_FORMATS = table(
    {"type": "grammar", "syntax": "lark", "definition": 'start: "yes" | "no"\n%ignore " "'},
    {"type": "grammar", "syntax": "regex", "definition": '^[a-z]{1,9}\\."größe"$'},
    {"type": "grammar", "grammar": {"syntax": "lark", "definition": "start: WORD+\nWORD: /\\w+/"}},
    {"type": "grammar", "grammar": {"syntax": "regex", "definition": "[0-9]{3}"}},
    {"type": "text"},
)
_GO: Tool = {"name": "go", "description": "Goes.", "parameters": {"type": "object"}}
_OWN_TEXTS, _CUSTOM_TEXTS = edges(23), edges(3)
_CUSTOM_NAMES = DealtOptions((
    "run_code", "y", "0", "enum", "Match-All", LONGEST_NAME[:-1] + "z", LONGEST_NAME + "z", "run.code", "größe",
))  # fmt: skip
_UNKNOWN = table(
    {"type": "teleport"}, {"type": "teleport", **_GO}, {"type": "invalid", "function": _GO},
    {"type": "file_search", "vector_store_ids": ["vs_1"]}, {"type": "web_search_preview"},
    {"type": "mcp", "server_label": "docs", "server_url": "https://example.org/mcp"},
    {"type": "Function", "function": _GO}, {"type": ""}, {"type": "__proto__"},
)  # fmt: skip
_UNTYPED = table({"function": _GO}, {})
_ODD_TYPES = table({"type": None, "function": _GO}, {"type": ["function"]}, {"type": 5})
_NO_FUNCTIONS = table(
    {"type": "function", "function": None}, {"type": "function", "function": {}},
    {"type": "function", "function": "search"}, {"type": "function", "function": [{"name": "search"}]},
)  # fmt: skip
_NAMELESS = table(
    {"type": "function", "function": {"description": "Searches.", "parameters": {"type": "object"}}},
    {"type": "custom", "custom": {"description": "Runs code.", "format": {"type": "text"}}},
)
_EMPTY_NAMES = table(
    {"type": "function", "function": _GO | {"name": ""}},
    {"type": "custom", "custom": {"name": "", "description": "Runs code."}},
)
_ODD_NAMES = table(*({"type": "function", "function": _GO | {"name": name}} for name in (None, 5)))
_NO_CUSTOMS = table({"type": "custom"}, {"type": "custom", "custom": None})
_NO_TOOLS = table(None, "local_shell", 7, True, [], "", False, [{"type": "local_shell"}])
_FLAT = table(
    {"type": "function", "name": "search", "description": "Searches.", "parameters": {"type": "object"}},
    {"type": "custom", "name": "run_code", "description": "Runs code.", "format": {"type": "text"}},
)
# What a function lacks, or has empty.
_BARE = DealtOptions(("description", "parameters", "both", "empty description"))
_ODD_DESCRIPTIONS = table(5, True, ["Searches."], {"en": "Searches."})

# Parameters that are no schema at all, and invalid ones; some are so only below their root.
_NO_SCHEMAS = table("{}", "", 7, 0, False, True, [], [{"type": "object"}], ["object"])
_INVALID = table(
    {"type": "text"},
    {"type": "object", "properties": []},
    {"type": "object", "properties": {"a": {"type": "string"}}, "required": "a"},
    {"type": "object", "properties": {"a": {"type": "string"}}, "required": True},
    {"type": "object", "properties": {"a": None, "b": {"type": "string", "description": "Kept."}}},
    {"type": "object", "properties": {"a": "string"}},
    {"type": "object", "properties": {"a": {"type": "array", "items": "string"}}},
    {"type": "object", "properties": {"a": {"type": "str", "description": "A text."}}},
    {"type": "object", "properties": {"a": {"type": "string", "enum": "x"}}, "additionalProperties": False},
    {"type": "object", "additionalProperties": "no", "description": "Closed."},
    {"type": "array", "items": {"type": ["string", "string"]}},
)  # fmt: skip

_MODELS = ("gpt-4o", "gpt-4o-mini", "", "größe-1")
_MESSAGES = table(
    [{"role": "user", "content": "Hello"}],
    [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Größe?\r\n🙂"}],
    [
        {"role": "user", "content": [{"type": "text", "text": "What is this?"}]},
        calling([function_call("call_1", "search", '{"q": 1.0}')]),
        {"role": "tool", "tool_call_id": "call_1", "content": ""},
    ],
)
_FIELDS = table(
    *[{}] * 4,
    {"temperature": 1.0, "top_p": 0.5},
    {"temperature": 0, "max_tokens": 100, "stream": False},
    {"stream": True, "stream_options": {"include_usage": True}},
    {"seed": 2**53 + 1, "user": "größe", "stop": ["\n", ""], "logit_bias": {"50256": -100}},
    {"metadata": {"default": "x", "tools": "none"}, "response_format": {"type": "text"}},
    {"response_format": {"type": "json_schema", "json_schema": {"name": "a", "schema": {"type": "object"}}}},
    {"n": 1, "temperature": 1.0},
    {"frequency_penalty": 0.5, "presence_penalty": -1.0, "logprobs": True, "top_logprobs": 0, "store": False},
    {"model": "gpt-5.1", "max_completion_tokens": 10, "reasoning_effort": "low", "verbosity": "low"},
    {"max_completion_tokens": 10, "service_tier": "default"},
    {"modalities": ["text", "audio"], "audio": {"voice": "alloy", "format": "wav"}, "safety_identifier": "größe"},
    {"prediction": {"type": "content", "content": "text"}, "web_search_options": {}, "prompt_cache_key": ""},
    {"prompt_cache_retention": "24h", "prompt_cache_options": {}, "moderation": {"model": "omni-moderation-latest"}},
    {"functions": [{"name": "old", "parameters": {"type": "object"}}], **old_call_member("auto")},
)
# Fields that need tools.
_FIELDS_OF_TOOLS = table(*[{}] * 4, {"tool_choice": "auto", "parallel_tool_calls": False})


def make_tools(choices: Choices) -> list[JSON]:
    """A list of tools, each with a name of its own."""
    kinds = choices.pick(_LISTS)
    tools = _list(choices, choices.pick(_LENGTHS)) if not kinds else _list(choices, len(kinds), kinds)
    return [*tools, {"type": "web_search"}, {"type": "web_search"}] if choices.pick(_HAS_TWINS) else tools


def _list(choices: Choices, length: int, kinds: Sequence[_Make] = ()) -> list[JSON]:
    """Return tools, each with a name of its own. kinds: of each; what falls where there are none."""
    tools: list[JSON] = []
    names: set[str] = set()
    while len(tools) < length:
        tool = (kinds[len(tools)] if kinds else choices.pick(_TOOLS))(choices)
        first = _name_of(tools[0]) if tools else None
        if first and "function" in tool and choices.pick(IS_CASED):
            tool["function"]["name"] = in_other_case(first)
        own = _name_of(tool)
        while own in names:
            own = tool[tool["type"]]["name"] = choices.pick(TOOL_NAMES)
        tools.append(tool)
        names |= set() if own is None else {own}
    return tools


def _name_of(tool: JSON) -> str | None:
    held = tool.get(tool["type"]) if isinstance(tool, dict) and isinstance(tool.get("type"), str) else None
    own = held.get("name") if isinstance(held, dict) else None
    return own if isinstance(own, str) else None


def make_malformed_tools(choices: Choices) -> tuple[str, JSON]:
    """A list of tools with one fault, and the fault's name."""
    fault = choices.pick(_FAULT_NAMES)
    return fault, _with_fault(choices, fault)


def _with_fault(choices: Choices, fault: str) -> list[JSON]:
    tools = _list(choices, choices.pick(_BESIDE))
    if fault == "two tools of one name":
        entry = _function(choices)
        tools.insert(0, {"type": "function", "function": {"name": entry["function"]["name"]}})
    else:
        entry = _FAULTS[fault](choices)
        # A name of another one would be another fault.
        tools = [tool for tool in tools if _name_of(tool) is None or _name_of(tool) != _name_of(entry)]
    tools.insert(choices.pick(range(len(tools) + 1)), entry)
    return tools


def make_request(choices: Choices) -> JSON:
    """A request, mostly with tools."""
    request: Tool = {"model": choices.pick(_MODELS), "messages": fresh(choices, _MESSAGES)}
    request |= fresh(choices, _FIELDS)
    tools = choices.pick(_TOOL_LISTS)
    if tools == "list":
        request["tools"] = make_tools(choices)
        if request["tools"]:
            request |= fresh(choices, _FIELDS_OF_TOOLS)
    elif tools == "empty":
        request["tools"] = []
    return dict(reversed(request.items())) if choices.one_in(8) else request


def make_malformed_request(choices: Choices) -> tuple[str, JSON]:
    """A request with one fault, and the fault's name."""
    request, fault = make_request(choices), choices.pick(_FAULTS_OF_REQUESTS)
    if fault == "no messages":
        request["messages"] = []
    elif fault == "a field of no API":
        request["vendor_field"] = {"enum": [1, 1.0, None]}
    elif fault == "null tools":
        request = {key: value for key, value in request.items() if key not in _NEED_TOOLS} | {"tools": None}
    elif fault == "no tool that is left":
        request = {key: value for key, value in request.items() if key not in _NEED_TOOLS}
        request["tools"] = [_FAULTS[choices.pick(_NOTHING_LEFT)](choices)]
    else:
        request["tools"] = _with_fault(choices, fault)
    return fault, request


_TOOL_LISTS = weighted({"list": 18, "absent": 1, "empty": 1})
_NEED_TOOLS = ("tool_choice", "parallel_tool_calls")


def _function(choices: Choices, has_parameters: bool = True) -> Tool:
    """A function with all that a registry says of one, or without parameters."""
    inner: Tool = {"name": name(choices), "description": text(choices, _OWN_TEXTS)}
    strict = choices.pick(_STRICT)
    if strict != "absent":
        inner["strict"] = strict == "true"
    if has_parameters:
        inner["parameters"] = make_schema(choices, _SIZES)
    return {"type": "function", "function": dict(reversed(inner.items())) if choices.one_in(8) else inner}


def _bare(choices: Choices) -> Tool:
    """A function without description, parameters, or either."""
    lacking = choices.pick(_BARE)
    # What is dealt to schemas is not dealt to one that goes.
    tool = _function(choices, has_parameters=lacking in ("description", "empty description"))
    if lacking == "empty description":
        return _with_member(tool, "description", "")
    if lacking in ("description", "both"):
        del tool["function"]["description"]
    return tool


def _custom(choices: Choices) -> Tool:
    """A custom tool, mostly with a format."""
    custom: Tool = {"name": choices.pick(_CUSTOM_NAMES)}
    if not choices.one_in(6):
        custom["description"] = text(choices, _CUSTOM_TEXTS)
    if not choices.one_in(6):
        custom["format"] = fresh(choices, _FORMATS)
    return {"type": "custom", "custom": custom}


def _local_shell(_choices: Choices) -> JSON:
    return {"type": "local_shell"}


def _web_search(_choices: Choices) -> JSON:
    return {"type": "web_search"}


def _with_member(tool: Tool, key: str, value: JSON) -> Tool:
    tool["function"][key] = value
    return tool


def _one_of(entries: DealtOptions[bytes]) -> _Make:
    return lambda choices: fresh(choices, entries)


def _with(key: str, values: DealtOptions[bytes]) -> _Make:
    return lambda choices: _with_member(_function(choices), key, fresh(choices, values))


def _with_format(formats: DealtOptions[bytes]) -> _Make:
    return lambda choices: {"type": "custom", "custom": {"name": name(choices), "format": fresh(choices, formats)}}


_NULL = table(None)
# Which kinds a list has: sometimes those that are beside each other once, mostly as many as fall.
_LISTS: DealtOptions[tuple[_Make, ...]] = DealtOptions(
    (*contents((_function, _custom, _local_shell, _web_search), 4), *[()] * 30)
)
_TOOLS: DealtOptions[_Make] = weighted({_function: 12, _local_shell: 2, _web_search: 2, _custom: 5, _bare: 2})
# Entries with one fault, by its name.
_FAULTS: dict[str, _Make] = {
    "an unknown type": _one_of(_UNKNOWN),
    "no type": _one_of(_UNTYPED),
    "a type that is no text": _one_of(_ODD_TYPES),
    "no function": lambda _choices: {"type": "function"},
    "a function that is no object": _one_of(_NO_FUNCTIONS),
    "no name": _one_of(_NAMELESS),
    "an empty name": _one_of(_EMPTY_NAMES),
    "a name that is no text": _one_of(_ODD_NAMES),
    "no custom tool": _one_of(_NO_CUSTOMS),
    "no tool at all": _one_of(_NO_TOOLS),
    "the flat form": _one_of(_FLAT),
    "parameters that are no object": _with("parameters", _NO_SCHEMAS),
    "an invalid schema": _with("parameters", _INVALID),
    "null parameters": _with("parameters", _NULL),
    "null description": _with("description", _NULL),
    "a description that is no text": _with("description", _ODD_DESCRIPTIONS),
    "null strict": _with("strict", _NULL),
    "strict that is no boolean": _with("strict", _ODD_STRICT),
    "null format": _with_format(_NULL),
    "an empty format": _with_format(table({})),
    "a format that is no object": _with_format(table("one line of SQL")),
    "settings of local_shell": lambda _choices: {"type": "local_shell", "timeout_ms": 1000},
    "settings of web_search": lambda choices: {"type": "web_search", **fresh(choices, _SETTINGS)},
}
_OFTEN = {"no tool at all": 8, "an unknown type": 2, "a function that is no object": 2, "an invalid schema": 2}
_FAULT_NAMES = weighted({**dict.fromkeys(_FAULTS, 1), "two tools of one name": 1, **_OFTEN})
_OF_REQUESTS = ("no messages", "a field of no API", "null tools", "no tool that is left")
_FAULTS_OF_REQUESTS = DealtOptions((*_FAULT_NAMES, *_OF_REQUESTS))
_NOTHING_LEFT = ("an unknown type", "no tool at all", "no function")


def _tool(name: str, schema: Schema) -> JSON:
    strict = not name.startswith("deep")
    function = {"name": name, "description": f"The tool {name}.", "strict": strict, "parameters": schema}
    return {"type": "function", "function": function}


def _request(tools: JSON) -> JSON:
    return {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "tools": tools}


_NO_LISTS: tuple[JSON, ...] = (None, 7, "text", {}, True, [None], [[]])
_NO_REQUESTS: tuple[JSON, ...] = (None, 7, "text", [], True, {}, _request("text"), _request({}), _request(7))

INPUTS = {
    "registry-tools": Inputs(make_tools, lambda: _NO_LISTS, lambda: tool_lists(_tool), make_malformed_tools),
    "registry-request": Inputs(
        make_request,
        lambda: _NO_REQUESTS,
        lambda: [(name, _request(tools)) for name, tools in tool_lists(_tool)],
        make_malformed_request,
    ),
}
