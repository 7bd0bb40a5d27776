"""What calls and results become."""

from __future__ import annotations

from typing import Any

import pytest

from tests.checks.responses_input.samples import (
    IMAGE,
    assistant,
    call,
    calling,
    charged,
    input_part,
    output,
    result,
    said,
    user,
)


@pytest.mark.parametrize("text", ["onetwo", "one\ntwo", [input_part("one"), input_part("two")], [input_part("onetwo")]])
def test_texts_of_a_result_may_be_joined_or_stay_parts(text: Any) -> None:
    given = [calling("a"), result("a", [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}])]
    assert charged(given, [call("a"), output("a", text)]) == set()


def test_an_image_of_a_result_may_have_a_message_of_its_own() -> None:
    given = [calling("a"), result("a", [{"type": "image_url", "image_url": {"url": IMAGE}}]), said("And?")]
    image = {"type": "input_image", "image_url": IMAGE, "detail": "auto"}
    assert charged(given, [call("a"), output("a", [image]), user("And?")]) == set()
    assert charged(given, [call("a"), output("a", "see below"), user(image), user("And?")]) == set()
    assert charged(given, [call("a"), output("a", ""), user("And?")]) == {"MSG-4", "MSG-12"}


def test_a_silent_message_may_vanish_or_say_nothing() -> None:
    given = [said("Hi"), said(None, "assistant"), said("Hi?")]
    assert charged(given, [user("Hi"), user("Hi?")]) == set()
    assert charged(given, [user("Hi"), assistant(""), user("Hi?")]) == set()
    assert charged(given, [user("Hi"), {"role": "assistant", "content": []}, user("Hi?")]) == {"MSG-11"}
