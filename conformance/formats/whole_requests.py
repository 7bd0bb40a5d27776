"""Whole requests, by the names that operations have for their formats: how each is read and written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from conformance.base.values import JSON
from conformance.formats.anthropic import read as anthropic
from conformance.formats.anthropic import words as anthropic_words
from conformance.formats.anthropic import write as anthropic_write
from conformance.formats.chat import read as chat
from conformance.formats.chat import write as chat_write
from conformance.formats.cursor import Pen
from conformance.formats.gemini import comparable_requests as gemini_requests
from conformance.formats.gemini import read as gemini
from conformance.formats.gemini import words as gemini_words
from conformance.formats.gemini import write as gemini_write
from conformance.formats.model.fact import Other
from conformance.formats.model.reading import ParsedSide
from conformance.formats.model.request import Request, Tool
from conformance.formats.responses import read as responses
from conformance.formats.responses import write as responses_write


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestFormat:
    """A format of requests.

    form: what a value should be, in words. has: the member with the conversation. most: the largest value that the
    format takes of a setting; of a list, how many. least: the smallest one. in_items: whether what the model says and
    what it calls are entries of their own. texts: whether a text alone may be the conversation. unsaid_strict: whether
    a function without `strict` is strict. offers: the tools that an entry of the conversation offers; None for others.
    in_address: settings that its API has in the address, so that a body may be without them. of_models: what may be
    before the name of a model.
    """

    form: str
    has: str
    read: Callable[[JSON], Request]
    write: Callable[[Request], JSON]
    most: Mapping[str, float] = field(default_factory=dict)
    least: Mapping[str, float] = field(default_factory=dict)
    in_items: bool = False
    texts: bool = False
    unsaid_strict: bool = False
    offers: Callable[[Other], Sequence[Tool] | None] = lambda _one: None
    in_address: frozenset[str] = frozenset()
    of_models: str = ""

    def reading(self, value: JSON) -> ParsedSide:
        """Return what was read from a value; nothing of one that holds no conversation."""
        fits = isinstance(value, dict) and isinstance(value.get(self.has), list | str if self.texts else list)
        return ParsedSide(answer=None, request=self.read(value) if fits else None, form=self.form, value=value)


# The name of a format is its kind for the oracles too.
REQUESTS: Final[Mapping[str, RequestFormat]] = {
    "chat-request": RequestFormat(
        form="a Chat request: an object with its `messages`", has="messages", read=chat.read_request,
        write=lambda request: chat_write.write_request(request, Pen(chat.FORMAT)), most={"stop": 4},
    ),
    "anthropic-request": RequestFormat(
        form="an Anthropic request: an object with its `messages`", has="messages", read=anthropic.read_request,
        write=lambda request: anthropic_write.write_request(request, Pen(anthropic_words.FORMAT)),
        most={"temperature": 1},
    ),
    "responses-request": RequestFormat(
        form="a Responses request: an object with its `input`", has="input", read=responses.read_request,
        write=lambda request: responses_write.write_request(request, Pen(responses.FORMAT)),
        least={"limit": 16}, in_items=True, texts=True, unsaid_strict=True,
        offers=responses.offered_by,
    ),
    "gemini-request": RequestFormat(
        form="a Gemini request: an object with its `contents`", has="contents",
        read=lambda value: gemini_requests.comparable(gemini.read_request(value)),
        write=lambda request: gemini_write.write_request(request, Pen(gemini_words.FORMAT)),
        in_address=frozenset({"model", "stream"}), of_models="models/",
    ),
}  # fmt: skip
