"""Parsing Chat streams: cut after every chunk, failed, and from text."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conformance.apis.emulator.stream import chat_chunks
from conformance.reference import ToolError, chat_stream_to_tool_calls

CALLS = [
    {"id": f"call_{name}", "type": "function", "function": {"name": name, "arguments": f'{{"at":"{name} 🙂"}}'}}
    for name in ("sky", "sea")
]
USAGE = {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}


def response(finish: str = "tool_calls", **message: Any) -> dict[str, Any]:
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish}
    return {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": USAGE}


WHOLE = response(content="Größe: ", tool_calls=CALLS)
CHUNKS = chat_chunks(WHOLE, usage=True)


def test_a_stream_is_done_with_its_finish_reason_and_has_no_calls_before() -> None:
    for end in range(len(CHUNKS) + 1):
        result = chat_stream_to_tool_calls(CHUNKS[:end])
        assert result["done"] is (end >= len(CHUNKS) - 1)
        assert len(result["tool_calls"]) == 2 * result["done"]
        assert "Größe: ".startswith(result["content"])


def test_an_error_gives_no_calls_and_is_named_or_raised() -> None:
    error = {"error": {"message": "Overloaded.", "code": 529}}
    result = chat_stream_to_tool_calls([*CHUNKS[:-3], error])
    assert (result["tool_calls"], result["error"], result["done"]) == ([], error["error"], False)
    with pytest.raises(ToolError, match="Overloaded"):
        chat_stream_to_tool_calls([error], error_event="raise")
    with pytest.raises(ToolError, match="not a list"):
        chat_stream_to_tool_calls({"choices": []})


def test_text_of_a_stream_is_read_too() -> None:
    pytest.importorskip("httpx2")
    text = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in CHUNKS) + "data: [DONE]\n\n"
    assert chat_stream_to_tool_calls(text) == chat_stream_to_tool_calls(CHUNKS)
