"""A real input of each operation, and a stream that tests change."""

from __future__ import annotations

from typing import Any

from conformance.apis.emulator.stream import chat_chunks
from conformance.formats.exchanges import events_of

Event = dict[str, Any]

PARAMETERS = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
FUNCTION = {"name": "get_weather", "description": "Looks up the weather.", "parameters": PARAMETERS}
MCP_TOOL = {"name": "get_weather", "description": "Looks up the weather.", "inputSchema": PARAMETERS}
CHAT_CALL = {"id": "call_1", "type": "function", "function": {"name": "get_weather", "arguments": '{"city":"Paris"}'}}
CALL = {
    "type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "get_weather", "arguments": '{"city":"Paris"}',
    "status": "completed",
}  # fmt: skip
TEXT = {"type": "output_text", "text": "Hi!", "annotations": []}
MESSAGE = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [TEXT]}
RESPONSE = {
    "id": "resp_1", "object": "response", "created_at": 1_760_000_000, "status": "completed", "error": None,
    "incomplete_details": None, "model": "gpt-5", "output": [MESSAGE, CALL], "parallel_tool_calls": True,
    "tool_choice": "auto", "tools": [],
}  # fmt: skip
CHAT_RESPONSE = {
    "id": "chatcmpl-1", "object": "chat.completion", "created": 1_760_000_000, "model": "gpt-5",
    "choices": [{
        "index": 0, "finish_reason": "tool_calls",
        "message": {"role": "assistant", "content": None, "annotations": [], "tool_calls": [CHAT_CALL | {"index": 0}]},
    }],
}  # fmt: skip
MESSAGES = [
    {"role": "user", "content": "How is the weather?"},
    {"role": "assistant", "content": None, "tool_calls": [CHAT_CALL]},
    {"role": "tool", "tool_call_id": "call_1", "content": "Rain."},
]
ITEMS = [
    {"role": "user", "content": "How is the weather?"},
    CALL,
    {"type": "function_call_output", "call_id": "call_1", "output": "Rain."},
]
LOOP = {
    "api": "responses",
    "model": "gpt-5",
    "messages": MESSAGES[:1],
    "tools": [FUNCTION],
    "results": {"get_weather": "Rain."},
    "max_rounds": 3,
    "script": [[CALL], "It rains."],
}


def stream() -> list[Event]:
    """A stream with one message and one call."""
    text = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
    call = {"item_id": "fc_1", "output_index": 1}
    begun = RESPONSE | {"status": "in_progress", "output": []}
    events: list[Event] = [
        {"type": "response.created", "response": begun},
        {"type": "response.in_progress", "response": begun},
        {"type": "response.output_item.added", "output_index": 0, "item": MESSAGE | {"content": []}},
        {"type": "response.content_part.added", **text, "part": TEXT | {"text": ""}},
        {"type": "response.output_text.delta", **text, "delta": "Hi", "logprobs": []},
        {"type": "response.output_text.delta", **text, "delta": "!", "logprobs": []},
        {"type": "response.output_text.done", **text, "text": "Hi!", "logprobs": []},
        {"type": "response.content_part.done", **text, "part": TEXT},
        {"type": "response.output_item.done", "output_index": 0, "item": MESSAGE},
        {"type": "response.output_item.added", "output_index": 1, "item": CALL | {"arguments": ""}},
        {"type": "response.function_call_arguments.delta", **call, "delta": '{"city":"Paris"}'},
        {
            "type": "response.function_call_arguments.done",
            **call,
            "arguments": CALL["arguments"],
            "name": "get_weather",
        },
        {"type": "response.output_item.done", "output_index": 1, "item": CALL},
        {"type": "response.completed", "response": RESPONSE},
    ]
    return [event | {"sequence_number": number} for number, event in enumerate(events)]


MCP_RESULT = {
    "tool_call_id": "call_1",
    "result": {
        "content": [
            {"type": "text", "text": "22 degrees."},
            {"type": "image", "data": "iVBORw==", "mimeType": "image/png", "annotations": {"audience": ["user"]}},
            {"type": "resource", "resource": {"uri": "file:///a.txt", "text": "a"}},
        ],
        "structuredContent": {"degrees": 22},
        "isError": False,
    },
}

GEMINI: dict[str, Any] = {
    "candidates": [{"content": {"role": "model", "parts": [{"text": "Hi!"}]}, "finishReason": "STOP"}],
    "responseId": "r1",
}
ANTHROPIC = {
    "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-opus-5", "stop_reason": "tool_use",
    "content": [
        {"type": "text", "text": "Hi!"},
        {"type": "tool_use", "id": "toolu_1", "name": "get_weather", "input": {"city": "Paris"}},
    ],
    "stop_sequence": None, "usage": {"input_tokens": 9, "output_tokens": 2},
}  # fmt: skip

ANTHROPIC_REQUEST = {
    "model": "claude-sonnet-4-0", "max_tokens": 9000, "system": "Be kind.", "temperature": 0.5,
    "messages": [
        {"role": "user", "content": "Hi!"},
        {"role": "assistant", "content": [
            {"type": "tool_use", "id": "toolu_1", "name": "get_weather", "input": {"city": "Paris"}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "22 degrees."}]},
    ],
    "tools": [{"name": "get_weather", "description": "Weather.", "input_schema": {"type": "object", "properties": {}}}],
}  # fmt: skip

