"""What MCP tools are worth to a converter, and how they pair with what came of them."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from enum import Enum
from functools import cached_property
from typing import ClassVar

from conformance.checks.names import source_name
from conformance.checks.tools import ToolPair, ToolsView, alike_with, lacks_properties, property_names
from conformance.checks.trial import answer_of
from conformance.formats.json_schema import KEYWORDS, Difference, without_defaults
from conformance.matching.alignment import EXACT, MAY, MUST, NEVER
from conformance.standing.schemas import schema_reasons
from conformance.values import ABSENT, JSON, same, steps

SAFE_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
# Names that mean something to a language or to JSON Schema, and get lost as property names (MCP-11).
SPECIAL_NAMES = frozenset(
    {"__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "$ref", "$defs", "enum", ""}
)
CHAT_FIELDS = {"name", "description", "parameters"}
MCP_FIELDS = {
    "annotations",
    "title",
    "outputSchema",
    "inputSchema",
    "input_schema",
    "_meta",
    "meta",
    "icons",
    "execution",
}

USABLE, NAMELESS, NO_SCHEMA, UNSAFE, ODD = "usable", "nameless", "no-schema", "unsafe-name", "odd-description"
UNUSABLE = (NAMELESS, NO_SCHEMA)
# What an unusable tool may have for its parameters, under the answer empty-object.
EMPTY_SCHEMAS: tuple[JSON, ...] = ({}, {"type": "object"}, {"type": "object", "properties": {}})


class Changed(Enum):
    """What a difference between two schemas changes. LIKE_DEFAULT: a name or data that only looks like the keyword."""

    DEFAULT_IN_PROPERTY = "default in a property"
    DEFAULT_ELSEWHERE = "default elsewhere"
    LIKE_DEFAULT = "name or data like a keyword"
    SPECIAL_NAME = "special name"
    OTHER = "other"


_OF_DEFAULTS = {
    "default-in-property": Changed.DEFAULT_IN_PROPERTY,
    "default-elsewhere": Changed.DEFAULT_ELSEWHERE,
    "default-lost-from-data": Changed.LIKE_DEFAULT,
}


def kind_of(entry: JSON) -> str:
    """Return the kind of an MCP tool, by what a converter can make of it."""
    if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
        return NAMELESS
    if not isinstance(entry.get("inputSchema"), dict):
        return NO_SCHEMA
    if not isinstance(entry.get("description", ""), str | None):
        return ODD
    return USABLE if SAFE_NAME.fullmatch(entry["name"]) else UNSAFE


def own_words(entry: JSON) -> tuple[str, ...]:
    """Return what an MCP tool says of itself beside its description: its titles, and the text of its schema's root."""
    holders = [entry, entry.get("annotations"), entry.get("inputSchema")]
    said = [holder.get("title") for holder in holders if isinstance(holder, dict)]
    if isinstance(entry.get("inputSchema"), dict):
        said.append(entry["inputSchema"].get("description"))
    return tuple(text for text in said if isinstance(text, str) and text)


