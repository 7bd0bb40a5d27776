"""What calls and results become."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.checks.letters.responses_input.samples import (
    IMAGE,
    assistant,
    call,
    calling,
    charged,
    input_part,
    judged,
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


def test_a_result_may_be_one_text_part() -> None:
    given = [calling("a"), result("a", "Ok.")]
    assert charged(given, [call("a"), output("a", [input_part("Ok.")])]) == set()
    assert charged(given, [call("a"), output("a", [input_part("No.")])]) == {"MSG-4", "MSG-12"}
    assert charged(given, [call("a"), output("a", [input_part("O"), input_part("k.")])]) == {"MSG-4"}
    assert charged(given, [call("a"), output("a", [input_part("ok.")])]) == {"MSG-4", "ALL-4"}


def test_ids_renamed_in_calls_and_results_are_charged_once() -> None:
    given = [calling("a", "b"), result("a", "A."), result("b", "B.")]
    renamed = [call("x"), call("y"), output("x", "A."), output("y", "B.")]
    assert charged(given, renamed) == {"MSG-18"}
    assert len(judged(given, renamed)["MSG-18"]) == 2


def test_the_result_of_a_custom_call_may_be_a_custom_output() -> None:
    custom = {"id": "a", "type": "custom", "custom": {"name": "patch", "input": "x"}}
    given = [said("Go"), {"role": "assistant", "content": None, "tool_calls": [custom]}, result("a", "Done.")]
    made = {"type": "custom_tool_call", "call_id": "a", "name": "patch", "input": "x"}
    done = {"type": "custom_tool_call_output", "call_id": "a", "output": "Done."}
    assert charged(given, [user("Go"), made, done]) == set()
    assert charged(given, [user("Go"), made, done | {"output": ""}]) == {"MSG-22"}
    # The result of a function's call is none of a custom tool.
    assert {"MSG-4", "MSG-12"} <= charged([calling("a"), result("a", "Done.")], [call("a"), done])


def test_an_empty_refusal_and_the_source_s_own_empty_text_may_stay() -> None:
    spoken = said("Hi", "assistant", refusal="")
    assert charged([spoken], [assistant("Hi", {"type": "refusal", "refusal": ""})]) == set()
    declined = said([{"type": "text", "text": ""}], "assistant", refusal="I cannot.")
    assert charged([declined], [assistant("", {"type": "refusal", "refusal": "I cannot."})]) == set()


def test_an_empty_part_may_stay_behind_a_refusal() -> None:
    refused = {"type": "refusal", "refusal": "I cannot."}
    used = {"type": "tool_use", "id": "a", "name": "f", "input": {}}
    done = {"type": "tool_result", "tool_use_id": "a", "content": "Done."}
    given = [said([refused], "assistant"), said([{"type": "text", "text": ""}, used], "assistant"), said([done])]
    made = [assistant(refused), assistant(""), call("a"), output("a", "Done.")]
    assert "MSG-20" not in charged(given, made)
    assert "MSG-20" in charged([given[0], said([used], "assistant"), said([done])], made)


def test_an_empty_text_has_no_place_before_its_call() -> None:
    given = [calling("a", content=[{"type": "text", "text": ""}]), result("a"), said("No.", "assistant")]
    assert "MSG-7" not in charged(given, [call("a"), output("a"), assistant("", "No.")])


def test_a_refusal_without_words_may_stay_as_a_text() -> None:
    given = [calling("a", content=[{"type": "refusal", "refusal": ""}]), result("a")]
    assert charged(given, [assistant(""), call("a"), output("a")]) & {"MSG-7", "MSG-20"} == set()
