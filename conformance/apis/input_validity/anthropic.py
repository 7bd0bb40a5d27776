"""The standing of requests to Anthropic's API, of its answers, whole or in events, and of both beside each other.

A stream may break off anywhere behind its first event, as connections do, and an error ends it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from conformance.apis.input_validity.answers import FAILED_ANSWER, by_schema
from conformance.apis.input_validity.exchanges import AnswerCall, exchange
from conformance.apis.input_validity.model import Reason, below, reason
from conformance.apis.input_validity.rules import as_object
from conformance.apis.oracles import fits_schema, refusals_of
from conformance.apis.oracles.pinned import event_types
from conformance.base.values import ABSENT, JSON, pointer
from conformance.formats.anthropic.grammar import disorder_of
from conformance.formats.anthropic.read import read_answer
from conformance.formats.anthropic.stream import read_stream
from conformance.formats.anthropic.words import ENDS
from conformance.formats.exchanges import whole_of
from conformance.formats.model.answer import ASKS, DONE, Answer, Candidate
from conformance.formats.model.conversation import Call
from conformance.formats.model.growth import WHOLE

_STREAM = "anthropic-stream"
_EVENTS = ("anthropic-event", "responses-event")


def anthropic_request(value: JSON) -> Iterator[Reason]:
    """Yield why a value is no Anthropic request: what the API refuses. Members that are null say nothing."""
    if not isinstance(value, dict):
        yield reason("type", "not a request")
        return
    given = {key: value for key, value in value.items() if value is not None}
    for refusal in refusals_of("anthropic-request", given):
        yield Reason(at=refusal.at, message=refusal.message, rule=refusal.rule)


def anthropic_response(value: JSON) -> Iterator[Reason]:
    """Yield why a value is no Anthropic message."""
    if _is_error(value):
        yield reason(FAILED_ANSWER, "the answer is an error", "error")
        return
    word = as_object(value).get("stop_reason")
    for other_reason in by_schema("anthropic-response", value):
        is_word = other_reason.at == "/stop_reason" and isinstance(word, str)
        yield replace(other_reason, rule=FAILED_ANSWER) if is_word else other_reason
    if word is None:
        yield reason("stop-reason", "the message does not say how it ended", "stop_reason")
    for key in ("id", "model"):
        if not as_object(value).get(key):
            yield reason("empty", f"{key} is empty", key)
    yield from _calls(read_answer(value))


def _is_error(value: JSON) -> bool:
    error = as_object(as_object(value).get("error"))
    return isinstance(error.get("message"), str) and "content" not in as_object(value)


def anthropic_exchange(value: JSON) -> Iterator[Reason]:
    """Yield why a value is not `{request?, response}`."""
    yield from exchange(
        value, "response", anthropic_response, lambda response: ((), _calls_of_answer(read_answer(response)))
    )


def anthropic_stream_exchange(value: JSON) -> Iterator[Reason]:
    """Yield why a value is not `{request?, events}`."""
    yield from exchange(value, "events", anthropic_stream, _of_events)


def _of_events(events: JSON) -> tuple[Iterable[Reason], Iterable[AnswerCall]]:
    growth = read_stream(events)
    return (), _calls_of_answer(growth.answer, is_cut=growth.ended != WHOLE)


def _calls_of_answer(answer: Answer, *, is_cut: bool = False) -> Iterator[AnswerCall]:
    """Yield the calls of an answer. is_cut: it breaks off, so that the last one may be cut."""
    calls = _calls_of(answer)
    for call in calls:
        may_be_cut = is_cut and call is calls[-1]
        value = call.arguments.value
        yield AnswerCall(call.at[0], call.kind, str(call.name), None if value is ABSENT else value, may_be_cut, "input")


def _calls_of(answer: Answer) -> list[Call]:
    candidate = answer.candidates[0] if answer.candidates else Candidate()
    return [fact for turn in candidate.turns for fact in turn.says if isinstance(fact, Call)]


def _calls(answer: Answer) -> Iterator[Reason]:
    """Yield what is wrong with the calls of a message."""
    candidate = answer.candidates[0] if answer.candidates else Candidate()
    calls = _calls_of(answer)
    counts = Counter(call.id for call in calls)
    for call in calls:
        for key, held in (("id", call.id), ("name", call.name)):
            if not held:
                yield reason("empty", f"a call has no {key}", *call.at[0])
        if counts[call.id] > 1:
            yield reason("call-id", f"two calls have the id {call.id!r}", *call.at[0])
        if not isinstance(call.arguments.value, dict):
            yield reason("call-input", "the input of a call is no object", *call.at[0])
    if candidate.end.kind == (DONE if calls else ASKS):
        message = "the message ends its turn, and has calls" if calls else "the message has no call"
        yield reason("stop-reason", message, "stop_reason")


def anthropic_stream(events: JSON) -> Iterator[Reason]:
    """Yield why a value is not a list of the events of an Anthropic stream."""
    if not isinstance(events, list):
        yield reason("type", "not a list of events")
        return
    found = [other_reason for place, event in enumerate(events) for other_reason in below((place,), _event(event))]
    yield from found
    if found:
        return
    for error in disorder_of(events):
        # Gateways start the block of a call with its whole input: no converter may write that, but each can be sent it.
        if error.kind != "early-input" and (error.kind != "no-end" or not events):
            yield reason(f"stream-{error.kind}", error.message, *error.at)
    growth = read_stream(events)
    if growth.ended == WHOLE:
        for each in anthropic_response(whole_of(_STREAM, events)):
            yield replace(each, at=pointer(len(events) - 1))
    elif any(not isinstance(event, dict) or event.get("type") == "message_delta" for event in events):
        yield reason("stream-end", "the stream says how it ended, and does not end", len(events) - 1)
    else:
        yield from _closed_calls(events, growth.open, growth.answer)


def _event(event: JSON) -> Iterator[Reason]:
    held: dict[str, Any] = as_object(event)
    if held.get("type") == "ping":
        return
    if held.get("type") == "error":
        if not isinstance(as_object(held.get("error")).get("message"), str):
            yield reason("schema", "an error has no message", "error")
        return
    if fits_schema("anthropic-event", event) or _is_new(held.get("type")):
        return
    word = as_object(held.get("delta")).get("stop_reason")
    for other_reason in by_schema("anthropic-event", event):
        is_word = other_reason.at == "/delta/stop_reason" and isinstance(word, str) and word not in ENDS
        yield replace(other_reason, rule=FAILED_ANSWER) if is_word else other_reason


def _is_new(word: JSON) -> bool:
    """Whether an event is of a type that no API's pinned types have: Anthropic says that new ones may come."""
    return isinstance(word, str) and word != "" and all(word not in event_types(event) for event in _EVENTS)


def _closed_calls(events: list[JSON], still_open: tuple[Any, ...], answer: Answer) -> Iterator[Reason]:
    """Yield the calls of a stream that breaks off whose input has ended and is no object."""
    candidate = answer.candidates[0] if answer.candidates else Candidate()
    blocks = [fact for turn in candidate.turns for fact in turn.says]
    for place, block in enumerate(blocks):
        if isinstance(block, Call) and ("content", place) not in still_open:
            if not isinstance(block.arguments.value, dict):
                yield reason("call-input", "the input of a call is no object", len(events) - 1)
