"""The converter of Responses output: what is left out, and what is no output."""

import logging

import pytest

from conformance.reference import OutputError, responses_output_to_chat_message

CALL = {"id": "fc_456", "type": "function_call", "name": "get_weather", "arguments": '{"location":"NYC"}'}
CALL |= {"call_id": "call_123", "status": "completed"}
SENT = {"id": "call_123", "type": "function", "function": {"name": "get_weather", "arguments": '{"location":"NYC"}'}}


def message(*parts):
    return {"type": "message", "role": "assistant", "content": list(parts)}


def text(value):
    return {"type": "output_text", "text": value}


def refusal(value):
    return {"type": "refusal", "refusal": value}


def left_out(caplog, output):
    """The result, and what was logged about it."""
    with caplog.at_level(logging.WARNING, "conformance.reference"):
        return responses_output_to_chat_message(output), caplog.messages


@pytest.mark.parametrize(
    ("item", "reported"),
    [
        (None, "output[1]: it is null; left out"),
        ({}, "output[1]: its type is missing; left out"),
        ({"type": "web_search_call"}, "output[1]: a Chat message has no place for 'web_search_call'; left out"),
        ({"type": "message", "content": "a"}, "output[1]: content is a string, not a list; left out"),
        (message(text(None)), "output[1].content[0].text is missing; left out"),
        (message({"type": "image"}), "output[1].content[0]: a Chat message has no place for 'image'; left out"),
        (CALL | {"arguments": {}}, "output[1].arguments is an object, not a string; left out"),
    ],
)
def test_what_cannot_be_said_is_logged_and_its_neighbours_arrive(caplog, item, reported):
    expected = {"role": "assistant", "content": "ab", "tool_calls": [SENT]}
    assert left_out(caplog, [message(text("a")), item, CALL, message(text("b"))]) == (expected, [reported])


def test_reasoning_is_left_out_in_silence(caplog):
    output = [{"type": "reasoning", "summary": [{"type": "summary_text", "text": "Hm."}]}, message(text("a"))]
    assert left_out(caplog, output) == ({"role": "assistant", "content": "a"}, [])


@pytest.mark.parametrize(
    ("output", "reported"),
    [
        (None, "output is null, not a list of output items"),
        ("text", "output is a string, not a list of output items"),
        ({}, "response.output is null, not a list of output items"),
        ({"output": {}}, "response.output is an object, not a list of output items"),
    ],
)
def test_what_holds_no_items_is_an_error(output, reported):
    with pytest.raises(OutputError, match=f"^{reported}$"):
        responses_output_to_chat_message(output)
