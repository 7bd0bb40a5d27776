"""Broken parsers of Anthropic streams: which pieces they join, what they take for the end, and what they forget."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

from conformance.reference import anthropic_response_to_tool_calls
from conformance.reference import anthropic_stream_to_tool_calls as reference
from tests.suite.selftest.banks.tool_calls import MESSAGE, MESSAGE_CALLS, MESSAGE_STREAM
from tests.suite.selftest.model import Convert

Event = dict[str, Any]
Events = list[Any]
Result = dict[str, Any]

START, DELTA, STOP, END = "content_block_start", "content_block_delta", "content_block_stop", "message_stop"
HEAD, SAID = "message_start", "message_delta"


def before(change: Callable[[Events], Events]) -> Convert:
    """The reference, given other events."""

    def convert(events: Any) -> Any:
        if not isinstance(events, list) or not all(isinstance(event, dict) for event in events):
            return reference(events)
        return reference(change(copy.deepcopy(events)))

    return convert


def after(change: Callable[[Result, Events], Result]) -> Convert:
    """The reference, whose result is changed by what the events are."""

    def convert(events: Any) -> Any:
        result = reference(events)
        given = [event for event in events if isinstance(event, dict)] if isinstance(events, list) else []
        return change(result, given)

    return convert


def of_events(kind: str, change: Callable[[Event], Any]) -> Convert:
    """The reference, given each event of a type changed in place."""

    def changed(events: Events) -> Events:
        for event in events:
            if event.get("type") == kind:
                change(event)
        return events

    return before(changed)


def deaf_to(*kinds: str) -> Convert:
    """The reference, which never hears of some types of events."""
    return before(lambda events: [event for event in events if event.get("type") not in kinds])


def deltas(events: Events, kind: str) -> list[Event]:
    """The deltas of one type."""
    found = [event.get("delta") for event in events if event.get("type") == DELTA]
    return [delta for delta in found if isinstance(delta, dict) and delta.get("type") == kind]


def pieces(events: Events) -> list[tuple[Any, Event]]:
    """The pieces of inputs, each with the index of its block."""
    found = [(event.get("index"), event.get("delta")) for event in events if event.get("type") == DELTA]
    return [(index, delta) for index, delta in found if isinstance(delta, dict) and delta.get("partial_json")]


def is_unfinished(events: Events) -> bool:
    """Whether no event of a stream ends it."""
    return bool(events) and not any(event.get("type") in (END, "error") for event in events)


# Which pieces belong to which call.


def _to_the_latest(events: Events) -> Events:
    """Gives each piece to the block that was started last."""
    latest = None
    for event in events:
        if event.get("type") == START:
            latest = event.get("index")
        elif event.get("type") == DELTA:
            event["index"] = latest
    return events


def _last_piece_alone(events: Events) -> Events:
    """Keeps the last piece of each input."""
    latest: dict[Any, Event] = {}
    for index, delta in pieces(events):
        if index in latest:
            latest[index]["partial_json"] = ""
        latest[index] = delta
    return events


def _first_piece_alone(events: Events) -> Events:
    """Keeps the first piece of each input that is there, an empty one too."""
    known = set()
    for event in events:
        delta = event.get("delta") if event.get("type") == DELTA else None
        if isinstance(delta, dict) and "partial_json" in delta:
            if event.get("index") in known:
                delta["partial_json"] = ""
            known.add(event.get("index"))
    return events


def _equal_once(member: str) -> Callable[[Events], Events]:
    """Takes a piece that equals the one before for a repetition."""

    def change(events: Events) -> Events:
        latest: dict[Any, Any] = {}
        for event in events:
            delta = event.get("delta")
            if isinstance(delta, dict) and delta.get(member):
                if latest.get(event.get("index")) == delta[member]:
                    delta[member] = ""
                else:
                    latest[event.get("index")] = delta[member]
        return events

    return change


def _stripped(member: str) -> Callable[[Event], Any]:
    def change(event: Event) -> None:
        delta = event.get("delta")
        if isinstance(delta, dict) and isinstance(delta.get(member), str):
            delta[member] = delta[member].strip()

    return change


def _blank_pieces_end(events: Events) -> Events:
    """Takes an empty piece for the end of an input."""
    ended = set()
    for event in events:
        delta = event.get("delta")
        if isinstance(delta, dict) and "partial_json" in delta:
            if event.get("index") in ended:
                delta["partial_json"] = ""
            elif not delta["partial_json"]:
                ended.add(event.get("index"))
    return events


def _without_inputs_at_the_start(event: Event) -> None:
    block = event.get("content_block")
    if isinstance(block, dict) and "input" in block:
        block["input"] = {}


def _hosted_too(event: Event) -> None:
    block = event.get("content_block")
    if isinstance(block, dict) and block.get("type") == "server_tool_use":
        block["type"] = "tool_use"


def _one_index(events: Events) -> Events:
    """Keeps calls by their names: a later one takes the block of an earlier one."""
    first: dict[Any, Any] = {}
    for event in events:
        block = event.get("content_block")
        if isinstance(block, dict) and block.get("type") == "tool_use":
            first.setdefault(block.get("name"), event.get("index"))
    again = {
        event.get("index")
        for event in events
        if isinstance(block := event.get("content_block"), dict)
        and block.get("type") == "tool_use"
        and first[block.get("name")] != event.get("index")
    }
    return [event for event in events if event.get("type") not in (START, DELTA, STOP) or event["index"] not in again]


def _behind_the_start(events: Events) -> Events:
    """The pieces go on from the JSON of the input that a block starts with, if it has any."""
    for event in events:
        block = event.get("content_block")
        if isinstance(block, dict) and block.get("type") == "tool_use" and block.get("input"):
            more = [
                other_event["delta"]
                for other_event in events
                if other_event.get("index") == event.get("index") and other_event["type"] == DELTA
            ]
            if more and isinstance(more[0], dict) and "partial_json" in more[0]:
                more[0]["partial_json"] = json.dumps(block["input"]) + more[0]["partial_json"]
    return events


MESSAGE_STREAM.add("pieces_to_the_latest_block", before(_to_the_latest), "PARSE-14", innocent=("PARSE-8", "PARSE-10"))
MESSAGE_STREAM.add("last_piece_wins", before(_last_piece_alone), "PARSE-12", innocent=("PARSE-7", "PARSE-8"))
MESSAGE_STREAM.add("first_piece_wins", before(_first_piece_alone), "PARSE-12", innocent=("PARSE-7", "PARSE-8"))
MESSAGE_STREAM.add("equal_arguments_merged", before(_equal_once("partial_json")), "PARSE-3", innocent=("PARSE-7", "PARSE-8"))  # fmt: skip
MESSAGE_STREAM.add("equal_texts_merged", before(_equal_once("text")), "PARSE-6", "PARSE-18", innocent=("PARSE-7", "PARSE-8"))  # fmt: skip
MESSAGE_STREAM.add("pieces_stripped", of_events(DELTA, _stripped("partial_json")), "ALL-4", innocent=("PARSE-7", "PARSE-8"))  # fmt: skip
MESSAGE_STREAM.add("texts_stripped_by_pieces", of_events(DELTA, _stripped("text")), "PARSE-6", "PARSE-18", innocent=("PARSE-7",))  # fmt: skip
MESSAGE_STREAM.add("an_empty_piece_ends_an_input", before(_blank_pieces_end), "PARSE-12", innocent=("PARSE-7", "PARSE-8"))  # fmt: skip
MESSAGE_STREAM.add("inputs_of_starts_lost", of_events(START, _without_inputs_at_the_start), "PARSE-12", innocent=("PARSE-7", "PARSE-8"))  # fmt: skip
MESSAGE_STREAM.add("steps_of_the_host_too", of_events(START, _hosted_too), "PARSE-7", innocent=("PARSE-2", "PARSE-8"))
MESSAGE_STREAM.add("calls_by_name", before(_one_index), "PARSE-11", innocent=("PARSE-3", "PARSE-8"))
MESSAGE_STREAM.add("calls_are_lost_behind_pings", before(lambda events: events[: next((place for place, event in enumerate(events)
                   if event.get("type") == "ping"), len(events))] + events[-2:]), "PARSE-7", innocent=("PARSE-10",))  # fmt: skip


def _with_ids(change: Callable[[str], str]) -> Callable[[Event], Any]:
    def changed(event: Event) -> None:
        block = event.get("content_block")
        if isinstance(block, dict) and block.get("type") == "tool_use" and isinstance(block.get("id"), str):
            block["id"] = change(block["id"])

    return changed


MESSAGE_STREAM.add("calls_under_new_ids", of_events(START, _with_ids(lambda id_: f"call_{id_}")), "PARSE-7", innocent=("PARSE-6", "PARSE-8"))  # fmt: skip


# Text.


def _thoughts_are_text(result: Result, events: Events) -> Result:
    """Adds what the model thought."""
    thoughts = [delta["thinking"] for delta in deltas(events, "thinking_delta")]
    return result | {"content": "".join(map(str, thoughts)) + result["content"]}


def _texts_of_unknown_events(result: Result, events: Events) -> Result:
    """Takes what has a text for text, whatever event it is."""
    other = [event["delta"].get("text") or "" for event in events
             if isinstance(event.get("delta"), dict) and event.get("type") not in (DELTA, SAID)]  # fmt: skip
    return result | {"content": result["content"] + "".join(other)}


def _arguments_are_text(result: Result, events: Events) -> Result:
    """Takes every delta for text."""
    return result | {"content": result["content"] + "".join(delta["partial_json"] for _index, delta in pieces(events))}


def _until_calls(events: Events) -> Events:
    """Forgets the text as soon as a call begins."""
    if any(isinstance(one := event.get("content_block"), dict) and one.get("type") == "tool_use" for event in events):
        return [event for event in events if event not in [e for e in events if deltas([e], "text_delta")]]
    return events


def _last_text_alone(events: Events) -> Events:
    """Keeps the text of the last block that has one."""
    texts = [event.get("index") for event in events if deltas([event], "text_delta")]
    return [event for event in events if not deltas([event], "text_delta") or event.get("index") == texts[-1]]


def known_events_alone(events: Events) -> Events:
    """Fails on events of a type that the API did not have."""
    for event in events:
        if event.get("type") not in ("ping", "error", HEAD, START, DELTA, STOP, SAID, END):
            raise ValueError(f"unknown event {event.get('type')!r}")
    return events


MESSAGE_STREAM.add("fails_on_unknown_events", before(known_events_alone), "CONV-1", shown_by="equal-pieces")
MESSAGE_STREAM.add("thoughts_in_the_text", after(_thoughts_are_text), "PARSE-6", innocent=("PARSE-7", "PARSE-8"))
MESSAGE_STREAM.add("any_event_with_text", after(_texts_of_unknown_events), "PARSE-6", innocent=("PARSE-7", "PARSE-8"))
MESSAGE_STREAM.add("any_delta_is_text", after(_arguments_are_text), "PARSE-6", innocent=("PARSE-7", "PARSE-8"))
MESSAGE_STREAM.add("text_before_calls_lost", before(_until_calls), "PARSE-6", innocent=("PARSE-7", "PARSE-8"))
MESSAGE_STREAM.add("last_text_wins", before(_last_text_alone), "PARSE-6", innocent=("PARSE-7", "PARSE-8"))


# The end, and what it says.


def _until_a_ping(events: Events) -> Events:
    """Takes a ping for the end."""
    places = [place for place, event in enumerate(events) if event.get("type") == "ping"]
    return events[: places[0]] if places else events


def _usage_of(result: Result, usage: Any) -> Result:
    return result | ({"usage": usage} if result.get("usage") and usage else {})


def _usage_of_the_start(result: Result, events: Events) -> Result:
    """Reads the counts that a stream begins with."""
    heads = [event.get("message") for event in events if event.get("type") == HEAD]
    return _usage_of(result, heads[0].get("usage") if heads and isinstance(heads[0], dict) else None)


def _usage_of_the_end(result: Result, events: Events) -> Result:
    """Reads the counts that a stream ends with, alone."""
    ends = [event.get("usage") for event in events if event.get("type") == SAID]
    return _usage_of(result, ends[-1] if ends else None)


def _usage_added(result: Result, events: Events) -> Result:
    """Adds the counts of the end to those of the start, although they have them."""
    counts = [(event.get("message") or {}).get("usage") for event in events if event.get("type") == HEAD]
    tokens = sum((count or {}).get("output_tokens") or 0 for count in counts)
    usage = result.get("usage") or {}
    return _usage_of(result, usage | {"output_tokens": (usage.get("output_tokens") or 0) + tokens})


MESSAGE_STREAM.add("a_ping_is_the_end", before(_until_a_ping), "PARSE-8", innocent=("PARSE-10", "PARSE-14"))
MESSAGE_STREAM.add("usage_of_the_start", after(_usage_of_the_start), "PARSE-17", innocent=("PARSE-7", "PARSE-8"))
MESSAGE_STREAM.add("usage_of_the_end", after(_usage_of_the_end), "PARSE-17", innocent=("PARSE-7", "PARSE-8"))
MESSAGE_STREAM.add("usage_added", after(_usage_added), "PARSE-17", innocent=("PARSE-7", "PARSE-8"))
MESSAGE_STREAM.add("end_not_heard", deaf_to(END), "PARSE-8", innocent=("PARSE-10", "PARSE-14"))
MESSAGE_STREAM.add("never_done", after(lambda result, _events: result | {"done": False}), "PARSE-8", innocent=("PARSE-7", "PARSE-10"))  # fmt: skip
MESSAGE_STREAM.add("done_when_nothing_comes", after(lambda result, _events: result | {"done": True}), "PARSE-10", innocent=("PARSE-7", "PARSE-8"))  # fmt: skip


@MESSAGE_STREAM.mutant("PARSE-5a", innocent=("PARSE-7", "PARSE-8"))
def every_answer_is_whole(events: Any) -> Any:
    """Looks at no stop_reason."""

    def change(event: Event) -> None:
        if isinstance(event.get("delta"), dict) and event["delta"].get("stop_reason"):
            event["delta"]["stop_reason"] = "end_turn"

    return of_events(SAID, change)(events)


def reason_of_the_last_delta(events: Events) -> Events:
    """Takes the stop_reason of the last message_delta alone: null is the word of an answer that is whole."""
    said = [event["delta"] for event in events if event.get("type") == SAID and isinstance(event.get("delta"), dict)]
    for delta in said[1:]:
        delta["stop_reason"] = delta.get("stop_reason") or "end_turn"
    return events


def _stop_of_the_last_delta(result: Result, events: Events) -> Result:
    """Takes the stop_reason of the last message_delta alone, whatever calls there are."""
    said = [event.get("delta") for event in events if event.get("type") == SAID]
    is_silent = isinstance(said[-1], dict) and said[-1].get("stop_reason") is None if said[1:] else False
    return result | ({"finish_reason": "stop"} if is_silent else {})


MESSAGE_STREAM.add("limit_of_the_last_delta", before(reason_of_the_last_delta), "PARSE-5a",
                   innocent=("PARSE-7", "PARSE-8"), shown_by="two-deltas-at-the-limit")  # fmt: skip
MESSAGE_STREAM.add("stop_of_the_last_delta", after(_stop_of_the_last_delta), "PARSE-5",
                   innocent=("PARSE-7", "PARSE-8"), shown_by="two-deltas-of-the-message")  # fmt: skip


@MESSAGE_STREAM.mutant("PARSE-7", innocent=("PARSE-6", "PARSE-8"))
def needs_the_stop_of_calls(events: Any) -> Any:
    """Reads calls where the stop_reason says that there are some."""
    result = reference(events)
    said = [event.get("delta") for event in events if isinstance(event, dict) and event.get("type") == SAID]
    asks = any(isinstance(delta, dict) and delta.get("stop_reason") == "tool_use" for delta in said)
    return result if asks else result | {"tool_calls": [], **({"finish_reason": "stop"} if said else {})}


# Streams that break off, and errors.


def _with_halves(arguments: Any) -> Callable[[Result, Events], Result]:
    """Presents the calls of a stream that broke off with other arguments."""

    def change(result: Result, events: Events) -> Result:
        if not is_unfinished(events):
            return result
        blocks = [event.get("content_block") for event in events if event.get("type") == START]
        calls = [
            {
                "id": block.get("id"),
                "type": "function",
                "name": block.get("name"),
                "arguments": arguments,
                "index": None,
            }
            for block in blocks
            if isinstance(block, dict) and block.get("type") == "tool_use"
        ]
        return result | {"tool_calls": calls, "finish_reason": "tool_calls" if calls else None}

    return change


MESSAGE_STREAM.add("half_calls_are_empty", after(_with_halves({})), "PARSE-10", innocent=("PARSE-8", "PARSE-15"))
MESSAGE_STREAM.add("half_calls_are_repaired", after(_with_halves({"city": "Par"})), "PARSE-15", innocent=("PARSE-8", "PARSE-12"))  # fmt: skip


@MESSAGE_STREAM.mutant("PARSE-10", innocent=("PARSE-8",))
def a_cut_raises(events: Any) -> Any:
    """Fails on what is missing where a stream breaks off."""
    if isinstance(events, list) and is_unfinished([event for event in events if isinstance(event, dict)]):
        raise TypeError("'NoneType' object is not subscriptable")
    return reference(events)


@MESSAGE_STREAM.mutant("PARSE-13", innocent=("PARSE-7", "PARSE-8"))
def errors_passed_over(events: Any) -> Any:
    """Reads no event of an error."""
    return deaf_to("error")(events)


@MESSAGE_STREAM.mutant("PARSE-13", innocent=("PARSE-7",))
def errors_are_silence(events: Any) -> Any:
    """An error is an empty answer."""
    result = reference(events)
    return {"content": "", "tool_calls": [], "finish_reason": None, "done": False} if "error" in result else result


@MESSAGE_STREAM.mutant("PARSE-10", innocent=("PARSE-8", "PARSE-13"))
def an_error_is_an_end(events: Any) -> Any:
    """A stream that an error ends is done."""
    result = reference(events)
    return result | ({"done": True} if result.get("error") else {})


@MESSAGE_STREAM.mutant("PARSE-4", innocent=("PARSE-7", "PARSE-8"))
def broken_inputs_are_in_a_wrapper(events: Any) -> Any:
    """Puts arguments that are no JSON under a key of its own."""
    result = reference(events)
    calls = [call | {"arguments": {"_raw": call["arguments_raw"]}} if call["arguments"] is None else call
             for call in result["tool_calls"]]  # fmt: skip
    return result | {"tool_calls": calls}


# Ends at odds with the calls.

_WORDS = {"tool_use": "tool_calls", "end_turn": "stop"}


@MESSAGE.mutant("PARSE-5", innocent=("PARSE-7", "PARSE-6"))
def ends_word_by_word(message: Any) -> Any:
    """The reason is the word for the source's, whatever calls there are."""
    word = _WORDS.get(str(message.get("stop_reason"))) if isinstance(message, dict) else None
    return anthropic_response_to_tool_calls(message) | ({"finish_reason": word} if word else {})


