"""Items of the Responses API as facts."""

from __future__ import annotations

from typing import Any

from conformance.formats.facts import CALL, FILE, OTHER, RESULT, TEXT
from conformance.formats.responses.facts import is_message, items_of, read_items, reasoning_of

CALLED = {"type": "function_call", "call_id": "call_1", "name": "f", "arguments": "{}"}


def test_items_have_their_kinds_and_places() -> None:
    items: list[Any] = [
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "a"}]},
        {"role": "user", "content": "b"},
        CALLED,
        {"type": "custom_tool_call", "call_id": "call_2", "name": "g", "input": "x"},
        {"type": "function_call_output", "call_id": "call_1", "output": [{"type": "input_file", "file_id": "file_1"}]},
        {"type": "reasoning", "summary": []},
    ]
    assert [(fact.kind, fact.at, fact.type) for fact in read_items(items, ("input",))] == [
        (TEXT, ("input", 0, "content", 0), "input_text"),
        (TEXT, ("input", 1, "content"), None),
        (CALL, ("input", 2), "function_call"),
        (CALL, ("input", 3), "custom_tool_call"),
        (RESULT, ("input", 4), "function_call_output"),
        (FILE, ("input", 4, "output", 0), "input_file"),
        (OTHER, ("input", 5), "reasoning"),
    ]
    assert all(fact.is_whole for fact in read_items(items))


def test_items_without_what_their_type_requires_are_not_whole() -> None:
    for item in (None, 1, {}, {"type": ""}, CALLED | {"call_id": ""}, CALLED | {"arguments": {}}):
        (fact,) = read_items([item])
        assert not fact.is_whole
    (result,) = read_items([{"type": "function_call_output", "call_id": "call_1"}])
    assert not result.is_whole


def test_a_message_has_its_type_or_a_role_and_no_type() -> None:
    assert is_message({"type": "message"}) and is_message({"role": "user"})
    assert not is_message({"type": "function_call", "role": "user"}) and not is_message("message")


def test_items_stand_alone_or_in_an_object() -> None:
    assert items_of([CALLED], "input") == ([CALLED], ())
    assert items_of({"input": [CALLED]}, "input") == ([CALLED], ("input",))


def test_the_texts_of_reasoning() -> None:
    item = {"type": "reasoning", "summary": [{"type": "summary_text", "text": "a"}], "encrypted_content": "b"}
    assert list(reasoning_of(item)) == ["b", "a"]
