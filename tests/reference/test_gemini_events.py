"""gemini-stream-to-chat-stream."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.reference import AnswerError
from conformance.reference import gemini_stream_to_chat_stream as to_chat
from conformance.reference import gemini_stream_to_responses_stream as to_responses
from tests.reference.gemini_answers import Object, call, response

ERROR = {"error": {"code": 503, "message": "Overloaded", "status": "UNAVAILABLE"}}


def piece(*parts: Object) -> Object:
    return response(*parts, reason=None)


def deltas(chunks: list[Object]) -> list[Object]:
    return [chunk["choices"][0]["delta"] for chunk in chunks if chunk["choices"]]


def test_calls_are_counted_over_all_responses_and_the_end_comes_once() -> None:
    made = to_chat([piece(call("f", args={"a": 1})), piece(call("g")), response({"text": ""})])
    calls = [entry for delta in deltas(made) for entry in delta.get("tool_calls", ())]
    assert [(entry["index"], entry["function"]["arguments"]) for entry in calls] == [
        (0, ""),
        (0, '{"a":1}'),
        (1, ""),
        (1, "{}"),
    ]
    assert len({entry["id"] for entry in calls if "id" in entry}) == 2
    assert [chunk["choices"][0]["finish_reason"] for chunk in made] == [None] * 4 + ["tool_calls"]


def test_the_counts_of_the_last_response_hold() -> None:
    first = {**piece({"text": "a"}), "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 9}}
    last = {**response({"text": ""}), "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 3}}
    made = to_chat([first, last])
    assert made[-1]["choices"] == []
    assert made[-1]["usage"] == {"prompt_tokens": 1, "completion_tokens": 3, "total_tokens": 4}
    assert all("usage" not in chunk for chunk in to_chat([first, last], stream_usage="omit"))


def test_a_stream_without_an_end_has_none() -> None:
    assert [chunk["choices"][0]["finish_reason"] for chunk in to_chat([piece({"text": "a"})])] == [None]
    assert to_chat([]) == []


def test_an_error_raises_or_ends_the_stream() -> None:
    with pytest.raises(AnswerError, match="Overloaded"):
        to_chat([piece({"text": "a"}), ERROR])
    made = to_chat([piece({"text": "a"}), ERROR], failed_answer="report")
    assert made[-1]["error"]["message"] == "Overloaded"
    failed: Any = to_chat([response({"text": "a"}, reason="OTHER")], failed_answer="report")
    assert "OTHER" in failed[-1]["error"]["message"]


@pytest.mark.parametrize("value", [None, {}, [None], [{"candidates": [7]}]])
def test_what_is_no_stream_is_refused(value: Any) -> None:
    with pytest.raises(AnswerError):
        to_chat(value)


def test_the_events_of_responses_end_as_the_stream_does() -> None:
    made = to_responses({"events": [piece({"text": "a"}), response({"text": ""})]})
    assert (made[-1]["type"], made[-1]["response"]["output"][0]["content"][0]["text"]) == ("response.completed", "a")
    with pytest.raises(AnswerError, match="finishReason"):
        to_responses({"events": [piece({"text": "a"})]})
    for how, last in (("failed", "response.failed"), ("error-event", "error")):
        assert to_responses({"events": [ERROR]}, failed_answer=how)[-1]["type"] == last
