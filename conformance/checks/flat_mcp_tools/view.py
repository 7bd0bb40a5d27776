"""How MCP tools pair with the flat tools they became in one step."""

from __future__ import annotations

from functools import cached_property

from conformance.checks.mcp_tools.view import EMPTY_SCHEMAS, NO_SCHEMA, UNSAFE, McpTools, kind_of
from conformance.checks.tools import ToolPair, alike_with, lacks_properties
from conformance.matching.alignment import EXACT, MAY, MUST
from conformance.oracles.tools import takes_name
from conformance.values import ABSENT, JSON, same

# A name of 65 to 128 characters: whether the Responses API takes it is disputed, so no answer to unsafe-names says
# what becomes of it but `keep`.
LONG_NAME = "long-name"
FIELDS = ("type", "name", "description", "parameters", "strict")


def kind_of_flat(entry: JSON) -> str:
    """Return the kind of an MCP tool, by what a converter whose target is the Responses API can make of it."""
    kind = kind_of(entry)
    return LONG_NAME if kind == UNSAFE and takes_name("openai-responses", entry["name"]) else kind


class FlatMcpTools(McpTools):
    """One observation of mcp-tools-to-responses-tools."""

    target = "openai-responses"

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

    def likeness(self, entry: JSON, output: JSON) -> int:
        """How surely an output came from an entry."""
        rank = super().likeness(entry, output)
        if rank < 3 or rank == EXACT or not isinstance(output, dict) or "function" in output:
            return rank
        return alike_with((True, 2), (True, rank - 3))

    def bound(self, entry: JSON, output: JSON) -> JSON:
        """Return the tool without a strict that is off, which a rule of its own judges."""
        if not isinstance(output, dict):
            return output
        tool = {key: value for key, value in output.items() if key != "strict" or value is not False}
        if kind_of(entry) == NO_SCHEMA and tool.get("parameters") in EMPTY_SCHEMAS:
            tool["parameters"] = {}
        return tool

    def _expected_tools(self) -> JSON:
        nested = super()._expected_tools()
        if nested is ABSENT:
            return ABSENT
        strict = {} if self.trial.choices.get("strict-when-absent") == "omit" else {"strict": False}
        return [{"type": "function"} | tool["function"] | strict for tool in nested]

    @cached_property
    def described(self) -> tuple[ToolPair, ...]:
        """The pairs whose source has a description that is not empty."""
        return tuple(
            pair for pair in self.pairs if isinstance(pair.source_description, str) and pair.source_description != ""
        )

    def is_described(self, index: int) -> bool:
        """Whether an entry must convert and has a description that is not empty."""
        return super().is_described(index) and bool((self.entries or [])[index]["description"])


def same_but_for_properties(source: JSON, one: JSON, other: JSON) -> bool:
    """Whether two conversions of a schema are the same, but for an empty `properties` that one of them added."""
    if same(one, other):
        return True
    if not lacks_properties(source) or not isinstance(one, dict) or not isinstance(other, dict):
        return False
    return same(_without_empty(one), _without_empty(other))


def _without_empty(schema: dict[str, JSON]) -> JSON:
    empty = schema.get("properties", ABSENT) in ({}, None)
    return {key: value for key, value in schema.items() if key != "properties" or not empty}
