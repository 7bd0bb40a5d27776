"""Converters of Chat and Responses answers to Anthropic answers with a reported bug: each is the reference with it."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.reference import (
    chat_response_to_anthropic_response,
    chat_stream_to_anthropic_stream,
    responses_response_to_anthropic_response,
    responses_stream_to_anthropic_stream,
)
from tests.suite.selftest.model import Convert

Object = dict[str, Any]
Events = list[Object]
Change = Callable[[Events], Events]

START, STOP, DELTA = "content_block_start", "content_block_stop", "content_block_delta"
COUNTS = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")


def in_chat(change: Change, **choices: str) -> Convert:
    """The reference of Chat streams, with a change to its events. choices: what it does with thoughts."""
    convert = partial(chat_stream_to_anthropic_stream, **choices)
    return lambda chunks: change(convert(chunks))


def in_responses(change: Change, **choices: str) -> Convert:
    """The same of Responses streams."""
    convert = partial(responses_stream_to_anthropic_stream, **choices)
    return lambda events: change(convert(events))


def of_message(change: Callable[[Object], Object]) -> Convert:
    """The reference of whole Chat answers, with a change to its message."""
    return lambda answer: change(chat_response_to_anthropic_response(answer))


def each(change: Callable[[Object], Object], of: str) -> Change:
    """A change to every event of a type."""
    return lambda events: [change(event) if event["type"] == of else event for event in events]


def starts(events: Events, kind: str) -> Events:
    return [event for event in events if event["type"] == START and event["content_block"]["type"] == kind]


def of_block(events: Events, index: int) -> Events:
    return [event for event in events if event.get("index") == index]


# Counts.


def output_alone(event: Object) -> Object:
    return event | {"usage": {name: count for name, count in event["usage"].items() if name not in COUNTS}}


# Blocks.


def late_pieces(events: Events) -> Events:
    """The pieces of a call's arguments come when its block and the next one have been stopped."""
    calls = starts(events, "tool_use")
    late = (
        [element for element in of_block(events, calls[0]["index"]) if element["type"] == DELTA]
        if len(calls) > 1
        else []
    )
    rest = [event for event in events if event not in late]
    end = next(place for place, item in enumerate(rest) if item["type"] == "message_delta")
    return [*rest[:end], *late, *rest[end:]]


def calls_in_one_block(events: Events) -> Events:
    """Calls that come right behind each other have the block of the first one."""
    first = next(iter(starts(events, "tool_use")), {}).get("index")
    calls = {start["index"] for start in starts(events, "tool_use")} - {first}
    joined = [event for event in events if event.get("index") not in calls or event["type"] == DELTA]
    return [element | {"index": first} if element.get("index") in calls else element for element in joined]


def text_in_the_block_before(kind: str) -> Change:
    """Text behind another block has no block of its own: its pieces have the index of the other one."""

    def change(events: Events) -> Events:
        moved = {
            start["index"]
            for start in starts(events, "text")
            if start["index"] and of_kind(events, start["index"] - 1) == kind
        }
        kept = [event for event in events if event.get("index") not in moved or event["type"] == DELTA]
        stops = {index - 1 for index in moved}
        kept = [element for element in kept if not (element["type"] == STOP and element["index"] in stops)]
        return [
            element | {"index": element["index"] - 1} if element.get("index") in moved else element for element in kept
        ]

    return change


def of_kind(events: Events, index: int) -> str:
    kinds = [element["content_block"]["type"] for element in of_block(events, index) if element["type"] == START]
    return kinds[0] if kinds else ""


def first_piece_alone(events: Events) -> Events:
    """Of a call's pieces the first one arrives alone, and each of the others begins an empty block."""
    found: Events = []
    calls = {start["index"]: start for start in starts(events, "tool_use")}
    seen: set[int] = set()
    for event in events:
        if event["type"] == DELTA and event["index"] in calls and event["index"] in seen:
            index = event["index"] + 10 + len(found)
            found += [calls[event["index"]] | {"index": index}, {"type": STOP, "index": index}]
            continue
        seen |= {event["index"]} if event["type"] == DELTA else set()
        found.append(event)
    return found


