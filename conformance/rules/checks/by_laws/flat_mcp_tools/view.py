"""How MCP tools pair with the flat tools they became in one step."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from conformance.apis.oracles.tools import takes_name
from conformance.base.values import ABSENT, JSON, Absent, same
from conformance.rules.alignment.alignment import MAY, MUST
from conformance.rules.checks.by_laws.mcp_tools.view import UNSAFE, McpTools, kind_of
from conformance.rules.checks.tools.read_tools import FIELDS
from conformance.rules.checks.tools.view import lacks_properties
from conformance.rules.laws.offers import ToolPair

# A name of 65 to 128 characters: whether the Responses API takes it is disputed, so no answer to unsafe-names says
# what becomes of it but `keep`.
LONG_NAME = "long-name"


def kind_of_flat(entry: JSON) -> str:
    """Return the kind of an MCP tool, by what a converter whose target is the Responses API can make of it."""
    kind = kind_of(entry)
    return LONG_NAME if kind == UNSAFE and takes_name("openai-responses", entry["name"]) else kind


class FlatMcpTools(McpTools):
    """One observation of mcp-tools-to-responses-tools."""

    target = "openai-responses"
    is_nested = False
    known = frozenset({*FIELDS, "type", "function"})
    functions = McpTools.functions | {LONG_NAME}
    means_strict = True
    strict_answers: ClassVar[Mapping[str, tuple[JSON | Absent, ...]]] = {"false": (False,), "omit": (ABSENT,)}
    unsaid_strict = "false"

    def kind(self, entry: JSON) -> str:
        """Return the kind of an entry."""
        return kind_of_flat(entry)

    def is_safe(self, name: str) -> bool:
        """Whether the Responses API takes a name, by the wider of the two limits that are reported."""
        return takes_name("openai-responses", name)

    def may_be_refused(self, entry: JSON) -> bool:
        """Whether the call may fail on an entry: S0 alone would reject an empty description too."""
        return super().may_be_refused(entry) or not entry.get("description")

    def fate(self, entry: JSON) -> str:
        """Whether the entry MUST, MAY or NEVER arrives."""
        if kind_of_flat(entry) == LONG_NAME:
            return MUST if self.trial.choices.get("unsafe-names") in ("keep", "rename") else MAY
        return super().fate(entry)

    def for_empty(self, pair: ToolPair, own: tuple[str, ...]) -> tuple[JSON | Absent, ...] | None:
        """Return what may stand in for an empty description: S2 keeps it, S0 takes it for none."""
        return ("", ABSENT, *self.names_of(pair), *own)

    @cached_property
    def described(self) -> tuple[ToolPair, ...]:
        """The pairs whose source has a description that is not empty."""
        return tuple(
            pair for pair in self.pairs if isinstance(pair.source_description, str) and pair.source_description != ""
        )

    def is_owed(self, index: int) -> bool:
        """Whether an entry must convert and has a description that is not empty."""
        return super().is_owed(index) and bool(self.entry(index)["description"])


def same_but_for_properties(source: JSON, value: JSON, other: JSON) -> bool:
    """Whether two conversions of a schema are the same, but for an empty `properties` that one of them added."""
    if same(value, other):
        return True
    if not lacks_properties(source) or not isinstance(value, dict) or not isinstance(other, dict):
        return False
    return same(_without_empty(value), _without_empty(other))


def _without_empty(schema: dict[str, JSON]) -> JSON:
    empty = schema.get("properties", ABSENT) in ({}, None)
    return {key: value for key, value in schema.items() if key != "properties" or not empty}
