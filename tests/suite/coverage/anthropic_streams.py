"""The situations of Anthropic streams: how a message is split into events, and how they end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import TypeAlias

from conformance.base.values import JSON
from tests.suite.coverage.streams import marks_of_pieces, rows_of_pieces

Event: TypeAlias = dict[str, JSON]

# By the type of a delta: its member, and what the rows of its pieces are named.
_DELTAS: Mapping[str, tuple[str, str]] = {
    "text_delta": ("text", "text"),
    "thinking_delta": ("thinking", "thinking"),
    "input_json_delta": ("partial_json", "arguments"),
}
_START, _BEGUN, _DELTA, _STOPPED = "message_start", "content_block_start", "content_block_delta", "content_block_stop"
_LAST = (_START, _BEGUN, *_DELTAS, _STOPPED)
_EARLY = ("breaks off", "an error")
# Arguments are an object here: how its characters are escaped is up to who writes the stream.
_AS_WRITTEN = frozenset(
    f"arguments: split {where}"
    for where in ("after a backslash", "inside an escape", "inside an escaped surrogate pair", "between surrogates")
)
_AROUND = ("message_delta", "message_stop", "ping")


def rows() -> Iterator[str]:
    """Yield the rows of a stream's situations."""
    names = (name for _member, name in _DELTAS.values())
    yield from (row for row in rows_of_pieces(names) if row not in _AS_WRITTEN)
    yield from (f"events: {how} after {kind}" for how in _EARLY for kind in _LAST)
    yield from (f"events: {name}" for name in _SITUATIONS)


def marks(stream: JSON) -> Iterator[str]:
    """Yield the rows of its situations that a stream covers."""
    given = stream if isinstance(stream, list) else []
    events = [element for element in given if isinstance(element, dict) and isinstance(element.get("type"), str)]
    if not events:
        return
    for (_index, name), pieces in _pieces(events).items():
        yield from (f"{name}: {mark}" for mark in marks_of_pieces(pieces))
    yield from (f"events: {name}" for name, fits in _SITUATIONS.items() if fits(events))
    kinds = [event["type"] for event in events]
    if "message_stop" not in kinds:
        said = [event for event in events if event["type"] not in (*_AROUND, "error")]
        yield f"events: {_EARLY['error' in kinds]} after {_kind(said[-1]) if said else 'nothing'}"


def _kind(event: Event) -> str:
    delta = event.get("delta")
    return str(delta.get("type")) if event["type"] == _DELTA and isinstance(delta, dict) else str(event["type"])


def _pieces(events: list[Event]) -> Mapping[tuple[JSON, str], list[str]]:
    """Return the pieces of each text, by its block and what it is."""
    found: dict[tuple[JSON, str], list[str]] = {}
    for event in events:
        member, name = _DELTAS.get(_kind(event), ("", ""))
        piece = event["delta"].get(member) if name else None
        block = event.get("content_block") if event["type"] == _BEGUN else None
        if isinstance(block, dict) and block.get("text"):  # a block may begin with the first piece of its text
            name, piece = "text", block["text"]
        if isinstance(piece, str):
            found.setdefault((event.get("index"), name), []).append(piece)
    return found


def _ends(events: list[Event]) -> list[bool]:
    """Return of each delta of the message whether it has the stop_reason."""
    deltas = [event.get("delta") for event in events if event["type"] == "message_delta"]
    return [isinstance(delta, dict) and bool(delta.get("stop_reason")) for delta in deltas]


def _member(event: Event, name: str) -> Event:
    """Return an object that an event holds; an empty one where it holds none."""
    held = event.get(name)
    return held if isinstance(held, dict) else {}


def _count(events: list[Event], kind: str, name: str) -> JSON:
    """Return a count that an event has, None where it has none."""
    for event in events:
        holder = event.get("message") if kind == _START else event
        usage = holder.get("usage") if event["type"] == kind and isinstance(holder, dict) else None
        if isinstance(usage, dict):
            return usage.get(name)
    return None


_SITUATIONS: Mapping[str, Callable[[list[Event]], bool]] = {
    "no block": lambda events: all(event["type"] != _BEGUN for event in events),
    "one block": lambda events: sum(event["type"] == _BEGUN for event in events) == 1,
    "several blocks": lambda events: sum(event["type"] == _BEGUN for event in events) > 1,
    "a block without a piece": lambda events: any(
        element["type"] == _BEGUN and other["type"] == _STOPPED for element, other in pairwise(events)
    ),
    "no ping": lambda events: all(event["type"] != "ping" for event in events),
    "a ping behind the start": lambda events: [event["type"] for event in events[:2]] == [_START, "ping"],
    "a ping elsewhere": lambda events: any(event["type"] == "ping" for event in events[2:]),
    "input counted at the end too": lambda events: _count(events, "message_delta", "input_tokens") is not None,
    "output counted at the end alone": lambda events: (
        _count(events, "message_delta", "output_tokens") is not None
        and _count(events, "message_delta", "input_tokens") is None
    ),
    "input counted anew": lambda events: (
        _count(events, "message_delta", "input_tokens") not in (None, _count(events, _START, "input_tokens"))
    ),
    "a text that begins with its block": lambda events: any(
        event["type"] == _BEGUN and bool(_member(event, "content_block").get("text")) for event in events
    ),
    "a call that names its caller": lambda events: any(
        event["type"] == _BEGUN and "caller" in _member(event, "content_block") for event in events
    ),
    "where it was computed": lambda events: _count(events, _START, "inference_geo") is not None,
    "how often tools of the host ran": lambda events: _count(events, "message_delta", "server_tool_use") is not None,
    "counts of each turn": lambda events: _count(events, "message_delta", "iterations") is not None,
    "where code of the host ran": lambda events: any(_member(event, "delta").get("container") for event in events),
    "edits of the context": lambda events: any(event.get("context_management") for event in events),
    "counts behind the stop_reason": lambda events: (True, False) in pairwise(_ends(events)),
    "counts before the stop_reason": lambda events: (False, True) in pairwise(_ends(events)),
}
