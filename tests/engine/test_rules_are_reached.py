"""Every rule is reached on the reference, by inputs that decide each of its requirement sets."""

from __future__ import annotations

from functools import partial

from conformance.checks.trial import Trial
from conformance.engine.judge import Judge, Judgement
from conformance.engine.plan import Planned
from conformance.engine.sets import decides
from conformance.reference import (
    chat_messages_to_responses_input,
    chat_request_to_responses_request,
    chat_tools_to_responses_tools,
    mcp_result_to_function_call_output,
    mcp_result_to_tool_message,
    responses_tools_to_chat_tools,
)
from conformance.selftest.banks.bank import CHAT_TOOLS
from conformance.selftest.banks.responses_input import MESSAGES
from conformance.subjects.reference import ReferenceFunctions
from conformance.values import JSON
from tests.engine.certifying import certified, specifications

FLAT_TOOLS, REQUEST = "responses-tools-to-chat-tools", "chat-request-to-responses-request"
RESULTS = {
    "mcp-result-to-tool-message": mcp_result_to_tool_message,
    "mcp-result-to-function-call-output": mcp_result_to_function_call_output,
}
# Rules of `safe` about inputs that are documented at most: a call that is lost or invented there decides that set.
ABOUT_DOCUMENTED_INPUTS = {"CALL-4", "CALL-14", "CALL-15"}


def nested_functions_alone(tools: JSON) -> JSON:
    """The reference, but for a function with one text in place of each custom tool."""
    parameters = {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}
    return [
        tool
        if tool["type"] != "custom"
        else {
            "type": "function",
            "function": {key: tool["custom"][key] for key in ("name", "description") if key in tool["custom"]}
            | {"parameters": parameters},
        }
        for tool in responses_tools_to_chat_tools(tools)
    ]


def functions_alone(tools: JSON) -> JSON:
    """The reference, but for a function with one text in place of each custom tool."""
    parameters = {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}
    return [
        tool
        if tool["type"] != "custom"
        else {key: tool[key] for key in ("name", "description") if key in tool}
        | {"type": "function", "parameters": parameters, "strict": False}
        for tool in chat_tools_to_responses_tools(tools)
    ]


def test_every_rule_is_reached_on_the_reference_by_inputs_that_decide_each_of_its_sets() -> None:
    contracts = specifications().contracts.items()
    left = {(name, rule.id): set(rule.sets) for name, contract in contracts for rule in contract.rules}

    def take(planned: Planned, _trial: Trial, judgement: Judgement, judge: Judge) -> None:
        sets = {rule.id: rule.sets for rule in judge.contract.rules}
        for rule in judgement.reached:
            undecided = left[planned.operation, rule]
            if undecided:
                kind = planned.standing.kind
                undecided -= {name for name in undecided if decides(kind, name, sets[rule])}

    references = ReferenceFunctions(tuple(specifications().contracts))
    for operation in references:
        certified(references, operation, max_examples=60, trace=take)
    # Rules about errors are reached under the answer that has any.
    raising = partial(chat_tools_to_responses_tools, on_invalid="raise")
    certified({CHAT_TOOLS: raising}, CHAT_TOOLS, trace=take)
    # Custom tools are left out under one answer alone.
    certified({CHAT_TOOLS: partial(chat_tools_to_responses_tools, other_tool_types="filter")}, CHAT_TOOLS, trace=take)
    # Other subjects than the reference make functions of custom tools.
    certified({CHAT_TOOLS: functions_alone}, CHAT_TOOLS, trace=take)
    certified({FLAT_TOOLS: nested_functions_alone}, FLAT_TOOLS, trace=take)
    # Under their other answers tools are refused, storing is not spoken of, and structured content is the result.
    refusing = partial(responses_tools_to_chat_tools, tool_without_counterpart="refuse")
    certified({FLAT_TOOLS: refusing}, FLAT_TOOLS, trace=take)
    certified({REQUEST: partial(chat_request_to_responses_request, store_when_absent="omit")}, REQUEST, trace=take)
    for operation, convert in RESULTS.items():
        certified({operation: partial(convert, structured="structured")}, operation, trace=take)
    # Of the three forms of tool turns each has rules of its own.
    for form in ("parts", "text"):
        certified({MESSAGES: partial(chat_messages_to_responses_input, tool_turns=form)}, MESSAGES, trace=take)
    assert {(rule, name) for (_operation, rule), sets in left.items() for name in sets} == {
        (rule, "safe") for rule in ABOUT_DOCUMENTED_INPUTS
    }
