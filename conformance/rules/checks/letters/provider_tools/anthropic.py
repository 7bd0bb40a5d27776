"""The form of Anthropic's Messages API, as its types and its error answers show it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from conformance.base.values import ABSENT, JSON
from conformance.formats.anthropic.write import write_tool
from conformance.formats.cursor import Pen
from conformance.formats.json_schema import Path, SchemaDifference, is_valid_schema
from conformance.formats.model.request import Schema, Tool
from conformance.rules.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, brief, but_got, output_at
from conformance.rules.checks.letters.provider_tools.requests import ANTHROPIC
from conformance.rules.checks.letters.provider_tools.view import ProviderTool, form, name_failures, unchanged
from conformance.rules.checks.tools.anthropic_schemas import (
    COMBINATORS,
    FOLDED,
    PROPERTY,
    TAKEN,
    folded,
    folded_numbers,
    in_new_draft,
    kind_of_schema,
    left,
    owed_schema,
)
from conformance.rules.laws.offers import ToolPair

# anthropic 2.12's ToolParam.
_ANTHROPIC_KEYS = frozenset({
    "allowed_callers", "cache_control", "defer_loading", "description", "eager_input_streaming", "input_examples",
    "input_schema", "name", "strict", "type",
})  # fmt: skip


class AnthropicTool(ProviderTool):
    """For Anthropic's Messages API."""

    target = ANTHROPIC
    tells_every_difference = False

    @cached_property
    def schema_kind(self) -> str:
        """The kind of the source's schema, whatever its definition lacks beside it."""
        return kind_of_schema(self.source) if self.pairs else TAKEN

    def key_of(self, body: JSON) -> str | None:
        """The schema has a name of its own here."""
        return "input_schema"

    def may_rename(self, path: Path, name: str) -> bool:
        """The API has a pattern for the names of the root's properties."""
        return not path and not PROPERTY.fullmatch(name)

    def owed(self, tool: Tool) -> JSON:
        """The same three fields, under Anthropic's names."""
        owed = Schema(value=owed_schema(self.source))
        return write_tool(replace(tool, strict=None, schema=owed), Pen("anthropic"))[0]

    def _differences(self, pair: ToolPair) -> Iterator[SchemaDifference]:
        pair = in_new_draft(pair)
        yield from left(pair.source_schema, pair.schema, super()._differences(pair))

    @cached_property
    def folded(self) -> dict[str, list[str]]:
        """What is not as the unions said that the root of the source has, and that of the result has not."""
        root = self.pairs[0].schema if self.pairs else None
        root = root if isinstance(root, dict) else self.source  # else nothing is gone
        return folded(self.source, root, numbers_are_free=True)

    def moved_numbers(self, pair: ToolPair) -> Iterator[SchemaDifference]:
        """Yield where a number of a union that was taken off the root arrived otherwise."""
        if isinstance(pair.source_schema, dict) and isinstance(pair.schema, dict):
            yield from folded_numbers(pair.source_schema, pair.schema)


def anthropic_form(view: ProviderTool) -> Findings:
    """PRV-3: name, description, input_schema, as Anthropic's API takes them."""
    return form(view, _anthropic) if isinstance(view, AnthropicTool) else None


def _anthropic(view: AnthropicTool, pair: ToolPair) -> Iterator[Failure]:
    body, schema, at = pair.body, pair.schema, output_at("input_schema")
    yield from name_failures(view, pair)
    for key, value in body.items():
        if key not in _ANTHROPIC_KEYS:
            yield Failure("unknown-key", output_at(key), f"the API knows no {brief(key)} in a tool")
        elif key == "type" and value not in (None, "custom"):
            yield Failure("type", output_at(key), f'the API takes no type {brief(value)} here, only "custom"')
    if body.get("strict") is not None and body["strict"] is not view.said.strict and body["strict"] is not False:
        yield Failure("strict", output_at("strict"), f"the definition did not ask for strict {brief(body['strict'])}")
    if "description" in body and not isinstance(body["description"], str):
        message = f"description must be a text, got {brief(body['description'])}"
        yield Failure("description-type", output_at("description"), message)
    if not isinstance(schema, dict):
        yield Failure("no-schema", at, f"wanted an input_schema, {but_got(schema)}")
        return
    if schema.get("type") != "object":
        yield Failure("root-type", at, f'the root must have type "object", {but_got(schema.get("type", ABSENT))}')
    is_sound = pair.source_schema is not ABSENT and is_valid_schema(pair.source_schema)
    if is_sound and not is_valid_schema(schema):
        yield Failure("invalid-schema", at, f"the input_schema is no valid JSON Schema: {brief(schema)}")
    for keyword in COMBINATORS:
        if keyword in schema:
            message = "input_schema does not support oneOf, allOf, or anyOf at the top level"
            yield Failure("root-union", output_at("input_schema", keyword), message)


def anthropic_strict(view: ProviderTool) -> Findings:
    """PRV-3a: a strict definition stays one, or the loss is reported."""
    bodies = (
        [pair.body for pair in view.pairs if isinstance(pair.body, dict)] if isinstance(view, AnthropicTool) else []
    )
    if not bodies or view.said.strict is not True:
        return None
    if bodies[0].get("strict") is True or view.outcome.diagnostics:
        return OK
    if view.outcome.diagnostics is None:
        return NOT_OBSERVABLE
    message = f"the definition is strict: wanted true, or a report, {but_got(bodies[0].get('strict', ABSENT))}"
    return (Failure("strict-lost", output_at("strict"), message),)


def anthropic_unchanged(view: ProviderTool) -> Findings:
    """PRV-5a: for Anthropic too, but for what its API refuses."""
    findings = unchanged(view) if isinstance(view, AnthropicTool) else None
    if not isinstance(view, AnthropicTool) or not isinstance(findings, tuple):
        return None
    at = output_at("input_schema")
    return *findings, *(
        Failure(kind, at, f"a union was taken off the root, {what} {', '.join(map(brief, view.folded[kind]))}")
        for kind, what in FOLDED.items()
        if view.folded[kind]
    )
