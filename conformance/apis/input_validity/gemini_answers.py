"""The standing of answers of Google's generateContent, whole or in the responses of a stream.

A stream may break off anywhere behind its first response, as connections do, and an error ends it. What an answer does
not say, such as ids of calls, the role, or a content at all, its servers leave out too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from conformance.apis.input_validity.answers import FAILED_ANSWER, by_schema
from conformance.apis.input_validity.exchanges import AnswerCall, exchange
from conformance.apis.input_validity.model import Reason, below, reason
from conformance.apis.input_validity.rules import as_list, as_object, unique
from conformance.base.values import ABSENT, JSON, pointer
from conformance.formats.exchanges import ANSWERS, whole_of
from conformance.formats.gemini.grammar import disorder_of
from conformance.formats.model.answer import UNKNOWN, UNSAID, Answer, Candidate
from conformance.formats.model.conversation import Call
from conformance.formats.model.growth import WHOLE

_RESPONSE, _STREAM = "gemini-response", "gemini-stream"


def gemini_response(value: JSON) -> Iterator[Reason]:
    """Yield why a value is no answer of Gemini: neither candidates, nor why the request was blocked."""
    if _is_error(value):
        yield reason(FAILED_ANSWER, "the answer is an error", "error")
        return
    found = list(_of_form(value))
    yield from found
    answer = ANSWERS[_RESPONSE](value).answer or Answer()
    if found:
        return
    if not answer.candidates and answer.blocked is None:
        yield reason("candidates", "the response has neither a candidate nor a reason why it was blocked", "candidates")
    for number, candidate in enumerate(answer.candidates):
        if candidate.end.kind == UNSAID:
            message = "the candidate does not say why it ended"
            yield reason("finish-reason", message, "candidates", number, "finishReason")
    yield from _said(answer)


def gemini_exchange(value: JSON) -> Iterator[Reason]:
    """Yield why a value is not `{request?, response}`."""
    yield from exchange(value, "response", gemini_response, _calls_in(_RESPONSE))


def gemini_stream_exchange(value: JSON) -> Iterator[Reason]:
    """Yield why a value is not `{request?, events}`, whose events are Gemini's responses."""
    yield from exchange(value, "events", gemini_stream, _calls_in(_STREAM))


def _calls_in(format: str) -> Callable[[JSON], tuple[Iterable[Reason], Iterable[AnswerCall]]]:
    """Return what reads the calls of an answer in a format."""

    def read(value: JSON) -> tuple[Iterable[Reason], Iterable[AnswerCall]]:
        answer = ANSWERS[format](value).answer or Answer()
        candidate = answer.candidates[0] if answer.candidates else Candidate()
        calls = [fact for turn in candidate.turns for fact in turn.says if isinstance(fact, Call)]
        return (), (
            AnswerCall(
                call.at[0], call.kind, str(call.name),
                None if call.arguments.value is ABSENT else call.arguments.value, False, "args",
            )
            for call in calls
        )  # fmt: skip

    return read


def _is_error(value: JSON) -> bool:
    error = as_object(as_object(value).get("error"))
    return isinstance(error.get("message"), str) and "candidates" not in as_object(value)


def _of_form(value: JSON) -> Iterator[Reason]:
    """Yield what the types refuse of one response. That a reason is unknown says that the answer failed."""
    if not isinstance(value, dict) or not value:
        yield reason("type", "not a response")
        return
    for found in by_schema(_RESPONSE, value):
        path = found.at.split("/")
        word = _at(value, path[1:]) if path[-1] == "finishReason" else None
        yield replace(found, rule=FAILED_ANSWER) if isinstance(word, str) and word else found
    for number, candidate in enumerate(as_list(value.get("candidates"))):
        if not isinstance(candidate, dict):
            yield reason("type", "a candidate is no object", "candidates", number)


def _at(value: JSON, path: list[str]) -> JSON:
    for step in path:
        value = as_list(value)[int(step)] if step.isdigit() else as_object(value).get(step)
    return value


def _said(answer: Answer) -> Iterator[Reason]:
    """Yield what is wrong with the candidates of an answer and their calls."""
    indexes = ((str(candidate.index or 0), candidate.at[0]) for candidate in answer.candidates)
    yield from unique(indexes, "index of a candidate")
    for candidate in answer.candidates:
        if candidate.end.kind == UNKNOWN:
            at = candidate.end.at[0] if candidate.end.at else candidate.at[0]
            yield reason(FAILED_ANSWER, "the reason why the candidate ended is unknown", *at)
        calls = _calls_of(candidate)
        yield from unique(((call.id, call.at[0]) for call in calls), "id of a call")
        for call in calls:
            if call.id == "":
                yield reason("empty", "the id of a call is empty", *call.at[0])
            if not call.name:
                yield reason("empty", "a call has no name", *call.at[0])
            if call.arguments.value is not ABSENT and not isinstance(call.arguments.value, dict):
                yield reason("call-args", "the args of a call are no object", *call.at[0])


def _calls_of(candidate: Candidate) -> list[Call]:
    return [fact for turn in candidate.turns for fact in turn.says if isinstance(fact, Call)]


def gemini_stream(events: JSON) -> Iterator[Reason]:
    """Yield why a value is not a list of the responses of a Gemini stream."""
    if not isinstance(events, list) or not events:
        yield reason("type", "not a list of responses")
        return
    found = [other for place, event in enumerate(events) for other in below((place,), _event(event))]
    yield from found
    if any(other.rule != FAILED_ANSWER for other in found):
        return
    for error in disorder_of(events):
        if error.kind not in ("no-end", "event"):
            yield reason(f"stream-{error.kind}", error.message, *error.at)
    read = ANSWERS[_STREAM](events)
    if read.answer is None or read.growth is None:
        yield reason("candidates", "no response has a candidate, or a reason why it was blocked")
    elif read.growth.ended == WHOLE:
        for each in gemini_response(whole_of(_STREAM, events)):
            yield replace(each, at=pointer(len(events) - 1))
    else:
        for each in _said(read.answer):
            yield replace(each, at=pointer(len(events) - 1))


def _event(event: JSON) -> Iterator[Reason]:
    if "error" in as_object(event):
        if not _is_error(event):
            yield reason("schema", "an error has no message", "error")
        return
    yield from _of_form(event)
