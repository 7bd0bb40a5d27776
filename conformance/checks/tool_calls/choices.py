"""Which answers to the choices of the tool-call operations an observation proves."""

from __future__ import annotations

from conformance.checks.reading import Reading, Unlisted
from conformance.checks.tool_calls.facts import ERROR, FAILED
from conformance.checks.tool_calls.rules import bad_end
from conformance.checks.tool_calls.view import ToolCallsView


def read_failed_response(view: ToolCallsView) -> Reading:
    """failed-response."""
    return _reported(view) if view.answer.ending == FAILED else None


def read_error_event(view: ToolCallsView) -> Reading:
    """error-event."""
    return _reported(view) if view.answer.ending == ERROR else None


def _reported(view: ToolCallsView) -> Reading:
    if view.outcome.refusal:
        return "raise"
    if view.result is None:
        return None
    return Unlisted(observed="the result does not say that the answer failed") if bad_end(view) else "report"
