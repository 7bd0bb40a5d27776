"""The chunks of a Chat stream, joined to a response."""

from __future__ import annotations

from typing import Any

from conformance.formats.chat.chunks import is_whole, joined
from conformance.formats.chat.stream import read_stream


def chunk(delta: dict[str, Any], **choice: Any) -> dict[str, Any]:
    return {"id": "chatcmpl_1", "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta, **choice}]}


def test_pieces_of_text_and_of_arguments_are_joined() -> None:
    first = {"index": 0, "id": "call_1", "type": "function", "function": {"name": "f", "arguments": ""}}
    response = joined([
        chunk({"role": "assistant", "content": "a"}),
        chunk({"content": "b", "tool_calls": [first]}),
        chunk({"tool_calls": [{"index": 0, "function": {"arguments": "{}"}}]}, finish_reason="tool_calls"),
        "no chunk",
        {"usage": {"total_tokens": 1}, "choices": []},
    ])  # fmt: skip
    (choice,) = response["choices"]
    assert choice["message"]["content"] == "ab" and choice["finish_reason"] == "tool_calls"
    (call,) = choice["message"]["tool_calls"]
    assert call["function"] == {"name": "f", "arguments": "{}"} and call["id"] == "call_1"
    assert response["usage"] == {"total_tokens": 1} and response["object"] == "chat.completion"


def test_pieces_of_thoughts_audio_and_probabilities_are_joined() -> None:
    token = {"token": "a", "logprob": 0, "bytes": None, "top_logprobs": []}
    response = joined([
        chunk({"reasoning_content": "I ", "audio": {"id": "x", "data": "QQ"}}, logprobs={"content": [token]}),
        chunk({"reasoning_content": "see", "audio": {"data": "==", "expires_at": 1}}, logprobs={"content": [token]}),
        chunk({}, logprobs=None, finish_reason="stop"),
    ])  # fmt: skip
    (choice,) = response["choices"]
    assert choice["message"]["reasoning_content"] == "I see"
    assert choice["message"]["audio"] == {"id": "x", "data": "QQ==", "expires_at": 1}
    assert choice["logprobs"] == {"content": [token, token]}


def test_calls_are_told_apart_by_their_index_and_empty_ids_are_no_ids() -> None:
    def piece(index: int | None, **call: Any) -> dict[str, Any]:
        return chunk({"tool_calls": [{**call, **({} if index is None else {"index": index})}]})

    first, second = {"id": "a", "function": {"name": "f", "arguments": "{"}}, {"id": "b", "function": {"name": "g"}}
    rest = {"id": "", "function": {"name": "", "arguments": "}"}}
    message = joined([piece(1, **second), piece(0, **first), piece(0, **rest)])["choices"][0]["message"]
    assert [call["id"] for call in message["tool_calls"]] == ["a", "b"]
    assert message["tool_calls"][0]["function"] == {"name": "f", "arguments": "{}"}
    whole = joined([piece(None, **first), piece(None, **second)])["choices"][0]["message"]
    assert [call["id"] for call in whole["tool_calls"]] == ["a", "b"]


def test_a_stream_is_whole_if_each_choice_has_finished_and_none_is_an_error() -> None:
    end = chunk({}, finish_reason="stop")
    assert is_whole([chunk({"content": "a"}), end])
    assert not is_whole([chunk({"content": "a"})])
    assert not is_whole([chunk({"content": "a"}, index=1), end])
    assert not is_whole([end, {"error": {"message": "overloaded"}}])
    assert not is_whole([])


def test_what_is_no_chunk_is_passed_over() -> None:
    odd = [None, 3, {"choices": 3}, {"choices": [3, {"index": "0", "delta": []}, {"delta": {"tool_calls": {"a": 1}}}]}]
    (choice,) = joined([*odd, {"choices": [{"index": 0, "delta": {"tool_calls": [{"index": 10**9}, 3]}}]}])["choices"]
    assert choice["message"] == {"role": "assistant", "content": None, "tool_calls": [{}]}


def test_a_chunk_of_a_filter_says_neither_id_nor_model_nor_time() -> None:
    empty = {"id": "", "object": "", "created": 0, "model": "", "choices": []}
    said = chunk({"content": "a"}, finish_reason="stop") | {"model": "gpt-5", "created": 7}
    for chunks in ([empty, said], [said, empty]):
        body = joined(chunks)
        assert (body["id"], body["model"], body["created"]) == ("chatcmpl_1", "gpt-5", 7)
        answer = read_stream(chunks).answer
        assert (answer.id, answer.model) == ("chatcmpl_1", "gpt-5")
