"""What a schema refuses is reported by the branch that was meant, in the API's words."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from conformance.apis.oracles import refusals_of
from conformance.apis.oracles.explain import Undecided, complaints
from conformance.apis.oracles.pinned import form_validator, validator_of
from tests.apis.oracles.requests import USER, chat, flat, nested, responses

_CALL = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}
CALLING = {"role": "assistant", "tool_calls": [_CALL]}


@pytest.mark.parametrize(
    ("kind", "value", "reported"),
    [
        ("chat-request", None, ["We could not parse the JSON body of your request."]),
        ("chat-request", {"messages": [USER]}, ["Missing required parameter: 'model'."]),
        (
            "chat-request",
            chat({"role": "user", "content": {"text": "hi"}}),
            [
                "Invalid type for 'messages[0].content': expected one of a string or array of objects, but got an "
                "object instead."
            ],
        ),
        (
            "chat-request",
            chat({"role": "user", "content": ["hi"]}),
            ["Invalid type for 'messages[0].content[0]': expected an object, but got a string instead."],
        ),
        (
            "chat-request",
            chat(USER, CALLING, {"role": "tool", "tool_call_id": "c", "content": [{"type": "file", "file": {}}]}),
            ["Invalid value: 'file'. Supported values are: 'text'."],
        ),
        (
            "chat-request",
            chat({"role": "model", "content": "hi"}),
            [
                "Invalid value: 'model'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and "
                "'developer'."
            ],
        ),
        (
            "chat-request",
            chat(tools=[flat()]),
            [
                "Missing required parameter: 'tools[0].function'.",
                "Unknown parameter: 'tools[0].parameters'.",
            ],
        ),
        (
            "chat-request",
            chat(tools=[nested()], tool_choice="any"),
            ["Invalid value: 'any'. Supported values are: 'none', 'auto', and 'required'."],
        ),
        (
            "chat-request",
            chat(tools=[nested()], tool_choice={"type": "function", "name": "look"}),
            ["Missing required parameter: 'tool_choice.function'.", "Unknown parameter: 'tool_choice.name'."],
        ),
        (
            "responses-request",
            responses(tools=[flat()], tool_choice={"type": "function", "function": {"name": "look"}}),
            ["Missing required parameter: 'tool_choice.name'.", "Unknown parameter: 'tool_choice.function'."],
        ),
        (
            "responses-request",
            responses({"type": "function_call", "call_id": 4, "name": "look", "arguments": {}}),
            [
                "Invalid type for 'input[0].call_id': expected a string, but got an integer instead.",
                "Invalid type for 'input[0].arguments': expected a string, but got an object instead.",
            ],
        ),
        (
            "responses-request",
            responses(stream="yes", temperature="hot"),
            [
                "Invalid type for 'stream': expected a boolean, but got a string instead.",
                "Invalid type for 'temperature': expected a decimal, but got a string instead.",
            ],
        ),
        (
            "anthropic-tool",
            {"type": "web_search_20250305", "name": "web_search", "max_uses": "3", "extra": 1},
            [
                "tools.0.web_search_20250305.max_uses: Input should be a valid integer",
                "tools.0.web_search_20250305.extra: Extra inputs are not permitted",
            ],
        ),
        (
            "google-tool",
            {"name": "look", "parameters": {"properties": {"a": {"type": ["STRING", "NULL"]}, "b": {"$ref": "#"}}}},
            [
                'Invalid JSON payload received. Unknown name "type" at \'tools[0].function_declarations[0].parameters'
                ".properties[0].value': Proto field is not repeating, cannot start list.",
                'Invalid JSON payload received. Unknown name "$ref" at \'tools[0].function_declarations[0].parameters'
                ".properties[1].value': Cannot find field.",
                "* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties: only allowed for "
                "OBJECT type",
            ],
        ),
        ("mcp-tool", {"name": "a", "inputSchema": {"properties": {}}}, ["'tools[0].inputSchema.type' is missing."]),
        ("chat-response", {}, [f"'{key}' is missing." for key in ("id", "choices", "created", "model", "object")]),
    ],
    ids=[
        "no object",
        "no model",
        "content an object",
        "part a text",
        "part of the wrong role",
        "unknown role",
        "flat tool in Chat",
        "unknown word",
        "flat choice in Chat",
        "nested choice in Responses",
        "wrong types",
        "wrong types at the top",
        "anthropic's own kind",
        "google",
        "mcp",
        "an answer",
    ],
)
def test_a_refusal_shows_each_mistake_once(kind: str, value: Any, reported: list[str]) -> None:
    found = [refusal.message.split(" (HINT")[0] for refusal in refusals_of(kind, value)]
    assert found == reported


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("chat-request", chat({"role": "model", "content": "hi"})),
        ("chat-request", {**chat({"role": "model"}), "stream": True}),
        ("chat-request", {**chat(), "stream": "yes"}),
        ("chat-request", []),
        ("responses-request", responses({"role": "user", "content": [{"type": "text"}]})),
        ("responses-request", {**responses({"type": "function_call"}), "stream": None}),
        ("responses-request", responses({"type": "function", "id": "call_1"})),
        ("responses-request", responses({"type": "function", "role": "user"})),
        ("responses-event", {"type": "response.output_item.added", "item": {"type": "message"}}),
        ("responses-event", {"type": "no.such.event"}),
        ("responses-event", {"type": 5}),
        ("responses-event", {}),
    ],
)
def test_the_form_that_was_meant_explains_what_the_whole_union_does(kind: str, value: Any) -> None:
    found = complaints(form_validator(kind, value).iter_errors(value))
    assert found == complaints(validator_of(kind).iter_errors(value)) != []
    with suppress(Undecided):
        assert complaints(form_validator(kind, value, tagged=True).iter_errors(value)) == found


def test_the_branches_that_a_tag_names_explain_what_all_do() -> None:
    value = responses(
        {"type": "function_call", "call_id": "c", "name": "f", "arguments": {}},
        {"role": "user", "content": [{"type": "input_text"}, {"type": "input_image", "detail": "all"}]},
    )
    found = complaints(form_validator("responses-request", value, tagged=True).iter_errors(value))
    assert found == complaints(form_validator("responses-request", value).iter_errors(value)) != []


def test_the_branches_of_a_tag_do_not_explain_a_value_that_means_none_of_them() -> None:
    value = responses({"type": "message", "role": "model", "content": "hi"})
    with pytest.raises(Undecided):
        complaints(form_validator("responses-request", value, tagged=True).iter_errors(value))
