"""What a scripted API refuses, but for what a conversation was given."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.emulator import ANTHROPIC, CHAT, RESPONSES, Acceptance, ConversationStart, Emulator
from tests.apis.emulator.asking import route

HELLO = [{"role": "user", "content": "Hello."}]
OPEN = {"name": "add", "parameters": {"type": "object", "properties": {"numbers": {"type": "array"}}}}
CALL = {"type": "function_call", "call_id": "call_1", "name": "add", "arguments": "{}"}


def test_a_refused_request_takes_none_of_the_answers(api: Emulator, post: Any) -> None:
    base_url = api.open(CHAT, ["Hello."], Acceptance())
    asked = {"model": "m", "messages": HELLO}
    assert post(base_url, route(CHAT), asked | {"n_": 1})[0] == 400
    assert post(base_url, route(CHAT), asked)[0] == 200
    assert [element.answer for element in api.end(base_url)] == [None, 0]


@pytest.mark.parametrize("api", [CHAT, RESPONSES])
def test_a_given_tool_that_the_api_refuses_is_no_fault_of_the_request(api: str) -> None:
    def message(tool: dict[str, Any], **more: Any) -> str | None:
        tools = [{"type": "function", "function": tool} if api == CHAT else {"type": "function", **tool}]
        request = {"model": "m", "messages" if api == CHAT else "input": HELLO, "tools": tools, **more}
        verdict = Acceptance(ConversationStart(api, [OPEN], HELLO)).refusal(api, request)
        return None if verdict is None else verdict.error.body["error"]["message"]

    another = {"name": "another", "parameters": {"type": "object", "properties": {"names": {"type": "array"}}}}
    assert message(OPEN) is None
    assert message(OPEN | {"name": "another"}) is None
    assert "array schema missing items" in str(message(another))
    assert "additionalProperties" in str(message(OPEN | {"strict": True}))
    assert message(OPEN, about="me") == "Unknown parameter: 'about'."


def test_given_messages_that_the_api_refuses_are_no_fault_of_the_request() -> None:
    orphan = [{"role": "tool", "tool_call_id": "call_1", "content": "5"}]
    request = {"model": "m", "messages": orphan}
    assert Acceptance(ConversationStart(CHAT, [], HELLO)).refusal(CHAT, request) is not None
    assert Acceptance(ConversationStart(CHAT, [], orphan)).refusal(CHAT, request) is None


def test_what_anthropics_api_refuses_of_what_was_given_is_no_fault_of_the_request() -> None:
    def refused(given: list[Any], tool: dict[str, Any], **more: Any) -> bool:
        schema = {"name": "add", "input_schema": OPEN["parameters"] | tool}
        request = {"model": "m", "max_tokens": 9, "messages": HELLO, "tools": [schema], **more}
        known = ConversationStart(
            ANTHROPIC, [{"name": "add", "parameters": OPEN["parameters"] | {"type": "array"}}], given
        )
        return Acceptance(known).refusal(ANTHROPIC, request) is not None

    assert not refused(HELLO, {})
    assert not refused(HELLO, {"type": "array"})
    assert refused(HELLO, {"type": "string"}) or refused(HELLO, {"oneOf": [{}]})
    blank = [{"role": "system", "content": "Hi."}, {"role": "user", "content": " "}]
    assert refused(HELLO, {}, messages=blank[1:])
    assert not refused(blank, {}, messages=blank[1:], system="Hi.")


def test_results_in_parts_are_refused_and_answered_all_the_same() -> None:
    """The API has no such part; documents do. Everything else in the request counts."""
    parts = [{"type": "tool_result", "tool_use_id": "call_1", "content": "5"}]

    def verdict(*items: Any, given: ConversationStart | None) -> Any:
        request = {"model": "m", "input": [*HELLO, *items, {"role": "user", "content": parts}]}
        return Acceptance(given).refusal(RESPONSES, request)

    loop = ConversationStart(RESPONSES, [], HELLO)
    assert verdict(CALL, given=loop).answered
    assert not verdict(CALL, given=None).answered
    assert not verdict(given=loop).answered  # a result without its call
    assert not verdict({**CALL, "about": "me"}, given=loop).answered


def test_the_first_of_many_mistakes_is_reported() -> None:
    calls = [{**CALL, "call_id": f"call_{number}"} for number in range(1000)]
    results = [{"type": "function_call_output", "call_id": call["call_id"], "output": "", "ok": True} for call in calls]
    verdict = Acceptance().refusal(RESPONSES, {"model": "m", "input": [*HELLO, *calls, *results]})
    assert verdict is not None
    assert verdict.error.body["error"]["message"] == "Unknown parameter: 'input[1001].ok'."
    assert verdict.at == "/input/1001/ok"