REAL: dict[str, Any] = {
    "anthropic-request-to-chat-request": ANTHROPIC_REQUEST,
    "gemini-request-to-chat-request": {
        "model": "gemini-2.5-flash", "contents": [{"role": "user", "parts": [{"text": "Hi!"}]}],
    },
    "chat-request-to-anthropic-request": {"model": "gpt-4o", "messages": [{"role": "user", "content": "Hi!"}]},
    "chat-request-to-gemini-request": {"model": "gemini-2.5-flash", "messages": [{"role": "user", "content": "Hi!"}]},
    "anthropic-response-to-chat-response": ANTHROPIC,
    "anthropic-response-to-tool-calls": ANTHROPIC,
    "anthropic-stream-to-chat-stream": events_of("anthropic-stream", ANTHROPIC),
    "anthropic-stream-to-tool-calls": events_of("anthropic-stream", ANTHROPIC),
    "chat-response-to-anthropic-response": CHAT_RESPONSE,
    "chat-stream-to-anthropic-stream": chat_chunks(CHAT_RESPONSE, usage=False),
    "chat-response-to-gemini-response": CHAT_RESPONSE,
    "chat-stream-to-gemini-stream": chat_chunks(CHAT_RESPONSE, usage=False),
    "gemini-response-to-chat-response": GEMINI,
    "gemini-stream-to-chat-stream": events_of("gemini-stream", GEMINI),
    "gemini-response-to-tool-calls": GEMINI,
    "gemini-stream-to-tool-calls": events_of("gemini-stream", GEMINI),
    "gemini-response-to-responses-response": {"response": GEMINI},
    "gemini-stream-to-responses-stream": {"events": events_of("gemini-stream", GEMINI)},
    "responses-response-to-anthropic-response": RESPONSE,
    "anthropic-response-to-responses-response": {"response": ANTHROPIC},
    "responses-stream-to-anthropic-stream": stream(),
    "anthropic-stream-to-responses-stream": {"events": events_of("anthropic-stream", ANTHROPIC)},
    "chat-tools-to-responses-tools": [{"type": "function", "function": FUNCTION}],
    "responses-tools-to-chat-tools": [{"type": "function", **FUNCTION}],
    "mcp-tool-to-chat-tool": MCP_TOOL,
    "mcp-tools-to-chat-tools": [MCP_TOOL],
    "mcp-tools-to-responses-tools": [MCP_TOOL],
    "mcp-tools-to-anthropic-tools": [MCP_TOOL],
    "mcp-tools-to-gemini-tools": [MCP_TOOL],
    "registry-tools-to-chat-tools": [
        {"type": "function", "function": FUNCTION},
        {"type": "local_shell"},
        {"type": "web_search"},
        {"type": "custom", "custom": {"name": "run_code", "format": {"type": "text"}}},
    ],
    "registry-request-to-chat-request": {
        "model": "gpt-4o", "messages": MESSAGES, "tools": [{"type": "local_shell"}], "stop": None,
    },
    "tool-definition-to-provider-tool": {"provider": "anthropic", "definition": FUNCTION},
    "chat-messages-to-responses-input": MESSAGES,
    "responses-input-to-chat-messages": {"input": ITEMS, "instructions": "Be brief."},
    "chat-request-to-responses-request": {
        "model": "gpt-4o", "messages": MESSAGES, "tools": [{"type": "function", "function": FUNCTION}], "stop": None,
        "response_format": {"type": "json_schema", "json_schema": {"name": "colour", "schema": {"type": "object"}}},
        "functions": [{"name": "look"}], "max_tokens": 1,
    },
    "responses-request-to-anthropic-request": {"model": "gpt-4o", "input": ITEMS, "instructions": "Be brief."},
    "responses-request-to-chat-request": {
        "model": "gpt-4o", "input": ITEMS, "instructions": "Be brief.", "truncation": None, "max_output_tokens": 16,
        "text": {"format": {"type": "json_schema", "name": "colour", "schema": {"type": "object"}}},
    },
    "responses-output-to-chat-message": [MESSAGE, CALL],
    "responses-output-to-tool-calls": RESPONSE,
    "responses-response-to-chat-response": RESPONSE,
    "chat-response-to-tool-calls": CHAT_RESPONSE,
    "chat-stream-to-tool-calls": chat_chunks(CHAT_RESPONSE, usage=False),
    "chat-response-to-responses-response": {"request": {"model": "gpt-5", "input": "Hi"}, "response": CHAT_RESPONSE},
    "chat-stream-to-responses-stream": {"chunks": chat_chunks(CHAT_RESPONSE, usage=False)},
    "responses-stream-to-tool-calls": stream(),
    "mcp-result-to-tool-message": MCP_RESULT,
    "mcp-result-to-function-call-output": MCP_RESULT,
    "mcp-result-to-anthropic-tool-result": MCP_RESULT,
    "mcp-result-to-gemini-function-response": {**MCP_RESULT, "name": "search"},
    "responses-stream-to-chat-stream": stream(),
    "tool-loop": LOOP,
}  # fmt: skip
