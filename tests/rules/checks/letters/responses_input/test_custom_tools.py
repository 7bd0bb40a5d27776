"""MSG-22: calls of custom tools and their results."""

from __future__ import annotations

from typing import Any

import pytest

from conformance import reference
from tests.rules.checks.letters.responses_input.samples import (
    AS_PARTS,
    AS_TEXT,
    assistant,
    call,
    calling,
    charged,
    output,
    result,
    said,
    user,
)

CUSTOM = {"id": "call_1", "type": "custom", "custom": {"name": "run_sql", "input": "SELECT 1"}}
GIVEN = [said("Count."), {"role": "assistant", "content": None, "tool_calls": [CUSTOM]}, result("call_1", "1 row")]
CALL = {"type": "custom_tool_call", "call_id": "call_1", "name": "run_sql", "input": "SELECT 1"}
OUTPUT = {"type": "custom_tool_call_output", "call_id": "call_1", "output": "1 row"}


def test_a_call_and_its_result_arrive() -> None:
    assert "MSG-22" not in charged(GIVEN, [user("Count."), CALL, OUTPUT])
    parts = OUTPUT | {"output": [{"type": "input_text", "text": "1 row"}]}
    assert "MSG-22" not in charged(GIVEN, [user("Count."), CALL, parts])


@pytest.mark.parametrize(
    "items",
    [
        [CALL | {"input": ""}, OUTPUT],
        [CALL | {"name": "look"}, OUTPUT],
        [CALL, OUTPUT | {"output": ""}],
        [CALL],
        [CALL, OUTPUT | {"type": "function_call_output"}],
        [],
    ],
)
def test_a_part_that_is_changed_or_lost_is_charged(items: list[Any]) -> None:
    assert "MSG-22" in charged(GIVEN, [user("Count."), *items])


def test_the_same_words_in_another_item_are_kept() -> None:
    call = {"type": "function_call", "call_id": "call_1", "name": "run_sql", "arguments": '{"input": "SELECT 1"}'}
    output = {"type": "function_call_output", "call_id": "call_1", "output": "1 row"}
    assert "MSG-22" not in charged(GIVEN, [user("Count."), call, output])


def test_a_result_that_names_another_call_is_charged() -> None:
    assert "MSG-22" in charged(GIVEN, [user("Count."), CALL, OUTPUT | {"call_id": "call_2"}])
    renamed = {"call_id": "call_2"}
    assert "MSG-22" not in charged(GIVEN, [user("Count."), CALL | renamed, OUTPUT | renamed])


def test_a_call_before_what_was_said_before_it_is_charged() -> None:
    assert "MSG-22" in charged(GIVEN, [CALL, OUTPUT, user("Count.")])


def test_a_text_that_comes_again_does_not_show_its_place() -> None:
    earlier = result("call_0", "Count.")
    given = [earlier, *GIVEN[1:], said("Count.")]
    assert "MSG-22" not in charged(given, [CALL, OUTPUT, user("Count.")])


PART = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "call_1", "content": "1 row"}]}


def test_a_result_as_a_part_has_the_id_of_its_call_and_its_text() -> None:
    assert "MSG-22" not in charged(GIVEN, [user("Count."), CALL, PART])
    for change in ({"tool_use_id": "call_2"}, {"tool_use_id": None}, {"content": "1 row "}, {"type": "result"}):
        part = {"role": "user", "content": [PART["content"][0] | change]}
        assert "MSG-22" in charged(GIVEN, [user("Count."), CALL, part])


def test_where_turns_become_text_the_name_and_the_result_are_in_messages() -> None:
    called, answered = {"role": "assistant", "content": "Called run_sql."}, user("Tool result for call_1: 1 row")
    assert "MSG-22" not in charged(GIVEN, [user("Count."), called, answered], {"tool-turns": "text"})
    assert "MSG-22" in charged(GIVEN, [user("Count."), called], {"tool-turns": "text"})
    assert "MSG-22" in charged(GIVEN, [user("Count."), called, answered | {"role": "tool"}], {"tool-turns": "text"})


def test_an_item_that_the_api_refuses_is_charged() -> None:
    assert "API-1" in charged(GIVEN, [user("Count."), CALL | {"status": "done"}, OUTPUT])


def test_an_empty_result_of_a_function_is_not_that_of_a_custom_call() -> None:
    given = [*GIVEN[:2], result("call_1", [{"type": "text", "text": "1 row"}]), calling("call_2"), result("call_2", "")]
    parts = [
        {"type": "tool_result", "tool_use_id": f"call_{at}", "content": said} for at, said in ((1, "1 row"), (2, ""))
    ]
    items = [user("Count."), CALL, user(parts[0]), call("call_2"), user(parts[1])]
    assert "MSG-22" not in charged(given, items, AS_PARTS | {"group-tool-results": "separate"})


