"""Entries of a Chat Completions tool list: functions, other tools, and what is neither."""

from __future__ import annotations

from typing import TypeAlias

from conformance.generate.choices import Choices, weighted
from conformance.generate.material import fresh, name, table, text
from conformance.generate.schemas import make_schema
from conformance.values import JSON

Tool: TypeAlias = dict[str, JSON]

_STRICT = weighted({"absent": 4, "false": 3, "true": 3, "null": 2})
_PARAMETERS = weighted({"schema": 15, "absent": 2, "null": 2, "empty": 1})

# What a function may carry beside the four fields that both APIs know.
_EXTRA_FIELDS = table(
    {"title": "A title"},
    {"x-order": 3, "cache_control": {"type": "ephemeral"}},
    {"examples": [{"default": 1}], "version": "1.0"},
    {"returns": {"type": "string", "default": ""}, "deprecated": False, "tags": []},
)

_NO_NAMES = table(*[""] * 7, None, 5, True, ["search"], {})
_NO_DESCRIPTIONS = table(*[""] * 4, None, 5, True, ["Searches."], {})
_NO_FUNCTIONS = table(None, [], "search", 0, True, {}, [{"name": "search", "description": "Searches."}])
_NO_SCHEMAS = table("{}", "", [], [{"type": "object"}], 0, 1.5, True, False)
_NO_BOOLEANS = table("true", "false", "", 1, 0, {}, [])
_SCALARS = table("function", "", 0, 7, 0.5, True, False)
_LISTS = table([], [None], [{"type": "function", "function": {"name": "a", "description": "b"}}])

_LOCAL_SHELL = table({"type": "local_shell"})
_WEB_SEARCH = table(
    {"type": "web_search"},
    {"type": "web_search", "search_context_size": "low", "user_location": {"type": "approximate"}},
    {"type": "web_search", "filters": {"allowed_domains": ["example.org"]}},
)
_KNOWN_TOOLS = table(
    {"type": "file_search", "vector_store_ids": ["vs_1"], "max_num_results": 5},
    {"type": "code_interpreter", "container": {"type": "auto"}},
    {"type": "computer_use_preview", "display_width": 1024, "display_height": 768, "environment": "browser"},
    {"type": "computer"},
    {"type": "image_generation", "quality": "high"},
    {"type": "mcp", "server_label": "docs", "server_url": "https://example.org/mcp"},
    {"type": "custom", "name": "run_code", "description": "Runs code.", "format": {"type": "text"}},
    {"type": "web_search_preview"},
    {"type": "web_search_preview_2025_03_11"},
    {"type": "web_search_2025_08_26"},
    {"type": "apply_patch"},
    {"type": "shell"},
    {"type": "tool_search"},
    {"type": "namespace", "name": "crm", "description": "Customers", "tools": []},
)
_NESTED_CUSTOM = table(
    {"type": "custom", "custom": {"name": "run_code", "description": "Runs code."}},
    {"type": "custom", "custom": {"name": "run_code", "format": {"type": "text"}}},
    {
        "type": "custom",
        "custom": {
            "name": "match",
            "description": "Matches.",
            "format": {"type": "grammar", "grammar": {"syntax": "regex", "definition": "[a-z]+"}},
        },
    },
)
_UNKNOWN_TOOLS = table(
    *[{"type": "invalid"}] * 4,
    {"type": "invalid", "name": "search", "description": "Searches.", "parameters": {"type": "object"}},
    {"type": None},
    {"type": ""},
    {"type": 5},
    {"type": ["function"]},
    {"type": "toString"},
    {"type": "__proto__"},
    *[{"name": "search", "description": "Searches."}, {}] * 2,
)
_UNKNOWN_TYPES = table("invalid", "Function", " function", "tool", "", None, 0, {})


def function(choices: Choices, sizes: tuple[int, ...]) -> Tool:
    """A nested function tool that has all it needs. sizes: as in `make_schema`."""
    inner: Tool = {"name": name(choices), "description": text(choices) or "text"}
    strict = choices.pick(_STRICT)
    if strict != "absent":
        inner["strict"] = {"false": False, "true": True, "null": None}[strict]
    parameters = choices.pick(_PARAMETERS)
    if parameters == "schema":
        inner["parameters"] = make_schema(choices, sizes)
    elif parameters != "absent":
        inner["parameters"] = {"null": None, "empty": {}}[parameters]
    if choices.one_in(8):
        inner |= fresh(choices, _EXTRA_FIELDS)
    return {"type": "function", "function": dict(reversed(inner.items())) if choices.one_in(8) else inner}


def undescribed(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """A function without description."""
    return _lacking(function(choices, sizes), "description")


def odd_description(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """A function whose description is empty or no string."""
    return _changed(function(choices, sizes), "description", fresh(choices, _NO_DESCRIPTIONS))


def nameless(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """A function without name."""
    return _lacking(function(choices, sizes), "name")


def odd_name(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """A function whose name is empty or no string."""
    return _changed(function(choices, sizes), "name", fresh(choices, _NO_NAMES))


def odd_parameters(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """A function whose parameters are neither an object nor null."""
    return _changed(function(choices, sizes), "parameters", fresh(choices, _NO_SCHEMAS))


def odd_strict(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """A function whose strict is neither a boolean nor null."""
    return _changed(function(choices, sizes), "strict", fresh(choices, _NO_BOOLEANS))


def hollow(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """A function tool without `function`, or with one that is no function."""
    tool: Tool = {"type": "function"}
    return tool if choices.one_in(2) else tool | {"function": fresh(choices, _NO_FUNCTIONS)}


def flat(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """A function tool in the flat form of the Responses API."""
    return {"type": "function"} | function(choices, sizes)["function"]


def mistyped(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """A whole function under a type that no API knows, under none, or under the type of another tool."""
    tool = function(choices, sizes)
    if choices.one_in(4):
        return {"function": tool["function"]}
    return tool | {"type": "web_search" if choices.one_in(4) else fresh(choices, _UNKNOWN_TYPES)}


def unknown(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """A tool without `function` of a type that no API knows."""
    return fresh(choices, _UNKNOWN_TOOLS)


def local_shell(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """The local_shell tool."""
    return fresh(choices, _LOCAL_SHELL)


def web_search(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """A web_search tool."""
    return fresh(choices, _WEB_SEARCH)


def known(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """Another tool of the Responses API."""
    return fresh(choices, _KNOWN_TOOLS)


def nested_custom(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """A custom tool in the nested form of the Chat API."""
    return fresh(choices, _NESTED_CUSTOM)


def null(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """Null in the place of a tool."""
    return None


def scalar(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """A string, number or boolean in the place of a tool."""
    return fresh(choices, _SCALARS)


def nested_list(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """A list in the place of a tool."""
    return fresh(choices, _LISTS)


USABLE = weighted({function: 16, local_shell: 1, web_search: 1})
MIXED = weighted(
    {function: 20}
    | {undescribed: 4, odd_description: 5, nameless: 3, odd_name: 5, odd_parameters: 4, odd_strict: 4}
    | {hollow: 6, flat: 4, local_shell: 4, web_search: 4, known: 5, nested_custom: 4, mistyped: 4, unknown: 12}
    | {null: 4, scalar: 4, nested_list: 4}
)


def _lacking(tool: Tool, key: str) -> Tool:
    del tool["function"][key]
    return tool


def _changed(tool: Tool, key: str, value: JSON) -> Tool:
    tool["function"][key] = value
    return tool
