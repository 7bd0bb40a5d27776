"""Classes of what is said in a whole request whose messages have no rows of their own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from conformance.base.values import ABSENT, JSON
from conformance.formats.model.conversation import MODEL, SYSTEM, TOOL, USER, Call, Result, Text, Turn
from conformance.formats.whole_requests import REQUESTS
from tests.suite.coverage.classes import ARGUMENTS, TEXT, Classes

_FORMATS = ("anthropic-request", "gemini-request")
# The API refuses texts without anything but white space, and a result without a text has none.
_TEXT: Classes = {name: fits for name, fits in TEXT.items() if name not in ("empty", "only blanks")}
_OF_AN_OBJECT: Classes = {name: fits for name, fits in ARGUMENTS.items() if name.startswith("argument: ")}
_ROWS: Mapping[str, Classes] = {
    **{f"said by {speaker}": _TEXT for speaker in (USER, MODEL, SYSTEM)},
    f"said by {TOOL}": _TEXT,
    "arguments": _OF_AN_OBJECT,
}


def rows(source: str) -> Iterator[str]:
    """Yield the rows of a source format; none for one whose messages have rows of their own."""
    if source in _FORMATS:
        yield from (f"{what}: {name}" for what, classes in _ROWS.items() for name in classes)


def marks(source: str, given: JSON) -> Iterator[str]:
    """Yield the rows that a request covers."""
    if source in _FORMATS:
        for turn in REQUESTS[source].read(given).conversation.turns:
            for what, text in _said(turn):
                yield from (f"{what}: {name}" for name, fits in _ROWS[what].items() if fits(text))


def _said(turn: Turn) -> Iterator[tuple[str, str]]:
    """Yield the texts of a turn, each with what it is."""
    for utterance in turn.says:
        if isinstance(utterance, Text):
            yield f"said by {turn.speaker}", utterance.value
        elif isinstance(utterance, Call) and utterance.arguments.value is not ABSENT:
            yield "arguments", json.dumps(utterance.arguments.value, ensure_ascii=False)
        elif isinstance(utterance, Result):
            yield from ((f"said by {TOOL}", part.value) for part in utterance.content if isinstance(part, Text))
