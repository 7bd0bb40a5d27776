"""Entries of an MCP server's tool list, usable and broken."""

from __future__ import annotations

from typing import TypeAlias

from conformance.generate.choices import Choices, weighted
from conformance.generate.material import fresh, name, table, text
from conformance.generate.schemas import make_schema
from conformance.values import JSON

Tool: TypeAlias = dict[str, JSON]

_DESCRIPTIONS = weighted({"text": 12, "absent": 3, "null": 2, "empty": 1})

# What the protocol has beside name, description and inputSchema, and no other API takes.
_FIELDS = table(
    *[{}] * 4,
    {"title": "A title"},
    {"annotations": {"title": "Read", "readOnlyHint": True, "destructiveHint": False}},
    {"outputSchema": {"type": "object", "properties": {"default": {"type": "string", "default": ""}}}},
    {"_meta": {"example.org/version": 1, "default": None}},
    {"icons": [{"src": "https://example.org/icon.png", "mimeType": "image/png", "sizes": ["48x48"]}]},
    {"execution": {"taskSupport": "optional"}},
    {"title": "", "annotations": {}, "_meta": {}, "icons": [], "outputSchema": {"type": "object"}},
)

_NO_NAMES = table(None, 5, 0, True, 1.5, ["search"], {"name": "search"}, [])
_NO_SCHEMAS = table([], [], [{"type": "object"}], ["object"], "{}", "", True, 7)
_NO_OBJECTS = table(None, "search", 0, True, [], 0.5, "", [{"name": "search"}])


def usable(choices: Choices, sizes: tuple[int, ...]) -> Tool:
    """A tool with a string name and an object schema. sizes: as in `make_schema`."""
    tool: Tool = {"name": name(choices)}
    description = choices.pick(_DESCRIPTIONS)
    if description != "absent":
        tool["description"] = {"text": text(choices), "null": None, "empty": ""}[description]
    tool["inputSchema"] = make_schema(choices, sizes)
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


BROKEN = {nameless: 4, odd_name: 4, schemaless: 4, null_schema: 4, odd_schema: 8, no_object: 4}

SINGLE = weighted({usable: 66} | BROKEN | {no_object: 8})
MIXED = weighted({usable: 40} | BROKEN)
USABLE = weighted({usable: 1})


def _without(tool: Tool, key: str) -> Tool:
    return {other: value for other, value in tool.items() if other != key}
