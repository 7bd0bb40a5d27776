"""Anthropic answers, whole and as events, and a reader of events that is not the project's."""

from __future__ import annotations

from typing import Any

import pytest

Object = dict[str, Any]
USAGE = {"input_tokens": 4, "output_tokens": 9}
CALL = {"type": "tool_use", "id": "t1", "name": "f", "input": {"n": 9007199254740993}}
THOUGHT = {"type": "thinking", "thinking": "h", "signature": "S"}
HOSTED = {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {"query": "x"}}
FOUND = {"type": "web_search_tool_result", "tool_use_id": "s1", "content": []}
PAGE = {"type": "web_search_result_location", "url": "https://x/", "title": "T"}
QUOTED = {"type": "char_location", "cited_text": "c", "document_index": 0, "start_char_index": 0, "end_char_index": 1}


def text(value: str, *notes: Object) -> Object:
    return {"type": "text", "text": value} | ({"citations": list(notes)} if notes else {})


def message(*blocks: Object, stop: str | None = "end_turn", **more: Any) -> Object:
    head = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m"}
    return head | {"content": list(blocks), "stop_reason": stop, "stop_sequence": None, "usage": USAGE} | more


def events(*blocks: Object, stop: str | None = "end_turn", usage: Object = USAGE, **more: Any) -> list[Object]:
    """The events of a message, its texts in two pieces, and its arguments as pieces of JSON."""
    start = {"type": "message_start", "message": message(stop=None, usage=usage | {"output_tokens": 1})}
    story: list[Object] = [start, {"type": "ping"}]
    for index, block in enumerate(blocks):
        story += _events_of(index, block)
    story.append(
        {"type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": None, **more}, "usage": usage}
    )
    return [*story, {"type": "message_stop"}]  # fmt: skip


def _events_of(index: int, block: Object) -> list[Object]:
    empty: Object = {"text": "", "thinking": "", "signature": "", "input": {}}
    begun = {key: empty.get(key, value) for key, value in block.items() if key != "citations"}
    deltas: list[Object] = []
    if block["type"] == "text":
        deltas += [{"type": "citations_delta", "citation": note} for note in block.get("citations", ())]
        deltas += [{"type": "text_delta", "text": piece} for piece in (block["text"][:1], block["text"][1:])]
    elif block["type"] == "thinking":
        deltas = [{"type": "thinking_delta", "thinking": block["thinking"]}]
        deltas += [{"type": "signature_delta", "signature": block["signature"]}]
    elif "input" in block:
        written = repr(block["input"]).replace("'", '"') if block["input"] else ""
        deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in (written[:3], written[3:])]
    else:
        begun = block
    grown = [{"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas]
    started = {"type": "content_block_start", "index": index, "content_block": begun}
    return [started, *grown, {"type": "content_block_stop", "index": index}]


def gathered(story: list[Object]) -> Object:
    """The message that Anthropic's package accumulates of events."""
    streaming = pytest.importorskip("anthropic.lib.streaming._messages")
    models = pytest.importorskip("anthropic._models")
    types = pytest.importorskip("anthropic.types")
    snapshot, buffers = None, dict[int, bytes]()
    for event in story:
        made = models.construct_type(type_=types.RawMessageStreamEvent, value=event)
        snapshot = streaming.accumulate_event(event=made, current_snapshot=snapshot, json_bufs=buffers)
    assert snapshot is not None
    found: Object = snapshot.to_dict(warnings=False)
    return found
