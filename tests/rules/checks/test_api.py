"""API-1 and API-2: results that the API refuses, and would not refuse because of their sources."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.oracles import OPENAI
from conformance.base.observation import Outcome
from conformance.rules.checks.api import refused_of_answer
from conformance.rules.checks.findings import Findings
from conformance.rules.checks.registry import family
from conformance.rules.checks.trial import Trial

API_1, API_2 = "api-schema", "api-rules"
TO_RESPONSES, FROM_MCP = "chat-tools-to-responses-tools", "mcp-tool-to-chat-tool"
TO_INPUT, TO_MESSAGES = "chat-messages-to-responses-input", "responses-input-to-chat-messages"
TO_MESSAGE = "responses-output-to-chat-message"

LISTS = {"type": "object", "properties": {"lines": {"type": "array", "items": {"type": "string"}}}}
LOOSE = {"type": "object", "properties": {"lines": {"type": "array"}}}
USER = {"role": "user", "content": "hi"}
CALLING = {
    "role": "assistant",
    "content": None,
    "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "look", "arguments": "{}"}}],
}
ANSWER = {"role": "tool", "tool_call_id": "call_1", "content": "fine"}
CALL = {"type": "function_call", "call_id": "call_1", "name": "look", "arguments": "{}"}
OUTPUT = {"type": "function_call_output", "call_id": "call_1", "output": "fine"}


def judged(operation: str, check: str, given: Any, output: Any, **choices: str) -> Findings:
    known = {name.replace("_", "-"): answer for name, answer in choices.items()}
    of = family(operation)
    return of.checks[check](
        of.view(Trial(operation=operation, input=given, outcome=Outcome(output=output), choices=known))
    )


def reported(findings: Findings) -> list[tuple[str, str]]:
    assert isinstance(findings, tuple)
    return [(failure.kind, failure.at) for failure in findings]


def nested(schema: Any, **more: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": "look", "description": "Looks.", "parameters": schema, **more}}


def flat(schema: Any, **more: Any) -> dict[str, Any]:
    return {"type": "function", "name": "look", "description": "Looks.", "parameters": schema, "strict": False, **more}


def test_a_schema_that_lost_its_items_is_refused() -> None:
    found = judged(TO_RESPONSES, API_2, [nested(LISTS), nested(LISTS)], [flat(LISTS), flat(LOOSE)])
    assert reported(found) == [("refused: items-missing", "/output/1/parameters/properties/lines")]
    assert isinstance(found, tuple)
    assert found[0].message == (
        "the API answers: Invalid schema for function 'look': In context=('properties', 'lines'), array schema missing"
        " items."
    )
    assert reported(judged(TO_RESPONSES, API_1, [nested(LISTS), nested(LISTS)], [flat(LISTS), flat(LOOSE)])) == []


def test_what_the_source_lacks_itself_is_not_held_against_the_converter() -> None:
    assert reported(judged(TO_RESPONSES, API_2, [nested(LOOSE)], [flat(LOOSE)])) == []
    assert reported(judged(TO_RESPONSES, API_2, [nested({"type": "object"})], [flat({"type": "object"})])) == []


def test_a_value_of_a_wrong_type_is_the_schemas_matter() -> None:
    given, made = [nested(LISTS)], [flat(LISTS, defer_loading="no")]
    assert reported(judged(TO_RESPONSES, API_1, given, made)) == [("refused: schema", "/output/0/defer_loading")]
    assert reported(judged(TO_RESPONSES, API_2, given, made)) == []


def test_keys_that_a_choice_brings_are_not_refused() -> None:
    given, made = [nested(LISTS, colour="red")], [flat(LISTS, colour="red")]
    assert reported(judged(TO_RESPONSES, API_1, given, made, extra_function_fields="lift")) == []
    assert reported(judged(TO_RESPONSES, API_1, given, made)) == [("refused: schema", "/output/0/colour")]


def test_what_is_where_there_was_no_schema_is_not_judged() -> None:
    tool = {"name": "look", "description": "Looks.", "inputSchema": None}
    assert reported(judged(FROM_MCP, API_2, tool, nested({}))) == []


def test_keys_beside_the_function_are_refused() -> None:
    tool = {"name": "look", "description": "Looks.", "inputSchema": LISTS}
    found = judged(FROM_MCP, API_1, tool, {**nested(LISTS), "strict": True})
    assert reported(found) == [("refused: schema", "/output/strict")]


def test_both_rules_report_their_own_refusals() -> None:
    given, made = [nested(LISTS)], [flat(LOOSE, colour="red")]
    assert reported(judged(TO_RESPONSES, API_1, given, made)) == [("refused: schema", "/output/0/colour")]
    found = judged(TO_RESPONSES, API_2, given, made)
    assert reported(found) == [("refused: items-missing", "/output/0/parameters/properties/lines")]


@pytest.mark.parametrize(
    ("item", "kind", "at"),
    [
        ({**CALL, "name": "a b"}, "refused: tool-name-pattern", "/output/1/name"),
        ({**CALL, "arguments": "{}", "status": "done"}, "refused: schema", "/output/1/status"),
    ],
    ids=["name", "status"],
)
def test_items_that_responses_refuses_are_reported(item: dict[str, Any], kind: str, at: str) -> None:
    given = [USER, CALLING, ANSWER]
    made = [USER, item, OUTPUT]
    found = [judged(TO_INPUT, check, given, made, tool_turns="items") for check in (API_1, API_2)]
    assert [element for findings in found for element in reported(findings)] == [(kind, at)]


def test_a_conversation_that_chat_refuses_itself_says_nothing_of_its_items() -> None:
    calling = {**CALLING, "tool_calls": [{**CALLING["tool_calls"][0], "function": {"name": "a b", "arguments": "{}"}}]}
    made = [USER, {**CALL, "name": "a b"}, OUTPUT]
    for check in (API_1, API_2):
        assert reported(judged(TO_INPUT, check, [USER, calling, ANSWER], made, tool_turns="items")) == []


def test_a_result_whose_call_the_source_lacks_is_refused_under_any_id() -> None:
    shortened = OUTPUT | {"call_id": "call"}
    assert judged(TO_INPUT, API_2, [USER, ANSWER], [USER, shortened]) == ()
    findings = judged(TO_INPUT, API_2, [USER, CALLING, ANSWER], [USER, CALL, shortened])
    assert reported(findings) == [
        ("refused: call-unanswered", "/output/1"),
        ("refused: output-without-call", "/output/2"),
    ]


def test_messages_that_chat_refuses_are_reported() -> None:
    given = [USER, CALL, OUTPUT]
    renamed = {**CALLING, "tool_calls": [{**CALLING["tool_calls"][0], "function": {"name": "a b", "arguments": "{}"}}]}
    found = judged(TO_MESSAGES, API_2, given, [USER, renamed, ANSWER])
    assert reported(found) == [("refused: tool-name-pattern", "/output/1/tool_calls/0/function/name")]
    # Null where there is nothing is how SDKs dump a message, and what gateways add is theirs.
    added = {**CALLING, "refusal": None, "function_call": None, "reasoning_content": "hm"}
    for check in (API_1, API_2):
        assert reported(judged(TO_MESSAGES, check, given, [USER, added, ANSWER])) == []


def test_a_message_that_cannot_be_sent_back_is_reported() -> None:
    answer = {"role": "assistant", "content": None, "name": 5, "tool_calls": CALLING["tool_calls"]}
    assert reported(judged(TO_MESSAGE, API_1, [CALL], answer)) == [("refused: schema", "/output/name")]
    assert reported(judged(TO_MESSAGE, API_1, [CALL], {**answer, "name": "helper", "annotations": []})) == []


def test_parts_that_the_other_api_does_not_have_are_not_judged() -> None:
    audio = {"role": "user", "content": [{"type": "input_audio", "input_audio": {"data": "", "format": "wav"}}]}
    assert judged(TO_INPUT, API_1, [audio], [audio], tool_turns="items") == ()
    found = judged(TO_INPUT, API_1, [audio], [{**audio, "phase": 5}], tool_turns="items")
    assert reported(found) == [("refused: schema", "/output/0/phase")]


@pytest.mark.parametrize(
    ("result", "place"),
    [
        ({"parameters": 5}, "parameters"),
        ({"parameters": {}, "strict": "true"}, "strict"),
        ({"parameters": {}, "strict": 1}, "strict"),
        ({"parameters": {}, "description": None}, "description"),
    ],
)
def test_fields_that_chat_completions_does_not_take(result: Any, place: str) -> None:
    given = {"name": "look", "description": "Looks.", "inputSchema": {}}
    made = {"type": "function", "function": {"name": "look", "description": "Looks.", **result}}
    assert reported(judged(FROM_MCP, API_1, given, made)) == [("refused: schema", f"/output/function/{place}")]


def test_a_source_that_no_api_takes_is_not_held_against_the_converter() -> None:
    given = {"name": "look", "description": 5, "inputSchema": {}}
    made = {"type": "function", "function": {"name": "look", "description": 5, "parameters": {}}}
    assert judged(FROM_MCP, API_1, given, made) == ()


def test_a_name_is_held_against_the_converter_unless_it_is_the_sources() -> None:
    given = {"name": "a.b", "description": "Looks.", "inputSchema": LISTS}
    assert judged(FROM_MCP, API_2, given, nested(LISTS, name="a.b")) == ()
    found = judged(FROM_MCP, API_2, given, nested(LISTS, name="a.b\n"))
    assert reported(found) == [("refused: tool-name-pattern", "/output/function/name")]


def test_strict_on_a_schema_that_strict_mode_refuses_is_the_sources_where_it_says_so() -> None:
    opened, strict = {"type": "object", "properties": {}}, {"strict": True}
    closed = {**opened, "additionalProperties": False, "required": []}
    assert judged(TO_RESPONSES, API_2, [nested(opened, **strict)], [flat(opened, **strict)]) == ()
    found = judged(TO_RESPONSES, API_2, [nested(closed, **strict)], [flat(opened, **strict)])
    assert reported(found) == [("refused: strict-closed", "/output/0/parameters")]


@pytest.mark.parametrize(
    ("provider", "made", "check", "kind", "at"),
    [
        (
            "anthropic",
            {"name": "look", "description": "Looks.", "input_schema": LISTS, "cache_control": {"type": "for ever"}},
            API_1,
            "refused: schema",
            "/output/cache_control/type",
        ),
        (
            "anthropic",
            {
                "name": "look",
                "description": "Looks.",
                "input_schema": {"type": "object", "properties": {"a line": {"type": "string"}}},
            },
            API_2,
            "refused: anthropic-property-name",
            "/output/input_schema/properties",
        ),
        (
            "google",
            {"name": "look", "description": "Looks.", "parametersJsonSchema": LISTS, "behavior": "at once"},
            API_1,
            "refused: schema",
            "/output/behavior",
        ),
    ],
    ids=["anthropic's schema", "anthropic's rule", "google's schema"],
)
def test_tools_for_other_providers_are_held_against_their_oracles(
    provider: str, made: dict[str, Any], check: str, kind: str, at: str
) -> None:
    definition = {"name": "look", "description": "Looks.", "parameters": LISTS}
    found = judged("tool-definition-to-provider-tool", check, {"provider": provider, "definition": definition}, made)
    assert reported(found) == [(kind, at)]


def test_of_the_blocks_of_an_answer_those_are_refused_that_a_history_may_not_have() -> None:
    text, empty = ({"type": "text", "text": words} for words in ("Hi", ""))
    found = refused_of_answer([text, empty], OPENAI)
    assert [(finding.rule, tuple(finding.path)) for finding in found] == [("anthropic-text-empty", (1, "text"))]
    assert refused_of_answer([text], OPENAI) == []
