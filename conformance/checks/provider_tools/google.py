"""The form of Google's Gemini API: a function declaration."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, brief, output_at
from conformance.checks.provider_tools import google_form, google_losses, google_schemas
from conformance.checks.provider_tools.requests import GOOGLE
from conformance.checks.provider_tools.view import ProviderTool, difference_failure, form, named
from conformance.checks.schemas import Difference
from conformance.checks.tools import ToolPair
from conformance.values import ABSENT, JSON, Absent


class GooglePair(ToolPair):
    """A pair whose schema stands in one of the two places that a function declaration has for it."""

    __slots__ = ()

    @property
    def schema(self) -> JSON | Absent:
        """The tool's schema in the output; null counts as none."""
        key = schema_key(self.body)
        return self.body[key] if key is not None else ABSENT


def schema_key(declaration: JSON) -> str | None:
    """Return the key of a function declaration that holds its schema."""
    found = [key for key in ("parameters", *_JSON_KEYS) if isinstance(declaration, dict) and declaration.get(key)]
    return found[0] if found else None


_JSON_KEYS = ("parametersJsonSchema", "parameters_json_schema")


class GoogleTool(ProviderTool):
    """For Google's Gemini API."""

    target = GOOGLE
    tells_every_difference = False
    made = GooglePair

    def schema_path(self, pair: ToolPair) -> str:
        """The schema stands in one of two places."""
        return schema_key(pair.body) or "parameters"

    def in_json_schema(self, pair: ToolPair) -> bool:
        """Whether the declaration holds a JSON Schema, which this API takes whole."""
        return self.schema_path(pair) in _JSON_KEYS

    def owed(self, fields: dict[str, JSON]) -> JSON:
        """A declaration that needs no translation."""
        declaration = {"name": fields["name"], "description": fields["description"]}
        return {**declaration, "parametersJsonSchema": fields["parameters"]}

    def _differences(self, pair: ToolPair) -> Iterator[Difference]:
        yield from google_schemas.differences(pair.source_schema, pair.schema)

    @property
    def lost_parameters(self) -> bool:
        """Whether the declaration has no schema although the source describes parameters."""
        if not self.pairs or not isinstance(self.pairs[0].body, dict) or self.pairs[0].schema is not ABSENT:
            return False
        source = self.pairs[0].source_schema
        properties = source.get("properties") if isinstance(source, dict) else None
        return isinstance(properties, dict) and any(map(google_form.PARAMETER.fullmatch, properties))


def google_declaration(view: ProviderTool) -> Findings:
    """PRV-4: a function declaration that Google's API takes."""
    return form(view, _google(view)) if isinstance(view, GoogleTool) else None


def _google(view: GoogleTool) -> Iterator[Failure]:
    for pair in view.pairs:
        yield from named(view, pair)
        members = google_form.spelled(pair.body)
        for key in pair.body:
            if google_form.camel(key) not in google_form.DECLARATION_KEYS:
                message = f"the API knows no {brief(key)} in a function declaration"
                yield Failure("unknown-key", output_at(key), message)
        if "parameters" in members and "parametersJsonSchema" in members:
            yield Failure("two-schemas", "/output", "a declaration has parameters or parametersJsonSchema, not both")
        if "description" in members and not isinstance(members["description"], str):
            message = f"description must be a text, got {brief(members['description'])}"
            yield Failure("description-type", output_at("description"), message)
        if "parameters" in members:
            for path, problem in google_form.problems(members["parameters"]):
                yield Failure("refused", output_at("parameters", *path), problem)
        elif "parametersJsonSchema" in members and not isinstance(members["parametersJsonSchema"], dict):
            yield Failure("no-schema", output_at(view.schema_path(pair)), "wanted a JSON Schema of an object")


def google_reports(view: ProviderTool) -> Findings:
    """PRV-4a: what limits the values and is left out is reported."""
    if not isinstance(view, GoogleTool):
        return None
    reached = False
    for pair in view.pairs:
        if not isinstance(pair.schema, dict) or not google_losses.is_limited(pair.source_schema):
            continue
        reached = True
        for path, keyword in google_losses.left_out(pair.source_schema, pair.schema):
            if view.outcome.diagnostics is None:
                return NOT_OBSERVABLE
            if view.outcome.diagnostics:
                return OK
            at = output_at(*view.at(pair, "parameters", *path))
            return (Failure("silent", at, f"{keyword} was left out here without any report"),)
    return OK if reached else None


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
        difference_failure(view, pair, difference)
        for pair, difference in view.schema_differences
        if difference.kind not in ("number-changed", "order-changed") and (difference.kind == "further-lost") is further
    ]
    if view.lost_parameters and not further:
        found.append(Failure("parameters-lost", "/output", "the declaration has none of the parameters"))
    return tuple(found)
