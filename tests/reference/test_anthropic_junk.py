"""Any value in the place of any other: each converter of Anthropic's formats gives a result, or an error of its own."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from conformance import reference
from tests.reference.anthropic_answers import CALL, HOSTED, PAGE, THOUGHT, events, message, text

JUNK: tuple[Any, ...] = (None, True, 7, -1.5, "x", "", [], [7], {}, {"type": "x"})
RESULT = {"type": "tool_result", "tool_use_id": "t1", "content": [text("r")], "is_error": True}
TOOL = {"name": "f", "description": "d", "input_schema": {"type": "object", "properties": {}}, "strict": True}
DOCUMENT = {"type": "document", "title": "T", "source": {"type": "text", "media_type": "text/plain", "data": "D"}}
REQUEST = {
    "model": "m", "max_tokens": 9, "system": [text("s")], "stop_sequences": ["X"], "metadata": {"user_id": "u"},
    "tools": [TOOL], "tool_choice": {"type": "tool", "name": "f"},
    "thinking": {"type": "enabled", "budget_tokens": 1024},
    "output_config": {"effort": "low", "format": {"type": "json_schema", "schema": {"type": "object"}}},
    "messages": [
        {"role": "user", "content": [text("q"), DOCUMENT]},
        {"role": "assistant", "content": [THOUGHT, CALL]},
        {"role": "user", "content": [RESULT]},
    ],
}  # fmt: skip
MESSAGE = message(THOUGHT, text("a", PAGE), CALL, HOSTED, stop="tool_use")
STORY = events(THOUGHT, text("ab", PAGE), CALL, HOSTED, stop="tool_use")
FUNCTION = {"name": "f", "parameters": {"type": "object", "properties": {}}}
SAID = {"id": "t1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
CHAT = {
    "model": "m", "stop": ["X"], "temperature": 2, "user": "u", "service_tier": "auto", "parallel_tool_calls": False,
    "tools": [{"type": "function", "function": FUNCTION}],
    "tool_choice": {"type": "function", "function": {"name": "f"}},
    "response_format": {"type": "json_schema", "json_schema": {"name": "x", "schema": {"type": "object"}}},
    "messages": [
        {"role": "system", "content": "s"},
        {"role": "user", "content": [text("q"), {"type": "image_url", "image_url": {"url": "https://x/"}}]},
        {"role": "assistant", "content": None, "refusal": "No", "tool_calls": [SAID]},
        {"role": "tool", "tool_call_id": "t1", "content": "r"},
        {"role": "system", "content": "late"},
    ],
}  # fmt: skip
RESPONSES = {
    "model": "m", "instructions": "s", "reasoning": {"effort": "low"}, "text": {"format": {"type": "text"}},
    "tools": [{"type": "namespace", "name": "s", "tools": [{"type": "function", **FUNCTION}]}],
    "input": [
        {"role": "user", "content": [{"type": "input_file", "file_data": "data:text/plain;base64,SGk="}]},
        {"type": "function_call", "call_id": "t1", "name": "f", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "t1", "output": [{"type": "input_text", "text": "r"}]},
    ],
}  # fmt: skip
USAGE = {"input_tokens": 9, "output_tokens": 2, "input_tokens_details": {"cached_tokens": 1}}
ITEM = {"type": "message", "content": [{"type": "output_text", "text": "a", "annotations": [], "logprobs": []}]}
RESPONSE = {
    "id": "resp_1", "status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}, "usage": USAGE,
    "output": [ITEM, {"type": "function_call", "call_id": "t1", "name": "f", "arguments": "{}"}], "metadata": {},
}  # fmt: skip
ANSWER = {"id": "c", "model": "m", "usage": {"prompt_tokens": 1, "completion_tokens": 2},
          "choices": [{"message": {"content": "a", "tool_calls": [SAID]}, "finish_reason": "stop"}]}  # fmt: skip
CHUNKS = [{"id": "c", "choices": [{"index": 0, "delta": {"content": "a", "tool_calls": [{"index": 0, **SAID}]}}]},
          {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}]  # fmt: skip
EVENTS = [{"type": "response.output_item.added", "output_index": 0, "item": ITEM},
          {"type": "response.completed", "response": {**RESPONSE, "status": "completed"}}]  # fmt: skip
MCP = {"name": "f", "description": "d", "inputSchema": {"type": "object", "anyOf": [{"required": ["a"]}]}}
MCP_RESULT = {"content": [text("a"), {"type": "image", "data": "x", "mimeType": "image/png"}], "isError": True}
INPUTS: dict[str, Any] = {
    "anthropic_request_to_chat_request": REQUEST,
    "anthropic_request_to_responses_request": REQUEST,
    "anthropic_response_to_chat_response": MESSAGE,
    "anthropic_response_to_responses_response": {"response": MESSAGE},
    "anthropic_response_to_tool_calls": MESSAGE,
    "anthropic_stream_to_chat_stream": STORY,
    "anthropic_stream_to_responses_stream": {"events": STORY},
    "anthropic_stream_to_tool_calls": STORY,
    "chat_request_to_anthropic_request": CHAT,
    "chat_response_to_anthropic_response": ANSWER,
    "chat_stream_to_anthropic_stream": CHUNKS,
    "mcp_result_to_anthropic_tool_result": {"tool_call_id": "t1", "result": MCP_RESULT},
    "mcp_tools_to_anthropic_tools": [MCP],
    "responses_request_to_anthropic_request": RESPONSES,
    "responses_response_to_anthropic_response": RESPONSE,
    "responses_stream_to_anthropic_stream": EVENTS,
}


def changed(value: Any, put: Callable[[Any], Any] = lambda value: value) -> Iterator[Any]:
    """The value with each of its members replaced by each junk value, or gone. put: where the value is in the whole."""
    items = list(value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ())
    for key, inner in items:

        def replaced(item: Any, key: Any = key) -> Any:
            copied = copy.copy(value)
            copied[key] = item
            return put(copied)

        yield from map(replaced, JUNK)
        if isinstance(value, dict):
            yield put({name: item for name, item in items if name != key})
        yield from changed(inner, replaced)


def test_every_converter_has_an_input() -> None:
    assert set(INPUTS) == {name for name in reference.__all__ if "anthropic" in name}


@pytest.mark.parametrize("name", INPUTS)
def test_a_wrong_value_is_an_error_of_its_own_at_worst(name: str) -> None:
    convert, given = getattr(reference, name), INPUTS[name]
    convert(given)
    kept = copy.deepcopy(given)
    for change in changed(given):
        try:
            convert(change)
        except ValueError as error:
            assert type(error).__module__.startswith("conformance.reference"), repr(error)
    assert given == kept
