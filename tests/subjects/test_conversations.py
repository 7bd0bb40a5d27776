"""What a driver leads: a planned input as one conversation, and which of its calls can be seen to have been run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conformance.subjects.conversations import (
    LOOP,
    MODEL,
    TOOLS_OF,
    calls_answered,
    conversation_of,
    probe,
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


def test_the_file_of_the_server_holds_tools_and_results(tmp_path: Path) -> None:
    conversation = conversation_of(LOOP, LOOP_INPUT, "chat", str(tmp_path / "served.json"))
    write_served(conversation)
    (file,) = tmp_path.iterdir()
    assert json.loads(file.read_text("utf-8")) == {"tools": conversation.line["tools"], "results": {"add": "3"}}


def seen(answer: int | None, body: Any) -> dict[str, Any]:
    return {"path": "/v1", "body": body, "answer": answer}


RESULTS = {
    "chat": {"messages": [{"role": "user"}, {"role": "tool", "tool_call_id": "call_1", "content": "sunny"}]},
    "responses": {"input": [{"type": "function_call_output", "call_id": "call_1", "output": "sunny"}]},
}


@pytest.mark.parametrize("api", ["chat", "responses"])
def test_a_call_whose_result_was_sent_counts_as_run(api: str) -> None:
    script = probe(api)["script"]
    called = {"id": "call_1", "name": "get_weather", "arguments": {}}
    assert calls_answered(api, script, [seen(0, {}), seen(1, RESULTS[api])]) == [called]
    assert calls_answered(api, script, [seen(0, {})]) == []
    assert calls_answered(api, script, [seen(0, {}), seen(None, "no object"), seen(None, {"input": 5})]) == []