def test_a_lost_result_of_a_function_is_not_that_of_a_custom_call() -> None:
    given = [*GIVEN[:2], result("call_1", "ok"), calling("call_2"), result("call_2", "ok")]
    items = [user("Count."), CALL, OUTPUT | {"output": "ok"}, call("call_2")]
    assert charged(given, items) & {"MSG-4", "MSG-14", "MSG-18"} == {"MSG-4"}


def test_a_text_of_calls_names_those_of_custom_tools() -> None:
    functions, both = calling("a", "b"), calling("c", "d")
    both["tool_calls"].insert(1, CUSTOM)
    given = [both, result("c"), result("call_1"), result("d"), functions, result("a"), result("b")]
    texts = [assistant("Called function: look, Called function: run_sql, Called function: look"),
             *(user(f"Result of {id_}: ok") for id_ in ("c", "call_1", "d")),
             assistant("Called function: look, Called function: look"),
             *(user(f"Result of {id_}: ok") for id_ in ("a", "b"))]  # fmt: skip
    assert "MSG-8" not in charged(given, texts, AS_TEXT)
    assert "MSG-8" in charged(given, [*texts[:4], *texts[5:]], AS_TEXT)


@pytest.mark.parametrize(
    ("function", "returned", "charge"),
    [
        (call("a"), output("a"), None),
        (call("a", name="see"), output("a"), "MSG-7"),
        (call("a", arguments='{"x":1}'), output("a"), "MSG-7"),
        (call("a"), output("a", "no"), "MSG-4"),
    ],
)
def test_a_function_call_beside_a_custom_one_is_what_it_was(function: Any, returned: Any, charge: str | None) -> None:
    both = {"role": "assistant", "content": None, "tool_calls": [CUSTOM, *calling("a")["tool_calls"]]}
    given = [said("Count."), both, result("call_1", "1 row"), result("a")]
    came = charged(given, [user("Count."), CALL, function, OUTPUT, returned])
    assert came == ({charge} if charge else set())


def test_a_message_with_a_custom_call_may_be_left_out_with_a_report() -> None:
    both = {"role": "assistant", "content": None, "tool_calls": [CUSTOM, *calling("a")["tool_calls"]]}
    given = [said("Count."), both, result("call_1", "1 row"), result("a")]
    assert {"MSG-4", "MSG-7"}.isdisjoint(charged(given, [user("Count.")]))


def test_a_result_that_is_a_list_of_one_text_is_kept_too() -> None:
    given = [*GIVEN[:2], result("call_1", [{"type": "text", "text": "1 row"}])]
    assert "MSG-22" not in charged(given, [user("Count."), CALL, OUTPUT])
    assert "MSG-22" in charged(given, [user("Count."), CALL, OUTPUT | {"output": [{"type": "input_text", "text": ""}]}])


def test_the_call_of_a_function_becomes_none_of_a_custom_tool() -> None:
    given = [*GIVEN, calling("call_9", arguments='{"q": 1}'), result("call_9")]
    made = {"type": "custom_tool_call", "call_id": "call_9", "name": "look", "input": '{"q": 1}'}
    function = call("call_9", arguments='{"q": 1}')
    assert "MSG-22" not in charged(given, [user("Count."), CALL, OUTPUT, function, output("call_9")])
    assert "MSG-22" in charged(given, [user("Count."), CALL, OUTPUT, made, output("call_9")])


AGAIN = CUSTOM | {"custom": {"name": "run_sql", "input": "SELECT 2"}}


@pytest.mark.parametrize(
    "given",
    [
        [*GIVEN, {"role": "assistant", "content": None, "tool_calls": [AGAIN]}, result("call_1", "2 rows")],
        [*GIVEN, result("call_1", "2 rows")],
        [said("Count."), calling("call_1"), result("call_1", "2 rows"), *GIVEN[1:]],
        [*GIVEN, calling("call_1"), result("call_1", "2 rows")],
        [result("call_1", "2 rows"), *GIVEN],
    ],
)
def test_an_id_may_be_that_of_another_call_in_another_turn(given: list[Any]) -> None:
    items: Any = reference.chat_messages_to_responses_input(given)["input"]
    assert charged(given, items) == set()
    place = next(place for place, item in enumerate(items) if item.get("output") == "1 row")
    assert "MSG-22" in charged(given, [*items[:place], items[place] | {"output": "3 rows"}, *items[place + 1 :]])
    call_, result_ = items[place - 1 : place + 1]
    assert charged(given, [*items, call_, result_]) & {"MSG-12", "MSG-22"}