@MESSAGE_STREAM.mutant("PARSE-5", innocent=("PARSE-7", "PARSE-8"))
def tool_use_is_tool_calls(events: Any) -> Any:
    """A stream that says that it calls has the reason of one, whatever calls there are."""
    said = [event.get("delta") for event in events if isinstance(event, dict) and event.get("type") == SAID]
    asks = any(isinstance(utterance, dict) and utterance.get("stop_reason") == "tool_use" for utterance in said)
    return reference(events) | ({"finish_reason": "tool_calls"} if asks else {})


MESSAGE_STREAM.add("pieces_behind_the_start", before(_behind_the_start), "PARSE-12", innocent=("PARSE-7", "PARSE-8"))

# What is cut, and what is counted of it.


def _emptied(call: Result) -> Result:
    return call | {"arguments": {}}


@MESSAGE.mutant("PARSE-3", innocent=("PARSE-7", "PARSE-5a"))
def all_calls_of_a_cut_answer_are_empty(message: Any) -> Any:
    """No call of an answer that reached its limit has its arguments, those before the last one neither."""
    result = anthropic_response_to_tool_calls(message)
    is_cut = isinstance(message, dict) and message.get("stop_reason") == "max_tokens"
    return result | ({"tool_calls": list(map(_emptied, result["tool_calls"]))} if is_cut else {})


