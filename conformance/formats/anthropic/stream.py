"""Folds the events of an Anthropic stream into an answer, and writes an answer as events.

The fold takes any list of JSON values and never raises.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from conformance.base.values import ABSENT, JSON
from conformance.formats.anthropic.read import read_answer
from conformance.formats.anthropic.words import FORMAT
from conformance.formats.anthropic.write import write_answer
from conformance.formats.chat.chunks import with_piece
from conformance.formats.chat.stream import pieces
from conformance.formats.cursor import ObjectCursor, Pen
from conformance.formats.folding import Fold, folded_once
from conformance.formats.model import growth
from conformance.formats.model.answer import Answer
from conformance.formats.model.fact import Path
from conformance.formats.model.growth import StreamState
from conformance.formats.shared import arguments_of

# The member that each kind of delta has, and the member of a block that it adds to.
_DELTAS: Final = {
    "text_delta": ("text", "text"),
    "thinking_delta": ("thinking", "thinking"),
    "signature_delta": ("signature", "signature"),
    "compaction_delta": ("content", "content"),
}
_OF_ENDS: Final = ("stop_reason", "stop_sequence", "stop_details")  # of a message: they come with the last delta
_CALLS: Final = frozenset({"tool_use", "server_tool_use", "mcp_tool_use"})


@folded_once
def read_stream(events: list[JSON]) -> StreamState:
    """Fold events into an answer. An event that is unknown, or of a block that was not opened, stays beside it."""
    fold = _Fold()
    for number, event in enumerate(events):
        fold.take(number, event)
    return fold.growth()


class _Fold(Fold):
    """What the events until now make."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks: list[dict[str, Any]] = []
        self.positions: dict[int, int] = {}  # of the block that each index is of; a later block takes it over
        self.inputs: dict[int, str] = {}
        self.ended = growth.CUT
        self.number = 0

    def take(self, number: int, event: JSON) -> None:
        """Add one event."""
        self.number = number
        word = event.get("type") if isinstance(event, dict) else None
        read = _EVENTS.get(word) if isinstance(word, str) else None
        if read is None or not read(self, event):
            self.others.append(ObjectCursor(event, (number,), FORMAT).other(str(word)))

    def growth(self) -> StreamState:
        """Return all of it."""
        for position, text in self.inputs.items():
            self._decode(self.blocks[position], text)
        for holder in ((), ("content",)):
            self.where.setdefault(holder, [()])
        has_begun = bool(self.blocks or self.body.keys() - {"error", "request_id"})
        body = {**self.body, "content": self.blocks} if has_begun else self.body
        return self.grown(read_answer(body), self.ended, is_marked=self.ended == growth.WHOLE)

    def _decode(self, block: dict[str, Any], text: str) -> None:
        """Put the input of a call into its block: as it is written, if it is no JSON."""
        if text.strip():
            value = arguments_of(text, ()).value
            block["input"] = text if value is ABSENT else value

    def start(self, event: dict[str, Any]) -> bool:
        """Take the message that a stream begins with."""
        message = event.get("message")
        if not isinstance(message, dict):
            return False
        self.where[()] = [(self.number, "message")]
        self._say(self.body, (), {name: value for name, value in message.items() if name != "content"}, ("message",))
        self._begin(message.get("content"), (self.number, "message", "content"))
        return True

    def _begin(self, content: JSON, at: Path) -> None:
        """Take the blocks that a message begins with: there are none, but where a converter writes some."""
        self.where[("content",)] = [at if content is not None else at[:-1]]
        if not isinstance(content, list | None):
            self.others.append(ObjectCursor(content, at, FORMAT).other("content"))
            return
        for number, block in enumerate(content or ()):
            if isinstance(block, dict):
                key = self._open(number, block, (*at, number))
                self.step(self.number, growth.CLOSED, key)
            else:
                self.others.append(ObjectCursor(block, (*at, number), FORMAT).other("content"))

    def _say(self, holder: dict[str, Any], at: Path, members: dict[str, JSON], source: Path) -> None:
        """Put members into a place: the last value counts, and of counts each one by itself."""
        for name, value in members.items():
            if value is None:
                continue
            if isinstance(value, dict) and name == "usage":
                inner = holder.get(name)
                holder[name] = dict(inner) if isinstance(inner, dict) else {}
                self.where[(*at, name)] = [(self.number, *source, name)]
                self._say(holder[name], (*at, name), value, (*source, name))
                continue
            holder[name] = value
            self.where[(*at, name)] = [(self.number, *source, name)]

    def open_block(self, event: dict[str, Any]) -> bool:
        """Open a block, whose index is its own until another one takes it."""
        index, block = event.get("index"), event.get("content_block")
        if type(index) is not int or not isinstance(block, dict):
            return False
        self.where.setdefault(("content",), [(self.number,)])
        self._open(index, block, (self.number, "content_block"))
        return True

    def _open(self, index: int, block: dict[str, Any], source: Path) -> Path:
        self.positions[index] = len(self.blocks)
        key = ("content", len(self.blocks))
        self.blocks.append(dict(block))
        self.where[key] = [source]
        for name in block:
            self.where[(*key, name)] = [(*source, name)]
        self.step(self.number, growth.OPENED, key)
        return key

    def grow(self, event: dict[str, Any]) -> bool:
        """Add to a block."""
        position, delta = self._position(event), event.get("delta")
        if position is None or not isinstance(delta, dict):
            return False
        kind, key = delta.get("type"), ("content", position)
        if kind == "input_json_delta" and isinstance(delta.get("partial_json"), str):
            piece = delta["partial_json"]
            self.inputs[position] = with_piece(self.inputs.get(position, ""), piece)
            self._grew((*key, "input"), "partial_json", len(piece))
            return True
        if kind == "citations_delta" and "citation" in delta:
            return self._cite(self.blocks[position], key, delta["citation"])
        if isinstance(kind, str) and kind in _DELTAS:
            return self._add(self.blocks[position], key, *_DELTAS[kind], delta)
        return False

    def _position(self, event: dict[str, Any]) -> int | None:
        index = event.get("index")
        return self.positions.get(index) if type(index) is int else None

    def _grew(self, at: Path, name: str, size: int) -> None:
        self.where.setdefault(at, []).append((self.number, "delta", name))
        self.step(self.number, growth.GREW, at, size)

    def _cite(self, block: dict[str, Any], key: Path, citation: JSON) -> bool:
        before = block.get("citations")
        if not isinstance(before, list | None):
            return False
        block["citations"] = [*(before or ()), citation]
        at, place = (*key, "citations"), (self.number, "delta", "citation")
        self.where.setdefault(at, [place])
        self.where[(*at, len(block["citations"]) - 1)] = [place]
        self.step(self.number, growth.GREW, at)
        return True

    def _add(self, block: dict[str, Any], key: Path, name: str, member: str, delta: dict[str, Any]) -> bool:
        piece, before = delta.get(name), block.get(member)
        if not isinstance(piece, str) or not isinstance(before, str | None):
            return name in delta and piece is None
        block[member] = with_piece(before or "", piece)
        self._grew((*key, member), name, len(piece))
        return True

    def close(self, event: dict[str, Any]) -> bool:
        """Close a block."""
        position = self._position(event)
        if position is None:
            return False
        self.step(self.number, growth.CLOSED, ("content", position))
        return True

    def say(self, event: dict[str, Any]) -> bool:
        """Take what is said of the whole message: its end and its counts."""
        delta = event.get("delta")
        delta = delta if isinstance(delta, dict) else {}
        self._say(self.body, (), delta, ("delta",))
        self._say(self.body, (), {name: value for name, value in event.items() if name not in ("type", "delta")}, ())
        self.step(self.number, growth.ENDED if delta.get("stop_reason") else growth.COUNTED)
        return True

    def stop(self, event: dict[str, Any]) -> bool:
        """Take the mark of the end, which ends no stream that has failed."""
        self.ended = growth.WHOLE if self.ended != growth.FAILED else growth.FAILED
        return True

    def fail(self, event: dict[str, Any]) -> bool:
        """Take an error: there is no answer."""
        if not isinstance(event.get("error"), dict):
            return False
        self._say(self.body, (), {name: event[name] for name in ("error", "request_id") if name in event}, ())
        self.ended = growth.FAILED
        self.step(self.number, growth.BROKE)
        return True

    def ping(self, event: dict[str, Any]) -> bool:
        """Take an event that says nothing."""
        return True


