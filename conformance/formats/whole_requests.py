"""Whole requests, by the names that operations have for their formats: how each is read and written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from conformance.formats.anthropic import read as anthropic
from conformance.formats.anthropic import words as anthropic_words
from conformance.formats.anthropic import write as anthropic_write
from conformance.formats.chat import read as chat
from conformance.formats.chat import write as chat_write
from conformance.formats.cursor import Pen
from conformance.model.reading import Reading
from conformance.model.request import Request
from conformance.values import JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestFormat:
    """A format of requests.

    form: what a value should be, in words. has: the member with the conversation. most: the largest value that the
    format takes of a setting; of a list, how many.
    """

    form: str
    has: str
    read: Callable[[JSON], Request]
    write: Callable[[Request], JSON]
    most: Mapping[str, float]

    def reading(self, value: JSON) -> Reading:
        """Return what was read from a value; nothing of one that holds no conversation."""
        fits = isinstance(value, dict) and isinstance(value.get(self.has), list)
        return Reading(answer=None, request=self.read(value) if fits else None, form=self.form, value=value)


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
}  # fmt: skip
