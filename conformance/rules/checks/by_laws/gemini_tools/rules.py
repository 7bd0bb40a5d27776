"""mcp-tools-to-gemini-tools: what is special about function declarations."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.values import JSON, same
from conformance.formats.gemini.declared import OPENAPI, RESPONSES, list_of_declarations
from conformance.rules.checks.by_laws.anthropic_tools import rules as of_named
from conformance.rules.checks.by_laws.gemini_tools.view import GeminiTools
from conformance.rules.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, brief, but_got, input_at, output_at
from conformance.rules.checks.letters.provider_tools import google_losses, google_schemas
from conformance.rules.checks.tools.anthropic_schemas import COMBINATORS
from conformance.rules.checks.tools.fields import has_report


def tools_declare(view: GeminiTools) -> Findings:
    """TOOL-1: each tool of the list declares functions, and is nothing else."""
    if not isinstance(view.tools, list) or not view.entries:
        return None
    found = []
    for number, tool in enumerate(view.tools):
        name = list_of_declarations(tool)
        if name is None:
            message = f"wanted a tool with its functionDeclarations, {but_got(tool)}"
            found.append(Failure("no-declarations", output_at(number), message))
        elif isinstance(tool, dict):
            found += (
                Failure("further-tool", output_at(number, key), f"{brief(key)} is a tool of the host's")
                for key, value in tool.items()
                if key != name and value is not None
            )
    return tuple(found) or (OK if view.pairs else None)


def unions_folded(view: GeminiTools) -> Findings:
    """TOOL-2: a union that was taken off the root of a JSON Schema leaves what its branches say of properties."""
    return _but_of_google_form(view, of_named.unions_folded(view))


def _but_of_google_form(view: GeminiTools, found: Findings) -> Findings:
    """Return what is wrong with schemas, but for those in Google's own form."""
    free = {output_at(*view.at(pair, "parameters")) for pair in view.schema_pairs if pair.key == OPENAPI}
    return tuple(failure for failure in found if failure.at not in free) if isinstance(found, tuple) else found


def refusals_reported(view: GeminiTools) -> Findings:
    """TOOL-7: what a schema loses for the form of `parameters`, or at its root, is reported."""
    found = of_named.refusals_reported(view)
    if found is NOT_OBSERVABLE or found:
        return found
    lost = next(_left_out(view), None)
    if lost is not None and view.outcome.diagnostics is None:
        return NOT_OBSERVABLE
    if lost is not None and not view.outcome.diagnostics:
        return (lost,)
    may_lose = any(_may_lose(pair.source_schema) for pair in view.schema_pairs)
    return OK if lost is not None or may_lose else found


def _may_lose(schema: JSON) -> bool:
    """Whether a schema has what another form may leave out."""
    return isinstance(schema, dict) and (not schema.keys().isdisjoint(COMBINATORS) or google_losses.is_limited(schema))


def _left_out(view: GeminiTools) -> Iterator[Failure]:
    """Yield the schemas that were left out, and the limits that Google's own form does not have."""
    for entry in view.undeclared:
        yield Failure("silent", input_at(entry, "inputSchema"), "the schema was left out without any report")
    for pair in view.schema_pairs:
        if pair.key == OPENAPI and google_losses.is_limited(pair.source_schema):
            for path, keyword in google_losses.left_out(pair.source_schema, view.places[pair.position]):
                at = output_at(*view.at(pair, "parameters", *path))
                yield Failure("silent", at, f"{keyword} was left out here without any report")


def schema_meaning(view: GeminiTools) -> Findings:
    """LAW-4: a declaration takes what its source takes; in Google's form no less: what it refuses is dropped."""
    found = _but_of_google_form(view, of_named.schema_meaning(view))
    if not isinstance(found, tuple):
        return found
    narrowed = [
        Failure("narrowed", output_at(*view.at(pair, "parameters", *path)), message)
        for pair in view.schema_pairs
        if pair.key == OPENAPI
        for path, message in google_schemas.narrowed(pair.source_schema, view.places[pair.position])
    ]
    return (*found, *narrowed)


def results_described(view: GeminiTools) -> Findings:
    """What a tool says of its results arrives as it is, or a report says that it did not; nothing else does."""
    pairs = [pair for pair in view.pairs if isinstance(pair.body, dict) and isinstance(pair.source.value, dict)]
    said = {pair.entry: pair.source.value.get("outputSchema") for pair in pairs}
    found, silent = [], []
    for pair in pairs:
        key = next((name for name in RESPONSES if pair.body.get(name) is not None), None)
        if key is None:
            silent += [pair] if said[pair.entry] is not None else []
        elif said[pair.entry] is None or (key != RESPONSES[-1] and not same(pair.body[key], said[pair.entry])):
            message = f"what the tool says of its results: wanted {brief(said[pair.entry])}, {but_got(pair.body[key])}"
            found.append(Failure("response-changed", output_at(*view.at(pair, key)), message))
    if found:
        return tuple(found)
    if silent and view.outcome.diagnostics is None:
        return NOT_OBSERVABLE
    if silent and not has_report(view):
        message = "the outputSchema was left out without any report"
        return tuple(Failure("silent", input_at(pair.entry, "outputSchema"), message) for pair in silent)
    return OK if any(schema is not None for schema in said.values()) else None
