"""The reference of responses-stream-to-chat-stream: its chunks make what the whole response makes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conformance.apis.standing import REAL, standing_of
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
    drawn = [one for one in draw(STREAM, 60, 1) if standing_of(STREAM, one).kind == REAL]
    streams = [one for one in drawn if one[-1]["type"] in ENDS]
    assert len(streams) > 15
    for events in streams:
        found = _said(joined(responses_stream_to_chat_stream(events)))
        owed = _said(responses_response_to_chat_response(events[-1]["response"]))
        assert _written(found) == _written(owed)


@pytest.mark.parametrize("given", [None, {}, [None], ["text"]])
def test_what_is_no_list_of_events_is_refused(given: Any) -> None:
    with pytest.raises(ResponseError):
        responses_stream_to_chat_stream(given)
