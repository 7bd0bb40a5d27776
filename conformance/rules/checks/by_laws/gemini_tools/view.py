"""How MCP tools pair with the function declarations they became."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar, Final

from conformance.apis.oracles.table import rule
from conformance.base.observation import Outcome
from conformance.base.values import ABSENT, JSON, Absent
from conformance.formats.gemini.declared import (
    OPENAPI,
    RESPONSES,
    SCHEMAS,
    declarations,
    placed_declarations,
    read_declared,
    schema_key,
)
from conformance.formats.gemini.schemas import PARAMETER
from conformance.formats.json_schema import Path, SchemaDifference, list_of, properties_of
from conformance.formats.offers import read_listed
from conformance.rules.alignment.alignment import MAY, MUST, NEVER
from conformance.rules.checks.by_laws.anthropic_tools.view import AnthropicTools
from conformance.rules.checks.by_laws.flat_mcp_tools.view import LONG_NAME
from conformance.rules.checks.by_laws.mcp_tools.view import EMPTY_SCHEMAS, MCP_FIELDS, UNSAFE, USABLE, kind_of
from conformance.rules.checks.letters.provider_tools import google_losses, google_schemas
from conformance.rules.checks.letters.provider_tools.google_alignment import SchemaPair, aligned
from conformance.rules.checks.tools.anthropic_schemas import COMBINATORS
from conformance.rules.checks.trial import Trial
from conformance.rules.laws.law import OUTPUT, Place
from conformance.rules.laws.offers import ToolPair

_NAME: Final = re.compile(rule("google-name").limit("*"))
# Names of 65 to 128 characters: error answers say 64, the types say 128.
_LONG: Final = re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}")
# What asks for something of an object; a declaration without a schema says the same as one without these.
_ASKING: Final = google_losses.LIMITING | {
    *COMBINATORS, "$ref", "const", "enum", "maxProperties", "minProperties", "properties", "required",
}  # fmt: skip


def kind_of_declared(entry: JSON) -> str:
    """Return the kind of an MCP tool, by what a converter whose target is Gemini's API can make of it."""
    kind = kind_of(entry)
    if kind not in (USABLE, UNSAFE):
        return kind
    if _NAME.fullmatch(entry["name"]):
        return USABLE
    return LONG_NAME if _LONG.fullmatch(entry["name"]) else UNSAFE