class McpTool(ToolsView):
    """One observation of mcp-tool-to-chat-tool."""

    is_list: ClassVar[bool] = False
    defaults_go: ClassVar[bool] = True
    target = "openai-chat"

    def kind(self, entry: JSON) -> str:
        """Return the kind of an entry."""
        return kind_of(entry)

    def may_be_refused(self, entry: JSON) -> bool:
        """Whether the call may fail on an entry."""
        return kind_of(entry) != USABLE or entry.get("description") is None

    @cached_property
    def is_refused_by_right(self) -> bool:
        """Whether the error says where a schema has what no JSON Schema has there."""
        message = self.outcome.refusal.message if self.outcome.refusal else ""
        if "schema" not in message.lower():
            return False
        schemas = (entry["inputSchema"] for entry in self.entries or [] if self.kind(entry) in (USABLE, UNSAFE))
        invalid = (one for schema in schemas for one in schema_reasons(schema) if one.rule == "schema-invalid")
        keywords = (next((key for key in reversed(steps(one.at)) if not key.isdecimal()), None) for one in invalid)
        return any(re.search(rf"\b{re.escape(key)}\b", message) for key in keywords if key)

    def is_safe(self, name: str) -> bool:
        """Whether the target's API takes a name."""
        return bool(SAFE_NAME.fullmatch(name))

    @cached_property
    def on_unusable(self) -> tuple[str, ...]:
        """The acceptable answers to unusable-tool."""
        return answer_of(self.trial, "unusable-tool", "empty-object", "drop", "raise")

    def fate(self, entry: JSON) -> str:
        """Whether the entry MUST, MAY or NEVER arrives."""
        kind = kind_of(entry)
        if kind == USABLE:
            return MUST
        if kind == UNSAFE:
            return {"keep": MUST, "rename": MUST, "refuse": NEVER}.get(self.trial.choices.get("unsafe-names", ""), MAY)
        if kind == NO_SCHEMA and "empty-object" in self.on_unusable:
            if not SAFE_NAME.fullmatch(entry["name"]) or not isinstance(entry.get("description", ""), str | None):
                return MAY
            return MUST if self.on_unusable == ("empty-object",) else MAY
        return MAY if kind == ODD else NEVER

    def entry_must_convert(self, index: int) -> bool:
        """Whether no legal answer lets the call fail on an entry; of one without a schema the choice's rule says it."""
        return self.fates[index] == MUST and self.kinds[index] != NO_SCHEMA

    def is_described(self, index: int) -> bool:
        """Whether an entry must convert and has a description; without one it is another rule's matter."""
        return self.entry_must_convert(index) and (self.entries or [])[index].get("description") is not None

    def names_of(self, pair: ToolPair) -> tuple[JSON, ...]:
        """Return the names that a tool goes by: the one it is owed, the one it got, and that of the server."""
        got = pair.body.get("name") if isinstance(pair.body, dict) else None
        return pair.source_name, got, source_name(self.trial, pair.source_name)

    @property
    def is_all_usable(self) -> bool:
        """Whether no tool arrived of an entry that cannot be used, or whose description is no text."""
        return self.alignment is None or all(self.kinds[entry] in (USABLE, UNSAFE) for entry in self.arrived)

    def likeness(self, entry: JSON, output: JSON) -> int:
        """How surely an output came from an entry."""
        if same(entry, output):
            return EXACT
        if not isinstance(output, dict):
            return 0
        wrapped = isinstance(output.get("function"), dict)
        body = output["function"] if wrapped else output
        arrived = body.get("name")
        if not isinstance(entry, dict):
            return 0 if arrived else 1
        name, description = entry.get("name"), entry.get("description")
        described = description is None or same(description, body.get("description"))
        if not same(name, arrived):
            renamed = isinstance(arrived, str) and bool(SAFE_NAME.fullmatch(arrived)) and self.key(entry) is None
            return 1 if renamed and described and (description or isinstance(name, str)) else 0
        if name is None:
            return 3 if described else 2
        shaped = property_names(entry.get("inputSchema")) == property_names(body.get("parameters"))
        return alike_with((wrapped, 2), (described, 2), (shaped, 2))

    def key(self, tool: JSON) -> Hashable | None:
        """Return a tool's name where every converter keeps it."""
        if not isinstance(tool, dict):
            return None
        body = tool.get("function")
        holder = body if "name" not in tool and isinstance(body, dict) else tool
        name = holder.get("name")
        return name if isinstance(name, str) and SAFE_NAME.fullmatch(name) else None

    def pair(self, entry: int, position: int) -> ToolPair | None:
        """Return the pair of a tool that arrived."""
        if self.entries is None or self.outputs is None or self.kinds[entry] == NAMELESS:
            return None
        tool, result = self.entries[entry], self.outputs[position]
        wrapped = isinstance(result, dict) and isinstance(result.get("function"), dict)
        schema = tool.get("inputSchema")
        return ToolPair(
            entry=entry,
            position=position,
            source_name=tool["name"],
            source_description=ABSENT if tool.get("description") is None else tool["description"],
            source_schema=schema if isinstance(schema, dict) else ABSENT,
            result=result,
            body=result["function"] if wrapped else result,
            body_path=("function",) if wrapped else (),
        )

    def bound(self, entry: JSON, output: JSON) -> JSON:
        """Return the tool without `strict: false`, which MCP-8 accepts, and with one of the empty schemas."""
        function = output.get("function") if isinstance(output, dict) else None
        if not isinstance(function, dict):
            return output
        function = {key: value for key, value in function.items() if key != "strict" or value is not False}
        if kind_of(entry) == NO_SCHEMA and function.get("parameters") in EMPTY_SCHEMAS:
            function["parameters"] = {}
        return {**output, "function": function}

    def expected(self) -> JSON:
        """Return the tool that is owed; ABSENT where the call should fail."""
        tools = self._expected_tools()
        return tools if tools is ABSENT else tools[0] if tools else None

    def _expected_tools(self) -> JSON:
        choices = self.trial.choices
        tools = []
        for entry, kind, fate in zip(self.entries or (), self.kinds, self.fates, strict=True):
            if fate == NEVER and (kind in UNUSABLE and self.on_unusable == ("raise",)):
                return ABSENT
            if fate == NEVER and kind == UNSAFE and not self.is_list:
                return ABSENT
            if fate != MUST:
                continue
            description = entry.get("description")
            if description is None:
                description = {"name": entry["name"], "omit": ABSENT}.get(
                    choices.get("description-when-absent", ""), ""
                )
            schema = entry.get("inputSchema")
            parameters = without_defaults(schema) if isinstance(schema, dict) else {"type": "object", "properties": {}}
            if choices.get("missing-properties") == "add" and lacks_properties(parameters):
                parameters["properties"] = {}
            function = {"name": entry["name"], "description": description, "parameters": parameters}
            if description is ABSENT:
                del function["description"]
            tools.append({"type": "function", "function": function})
        return tools

    def texts(self, pair: ToolPair) -> Iterator[tuple[str, JSON, JSON]]:
        """Yield (key, source, result) of the texts outside the schema that no choice replaces."""
        for key, source, result in super().texts(pair):
            if key != "name" or not may_be_renamed(self, pair):
                yield key, source, result

    @cached_property
    def classified(self) -> tuple[tuple[ToolPair, Difference, frozenset[Changed]], ...]:
        """Each schema difference with what it changes."""
        return tuple((pair, difference, _classified(difference)) for pair, difference in self.schema_differences)


class McpTools(McpTool):
    """One observation of mcp-tools-to-chat-tools."""

    is_list: ClassVar[bool] = True

    def expected(self) -> JSON:
        """Return the list that is owed; ABSENT where the call should fail."""
        if self.entries is None:
            return ABSENT
        return self._expected_tools()


def _classified(difference: Difference) -> frozenset[Changed]:
    """Say what a difference changes. Rules of their own judge numbers and the order of keys."""
    kind = difference.kind
    if kind in ("number-changed", "order-changed"):
        return frozenset()
    if kind == "name-lost":
        keyword = {Changed.LIKE_DEFAULT} if difference.name in KEYWORDS else set()
        special = {Changed.SPECIAL_NAME} if difference.name in SPECIAL_NAMES else set()
        return frozenset(keyword | special or {Changed.OTHER})
    return frozenset({_OF_DEFAULTS.get(kind, Changed.OTHER)})


def may_be_renamed(view: McpTool, pair: ToolPair) -> bool:
    """Whether a name's change is the choice unsafe-names, and no matter of exact text."""
    answers = answer_of(view.trial, "unsafe-names", "keep", "rename", "refuse")
    return "rename" in answers and not SAFE_NAME.fullmatch(pair.source_name)
