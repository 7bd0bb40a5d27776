"""Answers of Chat and of Responses become those of Gemini, whole and in streams."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.oracles import refusals_of
from conformance.reference import (
    AnswerError,
    responses_response_to_gemini_response,
    responses_stream_to_gemini_stream,
)
from conformance.reference import chat_response_to_gemini_response as to_gemini
from conformance.reference import chat_stream_to_gemini_stream as to_stream

Object = dict[str, Any]


def completion(finish: str = "stop", **message: Any) -> Object:
    choice = {"index": 0, "message": {"role": "assistant", "content": None, **message}, "finish_reason": finish}
    return {"id": "chatcmpl-1", "object": "chat.completion", "created": 1760000000, "model": "m", "choices": [choice]}


def chunk(finish: str | None = None, **delta: Any) -> Object:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1760000000,
        "model": "m",
        "choices": [choice],
    }


def call(arguments: str, id: str = "a") -> Object:
    return {"id": id, "type": "function", "function": {"name": "f", "arguments": arguments}}


def parts(answer: Object) -> list[Object]:
    found: list[Object] = answer["candidates"][0]["content"]["parts"]
    return found


def test_an_answer_has_what_gemini_calls_it() -> None:
    made = to_gemini(completion(content="Hi"))
    assert made == {
        "candidates": [{"content": {"role": "model", "parts": [{"text": "Hi"}]}, "finishReason": "STOP", "index": 0}],
        "responseId": "1", "modelVersion": "m", "createTime": "2025-10-09T08:53:20Z",
    }  # fmt: skip
    assert refusals_of("gemini-response", made) == ()


def test_calls_end_with_stop_and_their_args_are_objects() -> None:
    made = to_gemini(completion("tool_calls", tool_calls=[call('{"a":1}'), call("", "b")]))
    assert parts(made) == [
        {"functionCall": {"id": "a", "name": "f", "args": {"a": 1}}},
        {"functionCall": {"id": "b", "name": "f", "args": {}}},
    ]  # fmt: skip
    assert made["candidates"][0]["finishReason"] == "STOP"


def test_arguments_that_are_no_object_are_refused_wrapped_or_emptied() -> None:
    value = completion("tool_calls", tool_calls=[call('{"a"')])
    with pytest.raises(AnswerError, match="arguments"):
        to_gemini(value)
    wrapped, emptied = (parts(to_gemini(value, malformed_arguments=how)) for how in ("wrap", "empty"))  # type: ignore[arg-type]
    assert [made[0]["functionCall"]["args"] for made in (wrapped, emptied)] == [{"arguments": '{"a"'}, {}]
    assert parts(to_gemini(completion("length", tool_calls=[call('{"a"')])))[0]["functionCall"]["args"] == {}


def test_thoughts_are_reported_or_parts(caplog: Any) -> None:
    value = completion(content="Four.", reasoning_content="Hm.")
    assert parts(to_gemini(value)) == [{"text": "Four."}]
    assert "reasoning_content" in caplog.text
    assert parts(to_gemini(value, reasoning="unsigned")) == [{"text": "Hm.", "thought": True}, {"text": "Four."}]


def test_what_failed_raises_or_is_an_error() -> None:
    error = {"error": {"message": "Overloaded", "type": "server_error"}}
    with pytest.raises(AnswerError, match="Overloaded"):
        to_gemini(error)
    assert to_gemini(error, failed_answer="failed")["error"]["message"] == "Overloaded"
    assert to_stream([chunk(content="a"), error], failed_answer="failed")[-1]["error"]["message"] == "Overloaded"
    with pytest.raises(AnswerError):
        to_stream([chunk(content="a")])


def test_a_stream_has_its_pieces_and_one_end() -> None:
    usage = {"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}}
    made = to_stream([chunk(content="H"), chunk(content="i"), chunk("stop"), {**chunk(), **usage}])
    assert [part.get("text") for answer in made for part in parts(answer)] == ["H", "i", ""]
    assert ["finishReason" in answer["candidates"][0] for answer in made] == [False, False, True]
    assert made[-1]["usageMetadata"] == {"promptTokenCount": 7, "candidatesTokenCount": 3, "totalTokenCount": 10}
    assert len({answer["responseId"] for answer in made}) == 1


def test_items_of_a_response_become_parts_in_their_order() -> None:
    seal = {"extra_content": {"google": {"thought_signature": "S"}}}
    called: Any = {"type": "function_call", "call_id": "c1", "name": "f", "arguments": "{}", **seal}
    image: Any = {"type": "image_generation_call", "id": "ig_1", "status": "completed", "result": "iVBORw0KGgo="}
    said: Any = {"type": "message", "content": [{"type": "output_text", "text": "A"}]}
    made = responses_response_to_gemini_response({"status": "completed", "output": [called, image, said]})
    assert made["candidates"][0]["content"]["parts"] == [
        {"functionCall": {"id": "c1", "name": "f", "args": {}}, "thoughtSignature": "S"},
        {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}},
        {"text": "A"},
    ]
    failed: Any = {"status": "failed", "error": {"code": "server_error", "message": "No."}, "output": []}
    with pytest.raises(AnswerError, match=r"No\."):
        responses_response_to_gemini_response(failed)
    assert "No." in responses_response_to_gemini_response(failed, failed_answer="failed")["error"]["message"]


def test_a_responses_stream_that_breaks_off_fails() -> None:
    events: Any = [{"type": "response.output_text.delta", "item_id": "m", "output_index": 0, "delta": "a"}]
    with pytest.raises(AnswerError, match="without an event"):
        responses_stream_to_gemini_stream(events)
    first, last = responses_stream_to_gemini_stream(events, failed_answer="failed")
    assert first["candidates"][0]["content"]["parts"] == [{"text": "a"}]
    assert "error" in last
