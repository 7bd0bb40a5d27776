"""API-1 and API-2 of a tool loop: the API takes every request."""

from __future__ import annotations

from conformance.apis.emulator.acceptance import SCHEMA
from conformance.rules.checks.by_laws.tool_loop.view import ToolLoop, first_of_each, requests_at
from conformance.rules.checks.findings import Failure, Findings


def api_schema(view: ToolLoop) -> Findings:
    """API-1: the API's schema accepts each request."""
    return _refused_requests(view, by_schema=True)


def api_rules(view: ToolLoop) -> Findings:
    """API-2: each request keeps what no schema says."""
    return _refused_requests(view, by_schema=False)


def _refused_requests(view: ToolLoop, *, by_schema: bool) -> Findings:
    """Return what the scripted API refused. What it answered all the same has a form that a document requires."""
    if view.unfit or not any(map(view.is_routed, view.requests or ())):
        return None
    return first_of_each(
        Failure(
            f"refused: {request.refusal['rule']}" if request.turn is None else "refused: form of a document",
            requests_at(request.number) + request.refusal["at"],
            f"the API answers request {request.number + 1}: {request.refusal['message']}",
        )
        for request in view.requests or ()
        if request.refusal is not None and (request.refusal["rule"] == SCHEMA) is by_schema
    )
