"""Lists of a tool registry's own types, and requests that carry one."""

from __future__ import annotations

from typing import TypeAlias

from conformance.generate.choices import Choices, Table, weighted
from conformance.generate.material import fresh, name, table, text
from conformance.generate.operations import REGISTRY_REQUEST, REGISTRY_TOOLS, Inputs
from conformance.generate.schemas import make_schema
from conformance.generate.shapes import Schema, tool_lists
from conformance.values import JSON

Tool: TypeAlias = dict[str, JSON]

# How many subschemas a function gets.
_SIZES = (2, 4, 6, 8, 12)
_LENGTHS = weighted({1: 5, 2: 8, 3: 8, 4: 6, 0: 1, 5: 3, 6: 2})

_STRICT = weighted({"absent": 4, "false": 3, "true": 3, "null": 1})
_ODD_STRICT = table("true", 1, 0, {}, [])

_WEB_SEARCH = table(
    *[{"type": "web_search"}] * 3,
    {"type": "web_search", "search_context_size": "low", "user_location": {"type": "approximate"}},
    {"type": "web_search", "filters": {"allowed_domains": ["example.org"]}},
)
_LOCAL_SHELL = table(*[{"type": "local_shell"}] * 3, {"type": "local_shell", "timeout_ms": 1000})
_FORMATS = table(
    {"type": "grammar", "syntax": "lark", "definition": 'start: "yes" | "no"\n%ignore " "'},
    {"type": "grammar", "syntax": "regex", "definition": '^[a-z]{1,9}\\."größe"$'},
    {"type": "grammar", "grammar": {"syntax": "lark", "definition": "start: WORD+\nWORD: /\\w+/"}},
    {"type": "text"},
    None,
    {},
    "one line of SQL",
)
_UNKNOWN = table(
    *[{"type": "teleport"}] * 4,
    {"type": "teleport", "name": "go", "description": "Goes.", "parameters": {"type": "object", "properties": {}}},
    {"type": "invalid", "function": {"name": "go", "description": "Goes.", "parameters": {"type": "object"}}},
    {"type": "file_search", "vector_store_ids": ["vs_1"]},
    {"type": "mcp", "server_label": "docs", "server_url": "https://example.org/mcp"},
    {"type": "web_search_preview"},
    {"type": "Function", "function": {"name": "go", "description": "Goes.", "parameters": {"type": "object"}}},
    {"type": None, "function": {"name": "go", "description": "Goes.", "parameters": {"type": "object"}}},
    {"function": {"name": "go", "description": "Goes.", "parameters": {"type": "object"}}},
    {"type": ["function"]},
    {"type": 5},
    {"type": ""},
    {"type": "__proto__"},
    {},
)
_MALFORMED = table(
    {"type": "function"},
    {"type": "function", "function": None},
    {"type": "function", "function": {}},
    {"type": "function", "function": "search"},
    {"type": "function", "function": [{"name": "search"}]},
    {"type": "function", "function": {"description": "Searches.", "parameters": {"type": "object"}}},
    {"type": "function", "function": {"name": "", "description": "Searches.", "parameters": {"type": "object"}}},
    {"type": "function", "function": {"name": None, "description": "Searches.", "parameters": {"type": "object"}}},
    {"type": "function", "function": {"name": 5, "description": "Searches.", "parameters": {"type": "object"}}},
    {"type": "custom"},
    {"type": "custom", "custom": None},
    {"type": "custom", "custom": {"description": "Runs code.", "format": {"type": "text"}}},
    {"type": "custom", "custom": {"name": "", "description": "Runs code."}},
    "local_shell", "", 7, 0, True, False, 0.5, [], ["search"], [{"type": "local_shell"}],
)  # fmt: skip
_OTHER_FORMS = table(
    {"type": "function", "name": "search", "description": "Searches.", "parameters": {"type": "object"}},
    {"type": "custom", "name": "run_code", "description": "Runs code.", "format": {"type": "text"}},
)
# What a function lacks, and how: fields absent, null, or empty.
_BARE = Table((
    ("absent", ("description",)), ("absent", ("parameters",)), ("absent", ("description", "parameters")),
    (None, ("description",)), (None, ("parameters",)), (None, ("description", "parameters")), ("", ("description",)),
))  # fmt: skip
_ODD_STRICTS = Table((True, False))
_ODD_DESCRIPTIONS = table(5, True, ["Searches."], {"en": "Searches."})

# Parameters that are given and no valid JSON Schema; some are so only below their root.
_INVALID = table(
    "{}", "", 7, 0, False, True, [], [{"type": "object"}], ["object"],
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
    [],
    [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Größe?\r\n🙂"}],
    [
        {"role": "user", "content": [{"type": "text", "text": "What is this?"}]},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {"id": "call_1", "type": "function", "function": {"name": "search", "arguments": '{"q": 1.0}'}}
            ],
        },
        {"role": "tool", "tool_call_id": "call_1", "content": ""},
    ],
)
_FIELDS = table(
    *[{}] * 4,
    {"temperature": 1.0, "top_p": 0.5},
    {"temperature": 0, "max_tokens": 100, "stream": False},
    {"stream": True, "stream_options": {"include_usage": True}},
    {"tool_choice": "auto", "parallel_tool_calls": False},
    {"seed": 2**53 + 1, "user": "größe", "stop": ["\n", ""], "logit_bias": {"50256": -100}},
    {"metadata": {"default": "x", "tools": "none"}, "response_format": {"type": "json_object"}},
    {"response_format": {"type": "json_schema", "json_schema": {"name": "a", "schema": {"type": "object"}}}},
    {"vendor_field": {"enum": [1, 1.0, None]}, "n": 1},
)