def never_stopped(kind: str) -> Change:
    """A block of a kind is stopped at the very end alone."""

    def change(events: Events) -> Events:
        open_ones = {start["index"] for start in starts(events, kind)}
        late = [event for event in events if event["type"] == STOP and event["index"] in open_ones]
        rest = [event for event in events if event not in late]
        end = next(place for place, item in enumerate(rest) if item["type"] == "message_delta")
        return [*rest[:end], *late, *rest[end:]]

    return change


def as_text_block(event: Object) -> Object:
    thinks = event["content_block"]["type"] == "thinking"
    return event | {"content_block": {"type": "text", "text": ""}} if thinks else event


def last_thought_in_the_text(events: Events) -> Events:
    """The last piece of a thought comes in the block of the text behind it."""
    pieces = [event for event in events if event.get("delta", {}).get("type") == "thinking_delta"]
    if not pieces:
        return events
    place = next(at for at, event in enumerate(events) if event is pieces[-1])
    moved = pieces[-1] | {"index": pieces[-1]["index"] + 1}
    rest = [*events[:place], *events[place + 1 :]]
    begun = next(at for at, item in enumerate(rest) if item["type"] == START and item["index"] == moved["index"])
    return [*rest[: begun + 1], moved, *rest[begun + 1 :]]


def thoughts_at_the_index_before(events: Events) -> Events:
    """A thought begins at the index of the text before it, which is not stopped."""
    lost = {start["index"] - 1 for start in starts(events, "thinking") if of_kind(events, start["index"] - 1) == "text"}
    kept = [event for event in events if not (event["type"] == STOP and event["index"] in lost)]
    return [
        element | {"index": element["index"] - 1} if element.get("index", 0) - 1 in lost else element
        for element in kept
    ]


def second_thought_in_the_block_before(events: Events) -> Events:
    """A second thought has no block: its pieces come in the block of the call before it."""
    moved = {start["index"] for start in starts(events, "thinking")[1:]}
    kept = [event for event in events if event.get("index") not in moved or event["type"] == DELTA]
    return [element | {"index": element["index"] - 1} if element.get("index") in moved else element for element in kept]


def with_gaps(event: Object) -> Object:
    return event | {"index": event["index"] * 2} if "index" in event else event


def calls_from_zero(events: Events) -> Events:
    """A call's block has the index of the call, whatever blocks were before it."""
    places = {start["index"]: place for place, start in enumerate(starts(events, "tool_use"))}
    return [event | {"index": places[event["index"]]} if event.get("index") in places else event for event in events]


def input_at_first(events: Events) -> Events:
    """The block of a call starts with its whole input, and has no pieces."""
    pieces: dict[int, str] = {}
    for event in events:
        if event.get("delta", {}).get("type") == "input_json_delta":
            pieces[event["index"]] = pieces.get(event["index"], "") + event["delta"]["partial_json"]
    rest = [event for event in events if event["type"] != DELTA or event["index"] not in pieces]
    return [
        item | {"content_block": item["content_block"] | {"input": json.loads(pieces[item["index"]])}}
        if item["type"] == START and item["index"] in pieces
        else item
        for item in rest
    ]


def never_begun(events: Events) -> Events:
    return [event for event in events if event["type"] != START]


def input_as_text(answer: Any) -> Any:
    """The input of a call is the text of its arguments."""
    message: Object = chat_response_to_anthropic_response(answer)
    calls = answer["choices"][0]["message"].get("tool_calls") or ()
    texts = {call["id"]: call["function"]["arguments"] for call in calls}
    content = [block | {"input": texts[block["id"]]} if "input" in block else block for block in message["content"]]
    return message | {"content": content}


def cached_twice(message: Object) -> Object:
    usage = message["usage"]
    read = usage.get("cache_read_input_tokens") or 0
    return message | {"usage": usage | {"input_tokens": usage["input_tokens"] + read}}


def nothing_cached(answer: Any) -> Any:
    message: Object = responses_response_to_anthropic_response(answer)
    read = message["usage"].get("cache_read_input_tokens") or 0
    usage = {"input_tokens": message["usage"]["input_tokens"] + read, "cache_read_input_tokens": 0}
    return message | {"usage": message["usage"] | usage}


# Ends.


def ends(event: Object, how: str) -> Object:
    return event | {"delta": event["delta"] | {"stop_reason": how}}


def filtered_as_whole(event: Object) -> Object:
    return ends(event, "end_turn") if event["delta"]["stop_reason"] == "refusal" else event


