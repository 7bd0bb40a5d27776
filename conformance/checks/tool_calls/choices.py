"""Which answers to the choices of the tool-call operations an observation shows."""

from __future__ import annotations

from conformance.checks.tool_calls.facts import ERROR, FAILED
from conformance.checks.tool_calls.view import ToolCallsView


def read_failed_response(view: ToolCallsView) -> str | None:
    """failed-response."""
    return _told(view) if view.answer.ending == FAILED else None


def read_error_event(view: ToolCallsView) -> str | None:
    """error-event."""
    return _told(view) if view.answer.ending == ERROR else None


def _told(view: ToolCallsView) -> str | None:
    if view.outcome.refusal:
        return "raise"
    return "report" if view.result is not None else None
