"""What the reference says of inputs that are no results, and how it names what a text cannot hold."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.reference import (
    ResultError,
    mcp_result_to_anthropic_tool_result,
    mcp_result_to_gemini_function_response,
    mcp_result_to_tool_message,
)


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


def test_an_anthropic_result_says_that_the_tool_failed() -> None:
    failed = {"content": [{"type": "text", "text": "no"}], "isError": True}
    made = mcp_result_to_anthropic_tool_result({"tool_call_id": "t1", "result": failed})
    assert (made["content"], made["is_error"]) == ([{"type": "text", "text": "no"}], True)
    with pytest.raises(ResultError, match="tool_call_id is missing"):
        mcp_result_to_anthropic_tool_result({"tool_use_id": "t1", "result": failed})


def test_a_function_response_has_an_object_and_images_beside_it() -> None:
    def response(*content: Any, **result: Any) -> Any:
        given = {"name": "f", "result": {"content": list(content), **result}}
        return mcp_result_to_gemini_function_response(given)["functionResponse"]

    text, image = {"type": "text", "text": "a"}, {"type": "image", "mimeType": "image/png", "data": "AA=="}
    assert response(text, text) == {"name": "f", "response": {"output": "a\na"}}
    assert response(text, image)["parts"] == [{"inlineData": {"mimeType": "image/png", "data": "AA=="}}]
    assert response(text, image, isError=True)["response"] == {"error": "a\n[image image/png: left out]"}
    assert response(structuredContent={"a": 1})["response"] == {"a": 1}
    assert response(structuredContent={"error": 1})["response"] == {"output": {"error": 1}}
    assert response(structuredContent=[1])["response"] == {"output": [1]}
    with pytest.raises(ResultError, match="name"):
        mcp_result_to_gemini_function_response({"tool_call_id": "c", "result": {"content": []}})
