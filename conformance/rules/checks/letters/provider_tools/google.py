"""The form of Google's Gemini API: a function declaration."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cached_property

from conformance.base.values import ABSENT, JSON
from conformance.formats.cursor import Pen
from conformance.formats.gemini.schemas import PARAMETER
from conformance.formats.gemini.write import write_function
from conformance.formats.json_schema import SchemaDifference, is_valid_schema, object_schemas, properties_of
from conformance.formats.model.request import Tool
from conformance.rules.checks.api import SCHEMA
from conformance.rules.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, but_got, output_at
from conformance.rules.checks.letters.provider_tools import google_losses, google_schemas
from conformance.rules.checks.letters.provider_tools.google_alignment import SchemaPair, aligned
from conformance.rules.checks.letters.provider_tools.requests import GOOGLE
from conformance.rules.checks.letters.provider_tools.view import ProviderTool, form, name_failures
from conformance.rules.checks.tools.api import refused_tools
from conformance.rules.checks.tools.fields import OTHER_RULES, schema_failure
from conformance.rules.laws.offers import ToolPair

_JSON_KEYS = ("parametersJsonSchema", "parameters_json_schema")


class GoogleTool(ProviderTool):
    """For Google's Gemini API."""

    target = GOOGLE
    tells_every_difference = False

    def key_of(self, body: JSON) -> str | None:
        """The schema is in one of two places; null and an empty one count as none."""
        keys = ("parameters", *_JSON_KEYS)
        return next((key for key in keys if isinstance(body, dict) and body.get(key)), None)

    def owed(self, tool: Tool) -> JSON:
        """A declaration that needs no translation."""
        return write_function(tool, Pen("gemini"))

    def _differences(self, pair: ToolPair) -> Iterator[SchemaDifference]:
        yield from google_schemas.differences(pair.source_schema, pair.schema, self.places)

    @cached_property
    def places(self) -> tuple[SchemaPair, ...]:
        """What the schemas of source and result have in the same places."""
        return tuple(place for pair in self.pairs for place in aligned(pair.source_schema, pair.schema))

    @property
    def lost_parameters(self) -> bool:
        """Whether the declaration has no schema although the source describes parameters."""
        if not self.pairs or not isinstance(self.pairs[0].body, dict) or self.pairs[0].schema is not ABSENT:
            return False
        return any(map(PARAMETER.fullmatch, properties_of(self.source)))


def google_declaration(view: ProviderTool) -> Findings:
    """PRV-4: a function declaration that Google's API takes."""
    return form(view, _google) if isinstance(view, GoogleTool) else None


def _google(view: GoogleTool, pair: ToolPair) -> Iterator[Failure]:
    yield from name_failures(view, pair)
    source = pair.source_schema
    if view.key_of(pair.body) in _JSON_KEYS and isinstance(source, dict) and is_valid_schema(source):
        if not is_valid_schema(_in_lower_case(pair.schema)):
            at = output_at(*view.at(pair, "parameters"))
            yield Failure("no-schema", at, f"wanted a JSON Schema, {but_got(pair.schema)}")
    for refused_tool in refused_tools(view) or ():
        # Values of the declaration's other fields are API-1's matter.
        if (
            refused_tool.rule != SCHEMA
            or refused_tool.path[:1] == ("parameters",)
            or "Unknown name" in refused_tool.message
        ):
            yield Failure("refused", output_at(*refused_tool.path), refused_tool.message)


def _in_lower_case(schema: JSON) -> JSON:
    """Return a schema with its types in lower case: whether the API reads them in upper case here is not known."""
    schema = copy.deepcopy(schema)
    for node in object_schemas(schema):
        if isinstance(node.get("type"), str):
            node["type"] = node["type"].lower()
        elif isinstance(node.get("type"), list):
            node["type"] = [element.lower() if isinstance(element, str) else element for element in node["type"]]
    return schema


def google_reports(view: ProviderTool) -> Findings:
    """PRV-4a: what limits the values and is left out is reported."""
    if not isinstance(view, GoogleTool) or not view.places or not google_losses.is_limited(view.source):
        return None
    for path, keyword in google_losses.left_out(view.source, view.places):
        if view.outcome.diagnostics is None:
            return NOT_OBSERVABLE
        if not view.outcome.diagnostics:
            at = output_at(*view.at(view.pairs[0], "parameters", *path))
            return (Failure("silent", at, f"{keyword} was left out here without any report"),)
        break
    return OK


def google_keeps(view: ProviderTool) -> Findings:
    """PRV-4b: what the API takes is not lost or changed: names, descriptions, types, required, enums, items."""
    return _google_differences(view, further=False)


def google_keeps_limits(view: ProviderTool) -> Findings:
    """PRV-4c: limits that the API takes stay."""
    return _google_differences(view, further=True)


def _google_differences(view: ProviderTool, *, further: bool) -> Findings:
    if not isinstance(view, GoogleTool) or not view.pairs:
        return None
    found = [
        schema_failure(view, pair, difference)
        for pair, difference in view.schema_differences
        if difference.kind not in OTHER_RULES and (difference.kind == "further-lost") is further
    ]
    if view.lost_parameters and not further:
        found.append(Failure("parameters-lost", "/output", "the declaration has none of the parameters"))
    return tuple(found)
