"""Exchanges: the answer of a Gemini backend, whole or in a stream, and the Responses request that it answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

from conformance.base.values import JSON, copy_of
from conformance.formats.chat.calls import ENDED_BY_CALLS, written_calls
from conformance.formats.exchanges import events_of
from conformance.formats.model.answer import Answer
from conformance.inputs.anthropic_exchanges import DAMAGES, MISFITS, request_and_answer
from conformance.inputs.arguments import Object
from conformance.inputs.choices import Choices, DealtOptions
from conformance.inputs.exchanges import damaged, inputs_of_exchanges
from conformance.inputs.gemini_answers import INPUTS as ANSWERS
from conformance.inputs.gemini_answers import answer_of, make_answer, response_of
from conformance.inputs.gemini_streams import INPUTS as STREAMS
from conformance.inputs.gemini_streams import stream_of
from conformance.inputs.material import fresh, table

_WHOLE, _STREAM = "gemini-response", "gemini-stream"
_ERRORS = table(
    {"error": {"code": 503, "message": "The model is overloaded.", "status": "UNAVAILABLE"}},
    {"error": {"code": 429, "message": "You exceeded your current quota.", "status": "RESOURCE_EXHAUSTED"}},
)
_FAULTS = DealtOptions((*["answer"] * 8, "an error", *DAMAGES, *MISFITS))
_REQUEST = table({"model": "gemini-2.5-pro", "input": "Hello"})
_WORDS: Final = {"stop": "STOP", ENDED_BY_CALLS: "STOP"}


def make_exchange(choices: Choices) -> JSON:
    """An answer, mostly with its request."""
    request, answer = request_and_answer(choices, make_answer(choices))
    return request | {"response": response_of(choices, answer)}


def make_stream_exchange(choices: Choices) -> JSON:
    """The responses of a stream, mostly with the request."""
    request: Object = {}

    def asked(answer: Answer) -> Answer:
        given, made = request_and_answer(choices, answer)
        request.update(given)
        return made

    events = stream_of(choices, asked)
    return request | {"events": events}


def make_malformed_exchange(choices: Choices) -> tuple[str, JSON]:
    """An exchange with one fault, or one that failed in a documented way, and the fault's name."""
    return _malformed(choices, "response", ANSWERS[_WHOLE].malformed, lambda response: response)


def make_malformed_stream_exchange(choices: Choices) -> tuple[str, JSON]:
    """The same with the responses of a stream."""
    return _malformed(choices, "events", STREAMS[_STREAM].malformed, _as_stream)


def _malformed(
    choices: Choices,
    key: str,
    malformed: Callable[[Choices], tuple[str, JSON]],
    written: Callable[[JSON], JSON],
) -> tuple[str, JSON]:
    """malformed: draws an answer with a fault. written: writes a response in the form of the answer."""
    name = choices.pick(_FAULTS)
    if name == "answer":
        fault, answer = malformed(choices)
        return f"in the answer: {fault}", {key: answer}
    if name == "an error":
        return name, {"request": fresh(choices, _REQUEST), key: written(fresh(choices, _ERRORS))}
    return damaged(choices, name, key, lambda message, finish: written(_response(message, finish)))


def _as_stream(response: JSON) -> JSON:
    return copy_of(events_of(_STREAM, response))  # responses share what they repeat


def _response(message: Object, finish: str) -> JSON:
    """A Chat message, with how it ended, as a response of Gemini."""
    parts: list[Object] = [{"text": message["content"]}] if message["content"] else []
    for call in written_calls(message):
        name, args = call["function"]["name"], json.loads(call["function"]["arguments"])
        parts.append({"functionCall": {"id": call["id"], "name": name, "args": args}})
    made = answer_of(parts)
    made["candidates"][0]["finishReason"] = _WORDS.get(finish, f"{finish}_of_another_host".upper())
    return made


_HELLO = _response({"content": "Hi"}, "stop")
INPUTS = {
    "gemini-exchange": inputs_of_exchanges("response", ANSWERS[_WHOLE], _HELLO, make_exchange, make_malformed_exchange),
    "gemini-stream-exchange": inputs_of_exchanges(
        "events", STREAMS[_STREAM], _as_stream(_HELLO), make_stream_exchange, make_malformed_stream_exchange
    ),
}
