"""The converter of Responses output: S4's example, joined texts, nothing to say, and what is left out."""

import json
import logging

import pytest

from conformance.reference import OutputError, responses_output_to_chat_message

PLACEHOLDER = "[No response generated]"
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


def test_the_document_s_call_has_the_call_s_id_and_no_content():
    expected = {"role": "assistant", "content": None, "tool_calls": [SENT]}
    assert responses_output_to_chat_message([CALL]) == expected
    assert responses_output_to_chat_message({"object": "response", "output": [CALL]}) == expected


@pytest.mark.parametrize(
    ("answer", "joined"), [("nothing", "abc"), ("newline", "a\nb\nc"), ("blank-line", "a\n\nb\n\nc")]
)
def test_all_texts_arrive_joined(answer, joined):
    output = [message(text("a"), text("b")), {"type": "reasoning", "summary": []}, message(text(""), text("c"))]
    assert responses_output_to_chat_message(output, text_join=answer) == {"role": "assistant", "content": joined}


@pytest.mark.parametrize("output", [[], [message()], [{"type": "message"}], [{"type": "reasoning", "summary": []}]])
def test_nothing_is_the_placeholder_or_null(output):
    assert responses_output_to_chat_message(output)["content"] is None
    assert responses_output_to_chat_message(output, empty_output="placeholder")["content"] == PLACEHOLDER


def test_an_empty_text_is_not_nothing():
    assert responses_output_to_chat_message([message(text(""))]) == {"role": "assistant", "content": ""}


def test_a_refusal_is_in_its_own_field():
    alone = responses_output_to_chat_message([message(refusal("No."))])
    assert alone == {"role": "assistant", "content": None, "refusal": "No."}
    pair = responses_output_to_chat_message(
        [message(text("Yes, but"), refusal("no."), refusal("No."))], text_join="newline"
    )
    assert pair == {"role": "assistant", "content": "Yes, but", "refusal": "no.\nNo."}


def test_inline_and_custom_calls_stand_in_their_place():
    inline = {"type": "tool_use", "id": "toolu_1", "name": "save", "input": {"größe": [1, 1.0, 2**53 + 1, None]}}
    custom = {"type": "custom_tool_call", "call_id": "call_9", "name": "run_sql", "input": "select 1"}
    calls = responses_output_to_chat_message([custom, message(inline), CALL])["tool_calls"]
    assert calls == [
        {"id": "call_9", "type": "custom", "custom": {"name": "run_sql", "input": "select 1"}},
        {
            "id": "toolu_1",
            "type": "function",
            "function": {"name": "save", "arguments": '{"größe":[1,1.0,9007199254740993,null]}'},
        },
        SENT,
    ]


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


@pytest.mark.parametrize("choice", [{"text_join": "space"}, {"empty_output": "none"}])
def test_an_unknown_answer_is_an_error(choice):
    with pytest.raises(ValueError, match="the legal answers are"):
        responses_output_to_chat_message([], **choice)


def test_the_input_stays_as_it_was():
    output = [message(text("a"), {"type": "tool_use", "id": "t", "name": "n", "input": {"a": []}}), CALL]
    before = json.dumps(output)
    responses_output_to_chat_message(output)
    assert json.dumps(output) == before
