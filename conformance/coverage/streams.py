"""The situations of streams: how a response is split, ordered, carried and ended."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, pairwise

from conformance.formats.responses.read import FUNCTION_CALL
from conformance.values import JSON

_PIECES: dict[str, Callable[[list[str]], bool]] = {
    "one piece": lambda pieces: len(pieces) == 1,
    "several pieces": lambda pieces: len(pieces) > 1,
    "an empty piece": lambda pieces: "" in pieces,
    "a piece of one character": lambda pieces: any(len(piece) == 1 for piece in pieces),
    "a blank piece": lambda pieces: any(piece and not piece.strip() for piece in pieces),
    "more than 50 pieces": lambda pieces: len(pieces) > 50,
}
_CUTS: dict[str, Callable[[str, str], bool]] = {
    "split inside a number": lambda left, right: left[-1:].isdigit() and right[:1].isdigit(),
    "split inside a word": lambda left, right: left[-1:].isalpha() and right[:1].isalpha(),
    "split after a backslash": lambda left, right: re.search(r"(?<!\\)(\\\\)*\\$", left) is not None,
    "split inside an escape": lambda left, right: re.search(r"\\u[0-9a-f]{0,3}$", left) is not None,
    "split inside an escaped surrogate pair": lambda left, right: (
        re.search(r"\\ud[89ab][0-9a-f]{2}$", left) is not None and right.startswith("\\")
    ),
    "split between surrogates": lambda left, right: "\ud800" <= left[-1:] <= "\udbff",
    "split before a combining mark": lambda left, right: "\u0300" <= right[:1] <= "\u036f",
    "split inside CRLF": lambda left, right: left.endswith("\r") and right.startswith("\n"),
}
_TEXTS = {
    "arguments": "response.function_call_arguments",
    "text": "response.output_text",
    "refusal": "response.refusal",
}
# Cuts that a text of the kind cannot have: CRLF is escaped in arguments, and no text has JSON's escapes.
_OF_ARGUMENTS = ("split after a backslash", "split inside an escape", "split inside an escaped surrogate pair")
_OF_WORDS = ("split before a combining mark", "split inside CRLF")
_ENDS = ("completed", "incomplete", "failed")
_CARRIERS = ("delta", "done", "item-done", "completed")


def _names_of(carriers: tuple[str, ...]) -> str:
    return f"carried by {' and '.join(carriers)}"


def _subsets() -> Iterator[tuple[str, ...]]:
    for number in range(1, 2 ** len(_CARRIERS)):
        yield tuple(carrier for bit, carrier in enumerate(_CARRIERS) if number & 1 << bit)


# Rows that count on streams of any standing.
CARRIERS = frozenset(
    [f"events: {_names_of(one)}" for one in _subsets()]
    + [f"events: {name}" for name in ("named by item_id alone", "named by output_index alone", "items not added")]
    + ["events: an event of no type that is known"]
)


def rows_of_pieces(texts: Iterable[str]) -> Iterator[str]:
    """Yield the rows of texts that come in pieces."""
    for text in texts:
        yield from (f"{text}: {name}" for name in _PIECES)
        cuts = [cut for cut in _CUTS if cut not in (_OF_WORDS if text == "arguments" else _OF_ARGUMENTS)]
        yield from (f"{text}: {name}" for name in cuts)


def marks_of_pieces(pieces: list[str]) -> Iterator[str]:
    """Yield what the pieces of one text show."""
    yield from (name for name, fits in _PIECES.items() if fits(pieces))
    for number, right in enumerate(pieces[1:], start=1):
        left = "".join(pieces[:number])
        yield from (name for name, fits in _CUTS.items() if left and right and fits(left, right))


def rows() -> Iterator[str]:
    """Yield the rows of a stream's situations."""
    yield from rows_of_pieces(_TEXTS)
    yield from (f"events: {name}" for name in _SITUATIONS)
    yield from (f"events: ends with {end}" for end in (*_ENDS, "error", "error in an object"))
    yield from (f"events: breaks off after {kind}" for kind in _BREAKS)
    yield from (f"items: {one} before {other}" for one in _KINDS for other in _KINDS)
    yield from (f"items: {name}" for name in ("no item", "one item", "several items"))
    yield from sorted(CARRIERS)


_KINDS = ("message", FUNCTION_CALL, "reasoning", "another item")
_BREAKS = (
    "response.created", "response.in_progress", "response.output_item.added", "response.function_call_arguments.delta",
    "response.function_call_arguments.done", "response.content_part.added", "response.output_text.delta",
    "response.output_text.done", "response.content_part.done", "response.output_item.done",
)  # fmt: skip


