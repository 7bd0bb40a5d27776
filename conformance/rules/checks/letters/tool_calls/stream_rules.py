"""Rules about streams: how they end, and which events calls and text come from."""

from __future__ import annotations

from collections import Counter

from conformance.apis.input_validity.model import REAL
from conformance.apis.input_validity.operations import standing_of
from conformance.base.values import ABSENT, JSON, same
from conformance.formats.parsed.result import ASKS, CALLS, CONTENT, FINISH
from conformance.rules.alignment.alignment import MUST
from conformance.rules.checks.findings import NOT_OBSERVABLE, OK, Failure, Findings, brief, but_got, input_at, output_at
from conformance.rules.checks.letters.tool_calls import rules
from conformance.rules.checks.letters.tool_calls.argument_rules import (
    carried_arguments,
    emptied_calls,
    half_calls,
    mixed_arguments,
)
from conformance.rules.checks.letters.tool_calls.arguments import OBJECT, in_full
from conformance.rules.checks.letters.tool_calls.facts import COMPLETED, INCOMPLETE, UNKNOWN
from conformance.rules.checks.letters.tool_calls.view import ToolCallsView
from conformance.rules.checks.trial import reporting


def completed_ends(view: ToolCallsView) -> Findings:
    """CALL-8: response.completed ends the stream; usage and every item of its output come from it."""
    problem = rules.no_result(view)
    if problem or view.result is None or view.answer.ending != COMPLETED or view.unfit:
        return problem
    found = []
    if view.result.get("done") is not True:
        message = f"the response is completed, but done is {brief(view.result.get('done'))}"
        found.append(Failure("not-done", output_at("done"), message))
    if "usage" not in view.trial.lacking:
        found += rules.usage_failures(view) or ()
    found += [rules.lost(view, call) for call in view.missing if call.held]
    return tuple(found)


def as_without_stream(view: ToolCallsView) -> Findings:
    """CALL-9: the text is that of the final response read by itself."""
    return rules.content(view) if view.answer.whole else None


def cut_is_not_done(view: ToolCallsView) -> Findings:
    """CALL-10: a stream that was cut is not done, and no half call is presented as complete."""
    if view.result is None or view.unfit:
        return OK if view.is_said_to_break_off else None
    cut = view.is_broken_off
    if not cut and not any(call.half for call in view.answer.calls):
        return None
    found = [*half_calls(view), *(emptied_calls(view) if cut else ())]
    if cut and not view.answer.has_sounded and view.result.get("done") not in (False, None):
        message = f"the stream was cut, but done is {brief(view.result.get('done'))}"
        found.append(Failure("done", output_at("done"), message))
    if cut and not isinstance(view.result.get("content", ""), str):
        message = f"content: wanted a string, {but_got(view.result.get('content', ABSENT))}"
        found.append(Failure(rules.NO_TEXT, output_at("content"), message))
    return tuple(found)


def finish_ends(view: ToolCallsView) -> Findings:
    """CALL-8 of Chat: with a finish_reason the result is done. One that says that it was cut may say so by done too."""
    problem = rules.no_result(view)
    if problem or view.result is None or view.unfit or view.answer.ending != COMPLETED:
        return problem
    if view.result.get("done") is True:
        return OK
    message = f"the stream has its finish_reason, but done is {brief(view.result.get('done'))}"
    return (Failure("not-done", output_at("done"), message),)


def as_its_response(view: ToolCallsView) -> Findings:
    """LAW-8: the chunks of a response give what the response gives, in all that no freedom is about."""
    chained = view.received(view.trial.chained.output) if view.trial.chained is not None else ABSENT
    answer = view.answer
    if not isinstance(chained, dict) or view.result is None or answer.unfit or answer.odd or answer.unclear:
        return None
    if answer.ending not in (COMPLETED, INCOMPLETE) or not answer.ordered:
        return None
    found = []
    for key in (CONTENT, CALLS, FINISH):
        streamed, whole = _compared(view, key, view.result), _compared(view, key, chained)
        if not same(streamed, whole):
            if key == FINISH:
                streamed, whole = view.result.get(key), chained.get(key)
            message = f"{key}: the response gives {brief(whole)}, its chunks give {brief(streamed)}"
            found.append(Failure(f"{key}-differs", output_at(key), message))
    return tuple(found)


def _compared(view: ToolCallsView, key: str, result: dict[str, JSON]) -> JSON:
    """Return what of a member of a result must be the same, streamed or not."""
    value = result.get(key)
    if key == CONTENT:
        return None if view.answer.refusals or view.answer.loose_text else value
    if key == FINISH:  # the answer's own word may stay
        return value in (ASKS, view.answer.own_finish) if view.answer.ending == COMPLETED else None
    given = [in_full(call, view.trial.exact_numbers) for call in value] if isinstance(value, list) else []
    calls = [call for call in given if isinstance(call, dict)]
    # Ids that are made may be others each time.
    names = ("name", "arguments") if any(call.made for call in view.answer.calls) else ("id", "name", "arguments")
    return [{name: call.get(name) for name in names} for call in calls]


def any_carrier(view: ToolCallsView) -> Findings:
    """CALL-12: what the completed output lacks comes from earlier events, arguments from whichever carry them."""
    if view.answer.ending == INCOMPLETE:
        return (emptied_calls if view.in_pieces else carried_arguments)(view) or None
    if view.answer.ending != COMPLETED or not view.is_paired:
        return None
    reached = any(call.fate == MUST for call in view.answer.calls)
    found = [rules.lost(view, call) for call in view.missing if not call.held]
    found += carried_arguments(view)
    if not view.answer.whole:
        text = rules.content(view)
        reached = reached or text is not None
        found += text if isinstance(text, tuple) else ()
    return tuple(found) if reached else None


def kept_apart(view: ToolCallsView) -> Findings:
    """CALL-14: interleaved deltas are kept apart."""
    if not view.is_paired or view.answer.ending != COMPLETED or not view.answer.interleaved:
        return None
    return mixed_arguments(view) or OK


def calls_apart(view: ToolCallsView) -> Findings:
    """CALL-19: of a malformed stream each call with a name and an object arrives by itself, or a report is about it."""
    if view.result is None or not view.is_paired or view.answer.ending != COMPLETED:
        return None
    if standing_of(view.trial.operation, view.trial.input).kind == REAL:
        return None
    owed = [
        call for call in view.answer.calls if call.arguments.kind == OBJECT and call.names and call.names[-1] != UNKNOWN
    ]
    names = (call.get("name") for call in view.parsed or () if isinstance(call, dict))
    left = Counter(name for name in names if isinstance(name, str))
    reported = reporting(view.trial.outcome)
    for call in owed:
        name = (call.names or ("",))[-1]
        left[name] -= 1
        said = reported(name, "call") if left[name] < 0 else True
        if said is None:
            return NOT_OBSERVABLE
        if not said:
            message = f"a call of {brief(name)} was lost or merged without any report"
            return (Failure("merged", input_at(*call.at), message),)
    return OK if owed else None
