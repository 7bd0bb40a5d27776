"""What the reference says of inputs that are no results, and how it names what a text cannot hold."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.reference import (
    ResultError,
    mcp_result_to_anthropic_tool_result,
    mcp_result_to_function_call_output,
    mcp_result_to_tool_message,
)

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


PNG = {"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}
SVG = {"type": "image", "data": "PHN2Zy8+", "mimeType": "image/svg+xml"}
PDF = {"type": "resource", "resource": {"uri": "file:///a.pdf", "blob": "JVBERi0=", "mimeType": "application/pdf"}}
BLOCKS: list[tuple[dict[str, Any], list[dict[str, Any]]]] = [
    ({"type": "text", "text": "a"}, [{"type": "text", "text": "a"}]),
    ({"type": "text", "text": " "}, []),
    (PNG, [{"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}}]),
    (SVG, [{"type": "text", "text": "[image image/svg+xml: left out]"}]),
    (WAV, [{"type": "text", "text": "[audio audio/wav: left out]"}]),
    (
        PDF,
        [
            {"type": "text", "text": "[resource file:///a.pdf]"},
            {
                "type": "document",
                "source": {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0="},
                "title": "a.pdf",
            },
        ],
    ),
    (
        {"type": "resource", "resource": {"uri": "u:x", "text": "T"}},
        [{"type": "text", "text": "[resource u:x]"}, {"type": "text", "text": "T"}],
    ),
    ({"type": "resource_link", "uri": "u:x", "name": "n"}, [{"type": "text", "text": "[resource link n: u:x]"}]),
]


@pytest.mark.parametrize(("block", "content"), BLOCKS, ids=[str(block[0])[:60] for block in BLOCKS])
def test_an_anthropic_result_holds_texts_images_and_documents(block: Any, content: Any) -> None:
    made = mcp_result_to_anthropic_tool_result({"tool_call_id": "t1", "result": {"content": [block]}})
    assert made == {"type": "tool_result", "tool_use_id": "t1"} | ({"content": content} if content else {})


def test_an_anthropic_result_says_that_the_tool_failed() -> None:
    failed = {"content": [{"type": "text", "text": "no"}], "isError": True}
    made = mcp_result_to_anthropic_tool_result({"tool_call_id": "t1", "result": failed})
    assert (made["content"], made["is_error"]) == ([{"type": "text", "text": "no"}], True)
    with pytest.raises(ResultError, match="tool_call_id is missing"):
        mcp_result_to_anthropic_tool_result({"tool_use_id": "t1", "result": failed})


def test_an_anthropic_result_without_content_has_what_is_structured_or_a_note() -> None:
    given = {"tool_call_id": "t1", "result": {"content": [], "structuredContent": {"a": 1}}}
    assert mcp_result_to_anthropic_tool_result(given)["content"] == [{"type": "text", "text": '{"a":1}'}]
    empty = {"tool_call_id": "t1", "result": {"content": []}}
    assert "content" not in mcp_result_to_anthropic_tool_result(empty)
    assert mcp_result_to_anthropic_tool_result(empty, empty_result="note")["content"]
