"""Outputs that are lists of parts."""

from __future__ import annotations

import pytest

from tests.rules.checks.by_laws.chat_messages.samples import (
    HELLO,
    IMAGE,
    NEXT,
    OTHER_IMAGE,
    OTHER_SHOWN,
    SHOWN,
    call,
    calls,
    charged,
    output,
    tool,
    user,
)


@pytest.mark.parametrize("content", ["A\n[image]", "A (see https://example.org/a.png)"])
def test_an_image_of_an_output_may_be_named(content: str) -> None:
    given = [call(), output(output=[{"type": "output_text", "text": "A"}, IMAGE])]
    assert charged(given, [calls("a"), tool(content=content)]) == set()


def test_an_image_of_an_output_may_move() -> None:
    given = [call(), output(output=[{"type": "input_text", "text": "A"}, IMAGE]), HELLO]
    text = {"type": "text", "text": "Hello"}
    assert charged(given, [calls("a"), tool(), {"role": "user", "content": [SHOWN]}, HELLO]) == set()
    assert charged(given, [calls("a"), tool(), {"role": "user", "content": [SHOWN, text]}]) == set()
    listed = tool(content=[{"type": "text", "text": "A"}, SHOWN])
    assert charged(given, [calls("a"), listed, HELLO]) == {"INP-7a", "API-2"}
    assert charged(given, [calls("a"), tool(), HELLO]) == {"INP-7"}


def test_another_image_takes_no_image_s_place() -> None:
    given = [call(), output(output=[{"type": "input_text", "text": "A"}, IMAGE]), HELLO]
    named = tool(content="A\n[1 image in the next message]")
    assert charged(given, [calls("a"), named, {"role": "user", "content": [OTHER_SHOWN]}, HELLO]) == {"INP-7"}
    assert charged([*given, user(OTHER_IMAGE)], [calls("a"), named, HELLO, user(OTHER_SHOWN)]) == set()


def test_an_image_that_was_moved_keeps_its_type() -> None:
    data = "data:image/png;base64,iVBORw0KGgo="
    given = [call(), output(output=[{"type": "input_image", "image_url": data}]), HELLO]
    named = tool(content="[1 image in the next message]")

    def became(url: str) -> set[str]:
        return charged(given, [calls("a"), named, user({"type": "image_url", "image_url": {"url": url}}), HELLO])

    assert became(data) == set()
    assert "INP-7" in became(data.replace("image/png", "imagx/png"))


def test_words_of_an_image_that_was_kept_name_no_other_one() -> None:
    given = [call("call_a"), call("call_b"), output("call_a", [IMAGE]), output("call_b", [OTHER_IMAGE])]
    start = [calls("call_a", "call_b"), tool("call_a", NEXT), tool("call_b", NEXT)]
    assert charged(given, [*start, user(SHOWN, OTHER_SHOWN)]) == set()
    assert charged(given, [*start, user("By call_a:", SHOWN, "By call_b:", OTHER_SHOWN)]) == set()
    assert charged(given, [*start, user(OTHER_SHOWN)]) == {"INP-7"}
    assert charged(given, [*start, user("Attached by call_b:", OTHER_SHOWN)]) == {"INP-7"}


@pytest.mark.parametrize("reported", ["[image omitted]", "Attached by call_a: nothing", "https://example.org/a.png"])
def test_an_image_beside_one_that_was_kept_may_be_named(reported: str) -> None:
    given = [call("call_a"), call("call_b"), output("call_a", [IMAGE]), output("call_b", [OTHER_IMAGE])]
    named = [calls("call_a", "call_b"), tool("call_a", reported), tool("call_b", NEXT), user(OTHER_SHOWN)]
    assert charged(given, named) == set()
    moved = [calls("call_a", "call_b"), tool("call_a", NEXT), tool("call_b", NEXT), user(reported, OTHER_SHOWN)]
    assert charged(given, moved) == set()
    nowhere = [calls("call_a", "call_b"), tool("call_a", "[image]"), tool("call_b", "[image]")]
    assert charged(given, nowhere) == set()


