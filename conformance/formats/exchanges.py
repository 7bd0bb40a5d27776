"""Exchanges: what a client asked in one format, with what a server answered in another; and answers by themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from conformance.formats.chat import read as chat
from conformance.formats.chat import stream as chat_stream
from conformance.formats.chat import write as chat_write
from conformance.formats.cursor import Pen
from conformance.formats.responses import grammar, read, write
from conformance.formats.responses import stream as responses_stream
from conformance.model.answer import Answer
from conformance.model.reading import Reading
from conformance.model.request import Request
from conformance.values import JSON

_RESPONSE = "a Responses response: an object with its items under `output`"
_EVENTS = "a list of the events of a Responses stream"
_CHAT = "a Chat completion: an object with its `choices`"
_MESSAGE = "a Chat message: an object with `role` and `content`"
_CHUNKS = "a list of the chunks of a Chat stream"


def read_chat_exchange(value: JSON) -> Reading:
    """Read {request?, response}: a Responses request, and the Chat completion that answers it."""
    held = value.get("response") if isinstance(value, dict) else None
    return _chat_answer(held, ("response",), _request_of(value))


def read_chat_stream_exchange(value: JSON) -> Reading:
    """Read {request?, chunks}: a Responses request, and the chunks of the Chat stream that answers it."""
    held = value.get("chunks") if isinstance(value, dict) else None
    return _chat_chunks(held, ("chunks",), _request_of(value))


def _request_of(value: JSON) -> Request | None:
    asked = value.get("request") if isinstance(value, dict) else None
    return read.read_request(asked) if isinstance(asked, dict) else None


def _chat_answer(value: JSON, at: tuple[str, ...], request: Request | None = None) -> Reading:
    fits = isinstance(value, dict) and (isinstance(value.get("choices"), list) or isinstance(value.get("error"), dict))
    return Reading(answer=chat.read_answer(value) if fits else None, at=at, request=request, form=_CHAT)


def _chat_chunks(value: JSON, at: tuple[str, ...], request: Request | None = None) -> Reading:
    if not isinstance(value, list) or not any(isinstance(one, dict) for one in value):
        return Reading(answer=None, at=at, request=request, form=_CHUNKS)
    growth = chat_stream.read_stream(value)
    return Reading(answer=growth.answer, at=at, request=request, growth=growth, form=_CHUNKS)


def read_chat_message(value: JSON) -> Reading:
    """Read the message of a Chat completion as an answer that says nothing else."""
    held = chat.read_answer({"choices": [{"index": 0, "message": value}]}) if isinstance(value, dict) else None
    return Reading(answer=held, form=_MESSAGE)


def _write_message(answer: Answer) -> JSON:
    body = chat_write.write_answer(answer, Pen(chat.FORMAT))
    choices = body.get("choices") if isinstance(body, dict) else None
    return choices[0].get("message", {}) if choices else {}


def read_response(value: JSON) -> Reading:
    """Read a Responses response, or an error in its place."""
    fits = isinstance(value, dict) and (isinstance(value.get("output"), list) or isinstance(value.get("error"), dict))
    return Reading(answer=read.read_answer(value) if fits else None, form=_RESPONSE)


def read_events(value: JSON) -> Reading:
    """Read the events of a Responses stream, and judge their grammar."""
    if not isinstance(value, list) or not any(isinstance(one, dict) and "type" in one for one in value):
        return Reading(answer=None, form=_EVENTS)
    growth = responses_stream.read_stream(value)
    return Reading(
        answer=growth.answer, growth=growth, disorder=grammar.disorder_of(value), kinds=grammar.KINDS, form=_EVENTS
    )


# The values that hold an answer, by the names that operations have for their formats.
ANSWERS: Final[Mapping[str, Callable[[JSON], Reading]]] = {
    "chat-exchange": read_chat_exchange,
    "chat-stream-exchange": read_chat_stream_exchange,
    "chat-message": read_chat_message,
    "chat-response": lambda value: _chat_answer(value, ()),
    "chat-stream": lambda value: _chat_chunks(value, ()),
    "responses-response": read_response,
    "responses-stream": read_events,
}

# How an answer is written as such a value.
WRITERS: Final[Mapping[str, Callable[[Answer], JSON]]] = {
    "chat-message": _write_message,
    "chat-response": lambda answer: chat_write.write_answer(answer, Pen(chat.FORMAT)),
    "responses-response": lambda answer: write.write_answer(answer, Pen(read.FORMAT)),
    "chat-stream": chat_stream.write_chunks,
    "responses-stream": responses_stream.write_events,
}
