"""System messages and completeness."""

from __future__ import annotations

import pytest

from tests.rules.checks.letters.responses_input.samples import (
    AS_PARTS,
    AS_TEXT,
    ITEMS,
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


def test_a_later_system_message_may_go_to_the_instructions() -> None:
    given = [said("A", "system"), said("Hello"), said("B", "system")]
    assert charged(given, {"input": [user("Hello")], "instructions": "A\n\nB"}) == set()
    stayed = {"role": "developer", "content": [input_part("B")]}
    assert charged(given, {"input": [user("Hello"), stayed], "instructions": "A"}) == set()
    assert charged(given, {"input": [user("Hello")], "instructions": "A\nB"}) == {"MSG-10b"}
    assert charged(given, {"input": [user("Hello")], "instructions": "A"}) == {"MSG-10", "MSG-12"}


def test_a_message_of_empty_parts_may_be_a_newline_between_two_texts() -> None:
    empty = [{"type": "text", "text": ""}, {"type": "text", "text": ""}]
    given = [said("A", "system"), said(empty, "system"), said("B", "system"), said("Hello")]
    for between in ("\n\n", "\n\n\n\n", "\n\n\n\n\n"):
        assert charged(given, {"input": [user("Hello")], "instructions": f"A{between}B"}) == set()
    assert charged(given, {"input": [user("Hello")], "instructions": "A\nB"}) == {"MSG-10b"}


def test_another_text_in_the_place_of_one_is_a_loss() -> None:
    given = [said("One?"), said("Yes.", "assistant"), said("Two?")]
    assert "MSG-12" in charged(given, [user("One?"), assistant("Yes."), user("One?")])
    assert charged(given, [user("One?"), assistant("Yes."), user("Two?\n")]) == {"MSG-1", "ALL-4"}


@pytest.mark.parametrize("content", ["Ok.", [{"type": "text", "text": "Ok."}]])
def test_a_result_says_what_the_tool_said_in_whichever_form(content: object) -> None:
    given = [calling("a"), result("a", content)]
    for text in ("Ok.", '{"result": "Ok."}', [input_part("Ok.")], [input_part("The result:"), input_part("Ok.")]):
        assert "MSG-12" not in charged(given, [call("a"), output("a", text)])
    for text in ("No.", "", [input_part("No.")], {"result": "No."}):
        assert "MSG-12" in charged(given, [call("a"), output("a", text)])


def test_under_the_form_of_s3_the_text_beside_a_call_is_advice() -> None:
    given = [calling("a", content="I look."), result("a")]
    wording = assistant("Called function: look")
    assert charged(given, [wording, user("Tool result for a: ok")], AS_TEXT) == {"MSG-12a"}
    pair = assistant("I look.", "Called function: look")
    assert charged(given, [pair, user("Tool result for a: ok")], AS_TEXT) == set()
    assert charged(given, [wording, user("Result of a: ok")], AS_TEXT) >= {"MSG-6"}


def test_a_lost_text_beside_a_call_is_not_sought_in_the_wording_of_another_call() -> None:
    custom = {"id": "a", "type": "custom", "custom": {"name": "run_code", "input": " "}}
    given = [{"role": "assistant", "content": None, "tool_calls": [custom]}, result("a")]
    given += [calling("b", content=[{"type": "text", "text": "I look."}]), result("b")]
    wordings = [assistant("Called function: run_code"), user("Tool result for a: ok")]
    wordings += [assistant("Called function: look"), user("Tool result for b: ok")]
    assert "MSG-12" not in charged(given, wordings, AS_TEXT)


def test_results_of_one_id_that_changed_places_are_not_lost() -> None:
    said_by_tools = (["NaN", "1"], [" padded "], ["null", "2"])
    given, items = [], []
    for texts in said_by_tools:
        given += [calling("a"), result("a", [{"type": "text", "text": text} for text in texts])]
        items += [call("a"), output("a", [input_part(text) for text in texts])]
    assert "MSG-12" not in charged(given, items[::-1])
    assert "MSG-12" in charged(given, [*items[:3], output("a", "third"), *items[4:]])


def test_what_s4_asks_for_is_no_failure_but_advice() -> None:
    given = [calling("a", "b"), result("a", [{"type": "text", "text": "one"}]), result("b")]
    parts = [{"type": "tool_result", "tool_use_id": "a", "content": given[1]["content"]},
             {"type": "tool_result", "tool_use_id": "b", "content": "ok"}]  # fmt: skip
    grouped, separate = [call("a"), call("b"), user(*parts)], [call("a"), call("b"), *map(user, parts)]
    assert charged(given, grouped, AS_PARTS) == set()
    assert charged(given, grouped, AS_PARTS, advice=True) == {"MSG-19", "API-1", "API-2"}
    assert charged(given, separate, AS_PARTS) == {"MSG-5"}
    assert charged(given, separate, AS_PARTS | {"group-tool-results": "separate"}) == set()


@pytest.mark.parametrize("role", ["system", "developer"])
@pytest.mark.parametrize("join", ["", "\n", "\n\n"])
def test_neighbouring_instructions_may_be_joined(role: str, join: str) -> None:
    in_input = ITEMS | {"system-placement": "input"}
    joined = {"role": role, "content": [input_part(f"One.{join}Two.")]}
    parts = [{"type": "text", "text": "One."}, {"type": "text", "text": "Two."}]
    for given in ([said(parts, role)], [said("One.", role), said("Two.", role)]):
        assert charged([*given, said("Hi")], {"input": [joined, user("Hi")]}, in_input) == set()


def test_joined_instructions_lose_nothing_and_keep_their_order() -> None:
    in_input = ITEMS | {"system-placement": "input"}
    given = [said("One.", "developer"), said("Two.", "developer"), said("Hi")]
    for text in ("One.", "Two.\nOne.", "One. - Two.", "One.\nTw."):
        joined = {"role": "developer", "content": [input_part(text)]}
        assert "MSG-16" in charged(given, {"input": [joined, user("Hi")]}, in_input)


def test_of_two_texts_that_are_one_neither_becomes_another_that_holds_it() -> None:
    part = {"type": "text", "text": "One."}
    given = [said([part, part])]
    assert charged(given, {"input": [user("One.", "One.")]}) == set()
    assert "MSG-12" in charged(given, {"input": [user('"One."', "One.")]})


def test_a_text_that_is_part_of_a_word_of_the_instructions_is_not_there_twice() -> None:
    given = [said("a", "system"), said("Hello")]
    stayed = {"role": "system", "content": [input_part("a")]}
    twice = charged(given, {"input": [stayed, user("Hello")], "instructions": "a"})
    assert "MSG-12" in twice
    made_up = {"input": [stayed, user("Hello")], "instructions": "You are a helpful assistant."}
    assert "MSG-12" not in charged(given, made_up)