_EVENTS: Final[dict[str, Callable[[_Fold, dict[str, Any]], bool]]] = {
    "message_start": _Fold.start,
    "content_block_start": _Fold.open_block,
    "content_block_delta": _Fold.grow,
    "content_block_stop": _Fold.close,
    "message_delta": _Fold.say,
    "message_stop": _Fold.stop,
    "error": _Fold.fail,
    "ping": _Fold.ping,
}


def is_event(value: JSON) -> bool:
    """Whether a value is an event of a type that such a stream has."""
    word = value.get("type") if isinstance(value, dict) else None
    return isinstance(word, str) and word in _EVENTS


def write_events(answer: Answer, *, size: int | None = None) -> list[JSON]:
    """Write the events of an answer: one block is open at a time.

    An answer without an end breaks off, or ends with its error. size: characters of a delta; None: a text is one delta.
    """
    written = write_answer(replace(answer, failure=None) if answer.candidates else answer, Pen(FORMAT))
    body: dict[str, Any] = written if isinstance(written, dict) else {}
    events: list[JSON] = []
    if answer.candidates:
        content = body.pop("content", None)
        end = {name: body.pop(name) for name in _OF_ENDS if name in body}
        head = {**body, "content": [], "stop_reason": None, "stop_sequence": None}
        events.append({"type": "message_start", "message": head})
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content or []
        for index, block in enumerate(blocks):
            events += _events_of(block, index, size)
        if "stop_reason" in end:
            usage = {"usage": body["usage"]} if "usage" in body else {}
            events.append({"type": "message_delta", "delta": {"stop_sequence": None, **end}, **usage})
            events += [] if answer.failure is not None else [{"type": "message_stop"}]
        body = write_answer(Answer(failure=answer.failure), Pen(FORMAT)) if answer.failure is not None else {}
    return [*events, body] if "error" in body else events


