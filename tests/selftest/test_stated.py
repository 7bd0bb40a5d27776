"""What results state, and how it is written."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.base.values import JSON
from tests.suite.selftest.stated import STATED

MESSAGE = {"role": "assistant", "content": "Hi."}
FUNCTION = {"name": "look", "parameters": {"type": "object", "properties": {}}}
VALUES: dict[str, JSON] = {
    "chat": {"model": "m", "messages": [MESSAGE]},
    "chat-message": MESSAGE,
    "chat-messages": [MESSAGE],
    "chat-request": {"model": "m", "messages": [MESSAGE]},
    "chat-response": {"id": "chatcmpl-1", "choices": [{"index": 0, "message": MESSAGE, "finish_reason": "stop"}]},
    "chat-tool": {"type": "function", "function": FUNCTION},
    "chat-tools": [{"type": "function", "function": FUNCTION}],
    "function-call-output": {"type": "function_call_output", "call_id": "call_1", "output": "Done."},
    "responses": {"model": "m", "input": "Hi."},
    "responses-input": {"input": [{"type": "message", "role": "user", "content": "Hi."}]},
    "responses-request": {"model": "m", "input": "Hi."},
    "responses-response": {"id": "resp_1", "status": "completed", "output": []},
    "responses-tools": [{"type": "function", **FUNCTION}],
    "tool-message": {"role": "tool", "tool_call_id": "call_1", "content": "Done."},
}


@pytest.mark.parametrize("target", sorted(VALUES))
def test_what_a_value_states_is_written_as_a_value_that_says_the_same(target: str) -> None:
    stated, value = STATED[target], VALUES[target]
    fact = stated.read(value)
    assert fact is not None
    assert stated.normal(stated.write(fact)) == stated.normal(value)


def test_streams_are_read_and_written() -> None:
    for target, value in (
        ("chat-stream", [{"choices": [{"index": 0, "delta": {"content": "Hi."}, "finish_reason": "stop"}]}]),
        ("responses-stream", [{"type": "response.completed", "response": VALUES["responses-response"]}]),
    ):
        fact = STATED[target].read(value)
        assert fact is not None
        assert STATED[target].read(STATED[target].write(fact)) is not None


def test_what_is_no_value_of_the_kind_states_nothing() -> None:
    assert STATED["chat-response"].read("nothing") is None


def test_of_two_tools_none_is_the_one() -> None:
    one = STATED["chat-tool"].read(VALUES["chat-tool"])
    assert STATED["chat-tool"].write(replace(one, tools=(*one.tools, *one.tools))) is None  # type: ignore[type-var,attr-defined]
    assert STATED["chat-tool"].write(replace(one, tools=())) is None  # type: ignore[type-var]


def test_one_text_in_a_list_and_spaces_in_arguments_say_the_same() -> None:
    def calling(arguments: str) -> JSON:
        return [{"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "f", "arguments": arguments}}]}]

    normal = STATED["chat-messages"].normal
    listed: JSON = [{"role": "user", "content": [{"type": "text", "text": "Hi."}]}]
    assert normal(listed) == normal([{"role": "user", "content": "Hi."}])
    assert normal([{"role": "user", "content": [*listed[0]["content"]] * 2}]) != normal(listed)  # type: ignore[index,list-item,call-overload]
    assert normal(calling('{"a":1}')) == normal(calling('{"a": 1}'))
    assert normal(calling('{"a":1}')) != normal(calling('{"a":2}'))
