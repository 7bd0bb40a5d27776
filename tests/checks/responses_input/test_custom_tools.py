"""MSG-22: calls of custom tools and their results."""

from __future__ import annotations

from typing import Any

import pytest

from tests.checks.responses_input.samples import charged, result, said, user

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
