"""The view of a request and what became of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.base.observation import Refusal
from conformance.rules.checks.by_laws.requests import FAMILIES
from conformance.rules.checks.by_laws.requests.view import RequestView
from tests.rules.checks.by_laws.requests.samples import IMAGE, asked, called, check, made, returned, user, view

CASES = (
    ("one-request", asked(user("q")), {"request": {}}, ["no-request"]),
    ("said-kept", asked(user("q")), made(user("r")), ["text-changed"]),
    ("history-calls-kept", called(), returned(arguments="{}"), ["arguments-changed"]),
    ("result-contents-kept", called("A"), returned("B"), ["result-changed"]),
    ("failures-of-tools-said", called("A", is_error=True), returned("A"), ["failure-hidden"]),
    ("settings-kept", asked(user("q"), temperature=0.5), made(user("q")), ["setting-lost"]),
    ("request-losses-reported", asked(user("q"), top_k=5), made(user("q")), ["silent"]),
)


@pytest.mark.parametrize(("name", "given", "output", "kinds"), CASES)
def test_a_check_finds_what_its_rule_forbids(name: str, given: object, output: object, kinds: list[str]) -> None:
    assert check(name, given, output) == kinds


def test_an_input_without_messages_is_unfit_and_what_comes_of_it_is_made_up() -> None:
    assert view({"model": "m"}).unfit and view({"model": "m"}).may_fail
    assert "something came of it" in str(view({"model": "m"}, made(user("q"))).made_up())
    assert view(asked(user("q")), made(user("q"))).made_up() is None


def test_what_has_no_place_may_be_refused() -> None:
    assert not view(asked(user("q"))).may_fail
    assert view(asked(user("q"), top_k=5)).may_fail
    assert view(asked(user("q"), service_tier="standard_only")).may_fail  # whose words are the host's own
    assert view(asked(user("q"), stop_sequences=list("abcde"))).may_fail
    assert view(called([IMAGE])).may_fail
    assert view(asked(user("q"), max_tokens="9")).may_fail


def test_media_that_have_no_place_may_be_refused_by_their_name() -> None:
    def refused(uri: str, type_: str, error: str) -> bool:
        part = {"fileData": {"mimeType": type_, "fileUri": uri}}
        given = {"model": "m", "contents": [{"role": "user", "parts": [part, {"text": "q"}]}]}
        return view(given, error=error, operation="gemini-request-to-chat-request").is_refused_by_right

    named = "File URI not supported for provider: openai"
    assert refused("https://a.example/a.pdf", "application/pdf", named)
    assert refused("https://a.example/a.mp4", "video/mp4", named)
    assert not refused("https://a.example/a.pdf", "application/pdf", "'NoneType' object has no attribute 'get'")
    assert not refused("https://a.example/a.png", "image/png", named)  # which has a place


@pytest.mark.parametrize(
    ("settings", "error", "is_by_right"),
    [
        ({"model": "claude-opus-5", "temperature": 0.5}, "claude-opus-5 does not support temperature=0.5", True),
        ({"model": "claude-haiku-4-5", "temperature": 0.5, "top_p": 0.9}, "400: use temperature or top_p", True),
        ({"stop": "\n"}, "Unsupported value of stop: white space", True),
        ({"model": "claude-opus-5", "temperature": 0.5}, "Something went wrong", False),
        ({"model": "m", "temperature": 0.5}, "m does not support temperature=0.5", False),  # which the API takes
        ({"model": "claude-opus-5", "temperature": 0.5}, "max_tokens is missing", False),
    ],
)
def test_what_the_api_refuses_of_a_model_may_be_refused_by_its_name(
    settings: dict[str, object], error: str, is_by_right: bool
) -> None:
    given = {"model": "m", "messages": [user("q")], **settings}
    found = view(given, error=error, operation="chat-request-to-anthropic-request")
    assert found.is_refused_by_right is is_by_right


@pytest.mark.parametrize(
    ("settings", "error", "is_by_right"),
    [
        ({"safety_identifier": "u1"}, "gemini does not support parameters: ['safety_identifier']", True),
        ({"user": "u1"}, "user: Extra inputs are not permitted", True),
        ({"tool_choice": "none", "parallel_tool_calls": False}, "'parallel_tool_calls' is not supported", True),
        ({"metadata": {}}, "metadata: Extra inputs are not permitted", False),  # which asks for nothing
        ({"seed": 7}, "seed is not supported", False),  # which has a place
        ({"user": "u1"}, "Something went wrong", False),
    ],
)
def test_what_has_no_place_may_be_refused_by_its_name(
    settings: dict[str, object], error: str, is_by_right: bool
) -> None:
    given = {"model": "m", "messages": [user("q")], **settings}
    found = view(given, error=error, operation="chat-request-to-gemini-request")
    assert found.is_refused_by_right is is_by_right


def test_an_accident_is_no_refusal_by_name() -> None:
    given = {"model": "claude-opus-5", "messages": [user("q")], "temperature": 0.5}
    found = view(given, error="temperature", operation="chat-request-to-anthropic-request")
    crashed = replace(found.outcome, refusal=Refusal("temperature", type="KeyError"))
    assert found.is_refused_by_right
    assert not RequestView(replace(found.trial, outcome=crashed)).is_refused_by_right


def test_a_request_is_incomplete_without_a_text_or_a_tool() -> None:
    given = asked(user("q"), tools=[{"name": "f", "input_schema": {"type": "object"}}])
    tool = {"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}
    assert not view(given, made(user("q"), tools=[tool])).incomplete
    assert view(given, made(user("q"))).incomplete
    assert view(given, made(tools=[tool])).incomplete


def test_two_sound_results_have_the_same_essence() -> None:
    given = asked(user([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]))
    parts = made(user([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]))
    assert view(given, parts).essence() == view(given, made(user("a\nb"))).essence()


def document(text: str) -> dict[str, object]:
    return {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": text}}


def test_a_document_may_have_the_text_that_the_user_says_later() -> None:
    given = asked(user([document("k")]), {"role": "assistant", "content": "Hi"}, user("k"))
    whole = made(user("k"), {"role": "assistant", "content": "Hi"}, user("k"))
    assert not check("turns-kept", given, whole)
    moved = made(user("k"), user("k"), {"role": "assistant", "content": "Hi"})
    assert check("turns-kept", given, moved) == ["misplaced"]


def test_where_nobody_says_anything_nothing_must_come() -> None:
    assert view(asked({"role": "assistant", "content": ""})).may_fail
    assert not view(asked(user("q"), {"role": "assistant", "content": ""})).may_fail


def test_a_call_without_an_id_is_not_shown_with_one() -> None:
    part = {"functionCall": {"name": "f", "args": {}}}
    result = {"functionResponse": {"name": "f", "response": {"output": "r"}}}
    said = [("user", [{"text": "q"}]), ("model", [part, part]), ("user", [result, result])]
    given = {"model": "m", "contents": [{"role": role, "parts": parts} for role, parts in said]}
    calls = [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}} for _number in range(2)]
    answered = [{"role": "tool", "tool_call_id": "a", "content": "r"} for _number in range(2)]
    talk = [user("q"), {"role": "assistant", "content": None, "tool_calls": calls}, *answered]
    judged = view(given, {"model": "m", "messages": talk}, operation="gemini-request-to-chat-request")
    found = FAMILIES[judged.trial.operation].checks["history-calls-kept"](judged)
    assert [failure.message for failure in found or ()] == [
        f'id of the call no. {number} of those without an id: wanted one of its own, got "a"' for number in (1, 2)
    ]
