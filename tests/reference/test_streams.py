"""Parsing streams: from text, cut after every event, and failed ones."""

import json

import pytest

from conformance.reference import ToolError, events_of_sse, responses_stream_to_tool_calls

CALL = {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "look", "status": "completed"}
ITEM = CALL | {"arguments": '{"at":"sky"}'}
MESSAGE = {"type": "message", "id": "msg_2", "content": [{"type": "output_text", "text": "Größe 🙂"}]}
RESPONSE = {"status": "completed", "output": [ITEM, MESSAGE], "usage": {"total_tokens": 3}}
PLACE = {"item_id": "fc_1", "output_index": 0}
TEXT_PLACE = {"item_id": "msg_2", "output_index": 1, "content_index": 0}
ERROR = {"code": "c", "message": "m"}
ARGUMENTS = "response.function_call_arguments"
EVENTS = [
    {"type": "response.created", "response": {"status": "in_progress"}},
    {"type": "response.output_item.added", "output_index": 0, "item": CALL | {"status": "in_progress"}},
    {"type": f"{ARGUMENTS}.delta", **PLACE, "delta": '{"at"'},
    {"type": f"{ARGUMENTS}.delta", **PLACE, "delta": ':"sky"}'},
    {"type": f"{ARGUMENTS}.done", **PLACE, "arguments": '{"at":"sky"}'},
    {"type": "response.output_item.done", "output_index": 0, "item": ITEM},
    {
        "type": "response.output_text.delta",
        "item_id": "msg_2",
        "output_index": 1,
        "content_index": 0,
        "delta": "Größe ",
    },
    {"type": "response.output_text.delta", **TEXT_PLACE, "delta": "🙂"},
    {"type": "response.completed", "response": RESPONSE},
]
TEXT = "".join(f"event: {event['type']}\ndata: {json.dumps(event, ensure_ascii=False)}\n\n" for event in EVENTS)


def test_a_cut_stream_is_never_done_and_has_no_half_calls():
    for end in range(len(EVENTS)):
        result = responses_stream_to_tool_calls(EVENTS[:end])
        assert result["done"] is False
        assert len(result["tool_calls"]) == (1 if end > 5 else 0)
    assert responses_stream_to_tool_calls(EVENTS[:-1])["content"] == "Größe 🙂"


@pytest.mark.parametrize(
    ("event", "choice", "reason"),
    [
        (
            {"type": "response.failed", "response": {"error": {"code": "c", "message": "m"}}},
            "failed_response",
            "failed",
        ),
        ({"type": "error", **ERROR}, "error_event", "error"),
        ({"type": "error", "error": ERROR}, "error_event", "error"),
    ],
)
def test_a_failure_is_reported_or_raised(event, choice, reason):
    result = responses_stream_to_tool_calls([*EVENTS[:3], event])
    assert (result["finish_reason"], result["error"]["code"], result["tool_calls"]) == (reason, "c", [])
    with pytest.raises(ToolError, match="c: m"):
        responses_stream_to_tool_calls([event], **{choice: "raise"})


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        TEXT.encode(),
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.replace("\n", "\r\n"),
        TEXT.replace("\n", "\r"),
        ": a comment\n\n" + TEXT + "data: [DONE]\n\n",
        TEXT + "event: response.created\ndata: {",
    ],
)
def test_text_is_read_as_its_events(text):
    assert events_of_sse(text) == EVENTS
    assert responses_stream_to_tool_calls(text) == responses_stream_to_tool_calls(EVENTS)


def test_data_without_a_type_gets_the_event_s_name_and_broken_data_is_refused():
    assert events_of_sse("event: ping\ndata: {}\n\ndata: 7\n\n") == [{"type": "ping"}, 7]
    with pytest.raises(ToolError, match=r"events\[1\] \(response.created\): its data is no JSON"):
        events_of_sse("data: {}\n\nevent: response.created\ndata: {oops\n\n")


def test_what_is_no_list_of_events_is_refused():
    with pytest.raises(ToolError, match="events is an object, not a list"):
        responses_stream_to_tool_calls({})
