"""Exchanges: what a client asked in one format, with what a server answered in another; and answers by themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from conformance.base.values import ABSENT, JSON, Absent
from conformance.formats.anthropic import grammar as anthropic_grammar
from conformance.formats.anthropic import read as anthropic
from conformance.formats.anthropic import stream as anthropic_stream
from conformance.formats.anthropic import words as anthropic_words
from conformance.formats.anthropic import write as anthropic_write
from conformance.formats.chat import grammar as chat_grammar
from conformance.formats.chat import read as chat
from conformance.formats.chat import stream as chat_stream
from conformance.formats.chat import write as chat_write
from conformance.formats.cursor import Pen
from conformance.formats.exchange_parts import EXCHANGES, REQUEST
from conformance.formats.gemini import grammar as gemini_grammar
from conformance.formats.gemini import read as gemini
from conformance.formats.gemini import stream as gemini_stream
from conformance.formats.gemini import words as gemini_words
from conformance.formats.gemini import write as gemini_write
from conformance.formats.gemini.comparable_answers import comparable
from conformance.formats.model.answer import Answer
from conformance.formats.model.reading import GrammarError, ParsedSide
from conformance.formats.responses import grammar, read, write
from conformance.formats.responses import stream as responses_stream

_RESPONSE = "a Responses response: an object with its items under `output`"
_EVENTS = "a list of the events of a Responses stream"
_CHAT = "a Chat completion: an object with its `choices`"
_MESSAGE = "a Chat message: an object with `role` and `content`"
_CHUNKS = "a list of the chunks of a Chat stream"
_ANTHROPIC = "an Anthropic message: an object with `role` and its blocks under `content`"
_ANTHROPIC_EVENTS = "a list of the events of an Anthropic stream"
_GEMINI = "a Gemini response: an object with its `candidates`"
_GEMINI_RESPONSES = "a list of the responses of a Gemini stream"


def _exchange(source: str, read_answer: Callable[[JSON], ParsedSide]) -> Callable[[JSON], ParsedSide]:
    """Return what reads an exchange: a Responses request, if there is one, and the answer of a backend."""
    _format, key = EXCHANGES[source]

    def read_exchange(value: JSON) -> ParsedSide:
        given = value if isinstance(value, dict) else {}
        asked = given.get(REQUEST)
        request = read.read_request(asked) if isinstance(asked, dict) else None
        return replace(read_answer(given.get(key)), at=(key,), request=request)

    return read_exchange


def _chat_answer(value: JSON) -> ParsedSide:
    fits = isinstance(value, dict) and (isinstance(value.get("choices"), list) or isinstance(value.get("error"), dict))
    return ParsedSide(answer=chat.read_answer(value) if fits else None, form=_CHAT, ends=_ENDS_OF_CHAT)


def _chat_chunks(value: JSON) -> ParsedSide:
    if not isinstance(value, list) or not any(isinstance(element, dict) for element in value):
        return ParsedSide(answer=None, form=_CHUNKS, value=_nothing(value))
    growth = chat_stream.read_stream(value)
    return ParsedSide(answer=growth.answer, growth=growth, form=_CHUNKS, ends=_ENDS_OF_CHAT)


def _nothing(value: JSON) -> JSON | Absent:
    """Return a stream of which nothing came; ABSENT for what is none."""
    return value if value == [] else ABSENT


def read_chunks(value: JSON) -> ParsedSide:
    """Read the chunks of a Chat stream, and judge their grammar, by the kinds that grammars of events have."""
    _kinds, disorder = chat_grammar.disorder_of(value)
    found = tuple(error._replace(kind=_of_events(error)) for error in disorder)
    kinds = (*_CHAT_DISORDER.values(), "no-end", "after-end")
    return replace(_chat_chunks(value), disorder=found, kinds=tuple(dict.fromkeys(kinds)))


# What breaks the grammar of chunks, and what breaks that of events.
_CHAT_DISORDER: Final = {
    "list/no-list": "event", "head/id": "head", "head/created": "head", "head/model": "head", "head/index": "head",
    "role": "head", "call/again": "opened-twice", "call/index": "index", "call/opening": "not-opened",
    "call/type": "not-opened",
}  # fmt: skip


def _of_events(error: GrammarError) -> str:
    """Return the kind of a disorder of chunks; of the end, whether there is none or too much."""
    return _CHAT_DISORDER.get(error.kind) or ("no-end" if error.message.endswith("got 0") else "after-end")


def read_chat_message(value: JSON) -> ParsedSide:
    """Read the message of a Chat completion as an answer that says nothing else."""
    held = chat.read_answer({"choices": [{"index": 0, "message": value}]}) if isinstance(value, dict) else None
    return ParsedSide(answer=held, form=_MESSAGE)


def _write_message(answer: Answer) -> JSON:
    body = chat_write.write_answer(answer, Pen(chat.FORMAT))
    choices = body.get("choices") if isinstance(body, dict) else None
    return choices[0].get("message", {}) if choices else {}


def read_response(value: JSON) -> ParsedSide:
    """Read a Responses response, or an error in its place."""
    fits = isinstance(value, dict) and (isinstance(value.get("output"), list) or isinstance(value.get("error"), dict))
    return ParsedSide(answer=read.read_answer(value) if fits else None, form=_RESPONSE)


def read_events(value: JSON) -> ParsedSide:
    """Read the events of a Responses stream, and judge their grammar."""
    if not isinstance(value, list) or not any(isinstance(element, dict) and "type" in element for element in value):
        return ParsedSide(answer=None, form=_EVENTS, value=_nothing(value))
    growth = responses_stream.read_stream(value)
    return ParsedSide(
        answer=growth.answer, growth=growth, disorder=grammar.disorder_of(value), kinds=grammar.KINDS, form=_EVENTS
    )


def read_anthropic_message(value: JSON) -> ParsedSide:
    """Read an Anthropic message, or an error in its place."""
    fits = isinstance(value, dict) and (isinstance(value.get("content"), list) or isinstance(value.get("error"), dict))
    answer = anthropic.read_answer(value) if fits else None
    return ParsedSide(answer=answer, form=_ANTHROPIC, ends=_ENDS_OF_ANTHROPIC)


def read_anthropic_events(value: JSON) -> ParsedSide:
    """Read the events of an Anthropic stream, and judge their grammar."""
    found = _anthropic_events(value)
    if found.growth is None:
        return found
    return replace(found, disorder=anthropic_grammar.disorder_of(value), kinds=anthropic_grammar.KINDS)


def _anthropic_events(value: JSON) -> ParsedSide:
    if not isinstance(value, list) or not any(map(anthropic_stream.is_event, value)):
        return ParsedSide(answer=None, form=_ANTHROPIC_EVENTS, value=_nothing(value))
    growth = anthropic_stream.read_stream(value)
    return ParsedSide(answer=growth.answer, growth=growth, form=_ANTHROPIC_EVENTS, ends=_ENDS_OF_ANTHROPIC)


def read_gemini_response(value: JSON) -> ParsedSide:
    """Read a Gemini response, that a request was blocked, or an error in its place."""
    answer = comparable(gemini.read_answer(value)) if _is_gemini(value) else None
    return ParsedSide(answer=answer, form=_GEMINI, ends=_ENDS_OF_GEMINI)


def _is_gemini(value: JSON) -> bool:
    """Whether a value is a response of Gemini, whole or of a stream."""
    if not isinstance(value, dict):
        return False
    is_blocked_or_failed = isinstance(value.get("promptFeedback"), dict) or isinstance(value.get("error"), dict)
    return isinstance(value.get("candidates"), list) or is_blocked_or_failed


def read_gemini_responses(value: JSON) -> ParsedSide:
    """Read the responses of a Gemini stream, and judge their grammar."""
    if not isinstance(value, list) or not any(map(_is_gemini, value)):
        return ParsedSide(answer=None, form=_GEMINI_RESPONSES, value=_nothing(value))
    growth, disorder = gemini_stream.read_stream(value), gemini_grammar.disorder_of(value)
    return ParsedSide(
        answer=comparable(growth.answer), growth=growth, disorder=disorder, kinds=gemini_grammar.KINDS,
        form=_GEMINI_RESPONSES, ends=_ENDS_OF_GEMINI,
    )  # fmt: skip


_ENDS_OF_CHAT: Final = frozenset(chat.ENDS.values())
_ENDS_OF_ANTHROPIC: Final = frozenset(anthropic_words.ENDS.values())
_ENDS_OF_GEMINI: Final = frozenset(gemini_words.ENDS.values())

# The values that hold an answer, by the names that operations have for their formats.
ANSWERS: Final[Mapping[str, Callable[[JSON], ParsedSide]]] = {
    "chat-exchange": _exchange("chat-exchange", _chat_answer),
    "chat-stream-exchange": _exchange("chat-stream-exchange", _chat_chunks),
    "anthropic-exchange": _exchange("anthropic-exchange", read_anthropic_message),
    "anthropic-stream-exchange": _exchange("anthropic-stream-exchange", _anthropic_events),
    "gemini-exchange": _exchange("gemini-exchange", read_gemini_response),
    "gemini-stream-exchange": _exchange("gemini-stream-exchange", read_gemini_responses),
    "chat-message": read_chat_message,
    "chat-response": _chat_answer,
    "chat-stream": read_chunks,
    "responses-response": read_response,
    "responses-stream": read_events,
    "anthropic-response": read_anthropic_message,
    "anthropic-stream": read_anthropic_events,
    "gemini-response": read_gemini_response,
    "gemini-stream": read_gemini_responses,
}

# How an answer is written as such a value.
WRITERS: Final[Mapping[str, Callable[[Answer], JSON]]] = {
    "chat-message": _write_message,
    "chat-response": lambda answer: chat_write.write_answer(answer, Pen(chat.FORMAT)),
    "responses-response": lambda answer: write.write_answer(answer, Pen(read.FORMAT)),
    "chat-stream": chat_stream.write_chunks,
    "responses-stream": responses_stream.write_events,
    "anthropic-response": lambda answer: anthropic_write.write_answer(answer, Pen(anthropic_words.FORMAT)),
    "anthropic-stream": anthropic_stream.write_events,
    "gemini-response": lambda answer: gemini_write.write_answer(answer, Pen(gemini_words.FORMAT)),
    "gemini-stream": gemini_stream.write_responses,
}

# The format of the whole answer that a stream gives.
WHOLES: Final[Mapping[str, str]] = {
    "chat-stream": "chat-response",
    "responses-stream": "responses-response",
    "anthropic-stream": "anthropic-response",
    "gemini-stream": "gemini-response",
}
# What a value of a format is to the oracles; a stream is a list of such values.
KINDS: Final[Mapping[str, str]] = {
    "chat-response": "chat-response",
    "chat-stream": "chat-chunk",
    "responses-response": "responses-response",
    "responses-stream": "responses-event",
    "anthropic-response": "anthropic-response",
    "anthropic-stream": "anthropic-event",
    "gemini-response": "gemini-response",
    "gemini-stream": "gemini-response",
}


# Whose answers are lists of what was said and called; in those of the others that has no order.
_ORDERED: Final = frozenset({"anthropic", "responses", "gemini"})


def says_order(format: str) -> bool:
    """Whether an answer of a format says which of its texts come before which of its calls."""
    return host_of(format) in _ORDERED


def host_of(format: str) -> str:
    """Return whose format it is, by the name that `form.py` has."""
    return format.partition("-")[0]


def whole_of(format: str, value: JSON) -> JSON | Absent:
    """Return the whole answer that a stream gives; ABSENT where it gives none."""
    answer = ANSWERS[format](value).answer
    return ABSENT if answer is None else WRITERS[WHOLES[format]](answer)


def events_of(format: str, whole: JSON) -> JSON:
    """Return the stream that gives a whole answer, also in an exchange; the value itself where it is none."""
    if format in EXCHANGES:
        stream, key = EXCHANGES[format]
        if not isinstance(whole, dict) or "response" not in whole:
            return whole
        rest = {name: member for name, member in whole.items() if name != "response"}
        return {**rest, key: events_of(stream, whole["response"])}
    answer = ANSWERS[WHOLES[format]](whole).answer
    return whole if answer is None else WRITERS[format](answer)
