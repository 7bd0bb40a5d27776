"""Defects of the events of a stream of blocks, as Anthropic sends it."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import accumulate
from typing import Any

from tests.suite.selftest.mutators.model import Mutator, of_value

Event = dict[str, Any]
Events = list[Event]
OfEvents = Callable[[Events], Events]

_START, _PIECE, _STOP = "content_block_start", "content_block_delta", "content_block_stop"
_HEAD, _END, _LAST = "message_start", "message_delta", "message_stop"


def _without(*words: str) -> OfEvents:
    return lambda events: [event for event in events if event.get("type") not in words]


def _twice(*words: str) -> OfEvents:
    return lambda events: [
        element for event in events for element in [event] * (2 if event.get("type") in words else 1)
    ]


def _indexed(change: Callable[[int], Any]) -> OfEvents:
    return lambda events: [
        {**event, "index": change(event["index"])} if "index" in event else event for event in events
    ]


def _delayed(word: str) -> OfEvents:
    """Make a change that puts all events of a kind in front of the end."""

    def changed(events: Events) -> Events:
        found = [event for event in events if event.get("type") == word]
        rest = [event for event in events if event.get("type") != word]
        ends = [place for place, item in enumerate(rest) if item.get("type") in (_END, _LAST, "error")]
        place = ends[0] if ends else len(rest)
        return [*rest[:place], *found, *rest[place:]]

    return changed


def _stopped_early(events: Events) -> Events:
    """Stop each block right behind its start."""
    made = []
    for element in _without(_STOP)(events):
        made += [element, {"type": _STOP, "index": element["index"]}] if element.get("type") == _START else [element]
    return made


def _more(*words: str) -> OfEvents:
    return lambda events: [*events, *[event for event in events if event.get("type") in words][-1:]]


def _pieces(change: Callable[[list[str]], list[str]]) -> OfEvents:
    """Make a change of the pieces of each block."""

    def changed(events: Events) -> Events:
        made = list(events)
        places: dict[Any, list[tuple[int, str]]] = {}
        for place, event in enumerate(events):
            delta: Event = event["delta"] if event.get("type") == _PIECE else {}
            for name in ("text", "partial_json", "thinking"):
                if isinstance(delta.get(name), str):
                    places.setdefault((event.get("index"), name), []).append((place, delta[name]))
        for (_index, name), found in places.items():
            for (place, _piece), piece in zip(found, change([piece for _place, piece in found]), strict=True):
                made[place] = {**made[place], "delta": {**made[place]["delta"], name: piece}}
        return made

    return changed


def _of_other_blocks(events: Events) -> Events:
    """Put each piece into the first block."""
    return [{**event, "index": 0} if event.get("type") == _PIECE else event for event in events]


def _whole_at_first(events: Events) -> Events:
    """Open blocks with the text that the pieces say again."""
    texts: dict[Any, str] = {}
    for event in events:
        if event.get("type") == _PIECE and "text" in event["delta"]:
            texts[event["index"]] = texts.get(event["index"], "") + event["delta"]["text"]
    return [
        {**event, "content_block": {**event["content_block"], "text": texts[event["index"]]}}
        if event.get("type") == _START and event["index"] in texts
        else event
        for event in events
    ]


def _input_at_first(events: Events) -> Events:
    """Start the blocks of calls with their input, and send no pieces of it."""
    texts: dict[Any, str] = {}
    for event in events:
        if event.get("type") == _PIECE and "partial_json" in event["delta"]:
            texts[event["index"]] = texts.get(event["index"], "") + event["delta"]["partial_json"]
    return [
        {**event, "content_block": {**event["content_block"], "input": json.loads(texts[event["index"]])}}
        if event.get("type") == _START and texts.get(event["index"])
        else event
        for event in events
        if not (event.get("type") == _PIECE and "partial_json" in event["delta"])
    ]


def _stopped_after_an_error(events: Events) -> Events:
    return [*events, {"type": _LAST}] if events and events[-1].get("type") == "error" else events


def _other(name: str, check: str, change: OfEvents, **more: Any) -> Mutator:
    def changed(value: Any) -> Any:
        return change(value) if isinstance(value, list) and value else value

    return Mutator(name=name, check=check, change=of_value(changed), **more)


_ONCE, _OPEN, _COUNTED, _END_TRUE = "stream-ends-once", "opened-and-closed", "places-counted", "end-true"
_BROKEN = {"failed-answer": "error-event"}
MUTATORS = (
    _other("starts_no_message", _ONCE, _without(_HEAD)),
    _other("starts_a_message_twice", _ONCE, _twice(_HEAD)),
    _other("starts_a_message_behind_a_block", _ONCE, lambda events: [*events[1:2], *events[:1], *events[2:]]),
    _other("stops_no_message", _ONCE, _without(_LAST)),
    _other("stops_a_message_twice", _ONCE, _twice(_LAST)),
    _other("says_how_it_ended_behind_the_end", _ONCE, _more(_END)),
    _other("sends_a_block_behind_the_end", _ONCE, _more(_STOP)),
    _other("stops_a_message_after_an_error", _ONCE, _stopped_after_an_error, answers=_BROKEN),
    _other("loses_an_error", "failure-named", _without("error"), answers=_BROKEN),
    _other("says_never_how_it_ended", _END_TRUE, _without(_END)),
    _other("says_how_it_ended_twice", _END_TRUE, _twice(_END)),
    _other("starts_no_blocks", _OPEN, _without(_START)),
    _other("starts_blocks_twice", _OPEN, _twice(_START)),
    _other("stops_no_blocks", _OPEN, _without(_STOP)),
    _other("stops_blocks_twice", _OPEN, _twice(_STOP)),
    _other("stops_blocks_at_the_end", _OPEN, _delayed(_STOP)),
    _other("stops_blocks_at_once", _OPEN, _stopped_early),
    _other("sends_all_pieces_to_one_block", _OPEN, _of_other_blocks),
    _other("counts_blocks_from_1", _COUNTED, _indexed(lambda index: index + 1)),
    _other("leaves_gaps_between_blocks", _COUNTED, _indexed(lambda index: 2 * index)),
    _other("gives_all_blocks_one_index", _OPEN, _indexed(lambda _index: 0)),
    _other("counts_blocks_with_texts", "one-answer", _indexed(str)),
    _other("sends_no_pieces", "texts-kept", _without(_PIECE)),
    _other("sends_each_piece_twice", "texts-kept", _twice(_PIECE)),
    _other("sends_all_so_far_in_each_piece", "no-text-added", _pieces(lambda pieces: list(accumulate(pieces)))),
    _other("trims_each_piece", "texts-kept", _pieces(lambda pieces: [piece.strip() for piece in pieces])),
    _other("loses_the_last_piece_of_a_block", "texts-kept", _pieces(lambda pieces: [*pieces[:-1], ""])),
    _other("starts_blocks_with_their_text", "no-text-added", _whole_at_first),
    _other("starts_calls_with_their_input", _OPEN, _input_at_first),
)
