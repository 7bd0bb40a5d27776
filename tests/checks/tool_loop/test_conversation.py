"""The texts of a request: each given one once and in order, and no other."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.checks.registry import view_of
from conformance.checks.tool_loop.conversation import conversation
from conformance.checks.trial import Trial
from conformance.observation import Outcome

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
