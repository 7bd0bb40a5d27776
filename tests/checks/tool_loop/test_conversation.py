"""The texts of a request: each given one once and in order, and no other."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.checks.registry import view_of
from conformance.checks.tool_loop.conversation import conversation
from conformance.checks.trial import Trial
from conformance.contracts import load_specifications
from conformance.engine import Options
from conformance.observation import Outcome
from conformance.reference import tool_loop
from conformance.selftest.running import certify_functions

GIVEN = {
    "api": "chat",
    "model": "gpt-test",
    "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello!"}],
    "tools": [],
    "results": {},
    "max_rounds": 3,
    "script": ["Hi."],
}
SYSTEM: Any = {"role": "system", "content": "Be brief."}
USER: Any = {"role": "user", "content": "Hello!"}


def kinds(*messages: Any) -> list[str]:
    body = {"model": "gpt-test", "messages": list(messages)}
    request = {"path": "/v1/chat/completions", "body": body, "answer": 0}
    output = {"answer": "Hi.", "calls": []}
    view: Any = view_of(Trial(operation="tool-loop", input=GIVEN, outcome=Outcome(output=output), requests=(request,)))
    return [failure.kind for failure in conversation(view, view.requests[0])]


@pytest.mark.parametrize(
    "messages",
    [
        (SYSTEM, USER),
        (USER, SYSTEM),
        (SYSTEM, USER | {"content": [{"type": "text", "text": "Hello!"}]}),
        (USER | {"content": "Be brief.\n\nHello!"},),
    ],
)
def test_given_texts_may_be_joined_or_parts(messages: tuple[Any, ...]) -> None:
    assert kinds(*messages) == []


@pytest.mark.parametrize(
    "messages",
    [
        (SYSTEM, USER, USER),
        (SYSTEM, {"role": "system", "content": "You are helpful."}, USER),
        (SYSTEM, USER | {"content": "Hello! Think step by step."}),
    ],
)
def test_a_text_that_nobody_said_or_that_is_there_again_is_added(messages: tuple[Any, ...]) -> None:
    assert kinds(*messages) == ["text-added"]


def test_a_short_text_belongs_to_the_answer_that_it_is_all_of() -> None:
    def calling(*said: str) -> list[Any]:
        return [*said, {"type": "function_call", "name": "search", "arguments": "{}"}]

    script = [calling(), calling(), calling("a"), "Done."]
    tools = [{"name": "search", "parameters": {"type": "object"}}]
    loop = GIVEN | {"api": "responses", "tools": tools, "results": {"search": "x"}, "max_rounds": 5, "script": script}
    options = Options(operations=("tool-loop",), inputs={"tool-loop": [loop]}, only_inputs=True)
    result = certify_functions(load_specifications(), {"tool-loop": tool_loop}, options)
    assert not result.inconsistencies
    assert result.complete


def test_a_given_text_that_the_model_says_too_belongs_to_the_conversation() -> None:
    def calling(said: str) -> Any:
        return {"content": said, "tool_calls": [{"function": {"name": "search"}}]}

    tools = [{"name": "search", "parameters": {"type": "object"}}]
    script = [calling("Hello!"), calling("Hello!"), "Done."]
    loop = GIVEN | {"tools": tools, "results": {"search": {}}, "max_rounds": 4, "script": script}
    options = Options(operations=("tool-loop",), inputs={"tool-loop": [loop]}, only_inputs=True)
    result = certify_functions(load_specifications(), {"tool-loop": tool_loop}, options)
    assert not result.inconsistencies
    assert result.complete
