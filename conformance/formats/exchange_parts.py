"""Exchanges: the answer of a backend, and beside it the Responses request of the client that it answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from conformance.base.values import JSON

REQUEST: Final = "request"
# By the format of an exchange: the format of its answer, and the key under which it has it.
EXCHANGES: Final[Mapping[str, tuple[str, str]]] = {
    "chat-exchange": ("chat-response", "response"),
    "chat-stream-exchange": ("chat-stream", "chunks"),
    "anthropic-exchange": ("anthropic-response", "response"),
    "anthropic-stream-exchange": ("anthropic-stream", "events"),
    "gemini-exchange": ("gemini-response", "response"),
    "gemini-stream-exchange": ("gemini-stream", "events"),
}


def answer_format(source: str) -> str:
    """Return the format of the answers that values of a format hold: its own one where they are no exchanges."""
    return EXCHANGES[source][0] if source in EXCHANGES else source


def answer_in(source: str, value: JSON) -> JSON:
    """Return the answer that a value of a format holds: the value itself where it is no exchange."""
    if source not in EXCHANGES:
        return value
    return value.get(EXCHANGES[source][1]) if isinstance(value, dict) else None


def answer_key(value: JSON) -> str | None:
    """Return the key under which a value has an answer; None for one that is no exchange."""
    keys = value.keys() - {REQUEST} if isinstance(value, dict) else ()
    return next((key for _format, key in EXCHANGES.values() if keys == {key}), None)
