"""Parsing whole answers: arguments, choices, and what is no answer."""

import json

import pytest

from conformance.reference import ToolError, chat_response_to_tool_calls, responses_output_to_tool_calls
from conformance.reference.tool_calls import decode_arguments

FAILED = {"status": "failed", "error": {"code": "server_error", "message": "The model failed."}, "output": []}


def item(**fields):
    call = {"id": "fc_1", "type": "function_call", "status": "completed", "call_id": "call_1", "name": "look"}
    return {**call, "arguments": '{"at":"sky"}', **fields}


def parsed(*output, **more):
    return responses_output_to_tool_calls({"output": list(output), **more})


@pytest.mark.parametrize(
    ("text", "arguments", "raw"),
    [
        (None, {}, ""),
        ("", {}, ""),
        (" \n", {}, " \n"),
        ({"a": 1}, {"a": 1}, '{"a": 1}'),
        ('{"a": [1, 1.0, "1"]}', {"a": [1, 1.0, "1"]}, '{"a": [1, 1.0, "1"]}'),
        ('{"a": 1', None, '{"a": 1'),
        ('{"a": NaN}', None, '{"a": NaN}'),
        ('{"a": 1e999}', None, '{"a": 1e999}'),
        ("[1]", None, "[1]"),
        ('"{}"', None, '"{}"'),
        (["a"], None, '["a"]'),
        ("[" * 5000, None, "[" * 5000),
    ],
)
def test_arguments_are_decoded_strictly_and_once(text, arguments, raw):
    assert decode_arguments(text) == (arguments, raw)


def test_the_text_of_arguments_is_kept_in_their_place():
    function = {"name": "look", "arguments": ' {"a": 1}'}
    message = {"tool_calls": [{"id": "call_1", "type": "function", "function": function}]}
    (found,) = chat_response_to_tool_calls({"choices": [{"message": message}]}, arguments="text")["tool_calls"]
    assert found["arguments_raw"] == ' {"a": 1}' and "arguments" not in found
    with pytest.raises(ValueError, match="legal answers"):
        chat_response_to_tool_calls({"choices": [{"message": message}]}, arguments="both")


def test_a_failed_response_is_reported_or_raised():
    result = responses_output_to_tool_calls(FAILED)
    assert (result["finish_reason"], result["error"], result["tool_calls"]) == ("failed", FAILED["error"], [])
    usage = {"input_tokens": 36, "output_tokens": 87, "total_tokens": 123}
    assert responses_output_to_tool_calls(FAILED | {"usage": usage})["usage"] == usage
    with pytest.raises(ToolError, match="server_error: The model failed"):
        responses_output_to_tool_calls(FAILED, failed_response="raise")
    with pytest.raises(ValueError, match="'report', 'raise'"):
        responses_output_to_tool_calls(FAILED, failed_response="ignore")


@pytest.mark.parametrize("value", [None, [], "text", {}, {"output": None}])
def test_what_is_no_response_is_refused(value):
    with pytest.raises(ToolError, match="response"):
        responses_output_to_tool_calls(value)


@pytest.mark.parametrize("value", [None, {}, {"choices": []}, {"choices": [{"message": None}]}])
def test_what_is_no_chat_response_is_refused(value):
    with pytest.raises(ToolError, match="message"):
        chat_response_to_tool_calls(value)


def test_what_is_no_item_or_no_function_call_is_left_out_and_logged(caplog):
    assert len(parsed(None, item(), "text")["tool_calls"]) == 1
    custom = {"id": "call_c", "type": "custom", "custom": {"name": "sql", "input": "SELECT 1"}}
    assert chat_response_to_tool_calls({"choices": [{"message": {"tool_calls": [custom]}}]})["tool_calls"] == []
    assert [json.loads(json.dumps(record.message)) for record in caplog.records] == [
        "output[0] is null, not an object; left out",
        "output[2] is a string, not an object; left out",
        "tool_calls[0] is no function call; left out",
    ]
