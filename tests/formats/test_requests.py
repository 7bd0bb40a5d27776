from __future__ import annotations

from typing import Any

import pytest

from conformance.formats.model.conversation import FUNCTION
from conformance.formats.model.talk import FlatConversation, FlatItem
from conformance.formats.requests import ITEMS, MESSAGES, PARTS, content_of, form_of, read_conversation, read_tools

CALL: Any = {"type": "function_call", "call_id": "call_1", "name": "ping", "arguments": "{}"}
OUTPUT: Any = {"type": "function_call_output", "call_id": "call_1", "output": "pong"}


def said(api: str, body: Any) -> FlatConversation:
    talk = read_conversation(api, body).talk
    assert talk is not None
    return talk


def test_an_anthropic_request_is_read_into_the_same_pieces() -> None:
    tool = {"name": "ping", "description": "Pings.", "input_schema": {"type": "object"}}
    body = {"system": "Be kind.", "tools": [tool, {"type": "function", **tool}], "messages": [
        {"role": "user", "content": "Hi"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "call_1", "name": "ping", "input": {"n": 1}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "call_1", "content": "pong"}]},
    ]}  # fmt: skip
    talk = said("anthropic", body)
    assert [(element.kind, element.speaker) for element in talk.all] == [
        ("text", "system"), ("text", "user"), ("call", "assistant"), ("result", "user"),
    ]  # fmt: skip
    (result,) = talk.of_kind("result")
    assert (form_of(result), content_of(read_conversation("anthropic", body), result)) == (PARTS, "pong")
    assert [(tool.kind, tool.name) for tool in read_tools("anthropic", body)] == [(FUNCTION, "ping"), ("", "ping")]


def test_both_apis_are_read_into_the_same_pieces() -> None:
    items = said("responses", {"instructions": "Be kind.", "input": [{"role": "user", "content": "Hi"}, CALL, OUTPUT]})
    assert [element.kind for element in items.all] == ["text", "text", "call", "result"]
    assert [form_of(element) for element in items.of_kind("call", "result")] == [ITEMS, ITEMS]
    asked = {"id": "call_1", "type": "function", "function": {"name": "ping", "arguments": "{}"}}
    messages = said("chat", {"messages": [
        {"role": "assistant", "content": None, "tool_calls": [asked]},
        {"role": "tool", "tool_call_id": "call_1", "content": "pong"},
    ]})  # fmt: skip
    assert [(element.kind, form_of(element), element.id) for element in messages.all] == [
        ("call", MESSAGES, "call_1"), ("result", MESSAGES, "call_1"),
    ]  # fmt: skip
    assert messages.all[0].value == items.all[2].value == ("call_1", "ping", "{}")
    assert messages.all[1].texts == items.all[3].texts == ("pong",)


@pytest.mark.parametrize("content", ["pong", ["pong"], {"a": 1}])
def test_calls_and_results_in_parts_are_read_with_their_place(content: Any) -> None:
    result = {"type": "tool_result", "tool_use_id": "call_1", "content": content}
    use = {"type": "tool_use", "id": "call_1", "name": "ping", "input": {}}
    reading = read_conversation("responses", {"input": [{"role": "user", "content": [use, result]}]})
    assert reading.talk is not None
    first, second = reading.talk.all
    assert (first.kind, first.value, form_of(first)) == ("call", ("call_1", "ping", {}), PARTS)
    assert (second.at, content_of(reading, second)) == (("input", 0, "content", 1), content)


def test_what_is_no_body_says_nothing() -> None:
    assert said("responses", None).all == said("chat", [1]).all == said("chat", {"messages": [7, {}]}).all == []


def test_a_tool_in_the_form_of_the_other_api_has_a_name_and_no_kind() -> None:
    flat, nested = {"type": "function", "name": "ping"}, {"type": "function", "function": {"name": "ping"}}
    for api, first in (("chat", 1), ("responses", 0)):
        tools = read_tools(api, {"tools": [flat, nested, nested | flat]})
        assert [tool.kind for tool in tools] == [FUNCTION if place == first else "" for place in range(3)]
        assert [tool.name for tool in tools] == ["ping"] * 3
    assert read_tools("chat", {"tools": [nested]})[0].at[-1] == ("tools", 0, "function")
    assert [tool.name for tool in read_tools("chat", {"tools": [None, {"name": 7}]})] == [None, None]
    assert read_tools("chat", {"tools": None}) == read_tools("chat", None) == []


def test_the_object_of_a_result_of_gemini_is_read_as_its_texts() -> None:
    def read(response: Any, role: str = "user") -> FlatItem:
        part = {"functionResponse": {"name": "ping", "response": response}}
        reading = read_conversation("gemini", {"contents": [{"role": role, "parts": [part]}]})
        assert reading.talk is not None
        (item,) = reading.talk.all
        assert (item.speaker, form_of(item), content_of(reading, item)) == ("user", PARTS, response)
        return item

    assert read({"output": "pong"}).texts == read({"error": "pong"}, "function").texts == ("pong",)
    assert read({"output": [1]}).texts == ("[1]", '{"output": [1]}')
    assert read({"pong": "größe"}).texts == ("größe", '{"pong": "größe"}')
    assert read({"a": 1, "b": 2}).texts == ('{"a": 1, "b": 2}',)


def test_declarations_of_gemini_are_functions_in_either_spelling_and_tools_of_the_host_are_none() -> None:
    ping, pong = {"name": "ping", "parameters": {"type": "OBJECT"}}, {"name": "pong", "parameters_json_schema": {}}
    tools = [{"functionDeclarations": [ping]}, {"function_declarations": [pong]}, {"googleSearch": {}}, 7]
    found = read_tools("gemini", {"tools": tools})
    assert [(tool.kind, tool.name) for tool in found] == [
        (FUNCTION, "ping"), (FUNCTION, "pong"), ("", "googleSearch"), ("", None),
    ]  # fmt: skip
    assert found[1].at[-1] == ("tools", 1, "function_declarations", 0)
    assert read_tools("gemini", {"tools": {}}) == read_tools("gemini", None) == []
