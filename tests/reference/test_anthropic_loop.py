from __future__ import annotations

from typing import Any

import pytest

from conformance.reference.anthropic_loop import AnthropicTalk
from conformance.reference.errors import ToolError
from conformance.reference.loop import LoopError, run_tool_loop

TOOLS = [{"name": "ping", "description": "Pings.", "parameters": {"type": "object", "properties": {}}}]
MESSAGES = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Ping?"}]
THOUGHT = {"type": "thinking", "thinking": "I ping.", "signature": "c2lnbmVk"}
CALL = {"type": "tool_use", "id": "toolu_1", "name": "ping", "input": {"n": 1}}


def run(*answers: Any, **more: Any) -> tuple[Any, list[Any]]:
    asked: list[Any] = []
    waiting = list(answers)

    def client(body: Any) -> Any:
        asked.append(body)
        return waiting.pop(0)

    def fails(_arguments: Any) -> Any:
        raise ValueError("gone")

    registry = {"ping": lambda _arguments: "pong", "gone": fails}
    given = {"api": "anthropic", "model": "m", "messages": MESSAGES, "tools": TOOLS, "max_rounds": 3, **more}
    return run_tool_loop(client, registry, **given), asked


def answer(*blocks: Any, stop: str = "end_turn") -> Any:
    return {"type": "message", "role": "assistant", "content": list(blocks), "stop_reason": stop}


TEXT = {"type": "text", "text": "Pong."}


def test_an_answer_goes_back_as_it_is_with_its_results_behind_it() -> None:
    lost = {**CALL, "id": "toolu_2", "name": "gone"}
    made, asked = run(answer(THOUGHT, CALL, lost, stop="tool_use"), answer(TEXT))
    assert made == {"answer": "Pong.", "calls": [
        {"id": "toolu_1", "name": "ping", "arguments": {"n": 1}},
        {"id": "toolu_2", "name": "gone", "arguments": {"n": 1}},
    ]}  # fmt: skip
    first, second = asked
    assert (first["system"], first["tools"][0]["input_schema"]) == ("Be brief.", TOOLS[0]["parameters"])
    assert second["messages"][1:] == [
        {"role": "assistant", "content": [THOUGHT, CALL, lost]},
        {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "toolu_1", "content": "pong"},
            {"type": "tool_result", "tool_use_id": "toolu_2", "content": '{"error": "gone"}', "is_error": True},
        ]},
    ]  # fmt: skip


def test_a_pause_is_gone_on_with() -> None:
    paused = {"type": "text", "text": "I search."}
    made, asked = run(answer(paused, stop="pause_turn"), answer(TEXT))
    assert made == {"answer": "Pong.", "calls": []}
    assert asked[1]["messages"][-1] == {"role": "assistant", "content": [paused]}
    with pytest.raises(LoopError, match="max_rounds"):
        run(answer(paused, stop="pause_turn"), answer(paused, stop="pause_turn"), max_rounds=1)


@pytest.mark.parametrize("stop", ["max_tokens", "model_context_window_exceeded"])
def test_an_answer_that_was_cut_is_an_error(stop: str) -> None:
    with pytest.raises(ToolError, match=stop):
        run(answer(TEXT, stop=stop))


def test_an_error_is_no_answer() -> None:
    with pytest.raises(ToolError):
        AnthropicTalk("m", MESSAGES, []).read({"type": "error", "error": {"type": "api_error", "message": "gone"}})