def called_as_whole(event: Object) -> Object:
    return ends(event, "end_turn") if event["delta"]["stop_reason"] == "tool_use" else event


def waits_for_usage(chunks: Any) -> Any:
    events = chat_stream_to_anthropic_stream(chunks)
    return events if any(chunk.get("usage") for chunk in chunks) else events[:-2]


def without_late_usage(chunks: Any) -> Any:
    return chat_stream_to_anthropic_stream([chunk for chunk in chunks if "error" in chunk or chunk["choices"]])


def always_whole(chunks: Any) -> Any:
    """What broke off, or ended with an error, is ended as a whole answer."""
    said = [chunk for chunk in chunks if "error" not in chunk]
    ended = any(choice.get("finish_reason") for utterance in said for choice in utterance["choices"])
    end = said[-1] | {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
    return chat_stream_to_anthropic_stream(said if ended else [*said, end])


def reason_for_calls(message: Object) -> Object:
    return message | {"stop_reason": "end_turn"} if message["stop_reason"] == "tool_use" else message


def reason_for_refusals(message: Object) -> Object:
    return message | {"stop_reason": "end_turn"} if message["stop_reason"] == "refusal" else message


without_head: Change = lambda events: events[1:]  # noqa: E731
two_heads: Change = lambda events: [events[0], *events]  # noqa: E731

no_input_counted = each(output_alone, "message_delta")

BUGS: dict[str, Convert] = {
    "open-webui/open-webui/pull/26790": in_chat(no_input_counted),
    "lobehub/lobehub/pull/18612": in_chat(no_input_counted),
    "raine/claude-code-proxy/pull/154": in_responses(no_input_counted),
    "Alishahryar1/free-claude-code/pull/43": in_chat(no_input_counted),
    "Alishahryar1/free-claude-code/issues/209": of_message(
        lambda message: {name: value for name, value in message.items() if name != "usage"}
    ),
    "headroomlabs-ai/headroom/pull/2890": in_chat(late_pieces),
    "AntSeed/antseed/pull/15": in_chat(input_at_first),
    "BerriAI/litellm/pull/15315": in_chat(calls_in_one_block),
    "sgl-project/sglang/pull/24294": in_chat(text_in_the_block_before("tool_use")),
    "mylxsw/llm-gateway/issues/136": in_chat(first_piece_alone),
    "orangeboyChen/codebuddy2api/pull/11": in_chat(never_stopped("text")),
    "maximhq/bifrost/issues/4065": in_responses(each(called_as_whole, "message_delta")),
    "maximhq/bifrost/issues/6123": in_chat(each(called_as_whole, "message_delta")),
    "can1357/oh-my-pi/pull/12224": of_message(reason_for_calls),
    "BerriAI/litellm/pull/40903": of_message(reason_for_refusals),
    "theopenco/llmgateway/pull/2974": in_chat(each(filtered_as_whole, "message_delta")),
    "BerriAI/litellm/issues/32357": in_chat(two_heads),
    "BerriAI/litellm/pull/25212": in_chat(each(as_text_block, START), reasoning="unsigned"),
    "BerriAI/litellm/issues/33224": in_chat(last_thought_in_the_text, reasoning="unsigned"),
    "ollama/ollama/issues/17101": in_chat(thoughts_at_the_index_before, reasoning="unsigned"),
    "QuantumNous/new-api/issues/5482": in_chat(lambda events: list(map(with_gaps, events))),
    "kittors/CliRelay/pull/739": in_responses(never_begun),
    "musistudio/claude-code-router/issues/1725": in_responses(second_thought_in_the_block_before, reasoning="unsigned"),
    "QuantumNous/new-api/pull/5345": waits_for_usage,
    "router-for-me/CLIProxyAPI/issues/4884": always_whole,
    "ls1intum/edutelligence/pull/923": always_whole,
    "ollama/ollama/issues/14816": in_chat(calls_from_zero),
    "decolua/9router/issues/1778": in_chat(without_head),
    "nielspeter/claude-code-proxy/pull/13": input_as_text,
    "bigduu/Bamboo-agent/pull/359": input_as_text,
    "ogx-ai/ogx/pull/6415": of_message(cached_twice),
    "BerriAI/litellm/pull/32445": nothing_cached,
    "Gitlawb/openclaude/pull/14": without_late_usage,
    "musistudio/claude-code-router/issues/1422": without_late_usage,
}
