"""What a stream of a Responses model can hold, each thing by a name, and which of them one holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.generate.output_features import given_arguments
from tests.generate.schema_features import texts_of

CARRIERS = ("delta", "done", "item-done", "completed")
SETS = [tuple(name for bit, name in enumerate(CARRIERS) if number & 1 << bit) for number in range(1, 16)]
ENDS = ("completed", "cut", "incomplete", "failed", "error")
NOTHING = (
    *("response.in_progress", "response.queued", "ping", "keepalive", "response.reasoning_summary_text.delta"),
    *("response.reasoning_text.delta", "response.reasoning_summary_part.added", "response.mcp_call_arguments.delta"),
    *("response.mcp_call_arguments.done", "response.custom_tool_call_input.delta", "an.event.of.next.year"),
    *("response.code_interpreter_call_code.delta", "response.web_search_call.searching"),
    "response.audio.transcript.delta",
)

WANTED = {
    *(f"a call carried by {' and '.join(carriers)}" for carriers in SETS),
    *(f"a text carried by {' and '.join(carriers)}" for carriers in SETS),
    *(f"end {end}" for end in ENDS),
    *(f"no-op {kind}" for kind in NOTHING),
    *("by item_id and output_index", "by item_id alone", "by output_index alone", "numbered", "no-op inside a call"),
    *("interleaved calls", "calls in turn", "calls of one name", "three calls", "no call", "a call and a text"),
    *("deltas with an empty piece", "one delta", "several deltas", "a call that nobody announced", "an announced call"),
    *("cut before a delta", "cut inside arguments", "cut behind the arguments", "cut inside a text", "cut at once"),
    *("error at the top", "error in an object", "error behind a call", "incomplete with a call"),
    "incomplete without calls",
    *("failed with a call", "failed with an error", "refusal", "two refusals or texts in a message", "reasoning"),
    *("a part announced", "an annotation", "a hosted call", "usage", "no usage", "the last item only from before"),
    *(f"call {status}" for status in ("completed", "in_progress", "incomplete", "of no status")),
    *("call without an id", "call without a call_id", "nameless call", "arguments malformed", "arguments empty"),
    *("arguments as null", "arguments as an object", "no arguments", "arguments cut", "an empty output"),
    *("not ASCII", "beyond the first plane", "quote", "control character", "line end", "U+2028"),
}  # fmt: skip


def seen(events: list[dict[str, Any]]) -> Iterator[str]:
    """Yield what a stream holds."""
    yield from texts_of(json.dumps(events, ensure_ascii=False))
    last = events[-1]
    end = last["type"].removeprefix("response.")
    ended = end in ENDS
    yield f"end {end}" if ended else "end cut"
    if "sequence_number" in last or "sequence_number" in events[0]:
        yield "numbered"
    response = last["response"] if ended and "response" in last else None
    if response is not None:
        yield "usage" if response.get("usage") else "no usage"
        yield from [] if response["output"] else ["an empty output"]
    elif end == "error":
        yield "error in an object" if "error" in last else "error at the top"
        if any(_kind_of(event) == "function_call_arguments" for event in events):
            yield "error behind a call"
    elif not ended:
        yield from _of_cut(events)
    yield from _of_events(events)
    yield from _of_items(events, response, end if ended else "cut")


def _kind_of(event: dict[str, Any]) -> str:
    return str(event["type"]).removeprefix("response.").rpartition(".")[0]


def _of_cut(events: list[dict[str, Any]]) -> Iterator[str]:
    last = events[-1]["type"]
    if not any(event["type"].endswith(".delta") for event in events):
        yield "cut before a delta"
    if len(events) == 1:
        yield "cut at once"
    if last == "response.function_call_arguments.delta":
        yield "cut inside arguments"
    elif last == "response.output_text.delta":
        yield "cut inside a text"
    elif last == "response.function_call_arguments.done":
        yield "cut behind the arguments"


def _of_events(events: list[dict[str, Any]]) -> Iterator[str]:
    pieces: dict[str, list[str]] = {}
    began: list[Any] = []
    for before, event in zip([{}, *events], events, strict=False):
        kind = _kind_of(event)
        if event["type"] in NOTHING:
            yield f"no-op {event['type']}"
            if before.get("type") == "response.function_call_arguments.delta":
                yield "no-op inside a call"
        elif kind == "function_call_arguments":
            keys = [key for key in ("item_id", "output_index") if key in event]
            yield f"by {' and '.join(keys)}" if len(keys) > 1 else f"by {keys[0]} alone"
            place = str([event.get(key) for key in keys])
            if "delta" in event:
                pieces.setdefault(place, []).append(event["delta"])
                if place in began and began[-1] != place:
                    yield "interleaved calls"
                if began and place not in began:
                    yield "calls in turn"
                began.append(place)
        elif event["type"] == "response.content_part.added":
            yield "a part announced"
        elif event["type"] == "response.output_text.annotation.added":
            yield "an annotation"
    for deltas in pieces.values():
        yield "one delta" if len(deltas) == 1 else "several deltas"
        if "" in deltas and len(deltas) > 1:
            yield "deltas with an empty piece"


def _of_items(events: list[dict[str, Any]], response: dict[str, Any] | None, end: str) -> Iterator[str]:
    held = response["output"] if response else []
    items = {_name_of(item): item for item in _reported(events)} | {_name_of(item): item for item in held}
    whole = {_name_of(item) for item in held}
    calls = [item for item in items.values() if item["type"] == "function_call"]
    yield "three calls" if len(calls) > 2 else "calls" if calls else "no call"
    if len({str(call.get("name")) for call in calls}) < len(calls):
        yield "calls of one name"
    if calls and any(item["type"] == "message" for item in items.values()):
        yield "a call and a text"
    if end == "incomplete":
        done = any(call.get("status") == "completed" for call in calls)
        yield "incomplete with a call" if done else "incomplete without calls"
    elif end == "failed":
        yield from ["failed with an error"] if response and response.get("error") else []
        yield from ["failed with a call"] if calls else []
    if end == "completed" and items and list(items)[-1] not in whole:
        yield "the last item only from before"
    for name, item in items.items():
        yield from _of_item(item)
        if item["type"] == "function_call" and _carriers(events, item):
            announced = any(e["type"] == "response.output_item.added" and _name_of(e["item"]) == name for e in events)
            yield "an announced call" if announced else "a call that nobody announced"
        if end == "completed" and item["type"] in ("function_call", "message"):
            carriers = _carriers(events, item) + (["completed"] if name in whole else [])
            kind = "call" if item["type"] == "function_call" else "text"
            yield f"a {kind} carried by {' and '.join(carriers)}"


def _reported(events: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for event in events:
        if event["type"] in ("response.output_item.added", "response.output_item.done"):
            yield event["item"]


def _name_of(item: dict[str, Any]) -> str:
    return str(item.get("id") or item.get("call_id") or id(item))


def _carriers(events: list[dict[str, Any]], item: dict[str, Any]) -> list[str]:
    kinds = {"function_call_arguments"} if item["type"] == "function_call" else {"output_text", "refusal"}
    announced = [event for event in events if event["type"].startswith("response.output_item.")]
    places = [event.get("output_index") for event in announced if _name_of(event["item"]) == _name_of(item)]
    index = places[0] if places else None
    reported = set()
    for event in events:
        if event["type"] == "response.output_item.done" and _name_of(event["item"]) == _name_of(item):
            reported.add("item-done")
        elif _kind_of(event) in kinds and (
            event.get("item_id") == item.get("id") if "item_id" in event else event.get("output_index") == index
        ):
            reported.add("delta" if "delta" in event else "done")
    return [carrier for carrier in CARRIERS if carrier in reported]


def _of_item(item: dict[str, Any]) -> Iterator[str]:
    kind = item["type"]
    if kind == "function_call":
        yield f"call {item.get('status', 'of no status') or 'null'}"
        for key, name in (
            ("id", "call without an id"),
            ("call_id", "call without a call_id"),
            ("name", "nameless call"),
        ):
            yield from [] if key in item else [name]
        yield from given_arguments(item)
    elif kind == "message":
        kinds = [part["type"] for part in item["content"]]
        yield from ["refusal"] if "refusal" in kinds else []
        yield from ["two refusals or texts in a message"] if len(kinds) > 1 else []
    else:
        yield "reasoning" if kind == "reasoning" else "a hosted call"
