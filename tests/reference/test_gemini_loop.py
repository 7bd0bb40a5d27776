from __future__ import annotations

from typing import Any

import pytest

from conformance.reference.errors import ToolError
from conformance.reference.loop import run_tool_loop

TOOLS = [{"name": "ping", "description": "Pings.", "parameters": {"type": "object", "properties": {}}, "strict": True}]
MESSAGES = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Ping?"}]
SIGNED = {"functionCall": {"id": "fc_1", "name": "ping", "args": {"n": 1}}, "thoughtSignature": "c2lnbmVk"}
LOST = {"functionCall": {"name": "gone", "args": {}}}
THOUGHT = {"text": "I ping.", "thought": True}


def run(*answers: Any) -> tuple[Any, list[Any]]:
    asked: list[Any] = []
    waiting = list(answers)

    def client(body: Any) -> Any:
        asked.append(body)
        return waiting.pop(0)

    def fails(_arguments: Any) -> Any:
        raise ValueError("gone")

    registry = {"ping": lambda _arguments: "pong", "gone": fails}
    given = {"api": "gemini", "model": "models/m", "messages": MESSAGES, "tools": TOOLS, "max_rounds": 3}
    return run_tool_loop(client, registry, **given), asked


def answer(*parts: Any, reason: str = "STOP") -> Any:
    return {"candidates": [{"content": {"parts": list(parts)}, "finishReason": reason}]}


def test_an_answer_goes_back_as_it_is_with_its_results_behind_it() -> None:
    made, asked = run(answer(THOUGHT, SIGNED, LOST), answer({"text": "Pong."}))
    assert made["answer"] == "Pong."
    assert [(call["name"], call["arguments"]) for call in made["calls"]] == [("ping", {"n": 1}), ("gone", {})]
    first, second = asked
    assert (first["model"], first["systemInstruction"]) == ("models/m", {"parts": [{"text": "Be brief."}]})
    (declared,) = first["tools"][0]["functionDeclarations"]
    assert declared == {"name": "ping", "description": "Pings.", "parametersJsonSchema": TOOLS[0]["parameters"]}
    assert second["contents"][1:] == [
        {"role": "model", "parts": [THOUGHT, SIGNED, LOST]},
        {"role": "user", "parts": [
            {"functionResponse": {"id": "fc_1", "name": "ping", "response": {"output": "pong"}}},
            {"functionResponse": {"name": "gone", "response": {"error": "gone"}}},
        ]},
    ]  # fmt: skip


@pytest.mark.parametrize("ended", [
    answer({"text": "Owls are"}, reason="MAX_TOKENS"), answer(reason="SAFETY"),
    {"promptFeedback": {"blockReason": "OTHER"}}, answer(reason="MALFORMED_FUNCTION_CALL"),
])  # fmt: skip
def test_what_is_not_whole_is_no_answer(ended: Any) -> None:
    with pytest.raises(ToolError):
        run(ended)
