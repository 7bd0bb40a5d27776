"""Broken parsers of streams: which events they read, how they put pieces together, and how they end (S3)."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from conformance.reference import responses_stream_to_tool_calls as reference
from tests.suite.selftest.banks.tool_calls import STREAM
from tests.suite.selftest.model import Convert

Event = dict[str, Any]
Events = list[Any]

ADDED, ITEM_DONE = "response.output_item.added", "response.output_item.done"
DELTA, DONE = "response.function_call_arguments.delta", "response.function_call_arguments.done"
TEXT_DELTA, TEXT_DONE = "response.output_text.delta", "response.output_text.done"
COMPLETED = "response.completed"


def before(change: Callable[[Events], Events]) -> Convert:
    """The reference, given other events."""

    def convert(events: Any) -> Any:
        if not isinstance(events, list) or not all(isinstance(event, dict) for event in events):
            return reference(events)
        return reference(change(copy.deepcopy(events)))

    return convert


def deaf_to(*kinds: str) -> Convert:
    """The reference, which never hears of some kinds of events."""
    return before(lambda events: [event for event in events if event.get("type") not in kinds])


def _empty_end(events: Events) -> Events:
    for event in events:
        if event.get("type") == COMPLETED and isinstance(event.get("response"), dict):
            event["response"]["output"] = []
    return events


def _deltas_alone(events: Events) -> Events:
    """Announcements and deltas, and an end that holds nothing."""
    heard = (ADDED, DELTA, TEXT_DELTA, COMPLETED, "error", "response.failed", "response.incomplete")
    return _empty_end([event for event in events if event.get("type") in heard])


def _to_the_latest(events: Events) -> Events:
    """Each delta goes to the item that was announced last."""
    latest: Event = {}
    for event in events:
        if event.get("type") == ADDED:
            latest = {"item_id": event["item"].get("id"), "output_index": event.get("output_index")}
        elif event.get("type") == DELTA:
            event.update(latest)
    return events


def _done_is_a_delta(events: Events) -> Events:
    """Takes the whole of a done event for one more piece."""
    for event in events:
        if event.get("type") == DONE:
            event |= {"type": DELTA, "delta": event["arguments"]}
    return _empty_end([event for event in events if event.get("type") != ITEM_DONE])


def _without(key: str) -> Callable[[Events], Events]:
    def change(events: Events) -> Events:
        for event in events:
            event.pop(key, None)
        return events

    return change


def _lacking_last(events: Events) -> Events:
    """Puts what the final response lacks after what it holds."""
    held = [e["response"].get("output") or [] for e in events if e.get("type") == COMPLETED]
    known = {item.get("id") for output in held for item in output if isinstance(item, dict)}
    lacking = [e for e in events if e.get("type") == ITEM_DONE and e["item"].get("id") not in known]
    if not held or not lacking or not known:
        return events
    for event in lacking:
        held[0].append(event["item"])
    return events


STREAM.add("end_not_heard", deaf_to(COMPLETED), "CALL-8", innocent=("CALL-3", "CALL-10"))
STREAM.add("final_output_not_read", before(_empty_end), "CALL-8", "CALL-9", innocent=("CALL-10", "CALL-14"))
STREAM.add("done_events_not_heard", deaf_to(DONE, ITEM_DONE), "CALL-12", innocent=("CALL-8", "CALL-9"))
STREAM.add("ends_of_texts_not_heard", deaf_to(TEXT_DONE), "CALL-12", innocent=("CALL-8", "CALL-9"))
STREAM.add("parts_not_told_apart", before(_without("content_index")), "CALL-12", innocent=("CALL-8", "CALL-9"))
STREAM.add("deltas_not_heard", deaf_to(DELTA, TEXT_DELTA), "CALL-12", innocent=("CALL-8", "CALL-9"))
STREAM.add("announcements_not_heard", deaf_to(ADDED), "CALL-12", innocent=("CALL-8",))
STREAM.add(
    "final_output_alone",
    deaf_to(ADDED, DELTA, DONE, ITEM_DONE, TEXT_DELTA, TEXT_DONE),
    "CALL-12",
    innocent=("CALL-8", "CALL-9"),
)
STREAM.add("done_is_one_more_delta", before(_done_is_a_delta), "CALL-12", innocent=("CALL-10", "CALL-13"))
STREAM.add("lacking_items_last", before(_lacking_last), "CALL-1", innocent=("CALL-8", "CALL-14"))
STREAM.add(
    "deltas_to_the_latest_item",
    before(lambda events: _to_the_latest(_deltas_alone(events))),
    "CALL-14",
    innocent=("CALL-10",),
)


def _interleaved(*arguments: str) -> Events:
    """Return a stream of calls whose arguments come in two deltas each, first those of all calls, then the others."""
    names = [f"fc_{number}" for number in range(len(arguments))]
    items = [{"type": "function_call", "id": name, "call_id": f"call_{name}", "name": "look"} for name in names]
    added = [{"type": ADDED, "output_index": at, "item": item} for at, item in enumerate(items)]
    halves = [[text[:4] for text in arguments], [text[4:] for text in arguments]]
    deltas = [
        {"type": DELTA, "item_id": name, "output_index": at, "delta": half[at]}
        for half in halves
        for at, name in enumerate(names)
    ]
    return [*added, *deltas, {"type": COMPLETED, "response": {"status": "completed", "output": []}}]


@STREAM.mutant(
    "CALL-14",
    innocent=("CALL-8", "CALL-10", "CALL-12", "CALL-13"),
    inputs=(_interleaved('{"a": 1}', '{"b": 2}', '{"c": 3}'),),
)
def third_call_shares_an_object(events: Any) -> Any:
    """Has an object of arguments for each of two calls: the third one writes into the first one's."""
    result = reference(events)
    calls = result["tool_calls"]
    if len(calls) > 2 and calls[0]["arguments"] and calls[2]["arguments"]:
        calls[2] = calls[2] | {"arguments": calls[0]["arguments"] | calls[2]["arguments"]}
    return result