def marks(stream: JSON) -> Iterator[str]:
    """Yield the rows of its situations that a stream covers."""
    given = stream if isinstance(stream, list) else []
    events = [event for event in given if isinstance(event, dict) and isinstance(event.get("type"), str)]
    if not events:
        return
    for text, stem in _TEXTS.items():
        for pieces in _pieces(events, f"{stem}.delta"):
            yield from (f"{text}: {name}" for name in marks_of_pieces(pieces))
    yield from (f"events: {name}" for name, fits in _SITUATIONS.items() if fits(events))
    yield from _end(events[-1])
    items = [_kind(event["item"]) for event in events if event["type"] == "response.output_item.added"]
    yield from (f"items: {one} before {other}" for one, other in pairwise(items))
    yield f"items: {('no item', 'one item', 'several items')[min(len(items), 2)]}"
    yield from (f"events: {name}" for name in _representation(events))


def _pieces(events: list[JSON], kind: str) -> Iterator[list[str]]:
    """Yield the pieces of each text."""
    texts: dict[tuple[JSON, ...], list[str]] = {}
    for event in events:
        if event["type"] == kind and isinstance(event.get("delta"), str):
            key = tuple(event.get(name) for name in ("item_id", "output_index", "content_index"))
            texts.setdefault(key, []).append(event["delta"])
    yield from texts.values()


def _kind(item: JSON) -> str:
    kind = item.get("type") if isinstance(item, dict) else None
    return kind if kind in _KINDS else "another item"


def _end(last: JSON) -> Iterator[str]:
    kind = last["type"].removeprefix("response.")
    if kind == "error":
        yield f"events: ends with error{' in an object' if isinstance(last.get('error'), dict) else ''}"
    elif kind in _ENDS:
        yield f"events: ends with {kind}"
    else:
        yield f"events: breaks off after {last['type']}"


def _indexes(events: list[JSON], stem: str = "") -> list[int]:
    """Return the items that events are about, without repetition in a row."""
    about = [
        event["output_index"]
        for event in events
        if isinstance(event.get("output_index"), int) and event["type"].startswith(f"response.{stem}")
    ]
    return [index for index, _group in groupby(about)]


def _mixed(indexes: list[int]) -> bool:
    return len(set(indexes)) < len(indexes)


_SITUATIONS: dict[str, Callable[[list[JSON]], bool]] = {
    "items one after another": lambda events: len(_indexes(events)) > 1 and not _mixed(_indexes(events)),
    "items mixed": lambda events: _mixed(_indexes(events)),
    "arguments of calls mixed": lambda events: _mixed(_indexes(events, "function_call_arguments.delta")),
    "texts mixed": lambda events: _mixed(_indexes(events, "output_text.delta")),
    "numbered": lambda events: "sequence_number" in events[0],
    "not numbered": lambda events: "sequence_number" not in events[0],
    "a keepalive": lambda events: any(event["type"] == "keepalive" for event in events),
    "queued first": lambda events: any(event["type"] == "response.queued" for event in events),
    "an annotation": lambda events: any(event["type"] == "response.output_text.annotation.added" for event in events),
    "a hosted tool's event": lambda events: any("_call." in event["type"] for event in events),
    "a reasoning event": lambda events: any("reasoning" in event["type"] for event in events),
    "two calls of one tool": lambda events: len(set(_names(events))) < len(_names(events)),
}


def _names(events: list[JSON]) -> list[str]:
    added = [event["item"] for event in events if event["type"] == "response.output_item.added"]
    return [item["name"] for item in added if _kind(item) == FUNCTION_CALL and isinstance(item.get("name"), str)]


def _representation(events: list[JSON]) -> Iterator[str]:
    """Yield how a stream that ends carries its calls, and how its events name them."""
    kinds = {event["type"] for event in events}
    calls = [event for event in events if event["type"].startswith("response.function_call_arguments.")]
    if events[-1]["type"] in ("response.completed", "response.incomplete"):
        output = events[-1]["response"].get("output") or []
        items = [event["item"] for event in events if event["type"] == "response.output_item.done"]
        carriers = (
            "response.function_call_arguments.delta" in kinds,
            "response.function_call_arguments.done" in kinds,
            any(_kind(item) == FUNCTION_CALL for item in items),
            any(_kind(item) == FUNCTION_CALL for item in output),
        )
        if any(carriers):
            yield _names_of(tuple(name for name, has in zip(_CARRIERS, carriers, strict=True) if has))
    for key, other in (("item_id", "output_index"), ("output_index", "item_id")):
        if calls and all(key in event and other not in event for event in calls):
            yield f"named by {key} alone"
    if calls and "response.output_item.added" not in kinds:
        yield "items not added"
    if any(not kind.startswith(("response.", "error", "keepalive")) for kind in kinds):
        yield "an event of no type that is known"