class GeminiTools(AnthropicTools):
    """One observation of mcp-tools-to-gemini-tools: of the declarations of its tools, in one list.

    A schema as JSON Schema is judged as Anthropic's, but for that the API refuses nothing at its root; one in the form
    of `parameters` as tool-definition-to-provider-tool judges it.
    """

    target = "google"
    schema_key = SCHEMAS[0]
    known = frozenset({"name", "description", *SCHEMAS, *RESPONSES})
    alone = MCP_FIELDS
    empty_schemas = (*EMPTY_SCHEMAS, ABSENT, None)
    readers = (read_listed, read_declared)
    functions = frozenset({*AnthropicTools.functions, LONG_NAME})
    own_names = _NAME
    strict_answers: ClassVar[Mapping[str, tuple[JSON | Absent, ...]]] = {}

    def __init__(self, trial: Trial) -> None:
        self.tools = trial.outcome.output
        alone = None if trial.alone is None else tuple(map(_in_one_list, trial.alone))
        again = None if trial.again is None else _in_one_list(trial.again)
        super().__init__(replace(trial, outcome=_in_one_list(trial.outcome), alone=alone, again=again))

    @cached_property
    def _paths(self) -> tuple[Path, ...]:
        """Where each declaration is in the output."""
        return tuple(at for at, _each in placed_declarations(self.tools)) if isinstance(self.tools, list) else ()

    def position_path(self, position: int) -> Path:
        """Return the path of a declaration."""
        return self._paths[position] if position < len(self._paths) else (position,)

    def top(self, pair: ToolPair, *path: str | int) -> Place:
        """Return a place in what arrived."""
        return (OUTPUT, *self.position_path(pair.position), *path)

    def kind(self, entry: JSON) -> str:
        """Return the kind of an entry."""
        return kind_of_declared(entry)

    def is_safe(self, name: str) -> bool:
        """Whether the API takes a name, by the wider of the two limits that are known."""
        return bool(_LONG.fullmatch(name))

    def fate(self, entry: JSON) -> str:
        """Whether the entry MUST, MAY or NEVER arrives."""
        kind, names = kind_of_declared(entry), self.trial.choices.get("unsafe-names", "")
        if kind == USABLE:
            return MUST
        if kind == LONG_NAME:
            return MUST if names in ("keep", "rename") else MAY
        if kind == UNSAFE:
            return {"keep": MUST, "rename": MUST, "refuse": NEVER}.get(names, MAY)
        return super().fate(entry)

    def may_be_refused(self, entry: JSON) -> bool:
        """Whether the call may fail on an entry."""
        return kind_of_declared(entry) != USABLE or not entry.get("description")

    def may_rename(self, path: Path, name: str) -> bool:
        """Google's own form has a pattern for the names of properties."""
        return not PARAMETER.fullmatch(name) if self.places else super().may_rename(path, name)

    def paired(self, entry: int, position: int) -> ToolPair:
        """Return an entry with what it became. Where no parameter is described, none may be declared."""
        pair = super().paired(entry, position)
        key, source = schema_key(pair.body), pair.source_schema
        return replace(pair, key=key, source_schema=source if key is not None or _describes(source) else ABSENT)

    @property
    def undeclared(self) -> list[int]:
        """The entries that ask for something of their arguments, and whose declarations have no schema."""
        bare = (pair for pair in self.pairs if pair.key is None and isinstance(pair.source.schema, dict))
        return [pair.entry for pair in bare if not _asks_nothing(pair.source.schema)]

    def bound(self, entry: JSON, output: JSON) -> JSON:
        """Return the declaration without a schema that asks for nothing, and with the other at one place."""
        body = super().bound(entry, output)
        key = schema_key(body)
        if not isinstance(body, dict) or key is None:
            return body
        rest = {name: value for name, value in body.items() if name != key and name not in RESPONSES}
        return rest if _asks_nothing(body[key]) else {**rest, self.schema_key: body[key]}

    def owed(self, entry: JSON) -> JSON:
        """Return the declaration that is owed for an entry."""
        members = self.owed_members(entry)
        return {self.schema_key if name == OPENAPI else name: value for name, value in members.items()}

    def expected(self) -> JSON:
        """Return the tools that are owed."""
        owed = super().expected()
        return owed if not isinstance(owed, list) or not owed else [{"functionDeclarations": owed}]

    @property
    def is_open(self) -> bool:
        """Whether a schema arrived in Google's own form, or with a union of its root folded into it."""
        return bool(self.places) or any(
            key in pair.source_schema and key not in pair.schema
            for pair in self.schema_pairs
            for key in COMBINATORS
            if isinstance(pair.source_schema, dict) and isinstance(pair.schema, dict)
        )

    # Schemas in the form of `parameters`.

    @cached_property
    def places(self) -> Mapping[int, tuple[SchemaPair, ...]]:
        """What the schemas of source and result have in the same places, of each declaration in Google's own form."""
        return {
            pair.position: tuple(aligned(pair.source_schema, pair.schema))
            for pair in self.schema_pairs
            if pair.key == OPENAPI
        }

    @property
    def keeps_formats(self) -> bool:
        """Whether every `format` of a schema must arrive: Google's own form knows a few of them."""
        return not self.places

    def _differences(self, pair: ToolPair) -> Iterator[SchemaDifference]:
        if pair.key == OPENAPI:
            places = self.places[pair.position]
            yield from google_schemas.differences(pair.source_schema, pair.schema, places)
        else:
            yield from super()._differences(pair)

    def moved_numbers(self, pair: ToolPair) -> Iterator[SchemaDifference]:
        """Yield where a number of a union that was taken off the root arrived otherwise."""
        return iter(()) if pair.key == OPENAPI else super().moved_numbers(pair)

    def lost_unions(self, pair: ToolPair) -> list[str]:
        """Return the unions of a tool's root whose alternatives are in no union of the result's."""
        return [] if pair.key == OPENAPI else super().lost_unions(pair)


def _in_one_list(outcome: Outcome) -> Outcome:
    """Return an outcome whose output is a list of declarations."""
    return replace(outcome, output=declarations(outcome.output))


def _describes(schema: JSON | Absent) -> bool:
    """Whether a schema describes a parameter, at its root or in a union there."""
    if not isinstance(schema, dict):
        return False
    branches = (branch for key in COMBINATORS for branch in list_of(schema.get(key)))
    return any(properties_of(each) or (isinstance(each, dict) and "$ref" in each) for each in (schema, *branches))


def _asks_nothing(schema: Any) -> bool:
    """Whether a schema takes any object, or one without properties."""
    if not isinstance(schema, dict) or str(schema.get("type", "object")).lower() != "object":
        return False
    asking = _ASKING & schema.keys() - ({"additionalProperties"} if not schema.get("properties") else set())
    return not any(schema[key] for key in asking)
