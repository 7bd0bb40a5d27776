"""How MCP tools pair with the Anthropic tools they became."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from conformance.base.values import ABSENT, JSON, Absent
from conformance.formats.json_schema import Path, SchemaDifference
from conformance.formats.offers import read_listed, read_named
from conformance.rules.alignment.alignment import MAY, MUST
from conformance.rules.checks.by_laws.flat_mcp_tools.view import FlatMcpTools, kind_of_flat
from conformance.rules.checks.by_laws.mcp_tools.view import EMPTY_SCHEMAS, MCP_FIELDS, USABLE
from conformance.rules.checks.tools.anthropic_schemas import (
    COMBINATORS,
    ODD_PROPERTIES,
    PROPERTY,
    TAKEN,
    UNITED,
    folded_numbers,
    in_new_draft,
    kind_of_schema,
    left,
    owed_schema,
)
from conformance.rules.checks.tools.lone_branches import merged
from conformance.rules.laws.offers import ToolPair

# What a program or the converter's own settings may say of a tool beside what the server says.
HINT = "cache_control"
REFUSED_SCHEMAS = (UNITED, ODD_PROPERTIES)


def kind_of_named(entry: JSON) -> str:
    """Return the kind of an MCP tool, by what a converter whose target is Anthropic's API can make of it."""
    kind = kind_of_flat(entry)
    of_schema = kind_of_schema(entry["inputSchema"]) if kind == USABLE else TAKEN
    return kind if of_schema == TAKEN else of_schema


def is_refused(schema: JSON) -> bool:
    """Whether the API refuses a schema for what it has at its root."""
    return isinstance(schema, dict) and kind_of_schema(schema) != TAKEN


class AnthropicTools(FlatMcpTools):
    """One observation of mcp-tools-to-anthropic-tools.

    A tool whose schema the API refuses may be left out with a report. Its name is judged as the Responses API's, which
    takes the same characters, and of whose length reports say the same.
    """

    target = "anthropic"
    defaults_go = False
    tells_every_difference = False
    types = (ABSENT, None, "custom")
    forgives_null = True
    schema_key = "input_schema"
    empty_schemas = tuple(
        empty_schema for empty_schema in EMPTY_SCHEMAS if empty_schema
    )  # the API takes none without a type
    known = frozenset({"name", "description", schema_key, "strict", "type", HINT})
    alone = MCP_FIELDS - {schema_key}
    readers = (read_listed, read_named)
    functions = FlatMcpTools.functions | frozenset(REFUSED_SCHEMAS)
    means_strict = False
    strict_answers: ClassVar[Mapping[str, tuple[JSON | Absent, ...]]] = {"omit": (ABSENT, None, False)}
    unsaid_strict = "omit"

    def kind(self, entry: JSON) -> str:
        """Return the kind of an entry."""
        return kind_of_named(entry)

    def fate(self, entry: JSON) -> str:
        """Whether the entry MUST, MAY or NEVER arrives."""
        fate = super().fate(entry)
        return MAY if fate == MUST and is_refused(entry.get("inputSchema")) else fate

    def may_be_refused(self, entry: JSON) -> bool:
        """Whether the call may fail on an entry."""
        return super().may_be_refused(entry) or is_refused(entry["inputSchema"])

    def may_rename(self, path: Path, name: str) -> bool:
        """The API has a pattern for the names of the root's properties."""
        return not path and not PROPERTY.fullmatch(name)

    def owed(self, entry: JSON) -> JSON:
        """Return the tool that is owed for an entry."""
        members = self.owed_members(entry)
        schema = members.pop("parameters")
        return members | {self.schema_key: owed_schema(schema) if isinstance(schema, dict) else schema}

    def _differences(self, pair: ToolPair) -> Iterator[SchemaDifference]:
        pair = in_new_draft(pair)
        pair = replace(pair, source_schema=merged(pair.source_schema, pair.schema))
        yield from left(pair.source_schema, pair.schema, super()._differences(pair))

    def moved_numbers(self, pair: ToolPair) -> Iterator[SchemaDifference]:
        """Yield where a number of a union that was taken off the root arrived otherwise."""
        if isinstance(pair.source_schema, dict) and isinstance(pair.schema, dict):
            yield from folded_numbers(pair.source_schema, pair.schema)

    def lost_unions(self, pair: ToolPair) -> list[str]:
        """Return the unions of a tool's root whose alternatives are in no union of the result's."""
        source, root = pair.source_schema, pair.schema
        if not isinstance(source, dict) or not isinstance(root, dict):
            return []
        gone = [key for key in COMBINATORS[:2] if key not in root]
        return [key for key in gone if isinstance(source.get(key), list) and len(source[key]) > 1]
