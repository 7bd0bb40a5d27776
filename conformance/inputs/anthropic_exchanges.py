"""Exchanges: the answer of an Anthropic backend, whole or in events, and the Responses request that it answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from conformance.base.values import JSON, copy_of
from conformance.formats.chat.calls import ENDED_BY_CALLS, calling, function_call, written_calls
from conformance.formats.exchanges import events_of
from conformance.formats.model.answer import Answer
from conformance.formats.model.conversation import Arguments, Call
from conformance.inputs.anthropic_answers import INPUTS as ANSWERS
from conformance.inputs.anthropic_answers import make_answer, make_streamed, message_of, response_of, stream_of
from conformance.inputs.arguments import Object
from conformance.inputs.choices import Choices, DealtOptions
from conformance.inputs.exchange_requests import make_request
from conformance.inputs.exchanges import CALLS_THAT_DO_NOT_FIT, HAS_REQUEST, damaged, inputs_of_exchanges
from conformance.inputs.material import fresh, table

_WHOLE, _STREAM = "anthropic-response", "anthropic-stream"
_ERRORS = table(
    {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}},
    {"type": "error", "error": {"type": "rate_limit_error", "message": "Over the limit."}, "request_id": "req_1"},
)  # fmt: skip
# A backend of Anthropic or Gemini has no custom tools, so that none of its calls is one of a custom tool.
DAMAGES = ("request", "a request that is none", "an unknown member", "no answer", "an unknown finish_reason")
MISFITS = tuple(name for name, call in CALLS_THAT_DO_NOT_FIT.items() if call["type"] == "function")
_FAULTS = DealtOptions((*["answer"] * 8, "an error", *DAMAGES, *MISFITS))
_REQUEST = table({"model": "claude-opus-5", "input": "Hello"})
_WORDS: Final = {"stop": "end_turn", ENDED_BY_CALLS: "tool_use"}


def make_exchange(choices: Choices) -> JSON:
    """An answer, mostly with its request."""
    request, answer = request_and_answer(choices, make_answer(choices))
    return request | {"response": response_of(choices, answer)}


def make_stream_exchange(choices: Choices) -> JSON:
    """The events of an answer, mostly with its request."""
    drawn, ending = make_streamed(choices)
    request, answer = request_and_answer(choices, drawn)
    return request | {"events": stream_of(choices, answer, ending)}


def request_and_answer(choices: Choices, answer: Answer) -> tuple[Object, Answer]:
    """A request, or none, and the answer with the calls of the request's tools."""
    if not choices.pick(HAS_REQUEST) or not answer.candidates:
        return {}, answer
    (candidate,) = answer.candidates
    (turn,) = candidate.turns
    given = [utterance for utterance in turn.says if isinstance(utterance, Call)]
    message = calling([function_call(call.id, call.name, json.dumps(call.arguments.value)) for call in given])
    request = make_request(choices, {"choices": [{"message": message}]})
    calls = iter(map(_as_function, given, written_calls(message)))
    says = tuple(next(calls) if isinstance(utterance, Call) else utterance for utterance in turn.says)
    changed = replace(candidate, turns=(replace(turn, says=says),))
    return {"request": request}, replace(answer, candidates=(changed,))


def _as_function(call: Call, made: Object) -> Call:
    """A call as it is made of the tool that a request has: where that is a custom one, of a function with one text."""
    custom: Object | None = made.get("custom")
    if custom is not None:
        return replace(call, name=custom["name"], arguments=Arguments(value={"input": custom["input"]}))
    function = made["function"]
    return replace(call, name=function["name"], arguments=Arguments(value=json.loads(function["arguments"])))


def make_malformed_exchange(choices: Choices) -> tuple[str, JSON]:
    """An exchange with one fault, or one that failed in a documented way, and the fault's name."""
    return _malformed(choices, _WHOLE, "response", _as_message)


def make_malformed_stream_exchange(choices: Choices) -> tuple[str, JSON]:
    """The same with the events of the answer."""
    return _malformed(choices, _STREAM, "events", _as_events)


def _malformed(choices: Choices, format: str, key: str, written: Callable[[JSON], JSON]) -> tuple[str, JSON]:
    """written: writes a message in the form of the answer."""
    name = choices.pick(_FAULTS)
    if name == "answer":
        fault, answer = ANSWERS[format].malformed(choices)
        return f"in the answer: {fault}", {key: answer}
    if name == "an error":
        return name, {"request": fresh(choices, _REQUEST), key: written(fresh(choices, _ERRORS))}
    return damaged(choices, name, key, lambda message, finish: written(_message(message, finish)))


def _as_message(message: JSON) -> JSON:
    return message


def _as_events(message: JSON) -> JSON:
    return copy_of(events_of(_STREAM, message))  # events share what they repeat


def _message(message: Object, finish: str) -> JSON:
    """A Chat message, with how it ended, as one of Anthropic's."""
    blocks: list[Object] = [{"type": "text", "text": message["content"]}] if message["content"] else []
    for call in written_calls(message):
        name, arguments = call["function"]["name"], json.loads(call["function"]["arguments"])
        blocks.append({"type": "tool_use", "id": call["id"], "name": name, "input": arguments})
    return message_of(blocks) | {"stop_reason": _WORDS.get(finish, f"{finish}_of_another_host")}


_HELLO = _message({"content": "Hi"}, "stop")
INPUTS = {
    "anthropic-exchange": inputs_of_exchanges(
        "response", ANSWERS[_WHOLE], _HELLO, make_exchange, make_malformed_exchange
    ),
    "anthropic-stream-exchange": inputs_of_exchanges(
        "events", ANSWERS[_STREAM], _as_events(_HELLO), make_stream_exchange, make_malformed_stream_exchange
    ),
}