STREAM.add("by_place_alone", before(_without("item_id")), "CALL-14", innocent=("CALL-10", "CALL-13"))
STREAM.add("by_item_id_alone", before(lambda events: [{k: v for k, v in e.items() if k != "output_index"} for e in events]),
           "CALL-14", innocent=("CALL-10",))  # fmt: skip


def _usage_of_the_start(events: Events) -> Events:
    for event in events:
        if event.get("type") == COMPLETED:
            event["response"]["usage"] = next(
                (e["response"].get("usage") for e in events if e.get("type") == "response.created"), None
            )
    return events


STREAM.add("usage_of_the_start", before(_usage_of_the_start), "CALL-8", innocent=("CALL-9", "CALL-12", "ALL-3"))


@STREAM.mutant("CALL-8", innocent=("CALL-9", "CALL-12"))
def usage_lost(events: Any) -> Any:
    """Leaves out the usage."""
    return {key: value for key, value in reference(events).items() if key != "usage"}


@STREAM.mutant("CALL-9", innocent=("CALL-8", "CALL-10", "CALL-14"))
def text_heard_and_read(events: Any) -> Any:
    """Adds the final response's text to that of the deltas."""
    result = reference(events)
    heard = "".join(e["delta"] for e in events if isinstance(e, dict) and e.get("type") == TEXT_DELTA)
    return result | {"content": heard + result["content"]}


@STREAM.mutant("CALL-9", innocent=("CALL-8", "CALL-10"))
def text_of_deltas_alone(events: Any) -> Any:
    """Takes its text from deltas, whatever the response says."""
    heard = "".join(e["delta"] for e in events if isinstance(e, dict) and e.get("type") == TEXT_DELTA)
    return reference(events) | {"content": heard}


@STREAM.mutant("CALL-9", innocent=("CALL-8", "CALL-14"))
def any_delta_is_text(events: Any) -> Any:
    """Takes the deltas of events it does not know for text."""
    result = reference(events)
    known = (DELTA, TEXT_DELTA, "response.refusal.delta")
    other = [e["delta"] for e in events if isinstance(e, dict) and "delta" in e and e.get("type") not in known]
    return result | {"content": result["content"] + "".join(other)}


