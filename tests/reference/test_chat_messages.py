"""responses-input-to-chat-messages: turns and results, parts, instructions, and what is left out."""

import copy

import pytest

from conformance.reference import ItemError, responses_input_to_chat_messages


def call(call_id="call_1", name="search", arguments="{}", **fields):
    return {"type": "function_call", "call_id": call_id, "name": name, "arguments": arguments, **fields}


def output(call_id="call_1", output="found"):
    return {"type": "function_call_output", "call_id": call_id, "output": output}


def called(*ids, content=None, **fields):
    function = {"name": "search", "arguments": "{}"}
    calls = [{"id": id_, "type": "function", "function": function} for id_ in ids]
    return {"role": "assistant", "content": content, "tool_calls": calls, **fields}


def answered(call_id="call_1", content="found"):
    return {"role": "tool", "tool_call_id": call_id, "content": content}


def said(*parts, role="assistant"):
    return {"type": "message", "role": role, "content": list(parts)}


def text(words, kind="output_text"):
    return {"type": kind, "text": words}


HELLO = {"role": "user", "content": "Hello"}


def test_a_turn_is_one_message_and_its_results_follow():
    items = [HELLO, said(text("Let me look.")), call("a"), call("b"), output("b", "B"), output("a", "A")]
    expected = [HELLO, called("a", "b", content="Let me look."), answered("b", "B"), answered("a", "A")]
    assert responses_input_to_chat_messages(items) == expected


def test_what_is_between_a_call_and_its_output_goes_behind_it():
    items = [call(), HELLO, output()]
    assert responses_input_to_chat_messages(items) == [called("call_1"), answered(), HELLO]


def test_a_result_ends_a_turn():
    items = [call("a"), output("a"), said(text("Again.")), call("b"), output("b")]
    expected = [called("a"), answered("a"), called("b", content="Again."), answered("b")]
    assert responses_input_to_chat_messages(items) == expected


def test_an_id_belongs_to_the_call_before_it():
    items = [call(), output(output="1"), call(), output(output="2")]
    expected = [called("call_1"), answered(content="1"), called("call_1"), answered(content="2")]
    assert responses_input_to_chat_messages(items) == expected


def test_messages_of_the_assistant_stay_apart_until_a_call():
    items = [said(text("One.")), said(text("Two.")), call(), output()]
    expected = [{"role": "assistant", "content": "One."}, called("call_1", content="Two."), answered()]
    assert responses_input_to_chat_messages(items) == expected


@pytest.mark.parametrize(
    ("arguments", "written"), [('{"a" :1}', '{"a" :1}'), ("", ""), (None, "{}"), ({"ä": 1}, '{"ä": 1}')]
)
def test_arguments_are_the_string_they_are(arguments, written):
    (message, _result) = responses_input_to_chat_messages([call(arguments=arguments), output()])
    assert message["tool_calls"][0]["function"]["arguments"] == written


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("Hello", "Hello"),
        ("", ""),
        ([], ""),
        ([text("Hello", "input_text")], "Hello"),
        ([text("a", "input_text"), text("b", "input_text")], [{"type": "text", "text": t} for t in "ab"]),
        ([{"type": "input_image", "image_url": "u"}], [{"type": "image_url", "image_url": {"url": "u"}}]),
        (
            [{"type": "input_image", "image_url": "u", "detail": "low"}],
            [{"type": "image_url", "image_url": {"url": "u", "detail": "low"}}],
        ),
        ([{"type": "input_image", "file_id": "file-1"}], "[image: file-1]"),
        ([{"type": "input_file", "file_id": "file-1"}], [{"type": "file", "file": {"file_id": "file-1"}}]),
        ([{"type": "input_file", "file_url": "https://example.org/a"}], "[file: https://example.org/a]"),
        (
            [{"type": "input_audio", "input_audio": {"data": "a", "format": "wav"}}],
            [{"type": "input_audio", "input_audio": {"data": "a", "format": "wav"}}],
        ),
        ([{"type": "hologram"}, None], ""),
    ],
    ids=repr,
)
def test_contents_of_the_user(content, expected):
    given = [{"role": "user", "content": content}]
    assert responses_input_to_chat_messages(given) == [{"role": "user", "content": expected}]


def test_a_refusal_is_a_part_alone_and_a_field_beside_text_or_calls():
    refusal = {"type": "refusal", "refusal": "No."}
    assert responses_input_to_chat_messages([said(refusal)]) == [{"role": "assistant", "content": [refusal]}]
    beside = {"role": "assistant", "content": "Half.", "refusal": "No."}
    assert responses_input_to_chat_messages([said(text("Half."), refusal)]) == [beside]
    assert responses_input_to_chat_messages([said(refusal), call(), output()])[0] == called("call_1", refusal="No.")


def test_parts_of_an_output_that_are_no_text_follow_all_results():
    image = {"type": "input_image", "image_url": "u"}
    items = [call("a"), call("b"), output("a", [text("A", "input_text"), image]), output("b", "B")]
    note = "A\n[1 attached: image or file, in the next user message]"
    moved = [text("Attached by the tool call a:", "text"), {"type": "image_url", "image_url": {"url": "u"}}]
    expected = [called("a", "b"), answered("a", note), answered("b", "B"), {"role": "user", "content": moved}]
    assert responses_input_to_chat_messages(items) == expected


def test_instructions_lead_and_other_roles_stay():
    items = [{"role": "developer", "content": "Be kind."}, HELLO, {"role": "system", "content": "Be brief."}]
    given = {"instructions": "Be.", "input": items}
    assert responses_input_to_chat_messages(given) == [{"role": "system", "content": "Be."}, *items]
    assert responses_input_to_chat_messages({"instructions": None, "input": "Hello"}) == [HELLO]
    assert responses_input_to_chat_messages("Hello") == [HELLO]


def test_a_custom_call_is_a_custom_call():
    custom = {"type": "custom_tool_call", "call_id": "c", "name": "run", "input": "1 + 1"}
    result = {"type": "custom_tool_call_output", "call_id": "c", "output": "2"}
    tool_call = {"id": "c", "type": "custom", "custom": {"name": "run", "input": "1 + 1"}}
    expected = [{"role": "assistant", "content": None, "tool_calls": [tool_call]}, answered("c", "2")]
    assert responses_input_to_chat_messages([custom, result]) == expected


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


def test_the_input_stays_as_it_is_and_shares_nothing():
    audio = {"type": "input_audio", "input_audio": {"data": "a", "format": "wav"}}
    given = [said(audio, text("a"), role="user"), said(text("b")), call(), output(output=[text("c"), audio])]
    before = copy.deepcopy(given)
    first = responses_input_to_chat_messages(given)
    first[0]["content"][0]["input_audio"]["data"] = "b"
    first[1]["tool_calls"].clear()
    assert given == before
    assert responses_input_to_chat_messages(given) != first


def test_breakpoints_of_the_cache_stay():
    mark = {"prompt_cache_breakpoint": {"mode": "explicit"}}
    (element,) = responses_input_to_chat_messages([said(text("Read.", "input_text") | mark, role="user")])
    assert element == {"role": "user", "content": [{"type": "text", "text": "Read.", **mark}]}
    image = {"type": "input_image", "image_url": "https://a.b/c.png", **mark}
    file = {"type": "input_file", "file_id": "file-1", **mark}
    (element,) = responses_input_to_chat_messages([said(image, file, role="user")])
    assert element["content"] == [
        {"type": "image_url", "image_url": {"url": "https://a.b/c.png"}, **mark},
        {"type": "file", "file": {"file_id": "file-1"}, **mark},
    ]
