"""What the reference reports of a conversion: what has no place in the other format."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from conformance.reference.errors import LOG

HEADER = "x-conformance-reports"
_LONGEST = 4_000  # characters of the header: servers and clients refuse long ones

_collected: ContextVar[list[str] | None] = ContextVar("collected", default=None)


class _Collector(logging.Handler):
    """Adds each message to the list of the conversion that it is about."""

    def emit(self, record: logging.LogRecord) -> None:
        """Add the message; nothing where nobody collects."""
        into = _collected.get()
        if into is not None:
            into.append(record.getMessage())


_COLLECTOR = _Collector()


@contextmanager
def collecting() -> Iterator[list[str]]:
    """Give the list that takes what is reported inside, in this task or thread alone."""
    LOG.addHandler(_COLLECTOR)  # once, however often it is added
    messages: list[str] = []
    token = _collected.set(messages)
    try:
        yield messages
    finally:
        _collected.reset(token)


def header_of(messages: list[str]) -> dict[str, str]:
    """Return the header that has messages, a JSON list of ASCII alone; those that have no room are counted."""
    if not messages:
        return {}
    shown = list(messages)
    while len(text := json.dumps([*shown, *_further(len(messages) - len(shown))])) > _LONGEST:
        shown.pop()
    return {HEADER: text}


def _further(count: int) -> list[str]:
    return [f"{count} more"] if count else []
