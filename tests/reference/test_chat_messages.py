"""responses-input-to-chat-messages: what is left out, and what is no input."""

import pytest

from conformance.reference import ItemError, responses_input_to_chat_messages


def output(call_id="call_1", output="found"):
    return {"type": "function_call_output", "call_id": call_id, "output": output}


def text(words, kind="output_text"):
    return {"type": kind, "text": words}


HELLO = {"role": "user", "content": "Hello"}


LEFT_OUT = [
    None,
    "text",
    {},
    {"type": "web_search_call", "id": "ws_1"},
    {"type": "function_call", "name": "search", "arguments": "{}"},
    output("nobody"),
    output("call_1", None),
    {"role": "tool", "content": "a"},
    {"role": "user", "content": None},
]


@pytest.mark.parametrize("item", LEFT_OUT, ids=repr)
def test_what_has_no_twin_is_left_out_and_logged(item, caplog):
    assert responses_input_to_chat_messages([HELLO, item]) == [HELLO]
    assert caplog.messages[0].startswith("input[1]: ")


def test_reasoning_is_left_out_in_silence(caplog):
    assert responses_input_to_chat_messages([{"type": "reasoning"}, HELLO]) == [HELLO]
    assert not caplog.records


def test_an_unknown_type_follows_the_choice():
    items = [HELLO, {"type": "hologram"}]
    assert responses_input_to_chat_messages(items) == [HELLO]
    with pytest.raises(ItemError, match=r"^input\[1\]: no item is known of type 'hologram'$"):
        responses_input_to_chat_messages(items, unknown_items="refuse")
    known = [HELLO, {"type": "web_search_call"}, {"type": "reasoning"}, None]
    assert responses_input_to_chat_messages(known, unknown_items="refuse") == [HELLO]
    with pytest.raises(ValueError, match="unknown_items is 'drop'"):
        responses_input_to_chat_messages(items, unknown_items="drop")


@pytest.mark.parametrize("given", [None, 7, {}, {"input": None}, {"items": []}], ids=repr)
def test_another_shape_is_an_error(given):
    with pytest.raises(ItemError, match="input"):
        responses_input_to_chat_messages(given)
