"""Which answers to the choices of lawful operations an observation proves."""

from __future__ import annotations

from conformance.base.values import same
from conformance.base.wording import brief
from conformance.formats.model.answer import PAUSE
from conformance.formats.model.conversation import CUSTOM, FUNCTION, Call, Reasoning, Text
from conformance.formats.model.growth import CLOSED, OPENED
from conformance.rules.checks.by_laws.answers.view import LawfulView
from conformance.rules.checks.choice_readings import IllegalAnswer, Reading
from conformance.rules.laws.sides import said_of


def read_reasoning(view: LawfulView) -> str | None:
    """reasoning: as a summary, as content, as what its host signs, in a member of other hosts, or left out."""
    pair = view.both
    if pair.result is None or pair.has_failed or not pair.thoughts or pair.leaks:
        return None
    found = list(said_of(pair.got, Reasoning))
    if any(text.value for each in found for text in each.summary):
        return "summary"
    if not any(part.value for each in found for part in each.content):
        return "omit"
    if pair.terms.lacks("reasoning/text"):
        return "dialect"
    return "content" if pair.terms.lacks("reasoning/seal") else "unsigned"


def read_failed_answer(view: LawfulView) -> Reading:
    """failed-answer: whether the call fails, or how its result says that the answer failed."""
    pair = view.both
    if not pair.has_failed:
        return None
    if view.outcome.refusal:
        return "raise"
    if pair.result is None:
        return None
    growth = view.arrived.growth if view.arrived is not None else None
    has_own = not pair.terms.lacks("end/failed")
    if has_own and growth is not None and isinstance(view.output, list) and _last_type(view) == "error":
        return "error-event"
    if pair.result.failure is not None or pair.got.ended == "failed":
        return "failed" if has_own else "report"
    if pair.source.failure is None and pair.got.ended not in ("done", "asks"):
        return None  # a stream that is cut as its source was
    return IllegalAnswer(observed="the result does not say that the answer failed")


def _last_type(view: LawfulView) -> object:
    last = view.output[-1] if view.output else None
    return last.get("type") if isinstance(last, dict) else None


def read_text_after_call(view: LawfulView) -> str | None:
    """text-after-call: whether text behind a call opens an item of its own, or calls are held back."""
    pair = view.both
    if pair.result is None or pair.has_failed or not pair.calls or pair.got_text != pair.owed_text:
        return None
    turns = [
        turn
        for turn in pair.got.turns
        if any(isinstance(utterance, Text) and utterance.value for utterance in turn.says)
    ]
    return "new-item" if len(turns) > 1 else "hold"


def read_interleaved_calls(view: LawfulView) -> str | None:
    """interleaved-calls: whether items are open at the same time."""
    growth = view.arrived.growth if view.arrived is not None else None
    if growth is None or view.both.has_failed or len(view.both.got_calls) < 2:
        return None
    still_open: set[object] = set()
    for step in growth.steps:
        if len(step.key) == 2 and step.what == OPENED:
            still_open.add(step.key)
            if len(still_open) > 1:
                return "overlap"
        elif step.what == CLOSED:
            still_open.discard(step.key)
    return "hold"


def read_custom_calls(view: LawfulView) -> str | None:
    """custom-calls: which forms of a call of a custom tool become one, where an answer has both."""
    pair = view.both
    if pair.result is None or pair.has_failed or pair.given.request is None:
        return None
    offered = {tool.name for tool in pair.given.request.tools or () if tool.kind == CUSTOM}
    asked = [call for call in said_of(pair.candidate, Call) if call.name in offered]
    if {call.kind for call in asked} != {CUSTOM, FUNCTION}:
        return None
    # Whatever its input is: one that is wrong is a fault, and no other choice.
    came = {(call.id, call.name) for call in pair.got_calls if call.kind == CUSTOM}
    kept = {call.kind for call in asked if (call.id, call.name) in came}
    return "both" if len(kept) > 1 else next(iter(kept), None)


def read_usage_when_absent(view: LawfulView) -> str | None:
    """usage-when-absent: null, or a usage of zeros."""
    pair = view.both
    if pair.result is None or pair.has_failed or pair.source.usage is not None:
        return None
    return "null" if pair.result.usage is None else "zeros"


def read_stream_usage(view: LawfulView) -> str | None:
    """stream-usage: whether a chunk has the usage of the source."""
    pair = view.both
    if pair.result is None or pair.has_failed or pair.source.usage is None:
        return None
    return "omit" if pair.result.usage is None else "write"


def read_unfinished(view: LawfulView) -> str | None:
    """unfinished: whether an answer that paused makes the call fail, or its pause is reported."""
    pair = view.both
    if pair.candidate.ended != PAUSE or pair.has_failed:
        return None
    if view.outcome.refusal or (pair.result is not None and pair.result.failure is not None):
        return "raise"
    return "report" if pair.result is not None and pair.result.candidates else None


def read_malformed_arguments(view: LawfulView) -> Reading:
    """malformed-arguments: of a format whose arguments are an object, what becomes of those that are none."""
    pair = view.both
    owed = [call for call in pair.calls if isinstance(call.arguments.text, str) and call.arguments.text.strip()]
    owed = [call for call in owed if not isinstance(call.arguments.value, dict)]
    if not owed or pair.has_failed or pair.is_foreign or pair.is_unfinished:
        return None
    if view.outcome.refusal:
        return "refuse"
    got = next((pair.got for pair in pair.pairs if pair.owed is owed[0]), None)
    if got is None or not isinstance(got.arguments.value, dict):
        return None
    held = got.arguments.value
    if any(
        same(element, owed[0].arguments.text) or same(element, owed[0].arguments.value) for element in held.values()
    ):
        return "wrap"
    return IllegalAnswer(observed=f"they became {brief(held)}") if held else "empty"


READERS = {
    "unfinished": read_unfinished,
    "malformed-arguments": read_malformed_arguments,
    "reasoning": read_reasoning,
    "failed-answer": read_failed_answer,
    "text-after-call": read_text_after_call,
    "interleaved-calls": read_interleaved_calls,
    "custom-calls": read_custom_calls,
    "usage-when-absent": read_usage_when_absent,
    "stream-usage": read_stream_usage,
}
