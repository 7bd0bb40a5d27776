"""What a driver leads: a planned input as one conversation, and which of its calls can be seen to have been run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conformance.base.values import ABSENT
from conformance.running.subjects.conversations import (
    LOOP,
    MODEL,
    PROBED,
    RESULT_OF,
    TOOLS_OF,
    calls_answered,
    conversation_of,
    failed_conversion,
    probe,
    result_sent,
    takes_results,
    write_served,
)

TOOL = {"name": "add", "inputSchema": {"type": "object"}}
DEFINITION = {"name": "add", "description": "Adds.", "parameters": {"type": "object"}}
LOOP_INPUT = {
    "api": "chat",
    "model": "m",
    "messages": [],
    "tools": [DEFINITION],
    "results": {"add": "3"},
    "max_rounds": 2,
    "script": ["done"],
}


@pytest.mark.parametrize(("api", "operation"), TOOLS_OF.items())
def test_tools_are_offered_in_a_conversation_of_one_question(api: str, operation: str) -> None:
    conversation = conversation_of(operation, [TOOL], api, "tools.json")
    line = conversation.line
    assert (line["api"], line["model"], line["tools"], line["results"]) == (api, MODEL, [TOOL], {})
    assert line["mcp_server"][-2:] == ["--tools", "tools.json"]
    assert len(conversation.script) == 1


def test_two_conversations_ask_different_questions() -> None:
    first, second = (conversation_of(TOOLS_OF["chat"], [], "chat", "t").line["messages"] for _ in range(2))
    assert first != second


def test_a_loop_is_led_with_its_own_messages_and_mcp_tools() -> None:
    conversation = conversation_of(LOOP, LOOP_INPUT, "responses", "tools.json")
    assert conversation.line["tools"] == [{"name": "add", "description": "Adds.", "inputSchema": {"type": "object"}}]
    assert (conversation.line["api"], conversation.line["results"]) == ("responses", {"add": "3"})
    assert "script" not in conversation.line
    assert conversation.script == ["done"]


def test_a_driver_that_gives_the_words_of_the_server_takes_its_results() -> None:
    first, own = {"tools": [{"name": "get_weather"}]}, {"messages": ["sunny"]}
    served = {"messages": [PROBED["get_weather"]]}
    assert takes_results([first, served])
    assert not takes_results([first, own]) and not takes_results([{"tools": [{"name": "a_get_weather"}]}, served])


def test_what_a_request_says_of_a_result_is_found_behind_it() -> None:
    message, item = {"role": "tool", "content": "1"}, {"type": "function_call_output", "output": "1"}
    assert result_sent("chat", {"messages": [{"role": "user"}, message]}) == message
    assert result_sent("responses", {"input": [item, {"role": "user"}]}) == item
    assert result_sent("chat", {"messages": [{"role": "user"}]}) == {"role": "user"}
    assert result_sent("responses", {"input": "Hi"}) is ABSENT
    block, text = {"type": "tool_result", "content": "1"}, {"type": "text", "text": "Hi"}
    user = {"role": "user", "content": "Hi"}
    assert result_sent("anthropic", {"messages": [user, {"role": "user", "content": [block, text]}]}) == block
    assert result_sent("anthropic", {"messages": [user]}) is ABSENT
    result, said = {"functionResponse": {"name": "f", "response": {"output": 1}}}, {"text": "Hi"}
    assert result_sent("gemini", {"contents": [{"parts": [said, result]}, {"parts": [said]}]}) == result
    assert result_sent("gemini", {"contents": [{"parts": [said]}]}) == said
    assert result_sent("gemini", {"contents": ["Hi"]}) is ABSENT


def test_an_error_in_the_place_of_a_result_is_a_conversion_that_failed() -> None:
    given = {"tool_call_id": "toolu_1", "result": {"content": [{"type": "audio"}]}}
    sent = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "No audio.", "is_error": True}
    assert failed_conversion("anthropic", given, sent) == "No audio."
    assert failed_conversion("anthropic", given, {**sent, "content": [{"type": "text", "text": "No"}]}) == "No"
    assert failed_conversion("anthropic", given, {**sent, "is_error": False}) is None
    failing = {"result": {"content": [{"type": "audio"}, {"type": "text", "text": "No au"}], "isError": True}}
    assert failed_conversion("anthropic", failing, sent) is None
    assert failed_conversion("anthropic", failing, {**sent, "content": "An error."}) == "An error."
    assert failed_conversion("anthropic", {"result": {"content": [], "isError": True}}, sent) is None
    assert failed_conversion("chat", given, sent) is None


@pytest.mark.parametrize("api", RESULT_OF)
def test_a_result_is_the_answer_of_the_server_to_the_call(api: str) -> None:
    result = {"content": [{"type": "text", "text": "a"}]}
    given = {"tool_call_id": "call_9", "result": result}
    conversation = conversation_of(RESULT_OF[api], given, api, "unused")
    (tool,) = conversation.line["tools"]
    assert conversation.contents == {tool["name"]: result} and "call_9" in str(conversation.script[0])


def test_the_file_of_the_server_holds_tools_and_results(tmp_path: Path) -> None:
    conversation = conversation_of(LOOP, LOOP_INPUT, "chat", str(tmp_path / "served.json"))
    write_served(conversation)
    (file,) = tmp_path.iterdir()
    assert json.loads(file.read_text("utf-8")) == {
        "tools": conversation.line["tools"],
        "results": {"add": "3"},
        "contents": {},
    }


def seen(answer: int | None, body: Any) -> dict[str, Any]:
    return {"path": "/v1", "body": body, "answer": answer}


RESULTS = {
    "chat": {"messages": [{"role": "user"}, {"role": "tool", "tool_call_id": "call_1", "content": "sunny"}]},
    "responses": {"input": [{"type": "function_call_output", "call_id": "call_1", "output": "sunny"}]},
    "anthropic": {
        "messages": [
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "call_1", "content": "sunny"}]}
        ]
    },
}


@pytest.mark.parametrize("api", RESULTS)
def test_a_call_whose_result_was_sent_counts_as_run(api: str) -> None:
    script = probe(api)["script"]
    called = {"id": "call_1", "name": "get_weather", "arguments": {}}
    assert calls_answered(api, script, [seen(0, {}), seen(1, RESULTS[api])]) == [called]
    assert calls_answered(api, script, [seen(0, {})]) == []
    assert calls_answered(api, script, [seen(0, {}), seen(None, "no object"), seen(None, {"input": 5})]) == []


def test_calls_of_gemini_without_ids_are_answered_by_their_names() -> None:
    calls = [{"functionCall": {"name": name, "args": {}}} for name in ("add", "add", "sub")]
    result = {"functionResponse": {"name": "add", "response": {"output": "3"}}}
    answered = {"contents": [{"role": "user", "parts": [result]}]}
    called = {"id": None, "name": "add", "arguments": {}}
    assert calls_answered("gemini", [calls, "done"], [seen(0, {}), seen(1, answered)]) == [called]
