"""Entries of an MCP server's tool list, usable and broken."""

from __future__ import annotations

import re
from typing import TypeAlias

from conformance.base.values import JSON
from conformance.inputs.choices import Choices, DealtOptions, weighted
from conformance.inputs.material import LONGEST_NAME, TOOL_NAMES, UNSAFE_TOOL_NAMES, edges, fresh, table, text
from conformance.inputs.media import PNG
from conformance.inputs.schemas import make_schema, without_boolean_properties

Tool: TypeAlias = dict[str, JSON]

_DESCRIPTIONS = weighted({"text": 12, "absent": 3, "empty": 1})
_OWN_TEXTS = edges(24)

# What the protocol has beside name, description and inputSchema, and no other API takes.
_FIELDS = table(
    *[{}] * 4,
    {"title": "A title"},
    {"annotations": {"title": "Read", "readOnlyHint": True, "destructiveHint": False}},
    {"outputSchema": {"type": "object", "properties": {"default": {"type": "string", "default": ""}}}},
    {"_meta": {"example.org/version": 1, "default": None}},
    {"icons": [{"src": "https://example.org/icon.png", "mimeType": "image/png", "sizes": ["48x48"]}]},
    {"execution": {"taskSupport": "optional"}},
    {"execution": {}},
    {
        "annotations": {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": True, "openWorldHint": False},
        "icons": [
            {"src": "https://example.org/dark.svg", "theme": "dark"},
            {"src": f"data:image/png;base64,{PNG}", "theme": "light", "sizes": []},
        ],
    },
    {"title": "", "annotations": {}, "_meta": {}, "icons": [], "outputSchema": {"type": "object"}},
)

# Names that MCP allows and the Chat API does not, and names that MCP advises against.
_MCP_NAMES = DealtOptions(("get.weather", LONGEST_NAME + "2", "server__" * 12 + "a.b"))
_ADVISED_AGAINST = DealtOptions(
    name for name in (*UNSAFE_TOOL_NAMES, "") if not re.fullmatch(r"[A-Za-z0-9_.-]{1,128}", name)
)
_DEALT_NAMES = DealtOptions(TOOL_NAMES)
_IS_UNSAFE = weighted({False: 6, True: 1})
_BOOLEANS = DealtOptions((True, False))
_NO_NAMES = table(None, 5, 0, True, 1.5, ["search"], {"name": "search"}, [])
_NO_SCHEMAS = table([], ["object"], "{}", "", True, 7)
_NO_OBJECTS = table(None, "search", 0, True, [], 0.5, "", [{"name": "search"}])


def mcp_name(choices: Choices) -> str:
    """A name that MCP allows, sometimes one that the Chat API refuses."""
    return choices.pick(_MCP_NAMES if choices.pick(_IS_UNSAFE) else _DEALT_NAMES)


def usable(choices: Choices, sizes: tuple[int, ...]) -> Tool:
    """A tool with a string name and an object schema. sizes: as in `make_schema`."""
    tool: Tool = {"name": mcp_name(choices)}
    description = choices.pick(_DESCRIPTIONS)
    if description != "absent":
        tool["description"] = text(choices, _OWN_TEXTS) if description == "text" else ""
    tool["inputSchema"] = without_boolean_properties(make_schema(choices, sizes))
    tool |= fresh(choices, _FIELDS)
    return dict(reversed(tool.items())) if choices.one_in(8) else tool


def nameless(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """A tool without a name."""
    return _without(usable(choices, sizes), "name")


def odd_name(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """A tool whose name is no string."""
    return usable(choices, sizes) | {"name": fresh(choices, _NO_NAMES)}


def schemaless(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """A tool without inputSchema."""
    return _without(usable(choices, sizes), "inputSchema")


def null_schema(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """A tool whose inputSchema is null."""
    return usable(choices, sizes) | {"inputSchema": None}


def odd_schema(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """A tool whose inputSchema is a list or another value that is no object."""
    return usable(choices, sizes) | {"inputSchema": fresh(choices, _NO_SCHEMAS)}


def no_object(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """Null, a scalar or a list in the place of a tool."""
    return fresh(choices, _NO_OBJECTS)


def unsafe_name(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """A tool with a name that MCP advises against."""
    return usable(choices, sizes) | {"name": choices.pick(_ADVISED_AGAINST)}


def null_description(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """A tool whose description is null."""
    return usable(choices, sizes) | {"description": None}


def boolean_property(choices: Choices, sizes: tuple[int, ...]) -> JSON:
    """A tool with a property whose schema is a boolean."""
    tool = usable(choices, sizes)
    tool["inputSchema"].setdefault("properties", {})["anything"] = choices.pick(_BOOLEANS)
    return tool


# Tools with one fault, by its name.
FAULTS = {
    "no name": nameless, "a name that is no text": odd_name, "no inputSchema": schemaless,
    "null inputSchema": null_schema, "an inputSchema that is no object": odd_schema, "no tool at all": no_object,
    "a name with unusual characters": unsafe_name, "null description": null_description,
    "a boolean property": boolean_property,
}  # fmt: skip
FAULT_NAMES = weighted(dict.fromkeys(FAULTS, 3) | {"an inputSchema that is no object": 6, "no tool at all": 11})


def _without(tool: Tool, key: str) -> Tool:
    return {other: value for other, value in tool.items() if other != key}
