"""Answers between Gemini and Anthropic: what the halves of both ways leave to each other."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.reference import AnswerError
from conformance.reference.gemini_and_anthropic import (
    anthropic_response_to_gemini_response,
    anthropic_stream_to_gemini_stream,
    gemini_response_to_anthropic_response,
    gemini_stream_to_anthropic_stream,
)
from tests.reference.gemini_answers import Object, call, response

CALL = {"type": "tool_use", "id": "f1", "name": "f", "input": {"a": 1}}


def message(*blocks: Object, reason: str = "end_turn") -> Object:
    usage = {"input_tokens": 9, "output_tokens": 2}
    return {"type": "message", "role": "assistant", "id": "msg_1", "model": "m", "content": list(blocks),
            "stop_reason": reason, "usage": usage}  # fmt: skip


def test_the_signature_of_a_call_stays_with_it() -> None:
    part = call("f", id="f1", args={"a": 1}) | {"thoughtSignature": "S"}
    seal = {"extra_content": {"google": {"thought_signature": "S"}}}
    made = gemini_response_to_anthropic_response(response(part))
    assert (made["content"], made["stop_reason"]) == ([CALL | seal], "tool_use")
    events = gemini_stream_to_anthropic_stream([response(part)])
    assert events[1]["content_block"] == CALL | {"input": {}} | seal


def test_thoughts_are_left_out_or_have_no_signature() -> None:
    given = response({"text": "Hm.", "thought": True}, {"text": "A"})
    text = {"type": "text", "text": "A"}
    assert gemini_response_to_anthropic_response(given)["content"] == [text]
    thought = {"type": "thinking", "thinking": "Hm.", "signature": ""}
    assert gemini_response_to_anthropic_response(given, reasoning="unsigned")["content"] == [thought, text]
    (candidate,) = anthropic_response_to_gemini_response(message(thought, text), reasoning="unsigned")["candidates"]
    assert candidate["content"]["parts"] == [{"text": "Hm.", "thought": True}, {"text": "A"}]


def test_blocks_become_parts_in_their_order() -> None:
    (candidate,) = anthropic_response_to_gemini_response(message(CALL, {"type": "text", "text": "A"}))["candidates"]
    called = {"functionCall": {"id": "f1", "name": "f", "args": {"a": 1}}}
    assert candidate["content"]["parts"] == [called, {"text": "A"}]
    assert candidate["finishReason"] == "STOP"


@pytest.mark.parametrize(
    ("convert", "given"),
    [
        (gemini_response_to_anthropic_response, response(reason="OTHER")),
        (gemini_stream_to_anthropic_stream, [response({"text": "A"}, reason=None)]),
        (anthropic_response_to_gemini_response, {"type": "error", "error": {"type": "api_error", "message": "No."}}),
        (anthropic_stream_to_gemini_stream, [{"type": "message_start", "message": message()}]),
    ],
)
def test_a_failure_raises_or_is_named(convert: Any, given: Any) -> None:
    with pytest.raises(AnswerError):
        convert(given)
    answer = "report" if "to_anthropic" in convert.__name__ else "failed"
    made = convert(given, failed_answer=answer)
    assert "error" in (made[-1] if isinstance(made, list) else made)
