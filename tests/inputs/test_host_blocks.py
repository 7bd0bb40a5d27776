from __future__ import annotations

from random import Random
from typing import Any

from conformance.apis.input_validity import REAL, standing_of
from conformance.inputs.choices import Dealing
from conformance.inputs.host_blocks import step_of, with_members, with_members_in_events

MESSAGE: dict[str, Any] = {
    "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-opus-5", "stop_reason": "tool_use",
    "stop_sequence": None, "usage": {"input_tokens": 9, "output_tokens": 2},
    "content": [{"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}}],
}  # fmt: skip
EVENTS: list[dict[str, Any]] = [
    {"type": "message_start", "message": {**MESSAGE, "content": [], "stop_reason": None}},
    {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "It "}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "rains."}},
    {"type": "content_block_stop", "index": 0},
    {"type": "message_delta", "delta": {"stop_reason": "end_turn", "stop_sequence": None}, "usage": {
        "output_tokens": 2}},
    {"type": "message_stop"},
]  # fmt: skip


def copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: copied(member) for key, member in value.items()}
    return [copied(element) for element in value] if isinstance(value, list) else value


def test_a_message_is_real_with_what_the_api_puts_beside_it() -> None:
    choices = Dealing(Random(1))
    made = [with_members(choices, copied(MESSAGE)) for _number in range(20)]
    assert any("stop_details" in element for element in made)
    assert any("stop_details" not in element for element in made)
    assert {standing_of("anthropic-response-to-tool-calls", element).kind for element in made} == {REAL}


def test_the_counts_of_the_turns_add_up_to_those_of_all() -> None:
    usage = {"input_tokens": 9, "output_tokens": 2, "cache_read_input_tokens": 7, "cache_creation_input_tokens": 3}
    events = copied(EVENTS)
    events[0]["message"]["usage"] = usage
    choices = Dealing(Random(1))
    streamed = [with_members_in_events(choices, copied(events), is_whole=True)[-2]["usage"] for _number in range(20)]
    whole = [with_members(choices, {**copied(MESSAGE), "usage": dict(usage)})["usage"] for _number in range(20)]
    turns = [element["iterations"][0] for element in (*streamed, *whole) if "iterations" in element]
    assert len(turns) > 4
    for turn in turns:
        assert {name: turn[name] for name in usage} == usage
        assert turn["cache_creation"] == {"ephemeral_5m_input_tokens": 3, "ephemeral_1h_input_tokens": 0}


def test_events_are_real_with_it_and_say_the_same_text() -> None:
    choices = Dealing(Random(1))
    made = [with_members_in_events(choices, copied(EVENTS), is_whole=True) for _number in range(20)]
    assert {standing_of("anthropic-stream-to-tool-calls", element).kind for element in made} == {REAL}
    begun = {
        event["content_block"]["text"]
        for element in made
        for event in element
        if event["type"] == "content_block_start"
    }
    assert begun == {"", "It "}
    for element in made:
        texts = [event.get("content_block", event.get("delta", {})).get("text", "") for event in element]
        assert "".join(texts) == "It rains."


def test_a_stream_that_ends_early_has_no_text_in_the_start_of_a_block() -> None:
    choices = Dealing(Random(1))
    made = [with_members_in_events(choices, copied(EVENTS[:3]), is_whole=False) for _number in range(10)]
    assert {element[1]["content_block"]["text"] for element in made} == {""}


def test_a_step_is_a_call_and_its_result() -> None:
    call, result = step_of(Dealing(Random(1)), "srvtoolu_1")
    assert call["id"] == result["tool_use_id"] == "srvtoolu_1"
    assert result["type"].endswith("_tool_result")
