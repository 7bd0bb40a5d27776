"""What Anthropic's API takes in the order of a conversation, as recorded requests have it."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.oracles import findings_of
from conformance.apis.oracles.table import REFUSED
from tests.apis.oracles.requests import SEARCH, USER, anthropic, found, result, says, use

THOUGHT = {"type": "thinking", "thinking": "h", "signature": "s"}
THINKING: dict[str, Any] = {"max_tokens": 2048, "thinking": {"type": "enabled", "budget_tokens": 1024}}
SYSTEM = {"role": "system", "content": "Be brief."}


def refused(request: Any) -> list[str]:
    return [finding.rule for finding in findings_of("anthropic-request", request) if finding.level == REFUSED]


@pytest.mark.parametrize(
    "request_",
    [
        anthropic(USER, says("assistant", use("a"), use("b")), says("user", result("b"), result("a"), "And?")),
        # Messages of one role are one turn.
        anthropic(
            USER,
            USER,
            says("assistant", use("a")),
            says("assistant", use("b")),
            says("user", result("a")),
            says("user", result("b")),
        ),
        anthropic(
            USER, says("assistant", use()), says("user", result()), says("assistant", use()), says("user", result())
        ),
        anthropic(USER, says("assistant", "The answer is")),
        anthropic(USER, says("assistant", THOUGHT, SEARCH)),
        # A call of a tool that the host runs has its result behind it, or the host still runs it.
        anthropic(USER, says("assistant", SEARCH, found(), "Hi"), USER),
        anthropic(USER, says("assistant", SEARCH, use()), says("user", result())),
        anthropic(
            USER, says("assistant", SEARCH, use()), says("user", result()), says("assistant", found(), "Hi"), USER
        ),
        anthropic(USER, {"role": "assistant", "content": ""}),
        {**anthropic(USER, SYSTEM, says("assistant", "Hi"), USER, SYSTEM), "model": "claude-opus-4-8"},
        {**anthropic(USER, SYSTEM, SYSTEM), "model": "claude-opus-4-8"},
        anthropic(USER, says("assistant", THOUGHT, use()), says("user", result()), **THINKING),
        # Without thinking the same, where no result is answered.
        anthropic(USER, says("assistant", "Hi"), USER, **THINKING),
        anthropic(USER, says("assistant", use()), says("user", result()), says("assistant", "Hi"), USER, **THINKING),
        anthropic(USER, says("assistant", use()), says("user", result()), USER, **THINKING),
    ],
    ids=str,
)
def test_what_recorded_conversations_have_is_taken(request_: Any) -> None:
    assert refused(request_) == []


def test_a_first_message_of_the_assistant_brings_a_warning() -> None:
    (found,) = findings_of("anthropic-request", anthropic(says("assistant", "Hi"), USER))
    assert (found.level, found.rule, found.at) == ("warning", "anthropic-first-message", "/messages/0/role")


def test_a_result_behind_a_text_is_refused_and_the_text_behind_it_is_not() -> None:
    called = (USER, says("assistant", use()))
    assert refused(anthropic(*called, says("user", "Here:", result()))) == ["anthropic-results-first"]
    assert refused(anthropic(*called, says("user", result(), "There."))) == []


@pytest.mark.parametrize("content", ["And?", [{"type": "text", "text": "And?"}]], ids=["text", "parts"])
def test_messages_of_one_role_are_judged_as_the_one_that_they_are_joined_to(content: Any) -> None:
    called = (USER, says("assistant", use("toolu_1"), use("toolu_2")))
    first, two = says("user", result("toolu_1")), says("user", result("toolu_2"))
    asked = {"role": "user", "content": content}
    assert refused(anthropic(*called, first, two)) == []
    assert refused(anthropic(*called, first, two, asked)) == []
    assert refused(anthropic(*called, first, asked, two)) == ["anthropic-results-first"]
    joined = says("user", result("toolu_1"), "And?", result("toolu_2"))
    assert refused(anthropic(*called, joined)) == ["anthropic-results-first"]


def test_a_call_that_ends_the_conversation_is_unanswered() -> None:
    assert refused(anthropic(USER, says("assistant", use()))) == ["anthropic-call-unanswered"]


def test_a_result_whose_id_is_a_list_answers_no_call() -> None:
    odd = {**result(), "tool_use_id": ["toolu_1"]}
    assert "anthropic-call-unanswered" in refused(anthropic(USER, says("assistant", use()), says("user", odd)))
