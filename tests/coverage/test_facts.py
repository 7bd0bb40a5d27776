"""The rows of what is beside what."""

from __future__ import annotations

import pytest

from tests.suite.coverage.facts import marks, rows

TEXT, IMAGE = {"type": "text", "text": "Hi"}, {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}
CALL = {"id": "a", "type": "function", "function": {"name": "go", "arguments": "{}"}}
CUSTOM = {"id": "b", "type": "custom", "custom": {"name": "run", "input": "1"}}
THOUGHT = {"type": "reasoning", "summary": [], "encrypted_content": "gA"}
CALLED = {"type": "function_call", "call_id": "a", "name": "go", "arguments": "{}"}
RETURNED = {"type": "function_call_output", "call_id": "a", "output": [{"type": "input_text", "text": "4"}]}

SAID = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "4", "annotations": []}]}
SEARCHED = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}
FOUND = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
IN_ANTHROPIC = {"type": "text", "text": "4"}


def answered_in_chat(message):
    return {"choices": [{"index": 0, "message": {"role": "assistant", **message}, "finish_reason": "stop"}]}


def user(*parts):
    return {"role": "user", "content": list(parts)}


@pytest.mark.parametrize(
    ("source", "value", "expected"),
    [
        ("chat-messages", [user(TEXT, IMAGE)], {
            "in user: text/text first", "in user: text/text before media/image-url", "in user: media/image-url last",
        }),
        ("chat-messages", [user(IMAGE)], {"in user: media/image-url alone"}),
        ("chat-messages", [{"role": "user", "content": "Hi"}], set()),
        ("chat-messages", [user(TEXT, IMAGE), user(TEXT)], {
            "order: user media/image-url before user text/text", "in user: text/text alone",
            "in user: text/text first", "in user: text/text before media/image-url", "in user: media/image-url last",
        }),
        ("chat-messages", [{"role": "assistant", "content": "", "tool_calls": [CALL, CUSTOM]}], {
            "in assistant: call/call first", "in assistant: call/call before call/custom",
            "in assistant: call/custom last",
        }),
        ("chat-messages", [{"role": "tool", "tool_call_id": "a", "content": [TEXT]}], {"in tool: text/text alone"}),
        ("responses-input", [THOUGHT, CALLED, RETURNED], {
            "order: assistant reasoning/encrypted before assistant call/call",
            "order: assistant call/call before tool result",
            "in tool: text/text alone",
        }),
        ("mcp-result", {"result": {"content": [TEXT]}, "tool_call_id": "a"}, {"in tool: text/text alone"}),
        ("mcp-result", {"result": None}, set()),
        ("chat-tools", [], set()),
        ("chat-response", answered_in_chat({"content": "4", "tool_calls": [CALL]}), {
            "in answer: text/text first", "in answer: text/text before call/call", "in answer: call/call last",
        }),
        ("chat-response", answered_in_chat({"tool_calls": [CUSTOM]}), {"in answer: call/custom alone"}),
        ("chat-response", {"error": {"message": "no"}}, set()),
        ("responses-output", [SAID], {"in assistant: text/text alone", "order: assistant text/text alone"}),
        ("responses-response", {"output": [THOUGHT, CALLED, SAID]}, {
            "order: answer reasoning/encrypted first", "order: answer reasoning/encrypted before answer call/call",
            "order: answer call/call before answer text/text", "order: answer text/text last",
            "in answer: text/text alone",
        }),
        ("responses-response", {"error": {"message": "no"}}, set()),
        ("anthropic-response", {"role": "assistant", "content": [SEARCHED, FOUND, IN_ANTHROPIC]}, {
            "in answer: hosted step first", "in answer: hosted step before text/text", "in answer: text/text last",
        }),
        ("anthropic-response", {"role": "assistant", "content": [SEARCHED, FOUND]}, {"in answer: hosted step alone"}),
    ],
)  # fmt: skip
def test_values_have_rows(source, value, expected):
    assert set(marks(source, value)) == expected
    assert expected <= set(rows(source))
