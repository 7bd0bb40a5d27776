"""What the reference says of inputs that are no results, and how it names what a text cannot hold."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.reference import ResultError, mcp_result_to_function_call_output, mcp_result_to_tool_message

WAV = {"type": "audio", "data": "UklGRg==", "mimeType": "audio/wav"}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (None, "the input is null"),
        ({"result": {"content": []}}, "tool_call_id is missing"),
        ({"tool_call_id": "call_1"}, "result is missing"),
        ({"tool_call_id": "call_1", "result": {"content": {}}}, "result.content is an object, not a list"),
        ({"tool_call_id": "call_1", "result": {"resultType": "input_required"}}, "the call is not complete"),
    ],
)
def test_an_input_that_is_no_result_is_an_error_that_says_why(given: Any, words: str) -> None:
    with pytest.raises(ResultError, match=words):
        mcp_result_to_tool_message(given)


@pytest.mark.parametrize("convert", [mcp_result_to_tool_message, mcp_result_to_function_call_output])
def test_a_sound_is_named(convert: Any) -> None:
    made = convert({"tool_call_id": "call_1", "result": {"content": [WAV]}})
    assert "[audio audio/wav: left out]" in made.values()


def test_an_answer_that_no_choice_has_is_refused() -> None:
    with pytest.raises(ValueError, match="blocks is 'tabs'"):
        mcp_result_to_tool_message({"tool_call_id": "call_1", "result": {"content": []}}, blocks="tabs")
