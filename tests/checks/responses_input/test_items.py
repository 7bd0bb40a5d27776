"""What a Responses input holds."""

from __future__ import annotations

from conformance.checks.responses_input.items import is_hollow, read_output
from conformance.formats.facts import CALL, IMAGE, OTHER, RESULT, TEXT
from tests.checks.responses_input.samples import assistant, call, output, user


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


def test_a_message_of_empty_texts_is_hollow() -> None:
    assert is_hollow(assistant("")) and is_hollow({"role": "assistant", "content": None})
    assert not is_hollow(assistant("a"))
