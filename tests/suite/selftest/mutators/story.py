"""The events of a Responses stream in words: what opens, grows, closes and ends; and changes in terms of these."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from conformance.formats.responses.stream import DELTAS, PARTS

Event: TypeAlias = dict[str, Any]
Events: TypeAlias = list[Event]
OfEvents: TypeAlias = Callable[[Events], Events]

HEAD, BEGUN, END, BROKEN = "head", "begun", "end", "broken"
ITEM_ADDED, ITEM_DONE, PART_ADDED, PART_DONE = "item added", "item done", "part added", "part done"
PIECE, TEXT_DONE, OTHER = "piece", "text done", "other"
_WHOLE = {
    "response.created": HEAD, "response.in_progress": BEGUN, "error": BROKEN,
    "response.completed": END, "response.incomplete": END, "response.failed": END,
    "response.output_item.added": ITEM_ADDED, "response.output_item.done": ITEM_DONE,
}  # fmt: skip


def what(event: Event) -> str:
    """Return what an event does."""
    word = str(event.get("type"))
    if word in _WHOLE:
        return _WHOLE[word]
    stem, _dot, verb = word.rpartition(".")
    if stem in PARTS:
        return PART_ADDED if verb == "added" else PART_DONE
    if stem in DELTAS:
        return PIECE if verb == "delta" else TEXT_DONE
    return OTHER


def member_of(event: Event) -> str:
    """Return the name of the text in an event that says that the text is done."""
    return DELTAS[event["type"].rpartition(".")[0]].member


def thread(event: Event) -> tuple[Any, ...]:
    """Return what an event is about: an item, and a part of it."""
    return tuple(event.get(name) for name in ("output_index", "content_index", "summary_index"))


def numbered(events: Iterable[Event]) -> Events:
    """Return events with numbers from 0."""
    return [{**event, "sequence_number": number} for number, event in enumerate(events)]


def without(*kinds: str) -> OfEvents:
    """Make a change that drops events of some kinds."""
    return lambda events: [event for event in events if what(event) not in kinds]


def twice(*kinds: str) -> OfEvents:
    """Make a change that repeats events of some kinds."""
    return lambda events: [
        element for event in events for element in ([event] * 2 if what(event) in kinds else [event])
    ]


def edited(kind: str, change: Callable[[Event], Event]) -> OfEvents:
    """Make a change of each event of a kind."""
    return lambda events: [change(event) if what(event) == kind else event for event in events]


def pieces_of(change: Callable[[list[str]], list[str]]) -> OfEvents:
    """Make a change of the pieces of each text: it returns as many as it gets."""

    def changed(events: Events) -> Events:
        texts: dict[tuple[Any, ...], list[int]] = {}
        for place, event in enumerate(events):
            if what(event) == PIECE:
                texts.setdefault(thread(event), []).append(place)
        made = list(events)
        for places in texts.values():
            for place, piece in zip(places, change([events[place]["delta"] for place in places]), strict=True):
                made[place] = {**events[place], "delta": piece}
        return made

    return changed


def before_the_last_piece(kind: str) -> OfEvents:
    """Make a change that puts events of a kind before the last piece of what they are about."""

    def changed(events: Events) -> Events:
        made = list(events)
        for event in [event for event in events if what(event) == kind]:
            pieces = [
                place for place, element in enumerate(made) if what(element) == PIECE and _is_within(element, event)
            ]
            if pieces:
                made = [element for element in made if element is not event]
                made.insert(pieces[-1], event)
        return made

    return changed


def _is_within(piece: Event, event: Event) -> bool:
    return all(name is None or own == name for own, name in zip(thread(piece), thread(event), strict=True))


def final(change: Callable[[list[Event]], list[Event] | None]) -> OfEvents:
    """Make a change of the output that the last event has."""

    def changed(event: Event) -> Event:
        response = event["response"]
        return {**event, "response": {**response, "output": change(response.get("output") or [])}}

    return edited(END, changed)


def indexed(change: Callable[[int, Events], Any]) -> OfEvents:
    """Make a change of the output_index of all events. change: gets the index, and all events."""
    return lambda events: [
        {**event, "output_index": change(event["output_index"], events)} if "output_index" in event else event
        for event in events
    ]
