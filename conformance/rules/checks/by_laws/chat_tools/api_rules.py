"""What the APIs ask of chat-tools-to-responses-tools beyond the form of the result."""

from __future__ import annotations

from conformance.apis.oracles.tools import takes_name
from conformance.base.values import ABSENT, JSON
from conformance.rules.checks.by_laws.chat_tools.view import MISSING_FIELDS, NO_PARAMETERS, FlatTools
from conformance.rules.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, brief, input_at
from conformance.rules.checks.tools.fields import has_report, strict_off


def strict_stays_off(view: FlatTools) -> Findings:
    """API-3: a source without strict gives `strict: false`; the Responses API reads an absent one as true."""
    pairs = [pair for pair in view.pairs if isinstance(pair.body, dict)]
    return strict_off(view, [pair for pair in pairs if pair.source.strict is ABSENT or pair.source.strict is None])


def accepted_source(view: FlatTools) -> Findings:
    """API-4: a nested tool with a name arrives, also without description or parameters.

    A document rejects such tools. What it rejects with a report is not lost in silence.
    """
    bare = [index for index, entry in enumerate(view.entries or ()) if _both_apis_accept(view, index, entry)]
    if not bare or (view.alignment is None and not view.outcome.refusal):
        return None
    if has_report(view) or (view.outcome.refusal and view.trial.choices.get("on-invalid") == "raise"):
        return OK
    failures = []
    unseen = False
    for index in bare:
        if view.outcome.refusal:
            if index not in (view.failing_entries or ()):
                continue
            message = f"the call failed on a tool that Chat Completions takes: {view.outcome.refusal.message}"
            failures.append(Failure(f"failed-instead: {view.kinds[index]}", input_at(index), message))
        elif index not in view.arrived and not view.converts_alone(index):
            if view.outcome.diagnostics is None:
                unseen = True
                continue
            message = f"{brief(view.entry(index))} was dropped without a report"
            failures.append(Failure(f"silent: {view.kinds[index]}", input_at(index), message))
    return NOT_OBSERVABLE if unseen and not failures else tuple(failures)


def _both_apis_accept(view: FlatTools, index: int, entry: JSON) -> bool:
    """Whether both APIs accept a tool that lacks a description or parameters."""
    if view.kinds[index] not in (MISSING_FIELDS, NO_PARAMETERS):
        return False
    function = entry.get("function")
    if not isinstance(function, dict):
        return False
    name, parameters = function.get("name"), function.get("parameters")
    return (
        isinstance(name, str)
        and takes_name("openai-chat", name)
        and isinstance(function.get("description"), str | None)
        and isinstance(function.get("strict"), bool | None)
        and (parameters is None or (isinstance(parameters, dict) and parameters.get("type") == "object"))
    )