def make_tools(choices: Choices) -> list[JSON]:
    """A list of tools; nearly half of the lists have only usable ones."""
    entries = choices.pick(_MODES)
    tools = [choices.pick(entries)(choices) for _ in range(choices.pick(_LENGTHS))]
    named = [held for tool in tools if (held := _held(tool)) is not None]
    if len(named) > 1 and choices.one_in(6):
        named[-1]["name"] = named[0]["name"]
    return tools


def _held(tool: JSON) -> Tool | None:
    """What holds the name of a function or of a custom tool; None where there is none."""
    held = tool.get(tool.get("type")) if isinstance(tool, dict) and isinstance(tool.get("type"), str) else None
    return held if isinstance(held, dict) and isinstance(held.get("name"), str) else None


def make_request(choices: Choices) -> JSON:
    """A request, mostly with tools."""
    request: Tool = {"model": choices.pick(_MODELS), "messages": fresh(choices, _MESSAGES)}
    request |= fresh(choices, _FIELDS)
    tools = choices.pick(_TOOLS)
    if tools != "absent":
        lists = {"list": make_tools, "null": _null, "empty": _nothing, "none left": _none_left}
        request["tools"] = lists[tools](choices)
    return dict(reversed(request.items())) if choices.one_in(8) else request


_TOOLS = weighted({"list": 30, "absent": 2, "null": 1, "empty": 2, "none left": 2})


def _null(choices: Choices) -> JSON:
    return None


def _nothing(choices: Choices) -> JSON:
    return []


def _none_left(choices: Choices) -> JSON:
    return [choices.pick((_unknown, _malformed, _null))(choices) for _ in range(choices.pick((1, 2)))]


def _function(choices: Choices) -> Tool:
    """A function with all that a registry says of one."""
    inner: Tool = {"name": name(choices), "description": text(choices)}
    strict = choices.pick(_STRICT)
    if strict != "absent":
        inner["strict"] = {"false": False, "true": True, "null": None}[strict]
    inner["parameters"] = make_schema(choices, _SIZES)
    return {"type": "function", "function": dict(reversed(inner.items())) if choices.one_in(8) else inner}


def _bare(choices: Choices) -> Tool:
    """A function without description, parameters, or either."""
    tool = _function(choices)
    given, keys = choices.pick(_BARE)
    for key in keys:
        if given == "absent":
            del tool["function"][key]
        else:
            tool["function"][key] = given
    return tool


def _invalid(choices: Choices) -> Tool:
    """A function whose parameters are no valid schema."""
    return _changed(_function(choices), "parameters", fresh(choices, _INVALID))


def _odd(choices: Choices) -> Tool:
    """A function whose description is no text, or whose strict is no boolean."""
    if choices.pick(_ODD_STRICTS):
        return _changed(_function(choices), "strict", fresh(choices, _ODD_STRICT))
    return _changed(_function(choices), "description", fresh(choices, _ODD_DESCRIPTIONS))


def _custom(choices: Choices) -> Tool:
    """A custom tool, mostly with a format."""
    custom: Tool = {"name": name(choices)}
    if not choices.one_in(6):
        custom["description"] = text(choices)
    if not choices.one_in(6):
        custom["format"] = fresh(choices, _FORMATS)
    return {"type": "custom", "custom": custom}


def _local_shell(choices: Choices) -> JSON:
    return fresh(choices, _LOCAL_SHELL)


def _web_search(choices: Choices) -> JSON:
    return fresh(choices, _WEB_SEARCH)


def _unknown(choices: Choices) -> JSON:
    return fresh(choices, _UNKNOWN)


def _malformed(choices: Choices) -> JSON:
    return fresh(choices, _MALFORMED)


def _other_form(choices: Choices) -> JSON:
    return fresh(choices, _OTHER_FORMS)


def _changed(tool: Tool, key: str, value: JSON) -> Tool:
    tool["function"][key] = value
    return tool


_USABLE = weighted({_function: 12, _local_shell: 2, _web_search: 2, _custom: 4, _bare: 1})
_MIXED = weighted(
    {_function: 18, _local_shell: 5, _web_search: 5, _custom: 8, _bare: 6, _invalid: 7, _odd: 5}
    | {_unknown: 9, _malformed: 15, _other_form: 2, _null: 4}
)
_MODES = (*[_USABLE] * 2, *[_MIXED] * 3)


def _tool(name: str, schema: Schema) -> JSON:
    strict = not name.startswith("deep")
    function = {"name": name, "description": f"The tool {name}.", "strict": strict, "parameters": schema}
    return {"type": "function", "function": function}


def _request(tools: JSON) -> JSON:
    return {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hello"}], "tools": tools}


_NO_LISTS: tuple[JSON, ...] = (None, 7, "text", {}, True, [None], [[]])
_NO_REQUESTS: tuple[JSON, ...] = (None, 7, "text", [], True, {}, _request("text"), _request({}), _request(7))

INPUTS = {
    REGISTRY_TOOLS: Inputs(make_tools, lambda: _NO_LISTS, lambda: tool_lists(_tool)),
    REGISTRY_REQUEST: Inputs(
        make_request, lambda: _NO_REQUESTS, lambda: [(name, _request(tools)) for name, tools in tool_lists(_tool)]
    ),
}
