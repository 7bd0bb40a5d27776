"""Outputs that are lists of parts."""

from __future__ import annotations

import pytest

from tests.checks.chat_messages.samples import (
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
