"""Each operation has real inputs, and one fault gives one reason at its place."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from conformance.apis.input_validity import DOCUMENTED, MALFORMED, REAL, Standing, standing_of
from conformance.formats.operations import source_format
from conformance.inputs.operations import inputs_of
from conformance.rules.contracts import load_specifications
from tests.apis.input_validity.samples import CALL, CHAT_CALL, FUNCTION, ITEMS, MCP_TOOL, MESSAGE, MESSAGES
from tests.apis.input_validity.samples import REAL as SAMPLES

GONE = object()
OTHER_CALL = CALL | {"id": "fc_2", "call_id": "call_2"}


@pytest.mark.parametrize("operation", SAMPLES)
def test_a_real_input_has_no_reasons(operation: str) -> None:
    assert standing_of(operation, SAMPLES[operation]) == Standing(kind=REAL)


def test_every_operation_has_a_source_of_which_there_is_a_sample() -> None:
    sampled = {source_format(operation) for operation in SAMPLES}
    assert sampled == {source_format(operation) for operation in load_specifications().contracts}


@pytest.mark.parametrize("scheme", ["https", "HTTPS", "Http"])
def test_the_scheme_of_an_address_may_have_capitals(scheme: str) -> None:
    image = {"type": "image_url", "image_url": {"url": f"{scheme}://example.org/a.png"}}
    given = [{"role": "user", "content": [image]}]
    assert standing_of("chat-messages-to-responses-input", given).kind == REAL


# operation, where the fault is made, what is put there, and the rule and the place that the reason names.
FAULTS: tuple[tuple[str, str, Any, str, str], ...] = (
    ("chat-tools-to-responses-tools", "/0/function/name", "", "tool-name-empty", "/0/function/name"),
    ("chat-tools-to-responses-tools", "/0/function/parameters/properties/city/items", 0, "schema-invalid",
     "/0/function/parameters/properties/city/items"),
    ("chat-tools-to-responses-tools", "/0/function/parameters/properties/city", {"$ref": "#/$defs/City"},
     "schema-invalid", "/0/function/parameters"),
    ("chat-tools-to-responses-tools", "/1", {"type": "function", "function": FUNCTION}, "tool-name-twice",
     "/1/function/name"),
    ("chat-tools-to-responses-tools", "/1", {"type": "custom", "custom": {"name": ""}}, "empty", "/1/custom/name"),
    ("chat-tools-to-responses-tools", "/0/function/type", "object", "type", "/0/function/type"),
    ("responses-tools-to-chat-tools", "/0/name", "", "tool-name-empty", "/0/name"),
    ("responses-tools-to-chat-tools", "/0/parameters/properties/city/items", 0, "schema-invalid",
     "/0/parameters/properties/city/items"),
    ("responses-tools-to-chat-tools", "/1", {"type": "telepathy"}, "schema", "/1/type"),
    ("responses-tools-to-chat-tools", "/1", {"type": "namespace", "name": "crm", "description": "",
     "tools": [{"type": "function", "name": ""}]}, "empty", "/1/tools/0/name"),
    ("mcp-tool-to-chat-tool", "/inputSchema/x-note", {"$ref": 0}, "reference-unknown", "/inputSchema/x-note/$ref"),
    ("mcp-tool-to-chat-tool", "/inputSchema/x-note", {"default": {"$ref": "a"}}, "reference-unknown",
     "/inputSchema/x-note/default/$ref"),
    ("mcp-tool-to-chat-tool", "/name", "", "mcp-name", "/name"),
    ("mcp-tool-to-chat-tool", "/description", None, "schema", "/description"),
    ("mcp-tool-to-chat-tool", "/inputSchema", {}, "schema", "/inputSchema/type"),
    ("mcp-tool-to-chat-tool", "/inputSchema/$schema", "https://example.org/draft", "schema-invalid", "/inputSchema"),
    ("mcp-tool-to-chat-tool", "/inputSchema/$defs", {"A": {"$ref": "#/$defs/B"}}, "reference-dangling",
     "/inputSchema/$defs/A/$ref"),
    ("mcp-tools-to-chat-tools", "/1", MCP_TOOL, "twice", "/1/name"),
    ("mcp-tools-to-responses-tools", "/0/inputSchema/properties/city/type", "strng", "schema-invalid",
     "/0/inputSchema/properties/city/type"),
    ("registry-tools-to-chat-tools", "/3/custom", {}, "registry-schema", "/3/custom/name"),
    ("registry-tools-to-chat-tools", "/1", None, "registry-type", "/1"),
    ("registry-tools-to-chat-tools", "/0/function/name", "run_code", "twice", "/3/custom/name"),
    ("registry-request-to-chat-request", "/tools/0/type", "x", "registry-type", "/tools/0/type"),
    ("registry-request-to-chat-request", "/messages/2", {"role": "user", "content": "Hi"},
     "tool-calls-unanswered", "/messages/2/role"),
    ("registry-request-to-chat-request", "/x_vendor", 1, "schema", "/x_vendor"),
    ("tool-definition-to-provider-tool", "/provider", "x", "provider", "/provider"),
    ("tool-definition-to-provider-tool", "/definition/parameters/type", "array", "root-type", "/definition/parameters"),
    ("chat-messages-to-responses-input", "/0/content", [{"type": "image_url", "image_url": {"url": "a"}}], "url",
     "/0/content/0/image_url/url"),
    ("chat-messages-to-responses-input", "/0/content", [{"type": "file", "file": {}}], "file", "/0/content/0/file"),
    ("chat-messages-to-responses-input", "/0/content", [], "content-empty", "/0/content"),
    ("chat-messages-to-responses-input", "/1/tool_calls/0/function/arguments", "[]", "arguments",
     "/1/tool_calls/0/function/arguments"),
    ("chat-request-to-responses-request", "/tools/0/function/parameters/type", "thing", "schema-invalid",
     "/tools/0/function/parameters/type"),
    ("chat-request-to-responses-request", "/functions/0/name", "", "tool-name-empty", "/functions/0/name"),
    ("chat-request-to-responses-request", "/response_format/json_schema/schema/type", "thing", "schema-invalid",
     "/response_format/json_schema/schema/type"),
    ("chat-request-to-responses-request", "/x_vendor", 1, "schema", "/x_vendor"),
    ("responses-input-to-chat-messages", "/input/1/name", "", "tool-name-empty", "/input/1/name"),
    ("responses-input-to-chat-messages", "/input/3", {"role": "user", "content": "Hi", "x": 1}, "schema", "/input/3/x"),
    ("responses-input-to-chat-messages", "/temperature", 1, "schema", "/temperature"),
    ("responses-output-to-chat-message", "/0/id", "fc_1", "twice", "/1/id"),
    ("responses-output-to-chat-message", "/0/content/0/annotations", GONE, "schema", "/0/content/0/annotations"),
    ("responses-output-to-tool-calls", "/output/1/status", GONE, "status", "/output/1/status"),
    ("responses-output-to-tool-calls", "/output/1/status", "incomplete", "status", "/output/1/status"),
    ("chat-response-to-tool-calls", "/choices/0/message/refusal", "I cannot.", "refusal", "/choices/0/message/refusal"),
    ("responses-output-to-tool-calls", "/output/0/content/0", {"type": "refusal", "refusal": "I cannot."}, "refusal",
     "/output/0/content/0"),
    ("responses-output-to-tool-calls", "/created_at", GONE, "schema", "/created_at"),
    ("responses-output-to-tool-calls", "/status", GONE, "status", "/status"),
    ("responses-output-to-tool-calls", "/status", "incomplete", "status", "/incomplete_details"),
    ("responses-output-to-tool-calls", "/output/1/call_id", "", "empty", "/output/1/call_id"),
    ("responses-output-to-tool-calls", "/output/0/type", "tool_use", "schema", "/output/0/type"),
    ("chat-response-to-tool-calls", "/model", GONE, "schema", "/model"),
    ("chat-response-to-tool-calls", "/choices", [], "choices", "/choices"),
    ("chat-response-to-tool-calls", "/choices/0/message/tool_calls", None, "finish-reason", "/choices/0/finish_reason"),
    ("chat-response-to-tool-calls", "/choices/0/message/tool_calls/1", CHAT_CALL, "twice",
     "/choices/0/message/tool_calls/1/id"),
    ("tool-loop", "/api", "soap", "api", "/api"),
    ("tool-loop", "/max_rounds", 0, "rounds", "/max_rounds"),
    ("tool-loop", "/tools", [], "script-tool", "/script/0/0/name"),
    ("tool-loop", "/messages", MESSAGES[:2], "tool-calls-unanswered", "/messages/1/role"),
    ("tool-loop", "/script/1", 7, "script", "/script/1"),
    ("tool-loop", "/script/0/0/arguments", "{", "arguments", "/script/0/0/arguments"),
)  # fmt: skip


def with_fault(value: Any, place: str, fault: Any) -> Any:
    changed = holder = copy.deepcopy(value)
    *steps, last = place.split("/")[1:]
    for step in steps:
        holder = holder[int(step)] if isinstance(holder, list) else holder[step]
    if isinstance(holder, list):
        holder[int(last) : int(last) + 1] = [fault]
    elif fault is GONE:
        del holder[last]
    else:
        holder[last] = fault
    return changed


@pytest.mark.parametrize(("operation", "place", "fault", "rule", "at"), FAULTS)
def test_one_fault_gives_one_reason(operation: str, place: str, fault: Any, rule: str, at: str) -> None:
    found = standing_of(operation, with_fault(SAMPLES[operation], place, fault))
    assert found.kind == MALFORMED
    assert [(reason.rule, reason.at) for reason in found.reasons] == [(rule, at)]
    assert found.reasons[0].message


def test_a_call_that_a_program_makes_is_in_progress_when_the_response_is_completed() -> None:
    operation = "responses-output-to-tool-calls"
    response = with_fault(SAMPLES[operation], "/output/1/status", "in_progress")
    for caller, kind in (({"type": "program", "caller_id": "call_0"}, REAL), ({"type": "direct"}, MALFORMED)):
        assert standing_of(operation, with_fault(response, "/output/1/caller", caller)).kind == kind
    assert standing_of(operation, response).kind == MALFORMED


def test_a_boolean_property_is_documented() -> None:
    schema = {"type": "object", "properties": {"city": True}}
    assert standing_of("mcp-tool-to-chat-tool", MCP_TOOL | {"inputSchema": schema}).kind == DOCUMENTED


def test_an_open_output_schema_is_documented() -> None:
    found = standing_of("mcp-tools-to-chat-tools", [MCP_TOOL | {"outputSchema": {"anyOf": [{"type": "string"}]}}])
    assert found.kind == DOCUMENTED
    assert [reason.at for reason in found.reasons] == ["/0/outputSchema"]


@pytest.mark.parametrize("fragment", [MESSAGES[1:2], MESSAGES[2:], MESSAGES[:2], [*MESSAGES[2:], *MESSAGES[:2]]])
def test_a_fragment_of_messages_is_real(fragment: Any) -> None:
    assert standing_of("chat-messages-to-responses-input", fragment).kind == REAL


@pytest.mark.parametrize("fragment", [ITEMS[1:2], ITEMS[2:], ITEMS[:2], [*ITEMS, OTHER_CALL]])
def test_a_fragment_of_items_is_real(fragment: Any) -> None:
    assert standing_of("responses-input-to-chat-messages", fragment).kind == REAL


def test_a_fragment_keeps_the_places_of_its_faults() -> None:
    faulty = [*MESSAGES[2:], {"role": "user", "content": None}]
    found = standing_of("chat-messages-to-responses-input", faulty)
    assert {reason.at for reason in found.reasons} == {"/1/content"}


def test_a_call_unanswered_in_the_middle_is_malformed() -> None:
    assert standing_of("chat-messages-to-responses-input", [*MESSAGES[:2], MESSAGES[0]]).kind == MALFORMED
    assert standing_of("responses-input-to-chat-messages", [*ITEMS[:2], ITEMS[0]]).kind == MALFORMED


@pytest.mark.parametrize(
    "echoed",
    [
        {"annotations": []},
        {"refusal": None, "audio": None, "function_call": None},
        {"tool_calls": None, "content": "Hi"},
        {"tool_calls": [CHAT_CALL | {"index": 0}]},
    ],
)
def test_members_of_an_answer_may_be_sent_back(echoed: Any) -> None:
    assert (
        standing_of("chat-messages-to-responses-input", [{"role": "assistant", "content": "", **echoed}]).kind == REAL
    )


def test_reasoning_may_be_sent_back() -> None:
    reasoning = {"type": "reasoning", "id": "rs_1", "summary": [], "content": None, "status": None}
    assert standing_of("responses-input-to-chat-messages", [reasoning, MESSAGE]).kind == REAL


@pytest.mark.parametrize("operation", SAMPLES)
def test_values_of_any_shape_have_a_standing(operation: str) -> None:
    made = inputs_of(operation)
    values = [*made.wrong_shapes(), *(value for _name, value in made.deep_and_wide()), "\ud800", {"\ud800": 10**400}]
    for value in values:
        found = standing_of(operation, value)
        assert (found.kind == REAL) is not bool(found.reasons)


def test_what_is_declared_without_a_reason_is_not_sent() -> None:
    assert Standing(kind=REAL).is_sent
    assert not Standing(kind=MALFORMED).is_sent