def _events_of(block: JSON, index: int, size: int | None) -> Iterator[JSON]:
    """Yield the events of one block: it opens without what grows."""
    at = {"index": index}
    held: dict[str, Any] = block if isinstance(block, dict) else {}
    given, notes = held.get("input"), held.get("citations")
    grown = [(kind, *names) for kind, names in _DELTAS.items() if isinstance(held.get(names[1]), str)]
    is_call = held.get("type") in _CALLS and isinstance(given, dict)
    begun = {**held, **{member: "" for _kind, _name, member in grown}, **({"input": {}} if is_call else {})}
    begun |= {"citations": []} if isinstance(notes, list) else {}
    yield {"type": "content_block_start", **at, "content_block": begun if isinstance(block, dict) else block}
    for note in notes if isinstance(notes, list) else ():
        yield {"type": "content_block_delta", **at, "delta": {"type": "citations_delta", "citation": note}}
    for kind, name, member in grown:
        for piece in pieces(held[member], size):
            yield {"type": "content_block_delta", **at, "delta": {"type": kind, name: piece}}
    for piece in pieces(json.dumps(given, ensure_ascii=False), size) if is_call else ():
        delta = {"type": "input_json_delta", "partial_json": piece}
        yield {"type": "content_block_delta", **at, "delta": delta}
    yield {"type": "content_block_stop", **at}
