"""What MCP tools are worth to a converter, and how they pair with what came of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import ClassVar

from conformance.apis.input_validity.schemas import schema_reasons
from conformance.base.values import ABSENT, JSON, Absent, same, steps
from conformance.formats.offers import read_listed, read_nested
from conformance.rules.alignment.alignment import EXACT, MAY, MUST, NEVER
from conformance.rules.checks.findings import Failure
from conformance.rules.checks.names import source_name
from conformance.rules.checks.tools.read_tools import EMPTY_OBJECT_SCHEMA, ReadTools, alike
from conformance.rules.checks.tools.view import alike_with, property_names
from conformance.rules.laws.offers import ToolPair

SAFE_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
MCP_FIELDS = frozenset({
    "annotations", "title", "outputSchema", "inputSchema", "input_schema", "_meta", "meta", "icons", "execution",
})  # fmt: skip

USABLE, NAMELESS, NO_SCHEMA, UNSAFE, ODD = "usable", "nameless", "no-schema", "unsafe-name", "odd-description"
UNUSABLE = (NAMELESS, NO_SCHEMA)
# What an unusable tool may have for its parameters, under the answer empty-object.
EMPTY_SCHEMAS: tuple[JSON, ...] = ({}, {"type": "object"}, EMPTY_OBJECT_SCHEMA)


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


class McpTool(ReadTools):
    """One observation of mcp-tool-to-chat-tool."""

    is_list: ClassVar[bool] = False
    defaults_go: ClassVar[bool] = True
    empty_schemas: ClassVar[tuple[JSON, ...]] = EMPTY_SCHEMAS
    target = "openai-chat"
    is_nested = True
    known = frozenset({"name", "description", "parameters"})
    alone = MCP_FIELDS
    lends = False
    readers = (read_listed, read_nested)
    functions = frozenset({USABLE, NO_SCHEMA, UNSAFE, ODD})
    undescribed = "empty"
    own_names: ClassVar[re.Pattern[str]] = SAFE_NAME  # those that every converter keeps

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
        invalid = (
            schema_reason
            for schema in schemas
            for schema_reason in schema_reasons(schema)
            if schema_reason.rule == "schema-invalid"
        )
        keywords = (
            next((key for key in reversed(steps(reason.at)) if not key.isdecimal()), None) for reason in invalid
        )
        return any(re.search(rf"\b{re.escape(key)}\b", message) for key in keywords if key)

    def is_safe(self, name: str) -> bool:
        """Whether the target's API takes a name."""
        return bool(SAFE_NAME.fullmatch(name))

    @cached_property
    def on_unusable(self) -> tuple[str, ...]:
        """The acceptable answers to unusable-tool."""
        return self.answers("unusable-tool", "empty-object", "drop", "raise")

    def fate(self, entry: JSON) -> str:
        """Whether the entry MUST, MAY or NEVER arrives."""
        kind = kind_of(entry)
        if kind == USABLE:
            return MUST
        if kind == UNSAFE:
            return {"keep": MUST, "rename": MUST, "refuse": NEVER}.get(self.trial.choices.get("unsafe-names", ""), MAY)
        if kind == NO_SCHEMA and "empty-object" in self.on_unusable:
            if not self.own_names.fullmatch(entry["name"]) or not isinstance(entry.get("description", ""), str | None):
                return MAY
            return MUST if self.on_unusable == ("empty-object",) else MAY
        return MAY if kind == ODD else NEVER

    def entry_must_convert(self, index: int) -> bool:
        """Whether no legal answer lets the call fail on an entry; of one without a schema the choice's rule says it."""
        return self.fates[index] == MUST and self.kinds[index] != NO_SCHEMA

    def is_owed(self, index: int) -> bool:
        """Whether an entry must convert and has a description; without one it is another rule's matter."""
        return self.entry_must_convert(index) and self.entry(index).get("description") is not None

    def lost(self) -> Iterator[Failure]:
        """Yield the tools that are lost; of a list whose entries were not asked alone another rule says it."""
        if not self.is_nested or not self.is_list or len(self.kinds) < 2 or self.trial.alone is not None:
            yield from super().lost()

    @cached_property
    def formed(self) -> Sequence[ToolPair]:
        """The pairs whose form a rule states: a tool without a schema may become anything where it may go."""
        return [pair for pair in self.pairs if self._is_formed(pair.entry)]

    def _is_formed(self, entry: int) -> bool:
        return self.kinds[entry] != NO_SCHEMA or self.fates[entry] == MUST

    def allows_name(self, pair: ToolPair) -> bool:
        """Whether a changed name is what the answer `rename` to unsafe-names asks for.

        It is safe, only where needed, reported where reports can be seen, and no other tool's.
        """
        name, wanted = pair.got.name, pair.source_name
        if not may_be_renamed(self, pair) or not isinstance(name, str) or not self.is_safe(name):
            return False
        others = (other.got.name for other in self.pairs if other.source_name != wanted)
        return self.outcome.diagnostics != () and all(other != name for other in others)

    def forbids_name(self, pair: ToolPair) -> bool:
        """Whether the answer to unsafe-names is `rename`, and the API refuses the source's name."""
        return not self.is_safe(pair.source_name) and self.trial.choices.get("unsafe-names") == "rename"

    def stand_ins(self, pair: ToolPair) -> tuple[JSON | Absent, ...] | None:
        """Return what may describe a tool that says nothing: what description-when-absent says, or its own words."""
        own = own_words(pair.source.value)
        if pair.source_description == "":
            return self.for_empty(pair, own)
        if self.kinds[pair.entry] not in (USABLE, UNSAFE):
            return None
        # Null is none for the Responses API; the Chat API refuses it.
        none = (ABSENT,) if self.is_nested else (ABSENT, None)
        legal = {"empty": ("",), "omit": none, "name": self.names_of(pair)}
        answers = self.answers("description-when-absent", "empty", "omit", "name")
        return (*(text for answer in answers for text in legal[answer]), *own)

    def for_empty(self, pair: ToolPair, own: tuple[str, ...]) -> tuple[JSON | Absent, ...] | None:
        """Return what may stand in for an empty description."""
        return ("", *own) if self._is_formed(pair.entry) else None

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
        got = self.read_result(output)
        if not isinstance(entry, dict):
            return 0 if got.name else 1
        source = self.read(entry)
        name, description = source.name, source.description
        described = description is ABSENT or description is None or same(description, got.description)
        if not alike(name, got.name):
            renamed = isinstance(got.name, str) and bool(self.own_names.fullmatch(got.name)) and self.key(entry) is None
            return 1 if renamed and described and (description or isinstance(name, str)) else 0
        if name is ABSENT or name is None:
            return 3 if described else 2
        is_formed = bool(got.at) or (not self.is_nested and "function" not in output)
        shaped = property_names(source.schema) == property_names(got.schema)
        return alike_with((is_formed, 2), (described, 2), (shaped, 2))

    def key(self, tool: JSON) -> str | None:
        """Return a tool's name where every converter keeps it."""
        if not isinstance(tool, dict):
            return None
        body = tool.get("function")
        holder = body if "name" not in tool and isinstance(body, dict) else tool
        name = holder.get("name")
        return name if isinstance(name, str) and self.own_names.fullmatch(name) else None

    def bound(self, entry: JSON, output: JSON) -> JSON:
        """Return the tool without `strict: false`, which another rule judges, and with one of the empty schemas."""
        got = self.read_result(output)
        if not isinstance(got.body, dict) or (self.is_nested and not got.at):
            return output
        body = {key: value for key, value in got.body.items() if key != "strict" or value is not False}
        if kind_of(entry) == NO_SCHEMA and body.get(self.schema_key) in EMPTY_SCHEMAS:
            body[self.schema_key] = {}
        return {**output, got.at[0]: body} if got.at else body

    @property
    def must_fail(self) -> bool:
        """Whether the call has to fail, under the subject's choices."""
        rejected = {kind for kind, fate in zip(self.kinds, self.fates, strict=True) if fate == NEVER}
        must_raise = self.on_unusable == ("raise",) and not rejected.isdisjoint(UNUSABLE)
        return must_raise or (UNSAFE in rejected and not self.is_list)

    def expected(self) -> JSON:
        """Return the tool, or the list, that is owed; ABSENT where the call should fail."""
        tools = super().expected()
        return tools if self.is_list or tools is ABSENT else tools[0] if tools else None

    def texts(self, pair: ToolPair) -> Iterator[tuple[str, JSON, JSON]]:
        """Yield (key, source, result) of the texts outside the schema that no choice replaces."""
        for key, source, result in super().texts(pair):
            if key != "name" or not may_be_renamed(self, pair):
                yield key, source, result


class McpTools(McpTool):
    """One observation of mcp-tools-to-chat-tools."""

    is_list: ClassVar[bool] = True


def may_be_renamed(view: McpTool, pair: ToolPair) -> bool:
    """Whether a name's change is the choice unsafe-names, and no matter of exact text."""
    return "rename" in view.answers("unsafe-names", "keep", "rename", "refuse") and not view.own_names.fullmatch(
        pair.source_name
    )
