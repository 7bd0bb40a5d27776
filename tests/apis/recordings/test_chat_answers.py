"""Recorded Chat answers and streams as responses, and back: texts, calls, the end and the usage stay.

Read are ../shared/recordings, and the folders that CONFORMANCE_RECORDINGS names, separated as in a PATH.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from conformance.apis.oracles import refusals_of
from conformance.apis.recordings import read_folder
from conformance.apis.recordings.inputs import harvest
from conformance.formats.chat.chunks import is_whole, joined
from conformance.reference import (
    AnswerError,
    chat_response_to_responses_response,
    chat_stream_to_responses_stream,
    responses_response_to_chat_response,
    responses_stream_to_chat_stream,
)
from tests.apis.recordings.test_chat_streams import PRESENT, RESPONSE, STREAM

pytestmark = pytest.mark.skipif(not PRESENT, reason="there are no recordings")


@cache
def recorded(operation: str) -> list[tuple[str, Any]]:
    """The recorded inputs of an operation, each with its place."""
    harvests = [harvest(read_folder(str(folder)).interactions) for folder in PRESENT]
    return [
        pair
        for other_harvest in harvests
        for pair in zip(other_harvest.places[operation], other_harvest.inputs[operation], strict=True)
    ]


def said(answer: Any) -> Any:
    """What a Chat answer says that a response can say too."""
    choice = min(answer["choices"], key=lambda choice: choice.get("index", 0))
    message, finish = choice["message"], choice.get("finish_reason")
    calls = [
        {"id": call["id"], **{key: call[key] for key in ("function", "custom") if call.get(key)}}
        for call in message.get("tool_calls") or ()
    ]
    legacy = message.get("function_call")
    if legacy:
        calls.append({"id": "made", "function": legacy})
    if finish in ("stop", "tool_calls", "function_call"):
        finish = "tool_calls" if calls else "stop"
    usage = answer.get("usage") or {}
    details = [(usage.get(f"{key}_tokens_details") or {}) for key in ("prompt", "completion")]
    return {
        "text": message.get("content") or None,
        "refusal": message.get("refusal") or None,
        "calls": [call | ({"id": "made"} if legacy else {}) for call in calls],
        "annotations": message.get("annotations") or [],
        "logprobs": (choice.get("logprobs") or {}).get("content") or [],
        "finish": finish,
        "usage": [usage.get(key) for key in ("prompt_tokens", "completion_tokens", "total_tokens")],
        "details": [details[0].get("cached_tokens") or 0, details[1].get("reasoning_tokens") or 0],
        "model": answer.get("model"),
        "created": answer.get("created"),
    }


def test_recorded_answers_are_responses_and_come_back() -> None:
    compared = 0
    for place, answer in recorded(RESPONSE):
        try:
            response = chat_response_to_responses_response({"response": answer})
        except AnswerError as error:
            assert "finish_reason" in str(error), (place, error)
            continue
        assert refusals_of("responses-response", response) == (), place
        assert said(responses_response_to_chat_response(response)) == said(answer), place
        compared += 1
    print(compared, "answers")
    assert compared > 10


def test_recorded_streams_are_response_streams_and_come_back() -> None:
    compared = 0
    for place, chunks in recorded(STREAM):
        if not is_whole(chunks):
            with pytest.raises(AnswerError):
                chat_stream_to_responses_stream({"chunks": chunks})
            continue
        events = chat_stream_to_responses_stream({"chunks": chunks})
        assert [refusal for event in events for refusal in refusals_of("responses-event", event)] == [], place
        whole = chat_response_to_responses_response({"response": joined(chunks)})
        assert events[-1]["response"] == whole, place
        assert said(joined(responses_stream_to_chat_stream(events))) == said(joined(chunks)), place
        compared += 1
    print(compared, "streams")
    assert compared > 10
