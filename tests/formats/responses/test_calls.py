"""Calls and results among items as they are written."""

import pytest

from conformance.formats.responses.calls import (
    call_item,
    call_type,
    is_function_call,
    is_function_result,
    payload_member,
    result_item,
    result_type,
)


def test_items_that_are_made_are_a_call_and_a_result_of_a_function() -> None:
    call, result = call_item(call_id="c", name="f"), result_item(call_id="c", output="o")
    assert call == {"type": "function_call", "call_id": "c", "name": "f"}
    assert result == {"type": "function_call_output", "call_id": "c", "output": "o"}
    assert (is_function_call(call), is_function_call(result), is_function_call("function_call")) == (True, False, False)
    assert (is_function_result(result), is_function_result(call), is_function_result(None)) == (True, False, False)


@pytest.mark.parametrize(
    ("call", "result", "written"),
    [
        ("function_call", "function_call_output", "arguments"),
        ("custom_tool_call", "custom_tool_call_output", "input"),
    ],
)
def test_a_type_of_calls_has_one_of_results_and_a_member_that_the_model_writes(
    call: str, result: str, written: str
) -> None:
    assert (result_type(call), call_type(result), payload_member(call)) == (result, call, written)
    assert (result_type(result), call_type(call), payload_member(result)) == (None, None, None)