def _cut(events: Any) -> bool:
    ends = (COMPLETED, "response.incomplete", "response.failed", "error")
    return not any(isinstance(event, dict) and event.get("type") in ends for event in events)


@STREAM.mutant("CALL-10", innocent=("CALL-8", "CALL-9", "CALL-12"))
def the_end_of_input_is_the_end(events: Any) -> Any:
    """Done when nothing more comes."""
    return reference(events) | {"done": True}


@STREAM.mutant("CALL-10", innocent=("CALL-8", "CALL-15"))
def half_calls_are_empty(events: Any) -> Any:
    """Presents a call that never ended as one of a tool without parameters."""
    result = reference(events)
    return result | {"tool_calls": result["tool_calls"] + [_half(event, {}) for event in _halves(events)]}


@STREAM.mutant("CALL-15", innocent=("CALL-8", "CALL-12"))
def half_calls_are_repaired(events: Any) -> Any:
    """Completes a call that never ended."""
    result = reference(events)
    return result | {"tool_calls": result["tool_calls"] + [_half(e, {"city": "Par"}) for e in _halves(events)]}


def _halves(events: Any) -> list[Event]:
    """The announcements of calls that never ended."""
    if not _cut(events):
        return []
    ended = {e["item"].get("id") for e in events if isinstance(e, dict) and e.get("type") == ITEM_DONE}
    begun = [e for e in events if isinstance(e, dict) and e.get("type") == ADDED]
    return [e for e in begun if e["item"]["type"] == "function_call" and e["item"].get("id") not in ended]


def _half(event: Event, arguments: Any) -> Event:
    item = event["item"]
    names = {"id": item.get("call_id", item.get("id")), "name": item.get("name", "unknown")}
    return {"type": "function", **names, "arguments": arguments, "index": None}


@STREAM.mutant("CALL-10", innocent=("CALL-8",))
def a_cut_raises(events: Any) -> Any:
    """A connection that breaks is an error."""
    if isinstance(events, list) and events and _cut(events):
        raise ConnectionError("peer closed connection")
    return reference(events)


@STREAM.mutant("CALL-13", innocent=("CALL-8", "CALL-12"))
def failures_not_heard(events: Any) -> Any:
    """A failed stream is an empty one that is done."""
    result = reference(events)
    if result["finish_reason"] in ("failed", "error"):
        return {"content": result["content"], "tool_calls": [], "finish_reason": None, "done": True}
    return result


@STREAM.mutant("CALL-13", "CALL-5a", innocent=("CALL-8",))
def incomplete_is_completed(events: Any) -> Any:
    """Every end is a good one."""

    def change(events: Events) -> Events:
        return [e | {"type": COMPLETED} if e.get("type") == "response.incomplete" else e for e in events]

    return before(change)(events)


@STREAM.mutant("CALL-12", innocent=("CALL-8", "CALL-13"))
def calls_of_the_cut_are_empty(events: Any) -> Any:
    """Presents the calls of an incomplete response without their arguments."""
    result = reference(events)
    if not any(isinstance(event, dict) and event.get("type") == "response.incomplete" for event in events):
        return result
    return result | {"tool_calls": [call | {"arguments": {}} for call in result["tool_calls"]]}


def _failed_after_a_call() -> Events:
    """Return a stream that fails after a completed call."""
    call = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "look"}
    begun, done = (
        call | {"status": "in_progress", "arguments": ""},
        call | {"status": "completed", "arguments": '{"a": 1}'},
    )
    error = {"code": "server_error", "message": "The model failed."}
    of_item = {"output_index": 0, "item_id": "fc_1"}
    return [
        {"type": ADDED, "output_index": 0, "item": begun},
        {"type": DELTA, **of_item, "delta": '{"a": 1}'},
        {"type": DONE, **of_item, "name": "look", "arguments": '{"a": 1}'},
        {"type": ITEM_DONE, "output_index": 0, "item": done},
        {"type": "response.failed", "response": {"status": "failed", "error": error, "output": [done]}},
    ]


