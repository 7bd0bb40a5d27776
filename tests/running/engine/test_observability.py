"""How a run is fitted to a subject that shows a part: which inputs can reach it, which cases are led."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import GATEWAY, WIRE
from conformance.running.engine import Options
from conformance.running.engine.observability import CASES_SHOWN, fits, reached
from conformance.running.engine.plan import plan_examples, plan_given
from tests.running.engine.certifying import specifications

TO_CHAT, TO_FLAT, LOOP = "mcp-tools-to-chat-tools", "chat-tools-to-responses-tools", "tool-loop"
TO_INPUT, TO_MESSAGES = "chat-messages-to-responses-input", "responses-input-to-chat-messages"
TO_MESSAGE = "responses-output-to-chat-message"
NOTHING = {"type": "object", "properties": {}}
SERVED = {"name": "ping", "description": "Pings.", "inputSchema": NOTHING}
DEFINED = {"name": "ping", "description": "Pings.", "parameters": NOTHING}
NESTED = {"type": "function", "function": DEFINED}
CALL = {"type": "function_call", "call_id": "call_1", "name": "ping", "arguments": "{}"}
SAID = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Yes."}]}


def loop(**more: Any) -> dict[str, Any]:
    parts = {"api": "responses", "model": "m", "messages": [{"role": "user", "content": "Ping?"}], "tools": [DEFINED]}
    return {**parts, "results": {"ping": "pong"}, "max_rounds": 3, "script": [[CALL], "Pong."], **more}


@pytest.mark.parametrize(
    ("operation", "value"),
    [
        (TO_CHAT, []),
        (TO_CHAT, [SERVED, {**SERVED, "name": "pong"}]),
        (TO_CHAT, [{"name": "ping", "inputSchema": NOTHING}]),
        (LOOP, loop()),
        (LOOP, loop(script=[[{**CALL, "arguments": '{"a": '}], "Pong."])),
        (LOOP, loop(script=[[{**CALL, "name": "no_such_tool"}], "Pong."])),
        (TO_FLAT, [NESTED]),
        (TO_INPUT, [{"role": "user", "content": "Hello."}]),
        (TO_MESSAGES, {"input": "Hello.", "instructions": "Be brief."}),
        (TO_MESSAGES, [CALL, {"type": "function_call_output", "call_id": "call_1", "output": "pong"}]),
        (TO_MESSAGE, [SAID, CALL]),
        (TO_MESSAGE, {"output": [SAID, {"type": "an_item_of_next_year"}]}),
        ("another-operation", None),
    ],
)
def test_what_can_reach_it_fits(operation: str, value: Any) -> None:
    assert fits(operation, value)


@pytest.mark.parametrize(
    ("operation", "value"),
    [
        (TO_CHAT, None),
        (TO_CHAT, ["ping"]),
        (TO_CHAT, [SERVED, SERVED]),
        (TO_CHAT, [{**SERVED, "name": "files.read"}]),
        (TO_CHAT, [{**SERVED, "name": 7}]),
        (TO_CHAT, [{"name": "ping"}]),
        (TO_CHAT, [{**SERVED, "inputSchema": {"type": "string"}}]),
        (TO_CHAT, [{**SERVED, "name": f"ping_{number}"} for number in range(129)]),
        (LOOP, loop(max_rounds=0)),
        (LOOP, loop(tools=[{**DEFINED, "strict": True}])),
        (LOOP, loop(tools=[{**DEFINED, "parameters": {**NOTHING, "default": {}}}])),
        (LOOP, loop(tools=[DEFINED, DEFINED])),
        (LOOP, loop(results={})),
        (LOOP, loop(messages=[{"role": "user", "content": [{"type": "text", "text": "Ping?"}]}])),
        (LOOP, loop(tools=[{**DEFINED, "parameters": {**NOTHING, "required": ["a"]}}])),
        (TO_FLAT, []),
        (TO_FLAT, [{"type": "function"}]),
        (TO_INPUT, [{"role": "nobody", "content": "Hello."}]),
        (TO_INPUT, "Hello."),
        (TO_MESSAGES, [{"type": "function_call_output", "call_id": "call_1", "output": "pong"}]),
        (TO_MESSAGES, {"input": "Hello.", "tools": []}),
        (TO_MESSAGE, "Yes."),
        (TO_MESSAGE, [{"role": "assistant"}]),
        (TO_MESSAGE, [{**CALL, "arguments": {}}]),
        (TO_MESSAGE, [{**SAID, "content": "Yes."}]),
    ],
)
def test_what_no_server_serves_and_no_api_takes_does_not(operation: str, value: Any) -> None:
    assert not fits(operation, value)


def test_over_the_wire_each_rule_is_shown_a_few_times() -> None:
    fitting = reached(WIRE)
    assert fitting is not None
    whole = specifications().contracts[TO_CHAT]
    fitted = fitting.contract(whole, Options())
    assert len(fitted.cases) < len(whole.cases) / 4
    shown = {rule.id: sum(rule.id in case.rules for case in fitted.cases) for rule in fitted.rules}
    assert shown["MCP-2"] >= CASES_SHOWN and shown["MCP-3"] >= CASES_SHOWN
    assert all(fits(TO_CHAT, case.input) for case in fitted.cases)
    named = fitting.contract(whole, Options(cases=("any",)))
    assert len(named.cases) > len(fitted.cases)


def test_a_gateway_is_asked_every_case_that_fits() -> None:
    fitting = reached(GATEWAY)
    assert fitting is not None
    whole = specifications().contracts[TO_INPUT]
    fitted = fitting.contract(whole, Options())
    judged = {rule.id for rule in fitted.rules}
    owed = [case.id for case in whole.cases if fits(TO_INPUT, case.input) and judged.intersection(case.rules)]
    assert [case.id for case in fitted.cases] == owed
    assert fitting.reason(TO_INPUT, "LAW-2") == "The way back is another request, and another operation"
    assert "not decided yet" in fitting.reason(TO_INPUT, "NEW-1")


def test_a_subject_that_shows_everything_is_not_fitted() -> None:
    assert reached("process") is None


def test_given_inputs_and_examples_are_planned_where_they_fit() -> None:
    contract = specifications().contracts[TO_CHAT]
    options = Options(inputs={TO_CHAT: ([SERVED], [SERVED, SERVED])}, max_examples=6, seed=1, fits=fits)
    assert [element.input for element in plan_given(contract, options)] == [[SERVED]]
    planned = [example.input for example in plan_examples(contract, options, True)]
    assert len(planned) == 6 and all(fits(TO_CHAT, value) for value in planned)
