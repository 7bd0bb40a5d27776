"""Converters that are written for a test, and small inputs for them."""

from __future__ import annotations

from typing import Any

MESSAGES, ITEMS = "chat-messages-to-responses-input", "responses-input-to-chat-messages"
OUTPUT, CHAT_ANSWER = "responses-output-to-chat-message", "chat-response-to-tool-calls"
ONE_TOOL, TOOLS, FLAT_TOOLS = "mcp-tool-to-chat-tool", "mcp-tools-to-chat-tools", "mcp-tools-to-responses-tools"
CHAT_TOOLS, REGISTRY = "chat-tools-to-responses-tools", "registry-tools-to-chat-tools"
PROVIDER_TOOL = "tool-definition-to-provider-tool"


REFUSES = 'def convert(_value):\n    raise ValueError("refused")'


IMPORTS = "import copy\nimport json\n\nfrom conformance import reference\n\n"


def reference_with(change: str, operation: str) -> str:
    """Return a converter that is the reference but for a change of `result`, which the input `given` gave."""
    convert = operation.replace("-", "_")
    body = "\n".join(f"    {line}" for line in change.splitlines())
    return f"def convert(given):\n    result = reference.{convert}(copy.deepcopy(given))\n{body}\n    return result"


def tool(**schema: Any) -> dict[str, Any]:
    return {"name": "get_weather", "description": "Weather.", "inputSchema": {"type": "object", **schema}}


USER = {"role": "user", "content": "Hi"}
CALL = {"id": "call_1", "type": "function", "function": {"name": "get_weather", "arguments": "{}"}}
ASKED = [USER, {"role": "assistant", "content": None, "tool_calls": [CALL]}]
ANSWERED = [*ASKED, {"role": "tool", "tool_call_id": "call_1", "content": "Rain."}]
ITEM = {"type": "function_call", "call_id": "call_1", "name": "get_weather", "arguments": "{}"}
CUSTOM_CALL = {"id": "call_0", "type": "custom", "custom": {"name": "run", "input": "ls"}}
ANSWER = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "created": 1,
    "model": "gpt-4o",
    "choices": [
        {
            "index": 0,
            "finish_reason": "tool_calls",
            "message": {"role": "assistant", "content": None, "refusal": None, "tool_calls": [CUSTOM_CALL, CALL]},
        }
    ],
}
