"""One request for each answer that the APIs were seen to give: message, place and code."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from conformance.apis.oracles import ApiRefusal, accepts, refusals_of
from tests.apis.oracles.requests import (
    ANSWER,
    CALL,
    CALLING,
    OBJECT,
    OUTPUT,
    USER,
    USER_ITEM,
    chat,
    closed,
    flat,
    nested,
    responses,
)

PARAMETERS = "invalid_function_parameters"


class Row(NamedTuple):
    """A request, and how the API answers it."""

    name: str
    kind: str
    request: dict[str, Any]
    message: str
    param: str | None
    code: str | None


PATTERN = "string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'."


def in_schema(function: str, reported: str) -> str:
    return f"Invalid schema for function '{function}': {reported}"


ROWS = [
    Row(
        "nested tool in Responses",
        "responses-request",
        responses(tools=[flat("a"), flat("b"), flat("c"), flat("d"), nested("e")]),
        "Missing required parameter: 'tools[4].name'.",
        "tools[4].name",
        "missing_required_parameter",
    ),
    Row(
        "tool without type",
        "responses-request",
        responses(tools=[{"name": "look", "parameters": OBJECT}]),
        "Missing required parameter: 'tools[0].type'.",
        "tools[0].type",
        "missing_required_parameter",
    ),
    Row(
        "name with a dot",
        "chat-request",
        chat(tools=[nested("files.read")]),
        f"Invalid 'tools[0].function.name': {PATTERN}",
        "tools[0].function.name",
        "invalid_value",
    ),
    Row(
        "long name",
        "chat-request",
        chat(tools=[*(nested(f"tool_{number}") for number in range(43)), nested("n" * 71)]),
        "Invalid 'tools[43].function.name': string too long. Expected a string with maximum length 64, but got a string"
        " with length 71 instead.",
        "tools[43].function.name",
        "string_above_max_length",
    ),
    Row(
        "strict: open object within",
        "responses-request",
        responses(
            tools=[
                flat("a"),
                flat("b"),
                flat("json_edit_tool", closed(["value"], value={"type": "object", "properties": {}}), strict=True),
            ]
        ),
        in_schema(
            "json_edit_tool",
            "In context=('properties', 'value'), 'additionalProperties' is required to be supplied and to be false.",
        ),
        "tools[2].parameters",
        PARAMETERS,
    ),
    Row(
        "strict: optional property",
        "responses-request",
        responses(tools=[flat("a"), flat("look", closed([], params={"type": "string"}), strict=True)]),
        in_schema(
            "look",
            "In context=(), 'required' is required to be supplied and to be an array including every key in properties."
            " Missing 'params'.",
        ),
        "tools[1].parameters",
        PARAMETERS,
    ),
    Row(
        "strict: allOf",
        "responses-request",
        responses(
            tools=[
                flat(
                    "look",
                    closed(
                        ["data"],
                        data={"allOf": [{"type": "string"}]},
                    ),
                    strict=True,
                )
            ]
        ),
        in_schema("look", "In context=('properties', 'data'), 'allOf' is not permitted."),
        "tools[0].parameters",
        PARAMETERS,
    ),
    Row(
        "strict: format uri",
        "responses-request",
        responses(tools=[flat("look", closed(["url"], url={"type": "string", "format": "uri"}), strict=True)]),
        in_schema("look", "In context=('properties', 'url'), 'uri' is not a valid format."),
        "tools[0].parameters",
        PARAMETERS,
    ),
    Row(
        "union at the root",
        "responses-request",
        responses(tools=[*(flat(name) for name in "abcd"), flat("look", {**OBJECT, "oneOf": [{"required": ["a"]}]})]),
        in_schema(
            "look",
            "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.",
        ),
        "tools[4].parameters",
        PARAMETERS,
    ),
    Row(
        "object without properties",
        "chat-request",
        chat(tools=[nested("get_me", {"type": "object"})]),
        in_schema("get_me", "In context=(), object schema missing properties."),
        "tools[0].function.parameters",
        PARAMETERS,
    ),
    Row(
        "array without items",
        "chat-request",
        chat(
            tools=[
                *(nested(name) for name in "abcd"),
                nested("look", {"type": "object", "properties": {"configs": {"type": "array"}}}),
            ]
        ),
        in_schema("look", "In context=('properties', 'configs'), array schema missing items."),
        "tools[4].function.parameters",
        PARAMETERS,
    ),
    Row(
        "too many tools",
        "chat-request",
        chat(tools=[nested(f"tool_{number}") for number in range(325)]),
        "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 325"
        " instead.",
        "tools",
        "array_above_max_length",
    ),
    Row(
        "input part of an assistant",
        "responses-request",
        responses(
            USER_ITEM,
            USER_ITEM,
            USER_ITEM,
            {"type": "message", "role": "assistant", "content": [{"type": "input_text", "text": "hi"}]},
        ),
        "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
        "input[3].content[0]",
        "invalid_value",
    ),
    Row(
        "role tool in Responses",
        "responses-request",
        responses({"role": "tool", "tool_call_id": "call_1", "content": "fine"}),
        "Invalid value: 'tool'. Supported values are: 'assistant', 'system', 'developer', and 'user'.",
        "input[0].role",
        "invalid_value",
    ),
    Row(
        "call without output",
        "responses-request",
        responses(USER_ITEM, CALL),
        "No tool output found for function call call_1.",
        "input",
        None,
    ),
    Row(
        "output without call",
        "responses-request",
        responses(USER_ITEM, OUTPUT),
        "No tool call found for function call output with call_id call_1.",
        "input",
        None,
    ),
    Row(
        "tool message without call",
        "chat-request",
        chat(USER, {"role": "assistant", "content": "well"}, USER, ANSWER),
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        "messages.[3].role",
        None,
    ),
    Row(
        "call without tool message",
        "chat-request",
        chat(USER, USER, CALLING, USER),
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."
        " The following tool_call_ids did not have response messages: call_1",
        "messages.[3].role",
        None,
    ),
    Row(
        "null content",
        "chat-request",
        chat({"role": "user", "content": None}),
        "Invalid value for 'content': expected a string, got null.",
        "messages.[0].content",
        None,
    ),
    Row(
        "no calls in tool_calls",
        "chat-request",
        chat(USER, USER, {"role": "assistant", "content": "well", "tool_calls": []}),
        "Invalid 'messages[2].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array"
        " instead.",
        "messages[2].tool_calls",
        "empty_array",
    ),
    Row(
        "long call_id",
        "responses-request",
        responses(*(USER_ITEM for _ in range(149)), {**CALL, "call_id": "c" * 86}, {**OUTPUT, "call_id": "c" * 86}),
        "Invalid 'input[149].call_id': string too long. Expected a string with maximum length 64, but got a string with"
        " length 86 instead.",
        "input[149].call_id",
        "string_above_max_length",
    ),
    Row(
        "status where there is none",
        "responses-request",
        responses(
            USER_ITEM,
            {"type": "custom_tool_call", "call_id": "c", "name": "n", "input": ""},
            {"type": "custom_tool_call_output", "call_id": "c", "output": "", "status": "completed"},
        ),
        "Unknown parameter: 'input[2].status'.",
        "input[2].status",
        "unknown_parameter",
    ),
    Row(
        "part without type",
        "chat-request",
        chat(USER, {"role": "user", "content": [{"text": "hi"}]}),
        "Missing required parameter: 'messages[1].content[0].type'.",
        "messages[1].content[0].type",
        "missing_required_parameter",
    ),
    Row(
        "reasoning on its own",
        "responses-request",
        responses(USER_ITEM, {"type": "reasoning", "id": "rs_1", "summary": []}),
        "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
        "input",
        None,
    ),
    Row(
        "stop for a reasoning model",
        "chat-request",
        chat(stop=["."]) | {"model": "o3"},
        "Unsupported parameter: 'stop' is not supported with this model.",
        "stop",
        "unsupported_parameter",
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_the_answer_is_the_apis_own(row: Row) -> None:
    found = refusals_of(row.kind, row.request)
    assert [(finding.message, finding.param, finding.code) for finding in found[:1]] == [
        (row.message, row.param, row.code)
    ]
    assert found[0].body() == {
        "error": {
            "message": row.message,
            "type": "invalid_request_error",
            "param": row.param,
            "code": row.code,
        }
    }
    assert not accepts(row.kind, row.request)


def test_a_refusal_of_one_mistake_names_that_mistake_alone() -> None:
    lone = [row for row in ROWS if row.name not in ("nested tool in Responses", "role tool in Responses")]
    assert {row.name: len(refusals_of(row.kind, row.request)) for row in lone} == {
        # The call_id is too long in both items.
        row.name: 2 if row.name == "long call_id" else 1
        for row in lone
    }


def test_a_refusal_points_into_the_value() -> None:
    row = next(row for row in ROWS if row.name == "strict: open object within")
    (found,) = refusals_of(row.kind, row.request)
    assert found == ApiRefusal(
        message=row.message,
        param="tools[2].parameters",
        code=PARAMETERS,
        rule="strict-closed",
        at="/tools/2/parameters/properties/value",
    )
