"""Which answers to the choices of the tool-call operations an observation proves."""

from __future__ import annotations

import json
from collections.abc import Mapping

from conformance.base.values import JSON
from conformance.formats.parsed.result import with_calls
from conformance.rules.checks.choice_readings import IllegalAnswer, Reading
from conformance.rules.checks.letters.tool_calls.arguments import OBJECT
from conformance.rules.checks.letters.tool_calls.facts import ERROR, FAILED
from conformance.rules.checks.letters.tool_calls.rules import bad_end
from conformance.rules.checks.letters.tool_calls.view import ToolCallsView


def read_failed_response(view: ToolCallsView) -> Reading:
    """failed-response."""
    return _reported_choice(view) if view.answer.ending == FAILED and not view.answer.refusable else None


def read_error_event(view: ToolCallsView) -> Reading:
    """error-event."""
    return _reported_choice(view) if view.answer.ending == ERROR else None


def read_arguments(view: ToolCallsView) -> Reading:
    """arguments."""
    pairs = [pair for pair in view.pairs if pair.call.arguments.kind == OBJECT and not pair.call.half]
    if not pairs:
        return None
    if all(view.keeps_text(pair) for pair in pairs):
        return "text"
    return "decoded" if all(isinstance(pair.get("arguments"), dict) for pair in pairs) else None


def under_choices(output: JSON, choices: Mapping[str, str]) -> JSON:
    """Return the output that a case expects as a subject with these choices gives it."""
    if choices.get("arguments") != "text" or not isinstance(output, dict):
        return output
    return with_calls(output, _as_text)


def _as_text(call: JSON) -> JSON:
    raw = call.get("arguments_raw", json.dumps(call.get("arguments"), ensure_ascii=False))
    return {key: value for key, value in call.items() if key != "arguments"} | {"arguments_raw": raw}


def _reported_choice(view: ToolCallsView) -> Reading:
    if view.outcome.refusal:
        return "raise"
    if view.result is None:
        return None
    return IllegalAnswer(observed="the result does not say that the answer failed") if bad_end(view) else "report"
