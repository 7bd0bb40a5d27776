"""The rows of what is beside what."""

from __future__ import annotations

import pytest

from conformance.coverage.facts import marks, rows

TEXT, IMAGE = {"type": "text", "text": "Hi"}, {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}
CALL = {"id": "a", "type": "function", "function": {"name": "go", "arguments": "{}"}}
CUSTOM = {"id": "b", "type": "custom", "custom": {"name": "run", "input": "1"}}
THOUGHT = {"type": "reasoning", "summary": [], "encrypted_content": "gA"}
CALLED = {"type": "function_call", "call_id": "a", "name": "go", "arguments": "{}"}
RETURNED = {"type": "function_call_output", "call_id": "a", "output": [{"type": "input_text", "text": "4"}]}


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
            "in model: call/call first", "in model: call/call before call/custom", "in model: call/custom last",
        }),
        ("chat-messages", [{"role": "tool", "tool_call_id": "a", "content": [TEXT]}], {"in tool: text/text alone"}),
        ("responses-input", [THOUGHT, CALLED, RETURNED], {
            "order: model reasoning/encrypted before model call/call", "order: model call/call before tool result",
            "in tool: text/text alone",
        }),
        ("mcp-result", {"result": {"content": [TEXT]}, "tool_call_id": "a"}, {"in tool: text/text alone"}),
        ("mcp-result", {"result": None}, set()),
        ("chat-tools", [], set()),
    ],
)  # fmt: skip
def test_values_have_rows(source, value, expected):
    assert set(marks(source, value)) == expected
    assert expected <= set(rows(source))
