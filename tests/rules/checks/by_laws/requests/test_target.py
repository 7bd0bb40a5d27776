"""What an API takes is asked of its oracle."""

from __future__ import annotations

import pytest

from conformance.formats.model.conversation import USER, Conversation, Text, Turn
from conformance.formats.model.request import Request, Setting
from conformance.rules.checks.by_laws.requests.target import is_doubted, takes_id, taking


def asking(text: str, *settings: Setting) -> Request:
    return Request(conversation=Conversation(turns=(Turn(speaker=USER, says=(Text(value=text),)),)), settings=settings)


@pytest.mark.parametrize(
    ("target", "request_", "takes"),
    [
        ("anthropic-request", asking("q"), True),
        ("anthropic-request", asking(" "), False),
        ("anthropic-request", asking("q", Setting(name="temperature", value=1.5)), False),
        ("chat-request", asking(" "), True),
        ("chat-request", asking("q", Setting(name="temperature", value=1.5)), True),
        ("chat-request", asking("q", Setting(name="temperature", value=3)), False),
    ],
)
def test_a_target_takes_what_its_oracle_does_not_refuse(target: str, request_: Request, takes: bool) -> None:
    assert taking(target, "openai")(request_) is takes


def test_a_conversation_that_the_model_begins_is_doubted_by_one_api() -> None:
    assert is_doubted("anthropic-request", "openai")
    assert not is_doubted("chat-request", "openai")


def test_which_ids_of_calls_an_api_takes() -> None:
    ids = ("call_1", "Bash:0", "c" * 65)
    assert [takes_id("anthropic-request", "openai", id_) for id_ in ids] == [True, False, True]
    assert [takes_id("chat-request", "openai", id_) for id_ in ids] == [True, True, False]