@STREAM.mutant("CALL-3", innocent=("CALL-8", "CALL-10", "CALL-13"), inputs=(_failed_after_a_call(),))
def calls_of_failures_not_decoded(events: Any) -> Any:
    """Returns the completed calls of a failed response beside its error, with their arguments as they came."""
    result = reference(events)
    response = events[-1].get("response") if isinstance(events[-1], dict) else None
    if not isinstance(response, dict) or response.get("status") != "failed":
        return result
    keys = {"id": "call_id", "name": "name", "arguments": "arguments"}
    calls = [
        {"type": "function", **{key: item.get(own) for key, own in keys.items()}, "index": None}
        for item in response.get("output") or ()
        if isinstance(item, dict) and item.get("type") == "function_call" and item.get("status") == "completed"
    ]
    return result | {"tool_calls": calls}


def _all_completed(events: Events) -> Events:
    for event in events:
        for item in [event.get("item"), *((event.get("response") or {}).get("output") or [])]:
            if isinstance(item, dict) and item.get("type") == "function_call" and event["type"] != ADDED:
                item["status"] = "completed"
    return events


STREAM.add("unfinished_calls_too", before(_all_completed), "CALL-1", innocent=("CALL-8", "CALL-14"))
STREAM.add("item_ids", before(lambda events: _calls_by_item_id(events)), "CALL-2", innocent=("CALL-8", "CALL-14"))


def _calls_by_item_id(events: Events) -> Events:
    for event in events:
        for item in [event.get("item"), *((event.get("response") or {}).get("output") or [])]:
            if isinstance(item, dict) and item.get("type") == "function_call" and "id" in item:
                item["call_id"] = item["id"]
    return events


BANKS = (STREAM,)


# Streams whose response at the end has no output.

_PIECES = (DELTA, TEXT_DELTA, "response.refusal.delta")
_WHOLE = (DONE, TEXT_DONE, "response.refusal.done", "response.content_part.done")


def _has_no_output(events: Events) -> bool:
    last = events[-1] if events else {}
    return last.get("type") == COMPLETED and not (last.get("response") or {}).get("output")


def _places(events: Events, kinds: tuple[str, ...]) -> set[tuple[Any, ...]]:
    """Where events of some kinds say that their text is."""
    names = ("item_id", "output_index", "content_index")
    return {tuple(event.get(name) for name in names) for event in events if event.get("type") in kinds}


def _of_deltas(change: Callable[[Events], Events]) -> Convert:
    """The reference, which takes all of a stream without a final output from its deltas, changed."""

    def changed(events: Events) -> Events:
        if not _has_no_output(events) or not _places(events, _WHOLE) <= _places(events, _PIECES):
            return events
        heard = [event for event in events if event.get("type") not in _WHOLE]
        for event in heard:
            if event.get("type") == ITEM_DONE and isinstance(event.get("item"), dict):
                event["item"].update({key: "" for key in ("arguments",) if key in event["item"]})
                event["item"].update({key: [] for key in ("content",) if key in event["item"]})
        return change(heard)

    return before(changed)


def _no_repetitions(events: Events) -> Events:
    """Takes a delta that is equal to the one before for a repetition."""
    kept: Events = []
    for event in events:
        latest = kept[-1] if kept else {}
        if event.get("type") in _PIECES and all(
            event.get(key) == latest.get(key) for key in ("type", "item_id", "delta")
        ):
            continue
        kept.append(event)
    return kept


def _blank(event: Event) -> bool:
    return event.get("type") in _PIECES and isinstance(event.get("delta"), str) and not event["delta"].strip()


def _no_blanks(events: Events) -> Events:
    """Takes a delta of blanks alone for nothing."""
    return [event for event in events if not _blank(event)]


def _first_part(events: Events) -> Events:
    """Reads the first part of each message."""
    return [event for event in events if not (event.get("type") in _PIECES and event.get("content_index"))]


STREAM.add("equal_deltas_merged", _of_deltas(_no_repetitions), "CALL-12", innocent=("CALL-8", "CALL-10"))
STREAM.add("blank_deltas_lost", _of_deltas(_no_blanks), "ALL-4", innocent=("CALL-8", "CALL-10"))
STREAM.add("first_part_of_deltas", _of_deltas(_first_part), "CALL-12", innocent=("CALL-8", "CALL-10"))
