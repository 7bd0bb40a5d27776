"""Defects of the events of a Responses stream."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import accumulate
from typing import Any

from tests.suite.selftest.mutators.model import Mutator, of_value
from tests.suite.selftest.mutators.story import (
    BEGUN,
    BROKEN,
    END,
    HEAD,
    ITEM_ADDED,
    ITEM_DONE,
    OTHER,
    PART_ADDED,
    PART_DONE,
    PIECE,
    TEXT_DONE,
    Event,
    Events,
    OfEvents,
    before_the_last_piece,
    edited,
    final,
    indexed,
    member_of,
    numbered,
    pieces_of,
    twice,
    what,
    without,
)

_CALLS = ("function_call", "custom_tool_call")
_INSIDE = (PIECE, TEXT_DONE, PART_ADDED, PART_DONE, OTHER)


def _head_later(events: Events) -> Events:
    return [*events[1:2], *events[:1], *events[2:]]


def _end_earlier(events: Events) -> Events:
    done = [place for place, event in enumerate(events) if what(event) == ITEM_DONE]
    return [*events[: done[0]], events[-1], *events[done[0] : -1]] if done else events


def _more(*kinds: str) -> OfEvents:
    """Make a change that repeats the last event of some kinds behind the end."""

    def changed(events: Events) -> Events:
        found = [event for event in events if what(event) in kinds]
        return [*events, *found[-1:]]

    return changed


def _done_at_the_end(events: Events) -> Events:
    """Put what says that the last item is done behind the end."""
    done = [event for event in events if what(event) == ITEM_DONE][-1:]
    return [*(event for event in events if event not in done), *done]


def _only_done(events: Events) -> Events:
    return without(ITEM_ADDED, *_INSIDE)(events)


def _completed_after_an_error(events: Events) -> Events:
    if not events or what(events[-1]) != BROKEN:
        return events
    body = {**events[0]["response"], "status": "completed", "output": []}
    return [*events, {"type": "response.completed", "response": body}]


def _items(change: Callable[[Event], Event], *kinds: str) -> OfEvents:
    """Make a change of the item that events of some kinds have."""
    return lambda events: [
        {**event, "item": change(event["item"])} if what(event) in kinds else event for event in events
    ]


def _each(change: Callable[[Event], Event]) -> Callable[[list[Event]], list[Event]]:
    return lambda output: [change(item) for item in output]


def _in_done_and_final(change: Callable[[Event], Event]) -> OfEvents:
    return lambda events: final(_each(change))(_items(change, ITEM_DONE)(events))


def _with(**members: Any) -> Callable[[Event], Event]:
    """Make a change of the members that an object has."""
    return lambda holder: holder | {name: value for name, value in members.items() if name in holder}


def _without_member(name: str) -> Callable[[Event], Event]:
    return lambda holder: {own: value for own, value in holder.items() if own != name}


def _shouted(item: Event) -> Event:
    """Return an item with other texts."""
    return json.loads(json.dumps(item).replace('"text": "', '"text": "!')) if "content" in item else item


def _waiting(completed: Event) -> Event:
    """Return the last event of a stream, with calls that are still in progress."""
    output = [
        item | {"status": "in_progress"} if item["type"] in _CALLS else item for item in completed["response"]["output"]
    ]
    return completed | {"response": completed["response"] | {"output": output}}


def _ids(change: Callable[[Event, int, Events], str]) -> OfEvents:
    """Make a change of the item_id of what is inside of items."""
    return lambda events: [
        {**event, "item_id": change(event, place, events)} if what(event) in _INSIDE and "item_id" in event else event
        for place, event in enumerate(events)
    ]


def _among_its_kind(index: int, events: Events) -> int:
    """Return an index that counts calls and all other items apart."""
    added = {
        event["output_index"]: event["item"].get("type") in _CALLS for event in events if what(event) == ITEM_ADDED
    }
    return sum(is_call == added.get(index) for other, is_call in added.items() if other < index)


def _parts(change: Callable[[int, Event], Any]) -> OfEvents:
    """Make a change of the index of parts."""

    def changed(event: Event) -> Event:
        places = [name for name in ("content_index", "summary_index") if name in event]
        return event | {name: change(event[name], event) for name in places}

    return lambda events: [changed(event) for event in events]


def _numbers(change: Callable[[int, int], Any]) -> OfEvents:
    """Make a change of the numbers of events. change: gets the number, and how many there are."""
    return lambda events: [
        event | {"sequence_number": change(event["sequence_number"], len(events))} for event in events
    ]


def _twisted(pieces: list[str]) -> list[str]:
    return [*pieces[:-2], *pieces[:-3:-1]]


def _other(name: str, check: str, change: OfEvents, answers: Mapping[str, str] | None = None) -> Mutator:
    def changed(value: Any) -> Any:
        return numbered(change(value)) if _is_stream(value) else value

    return Mutator(name=name, check=check, change=of_value(changed), answers=answers or {})


def _as_it_is(name: str, check: str, change: Callable[[Events], Any]) -> Mutator:
    return Mutator(name=name, check=check, change=of_value(lambda value: change(value) if _is_stream(value) else value))


def _is_stream(value: Any) -> bool:
    return isinstance(value, list) and bool(value)


_ONCE, _OPEN, _COUNTED, _NUMBERED = "stream-ends-once", "opened-and-closed", "places-counted", "events-numbered"
_WHOLE, _ONE_ID, _FORM = "pieces-make-the-whole", "one-id-an-item", "one-answer"
_BROKEN: Mapping[str, str] = {"failed-answer": "error-event"}
MUTATORS = (
    _other("has_no_head", _ONCE, without(HEAD)),
    _other("has_two_heads", _ONCE, twice(HEAD)),
    _other("begins_before_its_head", _ONCE, _head_later),
    _other("begins_with_an_item", _ONCE, without(HEAD, BEGUN)),
    _other("has_no_end", _ONCE, without(END)),
    _other("has_two_ends", _ONCE, twice(END)),
    _other("ends_before_an_item_is_done", _ONCE, _end_earlier),
    _other("goes_on_after_its_end", _ONCE, _more(ITEM_DONE)),
    _other("sends_a_piece_after_its_end", _ONCE, _more(PIECE)),
    _other("completes_after_an_error", _ONCE, _completed_after_an_error, _BROKEN),
    _other("says_nothing_of_an_error", "failure-named", without(BROKEN), _BROKEN),
    _other("completes_what_is_cut", "end-true", edited(END, lambda value: value | {"type": "response.completed"})),
    _other("completes_with_calls_in_progress", "end-true",
           lambda events: [
               _waiting(event) if event.get("type") == "response.completed" else event for event in events]),
    _other("adds_no_items", _OPEN, without(ITEM_ADDED)),
    _other("adds_items_twice", _OPEN, twice(ITEM_ADDED)),
    _other("has_items_that_are_only_done", _OPEN, _only_done),
    _other("leaves_items_open", _OPEN, without(ITEM_DONE)),
    _other("does_items_twice", _OPEN, twice(ITEM_DONE)),
    _other("does_items_before_their_last_piece", _OPEN, before_the_last_piece(ITEM_DONE)),
    _other("does_the_last_item_after_the_end", _OPEN, _done_at_the_end),
    _other("adds_no_parts", _OPEN, without(PART_ADDED)),
    _other("adds_parts_twice", _OPEN, twice(PART_ADDED)),
    _other("leaves_parts_open", _OPEN, without(PART_DONE)),
    _other("does_parts_twice", _OPEN, twice(PART_DONE)),
    _other("does_parts_before_their_last_piece", _OPEN, before_the_last_piece(PART_DONE)),
    _other("does_texts_before_their_last_piece", _OPEN, before_the_last_piece(TEXT_DONE)),
    _other("shares_an_index", _COUNTED, indexed(lambda _index, _events: 0)),
    _other("counts_items_from_1", _COUNTED, indexed(lambda index, _events: index + 1)),
    _other("counts_calls_apart", _COUNTED, indexed(_among_its_kind)),
    _other("leaves_gaps_between_items", _COUNTED, indexed(lambda index, _events: 2 * index)),
    _other("counts_items_with_booleans", _COUNTED, indexed(lambda index, _events: bool(index))),
    _other("counts_items_with_texts", _COUNTED, indexed(lambda index, _events: str(index))),
    _other("counts_no_items", _COUNTED, lambda events: [_without_member("output_index")(event) for event in events]),
    _other("counts_parts_from_1", _COUNTED, _parts(lambda index, _event: index + 1)),
    _other("counts_parts_of_all_items", _COUNTED, _parts(lambda index, event: index + event["output_index"])),
    _other("counts_no_parts", _COUNTED,
           lambda events: [
               _without_member("summary_index")(_without_member("content_index")(event)) for event in events]),
    _as_it_is("has_no_numbers", _NUMBERED,
              lambda events: [_without_member("sequence_number")(event) for event in events]),
    _as_it_is("numbers_all_events_0", _NUMBERED, _numbers(lambda _number, _all: 0)),
    _as_it_is("begins_its_numbers_again", _NUMBERED, _numbers(lambda number, _all: max(0, number - 2))),
    _as_it_is("leaves_a_gap_in_its_numbers", _NUMBERED, _numbers(lambda number, _all: number + (number > 1))),
    _as_it_is("numbers_events_backwards", _NUMBERED, _numbers(lambda number, all_: all_ - number)),
    _as_it_is("numbers_events_with_texts", _NUMBERED, _numbers(lambda number, _all: str(number))),
    _other("has_no_pieces", _WHOLE, without(PIECE)),
    _other("sends_pieces_twice", _WHOLE, twice(PIECE)),
    _other("loses_the_first_piece", _WHOLE, pieces_of(lambda pieces: ["", *pieces[1:]])),
    _other("loses_the_last_piece", _WHOLE, pieces_of(lambda pieces: [*pieces[:-1], ""])),
    _other("exchanges_the_last_pieces", _WHOLE, pieces_of(_twisted)),
    _other("sends_all_so_far_as_a_piece", _WHOLE, pieces_of(lambda pieces: list(accumulate(pieces)))),
    _other("trims_pieces", _WHOLE, pieces_of(lambda pieces: [piece.strip() for piece in pieces])),
    _other("empties_texts_that_are_done", _WHOLE, edited(TEXT_DONE, lambda value: value | {member_of(value): ""})),
    _other("cuts_texts_that_are_done", _WHOLE,
           edited(TEXT_DONE, lambda value: value | {member_of(value): value[member_of(value)][:-1]})),
    _other("empties_parts_that_are_done", _WHOLE,
           edited(PART_DONE, lambda value: value | {"part": _with(text="", refusal="")(value["part"])})),
    _other("empties_items_that_are_done", _WHOLE, _items(_with(content=[], arguments="", input=""), ITEM_DONE)),
    _other("empties_names_when_they_are_done", _WHOLE, _items(_with(name=""), ITEM_DONE)),
    _other("has_no_final_output", _WHOLE, final(lambda _output: [])),
    _other("has_no_list_for_its_final_output", _WHOLE, final(lambda _output: None)),
    _other("loses_the_last_item_of_the_final_output", _WHOLE, final(lambda output: output[:-1])),
    _other("has_only_messages_in_the_final_output", _WHOLE,
           final(lambda output: [item for item in output if item.get("type") == "message"])),
    _other("has_other_texts_in_the_final_output", _WHOLE, final(_each(_shouted))),
    _other("has_its_final_output_backwards", _WHOLE, final(lambda output: output[::-1])),
    _other("has_empty_calls_in_the_final_output", _WHOLE, final(_each(_with(arguments="", input="")))),
    _other("gives_items_other_ids_at_the_end", _ONE_ID,
           _in_done_and_final(lambda item: item | {"id": f"{item['id']}_done"})),
    _other("gives_each_piece_another_item", _ONE_ID, _ids(lambda _one, place, _events: f"item_{place}")),
    _other("gives_pieces_a_placeholder", _ONE_ID, _ids(lambda _one, _place, _events: "__fake_id__")),
    _other("gives_pieces_the_id_of_the_answer", _ONE_ID,
           _ids(lambda _one, _place, events: str(events[0].get("response", {}).get("id")))),
    _other("adds_calls_with_another_id", _ONE_ID,
           _items(lambda item: _with(call_id=f"{item.get('call_id')}_0")(item), ITEM_ADDED)),
    _other("adds_calls_as_others", _ONE_ID,
           _items(lambda item: item | ({"type": "mcp_call"} if item.get("type") in _CALLS else {}), ITEM_ADDED)),
    _as_it_is("marks_its_end", _FORM, lambda events: [*events, "[DONE]"]),
    _as_it_is("sends_events_as_texts", _FORM, lambda events: [f"data: {json.dumps(event)}" for event in events]),
    _as_it_is("wraps_events", _FORM, lambda events: [{"event": event["type"], "data": event} for event in events]),
)  # fmt: skip
