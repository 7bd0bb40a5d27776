"""Readers of the calls of Anthropic answers with a reported bug: each is the reference with that bug."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

from conformance.reference import anthropic_response_to_tool_calls, anthropic_stream_to_tool_calls
from tests.suite.selftest.model import Convert

Object = dict[str, Any]
Events = list[Object]


# Whole answers.


def of_message(change: Callable[[Object], Object]) -> Convert:
    """The reference, which reads a changed message."""
    return lambda message: anthropic_response_to_tool_calls(change(copy.deepcopy(message)))


def of_result(change: Callable[[Object, Object], Object]) -> Convert:
    """The reference, with a change to its result. change: is given the message too."""

    def convert(message: Object) -> Object:
        made: Object = dict(anthropic_response_to_tool_calls(message))
        return made | change(made, message)

    return convert


def without(message: Object, lost: Callable[[int, Object], bool]) -> Object:
    return message | {"content": [part for number, part in enumerate(message["content"]) if not lost(number, part)]}


def first_call(message: Object) -> Object:
    calls = [part for part in message["content"] if part["type"] == "tool_use"]
    return without(message, lambda _number, value: value in calls[1:])


def calls_of_the_first_block(message: Object) -> Object:
    return without(message, lambda number, value: number > 0 and value["type"] == "tool_use")


def first_text_and_no_call(made: Object, message: Object) -> Object:
    texts = [part["text"] for part in message["content"] if part["type"] == "text"]
    return {"content": (texts or [""])[0], "tool_calls": []}


def joined_by_blank_lines(_made: Object, message: Object) -> Object:
    return {"content": "\n\n".join(part["text"] for part in message["content"] if part["type"] == "text")}


def hosted_steps_as_calls(message: Object) -> Object:
    for part in message["content"]:
        if part["type"] == "server_tool_use":
            part["type"] = "tool_use"
    return message


def cut_calls_as_whole_ones(made: Object, message: Object) -> Object:
    return {"incomplete_details": None} if message.get("stop_reason") == "max_tokens" else {}


_WORDS = {"tool_use": "tool_calls", "end_turn": "stop"}


def word_by_word(_made: Object, message: Object) -> Object:
    """The end is the word for the source's, whatever there is."""
    word = _WORDS.get(str(message.get("stop_reason")))
    return {"finish_reason": word} if word else {}


# Streams.


def pieces_of(events: Events, index: int) -> str:
    pieces = (event["delta"] for event in events if event["type"] == "content_block_delta" and event["index"] == index)
    return "".join(piece["partial_json"] for piece in pieces if piece["type"] == "input_json_delta")


def started_calls(events: Events) -> Events:
    return [
        event
        for event in events
        if event["type"] == "content_block_start" and event["content_block"]["type"] == "tool_use"
    ]


def word_by_word_at_the_end(events: Events) -> Object:
    made: Object = dict(anthropic_stream_to_tool_calls(events))
    said = [event["delta"]["stop_reason"] for event in events if event["type"] == "message_delta"]
    return made | {"finish_reason": _WORDS.get(str(said[-1]), made["finish_reason"])} if said else made


def no_pieces_are_no_call(events: Events) -> Object:
    """What is called with nothing is no JSON, and is left out with a warning."""
    silent = {
        started_call["index"] for started_call in started_calls(events) if not pieces_of(events, started_call["index"])
    }
    made: Object = anthropic_stream_to_tool_calls([event for event in events if event.get("index") not in silent])
    return made


def until_an_empty_piece(events: Events) -> Object:
    """Reading ends at a piece that is no JSON."""
    empty = [number for number, event in enumerate(events) if event.get("delta", {}).get("partial_json") == ""]
    made: Object = anthropic_stream_to_tool_calls(events[: empty[0] if empty else None])
    return made


def no_pieces_are_an_empty_text(events: Events) -> Object:
    made: Object = anthropic_stream_to_tool_calls(events)
    silent = {
        started_call["content_block"]["id"]
        for started_call in started_calls(events)
        if not pieces_of(events, started_call["index"])
    }
    calls = [
        tool_call | {"arguments": ""} if tool_call["id"] in silent else tool_call for tool_call in made["tool_calls"]
    ]
    return made | {"tool_calls": calls}


def behind_the_start(*, of_empty: bool) -> Convert:
    """The pieces are put behind the JSON of the input that the block starts with. of_empty: also of an empty one."""

    def convert(events: Events) -> Object:
        events = copy.deepcopy(events)
        inputs = {
            started_call["index"]: started_call["content_block"]["input"] for started_call in started_calls(events)
        }
        starts = {index: json.dumps(value) for index, value in inputs.items() if value or of_empty}
        for event in events:
            if (
                event["type"] == "content_block_delta"
                and event["delta"].get("partial_json")
                and event["index"] in starts
            ):
                event["delta"]["partial_json"] = starts.pop(event["index"]) + event["delta"]["partial_json"]
        made: Object = anthropic_stream_to_tool_calls(events)
        return made

    return convert


BUGS: dict[str, Convert] = {
    "andrewyng/aisuite/pull/386": of_message(first_call),
    "Mirascope/mirascope/pull/465": of_message(calls_of_the_first_block),
    "barbacane-dev/barbacane/pull/133": of_result(first_text_and_no_call),
    "pydantic/pydantic-ai/pull/2933": of_result(joined_by_blank_lines),
    "UKGovernmentBEIS/inspect_ai/issues/3409": of_message(hosted_steps_as_calls),
    "BerriAI/litellm/issues/15322": of_result(cut_calls_as_whole_ones),
    "mastra-ai/mastra/pull/14187": of_result(word_by_word),
    "strands-agents/harness-sdk/pull/1827": of_result(word_by_word),
    "earendil-works/pi/issues/9681": word_by_word_at_the_end,
    "BerriAI/litellm/issues/5063": no_pieces_are_an_empty_text,
    "deepset-ai/haystack-core-integrations/issues/1947": no_pieces_are_no_call,
    "yologdev/yoagent/pull/153": no_pieces_are_no_call,
    "anthropics/anthropic-sdk-go/pull/189": until_an_empty_piece,
    "Wei-Shaw/sub2api/issues/6336": behind_the_start(of_empty=True),
    "microsoft/agent-framework-go/pull/490": behind_the_start(of_empty=True),
    "trpc-group/trpc-agent-go/pull/1649": behind_the_start(of_empty=False),
}
