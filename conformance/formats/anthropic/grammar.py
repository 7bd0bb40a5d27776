"""The grammar of the events of an Anthropic stream, as recorded: 173 streams, in which blocks never overlapped.

    message_start BLOCK* message_delta+ message_stop
    BLOCK: content_block_start content_block_delta* content_block_stop

The block of a call starts with an empty input, and its arguments are pieces: so it was in each recorded one that the
model made. A call that code of the host makes comes whole. One that code makes when it goes on is in the message of
message_start, with its stop_reason, and message_stop follows at once. The API's page says that there is one
message_delta or more, of which one has the stop_reason; each recorded stream had one. `ping` may be anywhere. Events of
other types, and members that a host adds, are free. An `error` ends a stream.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from conformance.base.values import JSON
from conformance.base.wording import brief, but_got
from conformance.formats.model.reading import GrammarError

# What breaks it.
KINDS: Final = (
    "event", "head", "no-end", "after-end", "end", "index", "opened-twice", "not-opened", "not-open", "not-closed",
    "closed-twice", "overlap", "other-block", "early-input",
)  # fmt: skip
_HEAD: Final = "message_start"
_ENDS: Final = frozenset({"message_stop", "error"})
# The types of blocks that a piece may be of, by its own type.
_GROWS: Final = {
    "text_delta": ("text",),
    "citations_delta": ("text",),
    "input_json_delta": ("tool_use", "server_tool_use", "mcp_tool_use"),
    "thinking_delta": ("thinking",),
    "signature_delta": ("thinking",),
}
Event = dict[str, Any]


def disorder_of(events: JSON) -> tuple[GrammarError, ...]:
    """Return what breaks the grammar: of each kind the first place, in the order of the events."""
    first: dict[str, GrammarError] = {}
    for error in _Grammar().judged(events if isinstance(events, list) else []):
        first.setdefault(error.kind, error)
    return tuple(first.values())


class _Grammar:
    """What is open while the events of one stream are read. types: of the blocks, by their index."""

    def __init__(self) -> None:
        self._types: dict[int, JSON] = {}
        self._open: dict[int, None] = {}
        self._has_begun = False
        self._said: int | None = None  # where it said how it ended
        self._ended: str | None = None

    def judged(self, events: list[JSON]) -> Iterator[GrammarError]:
        """Yield what is out of order."""
        for place, event in enumerate(events):
            word = event.get("type") if isinstance(event, dict) else None
            if not isinstance(event, dict) or not isinstance(word, str):
                yield GrammarError("event", (place,), f"wanted an event with a type, {but_got(event)}")
            elif self._ended is not None:
                yield GrammarError("after-end", (place,), f"{word} follows {self._ended}, which ends the stream")
            elif word != "ping":
                yield from self._placed(place, event, word)
        if self._ended is None:
            yield GrammarError("no-end", (), f"no event ends the stream of {len(events)} events")

    def _placed(self, place: int, event: Event, word: str) -> Iterator[GrammarError]:
        if word == _HEAD and self._has_begun:
            yield GrammarError("head", (place,), f"{_HEAD} is event {place}, and not the first")
        elif word not in (_HEAD, "error") and not self._has_begun:
            yield GrammarError("head", (place,), f"the first event is {word}, and not {_HEAD}")
        self._has_begun = True
        if word == _HEAD and _ends_with_calls_of_code(event.get("message")):
            self._said = place
        if word in _ENDS:
            yield from self._at_end(place, word)
            self._ended = word
        elif word == "content_block_start":
            yield from self._started(place, event)
        elif word == "content_block_delta":
            yield from self._grown(place, event)
        elif word == "content_block_stop":
            yield from self._stopped(place, event)
        elif word == "message_delta":
            yield from self._said_end(place, event)

    def _at_end(self, place: int, word: str) -> Iterator[GrammarError]:
        if word == "error":
            return
        if self._open:
            index = next(iter(self._open))
            yield GrammarError("not-closed", (place,), f"the stream ends, and block {index} is open")
        if self._said is None:
            yield GrammarError("end", (place,), "the stream ends, and no message_delta says with which stop_reason")

    def _started(self, place: int, event: Event) -> Iterator[GrammarError]:
        index, block = event.get("index"), event.get("content_block")
        if type(index) is not int or not isinstance(block, dict):
            yield GrammarError("event", (place,), f"wanted an index and a block, {but_got(event)}")
            return
        if index in self._types:
            yield GrammarError("opened-twice", (place, "index"), f"block {index} was started before")
        elif index != len(self._types):
            message = f"index of the next block: wanted {len(self._types)}, got {index}"
            yield GrammarError("index", (place, "index"), message)
        if self._open:
            message = f"block {index} starts before block {next(iter(self._open))} has stopped"
            yield GrammarError("overlap", (place,), message)
        if block.get("type") == "tool_use" and block.get("input") and not _is_of_code(block):
            message = f"block {index} starts with the input of its call, which comes in pieces"
            yield GrammarError("early-input", (place, "content_block", "input"), message)
        self._types[index] = block.get("type")
        self._open[index] = None

    def _grown(self, place: int, event: Event) -> Iterator[GrammarError]:
        index, delta = event.get("index"), event.get("delta")
        if type(index) is not int or index not in self._types:
            yield GrammarError(
                "not-opened", (place, "index"), f"a piece of block {brief(index)}, which was not started"
            )
            return
        if index not in self._open:
            yield GrammarError("not-open", (place, "index"), f"a piece of block {index}, which has stopped")
        word = delta.get("type") if isinstance(delta, dict) else None
        legal = _GROWS.get(word) if isinstance(word, str) else None
        if legal is not None and self._types[index] not in legal:
            message = f"a {word} in block {index}, which is of type {brief(self._types[index])}"
            yield GrammarError("other-block", (place, "delta"), message)

    def _stopped(self, place: int, event: Event) -> Iterator[GrammarError]:
        index = event.get("index")
        if type(index) is not int or index not in self._types:
            yield GrammarError("not-opened", (place, "index"), f"block {brief(index)} stops, and was not started")
        elif index not in self._open:
            yield GrammarError("closed-twice", (place, "index"), f"block {index} has stopped before")
        else:
            del self._open[index]

    def _said_end(self, place: int, event: Event) -> Iterator[GrammarError]:
        delta = event.get("delta")
        if not (isinstance(delta, dict) and delta.get("stop_reason")):
            return
        if self._said is not None:
            message = f"it says how it ended in event {self._said}, and again in event {place}"
            yield GrammarError("end", (place,), message)
        elif self._open:
            message = f"it says how it ended before block {next(iter(self._open))} has stopped"
            yield GrammarError("not-closed", (place,), message)
        self._said = place


def _is_of_code(block: JSON) -> bool:
    """Whether code of the host made a call."""
    caller = block.get("caller") if isinstance(block, dict) else None
    return isinstance(caller, dict) and caller.get("type") not in (None, "direct")


def _ends_with_calls_of_code(message: JSON) -> bool:
    """Whether a message holds calls that code made, and says how it ended."""
    content = message.get("content") if isinstance(message, dict) and message.get("stop_reason") else None
    return isinstance(content, list) and any(map(_is_of_code, content))
