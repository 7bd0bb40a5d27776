"""The reference of responses-stream-to-chat-stream: its chunks make what the whole response makes."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import Any

import pytest

from conformance.apis.input_validity import REAL, standing_of
from conformance.formats.chat.chunks import joined
from conformance.inputs import draw
from conformance.reference import (
    ResponseError,
    responses_response_to_chat_response,
    responses_stream_to_chat_stream,
)

STREAM = "responses-stream-to-chat-stream"
ENDS = ("response.completed", "response.incomplete")


def _said(answer: Any) -> Any:
    choice = answer["choices"][0]
    message = {key: member for key, member in choice["message"].items() if member}
    return message, choice["finish_reason"], answer.get("usage"), answer["id"], answer["model"]


def _written(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text.encode("utf-16", "surrogatepass").decode("utf-16")  # a character may be in two pieces


def test_the_chunks_make_what_the_response_makes() -> None:
    drawn = [element for element in draw(STREAM, 60, 1) if standing_of(STREAM, element).kind == REAL]
    streams = [element for element in drawn if element[-1]["type"] in ENDS]
    assert len(streams) > 15
    for events in streams:
        found = _said(joined(responses_stream_to_chat_stream(events)))
        owed = _said(responses_response_to_chat_response(events[-1]["response"]))
        assert _written(found) == _written(owed)


@pytest.mark.parametrize("given", [None, {}, [None], ["text"]])
def test_what_is_no_list_of_events_is_refused(given: Any) -> None:
    with pytest.raises(ResponseError):
        responses_stream_to_chat_stream(given)


def test_an_empty_stream_has_no_chunk() -> None:
    assert responses_stream_to_chat_stream([]) == []


def _events_of(ids: Iterator[str]) -> list[Any]:
    """Return the events of a response with a text and a call, each with the next of some ids."""
    said = {
        "type": "message",
        "role": "assistant",
        "content": [{"type": "output_text", "text": "Hi.", "annotations": []}],
    }
    call = {"type": "function_call", "call_id": "call_1", "name": "look", "arguments": "{}"}
    events: list[Any] = []
    for place, item in enumerate((said, call)):
        empty = {"content": []} if item is said else {"arguments": ""}
        kind, delta = ("output_text", "Hi.") if item is said else ("function_call_arguments", "{}")
        piece = {"item_id": next(ids), "output_index": place, "content_index": 0, "delta": delta}
        events += [
            {"type": "response.output_item.added", "output_index": place, "item": item | empty | {"id": next(ids)}},
            {"type": f"response.{kind}.delta", **piece},
            {"type": "response.output_item.done", "output_index": place, "item": item | {"id": next(ids)}},
        ]
    output = [item | {"id": next(ids)} for item in (said, call)]
    response = {"id": "resp_1", "status": "completed", "model": "gpt-5", "output": output}
    return [*events, {"type": "response.completed", "response": response}]


def test_an_index_names_an_item_whose_id_changes_with_each_event() -> None:
    events = _events_of(map(str, itertools.count()))
    choice = joined(responses_stream_to_chat_stream(events))["choices"][0]
    assert choice["message"]["content"] == "Hi."
    assert [tool_call["function"]["arguments"] for tool_call in choice["message"]["tool_calls"]] == ["{}"]