def test_images_that_are_one_or_differ_in_form_are_named_on_their_own() -> None:
    start = [calls("call_a", "call_b"), tool("call_a", NEXT), tool("call_b", NEXT)]
    same = [call("call_a"), call("call_b"), output("call_a", [IMAGE]), output("call_b", [IMAGE])]
    assert charged(same, [*start, user(SHOWN)]) == set()
    inline = {"type": "input_image", "image_url": "data:image/png;base64,UExPVA=="}
    forms = [call("call_a"), call("call_b"), output("call_a", [inline]), output("call_b", [IMAGE])]
    assert charged(forms, [*start, user(SHOWN)]) == set()


@pytest.mark.parametrize(
    "content", ["", "[{'type': 'input_text', 'text': 'A'}]", '[{"type": "input_text", "text": "A"}]']
)
def test_a_list_is_not_written_out(content: str) -> None:
    given = [call(), output(output=[{"type": "input_text", "text": "A"}])]
    assert charged(given, [calls("a"), tool(content=content)]) == {"INP-7"}


def test_an_empty_text_beside_an_image_is_none() -> None:
    given = [call(), output(output=[{"type": "input_text", "text": ""}, IMAGE])]
    assert charged(given, [calls("a"), tool(content="[image]")]) == set()


def test_a_file_that_was_moved_becomes_no_image() -> None:
    named = tool(content="[1 file in the next message]")
    for type_, rules in (("text/plain", {"INP-7"}), ("image/png", set())):
        data = f"data:{type_};base64,iVBORw0KGgo="
        given = [call(), output(output=[{"type": "input_file", "file_data": data, "filename": "a"}]), HELLO]
        moved = user({"type": "image_url", "image_url": {"url": data}})
        assert charged(given, [calls("a"), named, moved, HELLO]) == rules


def test_an_image_of_a_screenshot_is_the_one_that_it_was() -> None:
    shot = {"type": "computer_screenshot", "image_url": IMAGE["image_url"]}
    given = [HELLO, {"type": "computer_call_output", "call_id": "c", "output": shot}]
    assert charged(given, [HELLO, user(SHOWN)]) == set()
    assert charged(given, [HELLO, user(OTHER_SHOWN)]) == {"INP-5"}


def test_a_file_of_a_custom_call_keeps_its_name() -> None:
    data = "data:application/pdf;base64,JVBERi0="
    file = {"type": "input_file", "file_data": data, "filename": "a.pdf"}
    custom = {"type": "custom_tool_call", "call_id": "c", "name": "look", "input": "x"}
    given = [HELLO, custom, {"type": "custom_tool_call_output", "call_id": "c", "output": [file]}]
    for name, rules in (("a.pdf", set()), ("a.pd", {"INP-5"})):
        moved = user({"type": "file", "file": {"file_data": data, "filename": name}})
        assert charged(given, [HELLO, moved]) - {"INP-5a"} == rules


def test_of_two_files_with_the_same_data_each_keeps_its_name() -> None:
    data = "data:text/csv;base64,YSxi"
    files = [{"type": "input_file", "file_data": data, "filename": name} for name in ("a.csv", "b.csv")]
    given = [call(), output(output=files), HELLO]
    came = [{"type": "file", "file": {"file_data": data, "filename": file["filename"]}} for file in files]
    assert "INP-7" not in charged(given, [calls("a"), tool(content=came), HELLO])
    renamed = [came[0], {"type": "file", "file": {"file_data": data, "filename": "c.csv"}}]
    assert "INP-7" in charged(given, [calls("a"), tool(content=renamed), HELLO])


@pytest.mark.parametrize(
    ("value", "rules"), [({"file_data": "data:application/pdf;base64,QQ=="}, set()), ({}, {"INP-7"})]
)
def test_words_that_point_at_a_file_need_one_that_has_something(value: dict[str, str], rules: set[str]) -> None:
    held = {"type": "input_file", "file_data": "data:application/pdf;base64,QQ=="}
    given = [call(), output(output=[{"type": "input_text", "text": "A"}, held]), HELLO]
    named = tool(content="A\n[1 file in the next message]")
    shown = user({"type": "file", "file": {"filename": "b.pdf", **value}})
    assert charged(given, [calls("a"), named, shown, HELLO]) >= rules
    assert ("INP-7" in charged(given, [calls("a"), named, shown, HELLO])) is bool(rules)
