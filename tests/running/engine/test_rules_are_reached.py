"""The reference conforms, and every rule is reached on it, by inputs that decide each of its requirement sets."""

from __future__ import annotations

from functools import partial

import pytest

from conformance.base.values import JSON
from conformance.reference import (
    chat_messages_to_responses_input,
    chat_request_to_responses_request,
    chat_tools_to_responses_tools,
    mcp_result_to_anthropic_tool_result,
    mcp_result_to_function_call_output,
    mcp_result_to_gemini_function_response,
    mcp_result_to_tool_message,
    responses_tools_to_chat_tools,
)
from conformance.rules.checks.trial import Trial
from conformance.rules.scope.features import features_of
from conformance.running.engine.judge import Judge, Judgement
from conformance.running.engine.plan import Planned
from conformance.running.engine.sets import CONFORMS, decides, set_verdicts
from conformance.running.subjects.reference import ReferenceFunctions
from tests.running.engine.certifying import certified, evidence_text, specifications
from tests.suite.selftest.banks.bank import CHAT_TOOLS
from tests.suite.selftest.banks.responses_input import MESSAGES
from tests.suite.selftest.model import Convert
from tests.suite.selftest.running import accusing

FLAT_TOOLS, REQUEST = "responses-tools-to-chat-tools", "chat-request-to-responses-request"
# By operation, rules of `safe` about inputs that are documented at most: a call that is lost or invented there decides
# that set, and so does a failure that is reported as an answer, or a request for input as a result.
ABOUT_DOCUMENTED_INPUTS = {
    "anthropic-response-to-chat-response": ("END-2", "FAIL-1"),
    "anthropic-response-to-tool-calls": ("PARSE-13",),
    "anthropic-stream-to-tool-calls": ("PARSE-4", "PARSE-14"),
    "chat-response-to-anthropic-response": ("END-2", "FAIL-1"),
    "chat-response-to-gemini-response": ("END-2", "FAIL-1"),
    "anthropic-response-to-gemini-response": ("END-2", "FAIL-1"),
    "anthropic-response-to-responses-response": ("END-2", "FAIL-1"),
    "chat-response-to-responses-response": ("END-2", "FAIL-1"),
    "chat-response-to-tool-calls": ("CALL-15",),
    "mcp-result-to-anthropic-tool-result": ("RESULT-14",),
    "mcp-result-to-function-call-output": ("RES-14",),
    "mcp-result-to-gemini-function-response": ("RESULT-14",),
    "mcp-result-to-tool-message": ("RES-14",),
    "responses-stream-to-tool-calls": ("CALL-14",),
}


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


# What reaches a rule that the reference reaches under another answer only, or never.
OTHERS: dict[str, tuple[Convert, ...]] = {
    CHAT_TOOLS: (
        # Rules about errors are reached under the answer that has any.
        partial(chat_tools_to_responses_tools, on_invalid="raise"),
        # Custom tools are left out under one answer alone; other subjects than the reference make functions of them.
        partial(chat_tools_to_responses_tools, other_tool_types="filter"),
        functions_alone,
    ),
    # Under their other answers tools are refused, storing is not spoken of, and structured content is the result.
    FLAT_TOOLS: (nested_functions_alone, partial(responses_tools_to_chat_tools, tool_without_counterpart="refuse")),
    REQUEST: (partial(chat_request_to_responses_request, store_when_absent="omit"),),
    "mcp-result-to-anthropic-tool-result": (partial(mcp_result_to_anthropic_tool_result, structured="structured"),),
    "mcp-result-to-gemini-function-response": (
        partial(mcp_result_to_gemini_function_response, structured="structured"),
    ),
    "mcp-result-to-tool-message": (partial(mcp_result_to_tool_message, structured="structured"),),
    "mcp-result-to-function-call-output": (partial(mcp_result_to_function_call_output, structured="structured"),),
    # Of the three forms of tool turns each has rules of its own.
    MESSAGES: tuple(partial(chat_messages_to_responses_input, tool_turns=form) for form in ("parts", "text")),
}


@pytest.mark.parametrize("operation", sorted(specifications().contracts))
@pytest.mark.expensive("runs the reference of each operation")
def test_the_reference_conforms_and_reaches_every_rule_by_inputs_that_decide_each_of_its_sets(operation: str) -> None:
    rules = {rule.id: rule.sets for rule in specifications().contracts[operation].rules}
    left = {rule: set(sets) for rule, sets in rules.items()}

    def take(planned: Planned, _trial: Trial, judgement: Judgement, _judge: Judge) -> None:
        kind = planned.standing.kind
        for rule in judgement.reached:
            left[rule] -= {name for name in left[rule] if decides(kind, name, rules[rule])}

    reaching = partial(certified, operation=operation, trace=take, shrink=False)
    # Rules about the way back need the converters of other operations.
    functions = ReferenceFunctions(tuple(specifications().contracts))
    whole = reaching(functions, max_examples=20)
    assert whole.conforms, evidence_text(whole, *(entry.rule.id for entry in accusing(whole)))
    assert {verdict.verdict for verdict in set_verdicts(whole)} == {CONFORMS}, set_verdicts(whole)
    for feature in features_of(operation):  # one rule is about subjects that say what they do not have
        reaching(functions, max_examples=0, repeat=False, shapes=False, without=(f"{operation}={feature}",))
        break
    for convert in OTHERS.get(operation, ()):
        reaching({operation: convert}, max_examples=5, repeat=False, shapes=False)
    excused = {rule: {"safe"} for rule in ABOUT_DOCUMENTED_INPUTS.get(operation, ())}
    assert {rule: sets for rule, sets in left.items() if sets} == excused
