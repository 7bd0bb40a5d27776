"""mcp-tools-to-anthropic-tools: what is special about this API's tools."""

from __future__ import annotations

from dataclasses import replace

from conformance.base.observation import Outcome
from conformance.base.values import JSON
from conformance.rules.checks import fidelity
from conformance.rules.checks.by_laws.anthropic_tools.view import HINT, REFUSED_SCHEMAS, AnthropicTools, is_refused
from conformance.rules.checks.by_laws.flat_mcp_tools import rules as of_flat
from conformance.rules.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, brief, input_at, output_at
from conformance.rules.checks.tools.anthropic_schemas import FOLDED, folded, refers_into_union


def unions_folded(view: AnthropicTools) -> Findings:
    """TOOL-2: a union that was taken off the root leaves what its branches say of properties."""
    found = [
        Failure(kind, output_at(*view.at(pair, "parameters")), f"a union was taken off the root, {what} {names}")
        for pair in view.schema_pairs
        if isinstance(pair.source_schema, dict) and isinstance(pair.schema, dict)
        for kind, named in folded(pair.source_schema, pair.schema, numbers_are_free=True).items()
        if (names := ", ".join(map(brief, named))) and (what := FOLDED[kind])
    ]
    return tuple(found) if view.schema_pairs else None


def refusals_reported(view: AnthropicTools) -> Findings:
    """TOOL-7: a tool that is left out for its schema, or loses alternatives at its root, is reported."""
    if view.alignment is None:
        return None
    left_out = [index for index in view.entries_of(*REFUSED_SCHEMAS) if index not in view.arrived]
    losing = [(pair.entry, unions) for pair in view.pairs if (unions := view.lost_unions(pair))]
    if not left_out and not losing:
        return None
    if view.outcome.diagnostics is None:
        return NOT_OBSERVABLE
    if view.outcome.diagnostics:
        return OK
    message = "the tool was left out for its schema without any report"
    found = [Failure("silent", input_at(index), message) for index in left_out]
    for index, unions in losing:
        message = f"{', '.join(unions)} of the root was taken off without any report"
        found.append(Failure("silent", input_at(index, "inputSchema", unions[0]), message))
    return tuple(found)


def refs_resolve(view: AnthropicTools) -> Findings:
    """REF-1: references resolve in the result; one into a union that had to leave the root need not."""
    if any(refers_into_union(pair.source_schema) for pair in view.schema_pairs):
        return None
    return fidelity.refs_resolve(view)


def schema_meaning(view: AnthropicTools) -> Findings:
    """LAW-4: a tool takes what its source takes; what becomes of a schema that the API refuses, other rules say."""
    findings = fidelity.schema_meaning(view)
    if not isinstance(findings, tuple):
        return findings
    refused = [pair for pair in view.pairs if is_refused(pair.source_schema)]
    places = {output_at(*view.at(pair, "parameters")) for pair in refused}
    return tuple(finding for finding in findings if finding.at not in places)


def tools_apart(view: AnthropicTools) -> Findings:
    """TOOL-5a: a tool's result does not depend on its neighbours, but for a hint for caches."""
    trial = view.trial
    if trial.alone is None or not any(map(_has_hint, view.outputs or ())):
        return of_flat.neighbours(view)
    alone = tuple(map(_without_hints, trial.alone))
    return of_flat.neighbours(AnthropicTools(replace(trial, outcome=_without_hints(trial.outcome), alone=alone)))


def _has_hint(tool: JSON) -> bool:
    return isinstance(tool, dict) and HINT in tool


def _without_hints(outcome: Outcome) -> Outcome:
    if not isinstance(outcome.output, list):
        return outcome
    tools = [
        {key: value for key, value in item.items() if key != HINT} if _has_hint(item) else item
        for item in outcome.output
    ]
    return replace(outcome, output=tools)
