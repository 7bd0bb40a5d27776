"""What a Responses input holds."""

from __future__ import annotations

from conformance.formats.facts import CALL, IMAGE, OTHER, RESULT, TEXT
from conformance.formats.responses.facts import read_items
from conformance.formats.responses.items import is_hollow, read_output, write_call, write_part, write_result
from tests.rules.checks.letters.responses_input.samples import assistant, call, output, user


def test_items_are_read_from_a_list_and_from_an_object() -> None:
    items = [user("a"), call("x"), output("x")]
    for given, base in ((items, ()), ({"input": items, "instructions": "I"}, ("input",))):
        found = read_output(given)
        assert found is not None and found.base == base and found.messages == (0,)
        assert [fact.kind for fact in found.found] == [TEXT, CALL, RESULT]
    assert read_output("text") is None and read_output({"input": "text"}) is None


def test_media_of_a_result_are_found_inside_it() -> None:
    image = {"type": "input_image", "image_url": "u"}
    found = read_output([output("x", [{"type": "input_text", "text": "a"}, image])])
    assert found is not None
    assert [(fact.kind, fact.inside) for fact in found.found] == [(RESULT, False), (IMAGE, True)]


def test_custom_calls_have_no_place_here() -> None:
    found = read_output([{"type": "custom_tool_call", "call_id": "c", "name": "f", "input": "x"}])
    assert found is not None and [fact.kind for fact in found.found] == [OTHER]
    answers = [{"type": "custom_tool_call_output", "call_id": id_, "output": "ok"} for id_ in ("c", "d", {"c": 1})]
    found = read_output(answers, frozenset("c"))
    assert found is not None and [fact.kind for fact in found.found] == [RESULT, OTHER, OTHER]


def test_a_message_of_empty_texts_is_hollow() -> None:
    assert is_hollow(assistant("")) and is_hollow({"role": "assistant", "content": None})
    assert not is_hollow(assistant("a"))


def test_a_message_or_a_call_in_its_chat_form_is_seen() -> None:
    for left in ({"role": "tool", "content": "a"}, {"role": "assistant", "tool_calls": [{"id": "x"}]}):
        found = read_output([user("a"), left])
        assert found is not None and found.has_chat_messages
    found = read_output([user("a"), call("x")])
    assert found is not None and not found.has_chat_messages


def test_what_is_read_of_items_and_parts_is_written_again() -> None:
    items = [call("x"), output("x", "ok")]
    found = [fact for fact in read_items(items) if not fact.inside]
    for fact, item in zip(found, items, strict=True):
        assert (write_call(fact) if fact.kind == CALL else write_result(fact, fact.payload)) == item
    parts = [
        {"type": "input_text", "text": "a"},
        {"type": "input_image", "image_url": "u", "detail": "low"},
        {"type": "input_file", "file_id": "f"},
        {"type": "tool_result", "tool_use_id": "x", "content": "ok"},
        {"type": "input_video", "url": "v"},
    ]
    assert [write_part(fact) for fact in read_items([user(*parts)])] == parts