@MESSAGE_STREAM.mutant("PARSE-12", innocent=("PARSE-7", "PARSE-8"))
def all_calls_of_a_cut_stream_are_empty(events: Any) -> Any:
    """No call of a stream that reached its limit has its arguments, those before the last one neither."""
    result = reference(events)
    is_cut = "incomplete_details" in result
    return result | ({"tool_calls": list(map(_emptied, result["tool_calls"]))} if is_cut else {})


@MESSAGE.mutant("PARSE-3", innocent=("PARSE-7",), choices={"arguments": "text"})
def no_arguments_are_no_text(message: Any) -> Any:
    """The text of an empty input is empty, and no JSON."""
    result = anthropic_response_to_tool_calls(message, arguments="text")
    for call in result["tool_calls"]:
        call["arguments_raw"] = "" if call["arguments_raw"] == "{}" else call["arguments_raw"]
    return result


def _counted_twice(result: Result, events: Events) -> Result:
    usage = result.get("usage") or {}
    twice = {"input_tokens": 2 * usage["input_tokens"]} if is_unfinished(events) and "input_tokens" in usage else {}
    return _usage_of(result, usage | twice)


def _one_at_least(result: Result, _events: Events) -> Result:
    usage = dict(result.get("usage") or {})
    count = usage.pop("output_tokens", None)
    return result | ({} if count is None else {"usage": usage | {"completion_tokens": count or 1}})


MESSAGE_STREAM.add("input_of_a_broken_stream_counted_twice", after(_counted_twice), "PARSE-17", innocent=("PARSE-7",))
MESSAGE_STREAM.add("one_token_at_least", after(_one_at_least), "PARSE-17", innocent=("PARSE-7",))

# The law.

MESSAGE_STREAM.add(
    "streamed_otherwise",
    reference,
    "LAW-8",
    innocent=("PARSE-7", "PARSE-6"),
    others={MESSAGE_CALLS: lambda given: anthropic_response_to_tool_calls(given) | {"tool_calls": []}},
)
MESSAGE_STREAM.add(
    "ids_not_streamed_are_others",
    reference,
    "LAW-8",
    innocent=("PARSE-7", "PARSE-6"),
    others={MESSAGE_CALLS: lambda given: json.loads(
        json.dumps(anthropic_response_to_tool_calls(given)).replace('"id": "', '"id": "x'))},
)  # fmt: skip

BANKS = (MESSAGE_STREAM,)
