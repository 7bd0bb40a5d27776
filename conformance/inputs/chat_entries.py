"""Entries of a Chat Completions tool list: functions, other tools, and what is neither."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from conformance.base.values import JSON
from conformance.formats.json_schema import object_schemas
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.material import LONGEST_NAME, TOOL_NAMES, UNSAFE_TOOL_NAMES, edges, fresh, table, text
from conformance.inputs.schemas import make_schema

Tool: TypeAlias = dict[str, JSON]
Make: TypeAlias = Callable[[Choices, tuple[int, ...]], JSON]

_STRICT = weighted({"absent": 4, "false": 3, "true": 3, "null": 2})
_OWN_TEXTS, _CUSTOM_TEXTS = edges(23, empty=False), edges(1)
_HAS_PARAMETERS = weighted({True: 15, False: 1})
_DEALT_NAMES = DealtOptions(TOOL_NAMES)
_REFUSED_NAMES = DealtOptions(name for name in UNSAFE_TOOL_NAMES if len(name) <= len(LONGEST_NAME))
_COMBINATORS = table(
    {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}, {"oneOf": [{"type": "object"}]}, {"enum": [{}]},
    {"allOf": [{"minProperties": 1}]}, {"not": {"required": ["a"]}},
)  # fmt: skip
# Schemas that strict mode takes.
_STRICT_SCHEMAS = table(*(
    {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    for properties in (
        {},
        {"id": {"type": "integer", "description": "The number."}},
        {"query": {"type": ["string", "null"]}, "limit": {"type": "integer"}},
        {"unit": {"type": "string", "enum": ["metric", "imperial"]},
         "tags": {"type": "array", "items": {"type": "string"}}},
        {"größe": {"anyOf": [{"type": "number"}, {"type": "null"}]}},
    )
))  # fmt: skip

# What a function may carry beside the four fields that both APIs know.
_EXTRA_FIELDS = table(
    {"title": "A title"},
    {"x-order": 3, "cache_control": {"type": "ephemeral"}},
    {"examples": [{"default": 1}], "version": "1.0"},
    {"returns": {"type": "string", "default": ""}, "deprecated": False, "tags": []},
)

_NO_NAMES = table(5, True, ["search"], {})
_NO_DESCRIPTIONS = table(5, True, ["Searches."], {})
_NO_FUNCTIONS = table(None, [], "search", 0, True, [{"name": "search", "description": "Searches."}])
_NO_SCHEMAS = table("{}", "", [], [{"type": "object"}], 0, 1.5, True, False)
_NO_BOOLEANS = table("true", "false", 1, 0)
_NO_TOOLS = table(None, "function", 7, True, [None])

_LOCAL_SHELL = table({"type": "local_shell"})
_WEB_SEARCH = table({"type": "web_search"})
_WEB_SEARCH_WITH_SETTINGS = table(
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
_CUSTOM_NAMES = DealtOptions(("run_code", "y", "0", "enum", "Match-All", LONGEST_NAME[:-1] + "z"))
_CUSTOM_FORMATS = table(
    {}, {}, {"format": {"type": "text"}},
    {"format": {"type": "grammar", "grammar": {"syntax": "regex", "definition": "[a-z]+"}}},
    {"format": {"type": "grammar", "grammar": {"syntax": "lark", "definition": 'start: "yes"\n'}}},
)  # fmt: skip
_DESCRIBED = weighted({True: 8, False: 1})
_UNKNOWN_TOOLS = table(
    {"type": "invalid"},
    {"type": "invalid", "name": "search", "description": "Searches.", "parameters": {"type": "object"}},
    {"type": "toString"},
)
_UNTYPED = table({"name": "search", "description": "Searches."}, {})
_ODD_TYPES = table({"type": None}, {"type": ""}, {"type": 5}, {"type": ["function"]})
_UNKNOWN_TYPES = table("invalid", "Function", " function", "tool", "", None, 0, {})


def function(choices: Choices, sizes: tuple[int, ...], nests: DealtOptions[int] | None = None) -> Tool:
    """A nested function tool that has all it needs. sizes, nests: as in `make_schema`."""
    inner: Tool = {"name": choices.pick(_DEALT_NAMES), "description": text(choices, _OWN_TEXTS) or "text"}
    strict = choices.pick(_STRICT)
    if strict != "absent":
        inner["strict"] = {"false": False, "true": True, "null": None}[strict]
    if strict == "true":
        inner["parameters"] = fresh(choices, _STRICT_SCHEMAS)
    elif choices.pick(_HAS_PARAMETERS):
        inner["parameters"] = accepted(make_schema(choices, sizes, nests))
    return {"type": "function", "function": dict(reversed(inner.items())) if choices.one_in(8) else inner}


def accepted(schema: JSON) -> JSON:
    """Change a schema so that the API takes it for a function's parameters."""
    for keyword in ("anyOf", "oneOf", "allOf", "enum", "not"):
        schema.pop(keyword, None)
    schema.setdefault("properties", {})
    for object_schema in object_schemas(schema):
        kinds = object_schema.get("type")
        if (
            "array" in (kinds if isinstance(kinds, list) else [kinds])
            and not {"items", "prefixItems"} & object_schema.keys()
        ):
            object_schema["items"] = {}
    return schema


