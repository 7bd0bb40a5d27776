"""The chunks of a Chat stream, joined to a response."""

from __future__ import annotations

from typing import Any

from conformance.formats.chunks import joined


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
