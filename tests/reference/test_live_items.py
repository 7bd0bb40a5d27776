"""What of an Anthropic and of a Gemini stream is certain while the events of a Responses stream come."""

from __future__ import annotations

import json
from typing import Any

from conformance.reference.live_items import AnthropicBlocks, GeminiResponses, LiveItems

BEGUN = {"type": "response.created", "response": {"id": "resp_1", "model": "m", "created_at": 1}}


def delta(place: int, text: str, part: int = 0) -> Any:
    return {"type": "response.output_text.delta", "output_index": place, "content_index": part, "delta": text}


def call(place: int, step: str, arguments: str = "", **more: Any) -> Any:
    item = {"type": "function_call", "call_id": f"call_{place}", "name": "look", "arguments": arguments, **more}
    return {"type": f"response.output_item.{step}", "output_index": place, "item": item}


def done(place: int, *texts: str) -> Any:
    content = [{"type": "output_text", "text": text} for text in texts]
    return {"type": "response.output_item.done", "output_index": place, "item": {"type": "message", "content": content}}


def said(live: LiveItems, *events: Any) -> str:
    return json.dumps([live.take(event) for event in events])


def test_an_item_waits_for_those_before_it() -> None:
    live = LiveItems(GeminiResponses())
    assert "later" not in said(live, BEGUN, delta(1, "later"), delta(0, "now"))
    assert "later" in said(live, done(0, "now"))


def test_blocks_open_one_after_the_other() -> None:
    live = LiveItems(AnthropicBlocks())
    events = [BEGUN, delta(0, "a"), delta(0, "b", 1), done(0, "a", "bc"), call(1, "added"), call(1, "done", "{}")]
    made = [event for each in events for event in live.take(each)]
    assert [(event["type"].removeprefix("content_block_"), event.get("index")) for event in made] == [
        ("message_start", None),
        ("start", 0), ("delta", 0), ("stop", 0), ("start", 1), ("delta", 1), ("delta", 1), ("stop", 1),
        ("start", 2), ("delta", 2), ("stop", 2),
    ]  # fmt: skip
    assert made[6]["delta"]["text"] == "c"
    assert made[9]["delta"]["partial_json"] == "{}"


def test_calls_with_the_same_id_have_others() -> None:
    live = LiveItems(AnthropicBlocks())
    text = said(live, BEGUN, call(0, "done", "{}"), call(1, "done", "{}", call_id="call_0"))
    assert '"id": "call_0"' in text and '"id": "call_0_2"' in text


def test_a_gemini_call_comes_as_a_whole_and_one_that_is_none_waits() -> None:
    live = LiveItems(GeminiResponses())
    assert "functionCall" not in said(live, BEGUN, call(0, "added"))
    assert '"args": {"a": 1}' in said(live, call(0, "done", '{"a": 1}'))
    assert "functionCall" not in said(live, call(1, "done", "{"), call(2, "done", "{}"))


def test_halves_of_a_character_come_together() -> None:
    live = LiveItems(AnthropicBlocks())
    first = said(live, BEGUN, delta(0, "\ud83d"))
    assert "ud83d" not in first
    assert "\\ud83d\\ude42" in said(live, delta(0, "\ude42"))


def test_parts_that_are_mixed_wait_for_the_end() -> None:
    live = LiveItems(AnthropicBlocks())
    assert said(live, BEGUN, delta(0, "a", 1)) != "[]"
    assert said(live, delta(0, "b", 0), delta(0, "c", 1)) == "[[], []]"