def undescribed(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """A function without description."""
    return _lacking(function(choices, sizes), "description")


def empty_description(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """A function with an empty description."""
    return _with_member(function(choices, sizes), "description", "")


def nested_custom(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """A custom tool in the nested form of the Chat API."""
    custom: Tool = {"name": choices.pick(_CUSTOM_NAMES)}
    if choices.pick(_DESCRIBED):
        custom["description"] = text(choices, _CUSTOM_TEXTS)
    return {"type": "custom", "custom": custom | fresh(choices, _CUSTOM_FORMATS)}


def _with(key: str, values: DealtOptions[bytes]) -> Make:
    return lambda choices, sizes: _with_member(function(choices, sizes), key, fresh(choices, values))


def _one_of(tools: DealtOptions[bytes]) -> Make:
    return lambda choices, _sizes: fresh(choices, tools)


def _nameless(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    return _lacking(function(choices, sizes), "name")


def _unsafe_name(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    return _with_member(function(choices, sizes), "name", choices.pick(_REFUSED_NAMES))


def _open_strict(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    tool = function(choices, sizes)
    tool["function"] |= {"strict": True, "parameters": {"type": "object", "properties": {"a": {"type": "string"}}}}
    return tool


def _with_extra_field(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    tool = function(choices, sizes)
    tool["function"] |= fresh(choices, _EXTRA_FIELDS)
    return tool


def _not_strict(choices: Choices, sizes: tuple[int, ...]) -> tuple[Tool, Tool]:
    """A function that is not strict, and its parameters."""
    tool = function(choices, sizes)
    schema = accepted(make_schema(choices, sizes))
    tool["function"] |= {"strict": False, "parameters": schema}
    return tool, schema


def _without_properties(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    tool = function(choices, sizes)
    tool["function"] |= {"strict": False, "parameters": {"type": "object", "additionalProperties": True}}
    return tool


def _combined(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    tool, schema = _not_strict(choices, sizes)
    schema |= fresh(choices, _COMBINATORS)
    return tool


def _without_items(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    tool, schema = _not_strict(choices, sizes)
    schema["properties"]["values"] = {"type": "array"}
    return tool


def _flat(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    return {"type": "function"} | function(choices, sizes)["function"]


def _mistyped(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    return function(choices, sizes) | {"type": fresh(choices, _UNKNOWN_TYPES)}


def _of_another_type(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    return function(choices, sizes) | {"type": "web_search"}


def _typeless(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    return {"function": function(choices, sizes)["function"]}


USABLE: DealtOptions[Make] = weighted({function: 17, undescribed: 2, empty_description: 1, nested_custom: 3})
# Tools with one fault, by its name.
FAULTS: dict[str, Make] = {
    "a name that the API refuses": _unsafe_name,
    "a name that is too long": _with("name", table(LONGEST_NAME + "2", "server__" * 20)),
    "no name": _nameless,
    "an empty name": _with("name", table("")),
    "a name that is no text": _with("name", _NO_NAMES),
    "a description that is no text": _with("description", _NO_DESCRIPTIONS),
    "null parameters": _with("parameters", table(None)),
    "empty parameters": _with("parameters", table({})),
    "parameters that are no object": _with("parameters", _NO_SCHEMAS),
    "strict that is no boolean": _with("strict", _NO_BOOLEANS),
    "strict beside an open schema": _open_strict,
    "an unknown field": _with_extra_field,
    "no properties": _without_properties,
    "a combinator at the root": _combined,
    "an array without items": _without_items,
    "no function": lambda _choices, _sizes: {"type": "function"},
    "a function that is no object": lambda choices, _sizes: {
        "type": "function", "function": fresh(choices, _NO_FUNCTIONS)
    },
    "the flat form": _flat,
    "a function under an unknown type": _mistyped,
    "a function under another type": _of_another_type,
    "a function without a type": _typeless,
    "an unknown tool": _one_of(_UNKNOWN_TOOLS),
    "the type __proto__": _one_of(table({"type": "__proto__"})),
    "a tool without a type": _one_of(_UNTYPED),
    "a type that is no text": _one_of(_ODD_TYPES),
    "local_shell": _one_of(_LOCAL_SHELL),
    "web_search": _one_of(_WEB_SEARCH),
    "web_search with settings": _one_of(_WEB_SEARCH_WITH_SETTINGS),
    "another tool of the Responses API": _one_of(_KNOWN_TOOLS),
    "no tool at all": _one_of(_NO_TOOLS),
}  # fmt: skip
FAULT_NAMES = weighted(
    dict.fromkeys(FAULTS, 1)
    | {
        "no tool at all": 5,
        "strict that is no boolean": 2,
        "a name that the API refuses": 2,
        "another tool of the Responses API": 3,
    }
)


def _lacking(tool: Tool, key: str) -> Tool:
    del tool["function"][key]
    return tool


def _with_member(tool: Tool, key: str, value: JSON) -> Tool:
    tool["function"][key] = value
    return tool
