"""Contents of messages and items, in the form of either API."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.formats.chat.messages import read_tool_message
from conformance.formats.content import read_content
from conformance.formats.model.conversation import Media, ModelRefusal, Text
from conformance.formats.model.fact import Other
from conformance.formats.model.talk import FILE, OTHER, REFUSAL, kind_of, value_of
from conformance.formats.parts import ALL_PARTS, RESPONSES_PARTS
from conformance.formats.responses.input import read_output

SAID = {"type": "input_text", "text": "a"}
PICTURE = {"type": "input_image", "image_url": "u"}


def read(part: Any, types: Any = RESPONSES_PARTS) -> Any:
    (element,) = read_content([part], ("content",), "responses", types)
    assert element.at[0] == ("content", 0)
    return element


def test_a_text_is_a_text_and_what_is_neither_says_nothing() -> None:
    assert [element.value for element in read_content("a", (), "chat") if isinstance(element, Text)] == ["a"]
    assert list(read_content(None, (), "chat")) == []


@pytest.mark.parametrize(
    ("part", "kind", "value"),
    [
        ({"type": "input_text", "text": "a"}, "text", "a"),
        ({"type": "refusal", "refusal": "no"}, REFUSAL, "no"),
        (PICTURE, "image", "u"),
        ({"type": "input_image", "image_url": "data:image/png;base64,AA"}, "image", "data:image/png;base64,AA"),
        ({"type": "input_file", "file_id": "f", "file_data": ""}, FILE, ("f", None, None)),
        ({"type": "input_file", "file_data": "d", "filename": "a"}, FILE, (None, "d", "a")),
    ],
)
def test_a_part_is_known_by_what_it_says(part: Any, kind: str, value: Any) -> None:
    one = read(part)
    assert isinstance(one, Text | ModelRefusal | Media)
    assert (kind_of(one), value_of(one)) == (kind, value)


@pytest.mark.parametrize(
    "part",
    [
        {"type": "input_file", "file_url": "u"},
        {"type": "input_file", "filename": "a"},
        {"type": "input_image", "file_id": "f"},
        {"type": "input_image", "image_url": {"url": "u"}},
        {"type": "input_text", "text": 7},
        {"type": "text", "text": "of Chat"},
        "bare",
        None,
    ],
)
def test_a_part_that_lacks_what_its_api_wants_is_unread(part: Any) -> None:
    one = read(part)
    assert isinstance(one, Other)
    assert (kind_of(one), one.value) == (OTHER, part)


def test_what_converters_write_is_read_in_the_form_of_either_api() -> None:
    assert read("bare", ALL_PARTS).value == "bare"
    for form in (PICTURE, {"type": "image_url", "image_url": {"url": "u"}}, {"type": "image", "image_url": "u"}):
        assert value_of(read(form, ALL_PARTS)) == "u"
    assert read({"type": "file", "file": {"filename": "a"}}, ALL_PARTS).name == "a"


def test_a_bare_text_is_a_part_where_the_caller_says_so() -> None:
    assert isinstance(read("a", ALL_PARTS), Other)
    assert [element.value for element in read_content(["a"], (), "chat", bare=True) if isinstance(element, Text)] == [
        "a"
    ]


@pytest.mark.parametrize(
    ("reads", "value"),
    [
        (
            read_tool_message,
            {"role": "tool", "tool_call_id": "1", "content": ["no part", {"type": "text", "text": "a"}]},
        ),
        (
            read_output,
            {"type": "function_call_output", "call_id": "1", "output": [5, {"type": "input_text", "text": "a"}]},
        ),
    ],
)
def test_a_result_is_read_in_the_form_of_either_api(reads: Any, value: Any) -> None:
    reading = reads(value)
    assert (reading.returned.id, reading.flow.text, reading.misfits) == ("1", "a", {})
    assert [type(part) for part in reading.returned.content] == [Other, Text]
    assert reading.held(reading.places["result/id"]) == "1"
    assert reads([value]).returned is None
    wrong = reads({"content": "a", "output": "a"})
    assert (wrong.returned.id, wrong.flow.text, list(wrong.misfits)) == (None, "a", ["speaker"])
