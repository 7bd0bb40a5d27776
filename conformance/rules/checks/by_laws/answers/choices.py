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
    both = view.both
    if both.result is None or both.has_failed or not both.thoughts or both.leaks:
        return None
    found = list(said_of(both.got, Reasoning))
    if any(one.value for each in found for one in each.summary):
        return "summary"
    if not any(one.value for each in found for one in each.content):
        return "omit"
    if both.terms.lacks("reasoning/text"):
        return "dialect"
    return "content" if both.terms.lacks("reasoning/seal") else "unsigned"


def read_failed_answer(view: LawfulView) -> Reading:
    """failed-answer: whether the call fails, or how its result says that the answer failed."""
    both = view.both
    if not both.has_failed:
        return None
    if view.outcome.refusal:
        return "raise"
    if both.result is None:
        return None
    growth = view.arrived.growth if view.arrived is not None else None
    has_own = not both.terms.lacks("end/failed")
    if has_own and growth is not None and isinstance(view.output, list) and _last_type(view) == "error":
        return "error-event"
    if both.result.failure is not None or both.got.ended == "failed":
        return "failed" if has_own else "report"
    if both.source.failure is None and both.got.ended not in ("done", "asks"):
        return None  # a stream that is cut as its source was
    return IllegalAnswer(observed="the result does not say that the answer failed")


def _last_type(view: LawfulView) -> object:
    last = view.output[-1] if view.output else None
    return last.get("type") if isinstance(last, dict) else None


def read_text_after_call(view: LawfulView) -> str | None:
    """text-after-call: whether text behind a call opens an item of its own, or calls are held back."""
    both = view.both
    if both.result is None or both.has_failed or not both.calls or both.got_text != both.owed_text:
        return None
    turns = [turn for turn in both.got.turns if any(isinstance(one, Text) and one.value for one in turn.says)]
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
    both = view.both
    if both.result is None or both.has_failed or both.given.request is None:
        return None
    offered = {one.name for one in both.given.request.tools or () if one.kind == CUSTOM}
    asked = [one for one in said_of(both.candidate, Call) if one.name in offered]
    if {one.kind for one in asked} != {CUSTOM, FUNCTION}:
        return None
    # Whatever its input is: one that is wrong is a fault, and no other choice.
    came = {(one.id, one.name) for one in both.got_calls if one.kind == CUSTOM}
    kept = {one.kind for one in asked if (one.id, one.name) in came}
    return "both" if len(kept) > 1 else next(iter(kept), None)


def read_usage_when_absent(view: LawfulView) -> str | None:
    """usage-when-absent: null, or a usage of zeros."""
    both = view.both
    if both.result is None or both.has_failed or both.source.usage is not None:
        return None
    return "null" if both.result.usage is None else "zeros"


def read_stream_usage(view: LawfulView) -> str | None:
    """stream-usage: whether a chunk has the usage of the source."""
    both = view.both
    if both.result is None or both.has_failed or both.source.usage is None:
        return None
    return "omit" if both.result.usage is None else "write"


def read_unfinished(view: LawfulView) -> str | None:
    """unfinished: whether an answer that paused makes the call fail, or its pause is reported."""
    both = view.both
    if both.candidate.ended != PAUSE or both.has_failed:
        return None
    if view.outcome.refusal or (both.result is not None and both.result.failure is not None):
        return "raise"
    return "report" if both.result is not None and both.result.candidates else None


def read_malformed_arguments(view: LawfulView) -> Reading:
    """malformed-arguments: of a format whose arguments are an object, what becomes of those that are none."""
    both = view.both
    owed = [one for one in both.calls if isinstance(one.arguments.text, str) and one.arguments.text.strip()]
    owed = [one for one in owed if not isinstance(one.arguments.value, dict)]
    if not owed or both.has_failed or both.is_foreign or both.is_unfinished:
        return None
    if view.outcome.refusal:
        return "refuse"
    got = next((pair.got for pair in both.pairs if pair.owed is owed[0]), None)
    if got is None or not isinstance(got.arguments.value, dict):
        return None
    held = got.arguments.value
    if any(same(one, owed[0].arguments.text) or same(one, owed[0].arguments.value) for one in held.values()):
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
