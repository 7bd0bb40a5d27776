"""Which rule a defect is charged to, and what the rules leave free."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome, Refusal
from conformance.rules.checks.registry import view_of
from conformance.rules.checks.trial import Trial
from tests.rules.checks.letters.responses_input.samples import (
    AS_TEXT,
    ITEMS,
    assistant,
    call,
    calling,
    charged,
    output,
    result,
    said,
    user,
)
from tests.suite.selftest.banks.responses_input import MESSAGES


@pytest.mark.parametrize(
    "outcome",
    [
        {"input": [user("Hello"), assistant("Hi")]},
        [user("Hello"), assistant("Hi")],
        [{**user("Hello"), "type": "message", "status": "completed", "id": None}, assistant("Hi")],
        [user("Hello"), assistant({"type": "output_text", "text": "Hi", "annotations": []})],
    ],
)
def test_what_both_forms_of_the_output_may_bear(outcome: Any) -> None:
    given = [said("Hello"), said("Hi", "assistant")]
    assert charged(given, outcome) == set()
    owed = view_of(
        Trial(
            operation=MESSAGES,
            input=given,
            outcome=Outcome(output={"input": [user("Hello"), assistant("Hi")]}),
            choices=ITEMS,
        )
    )
    assert (
        view_of(Trial(operation=MESSAGES, input=given, outcome=Outcome(output=outcome), choices=ITEMS)).essence()
        == owed.essence()
    )


@pytest.mark.parametrize(
    ("given", "outcome", "rules"),
    [
        ([said("Hello")], [{"role": "user", "content": "Hello"}], {"MSG-1", "MSG-11"}),
        ([said("Hello")], [user("Hello", "")], {"MSG-1"}),
        ([said("Hello")], [user("Hel", "lo")], {"MSG-1"}),
        ([said("Hello there")], [user("hello there")], {"MSG-1", "ALL-4"}),
        ([said("Hello")], [], {"MSG-12"}),
        ([said("Hello")], [user("Hello"), user("Hello")], {"MSG-12"}),
        ([said("Hello")], "Hello", {"MSG-12"}),
        ([said(" A ", "system")], {"input": [], "instructions": "A"}, {"MSG-10", "ALL-4"}),
        ([said("a"), said("b", "assistant")], [assistant("b"), user("a")], {"MSG-13"}),
        ([calling("a"), result("a")], [call("a", id="a"), output("a")], {"MSG-18", "API-2"}),
        ([calling("a"), result("a")], [call(""), output("")], {"MSG-18", "API-2"}),
        ([calling("a"), result("a")], [call("a"), output("b")], {"MSG-14", "MSG-18", "API-2"}),
        ([calling("a"), result("a")], [assistant(""), call("a"), output("a")], {"MSG-7", "MSG-20"}),
        ([calling("a", arguments='{"a": 1}')], [call("a", arguments='{"a": 1.0}')], {"MSG-7", "ALL-3"}),
        ([said("Hello", name="alice")], [{**user("Hello"), "name": "alice"}], {"API-1"}),
        ([said("Hello", "developer")], [user("Hello")], {"MSG-16"}),
    ],
)
def test_a_defect_is_charged_to_the_rules_that_state_it(given: Any, outcome: Any, rules: set[str]) -> None:
    assert charged(given, outcome) == rules


def test_only_broken_messages_and_audio_may_be_refused() -> None:
    failed = Outcome(refusal=Refusal("no"))
    assert charged([said("Hello")], failed) == {"CONV-1"}
    assert charged([said("Hello", "developer")], failed) == {"CONV-1"}
    assert charged([said([{"type": "file", "file": {"file_id": "f"}}])], failed) == {"CONV-1"}
    assert charged([said([{"type": "a_part_of_next_year"}])], failed) == {"CONV-1"}
    assert charged([calling("a"), result("a", [{"type": "text", "text": "one"}])], failed) == {"CONV-1"}
    assert charged([said("Hello"), None], failed) == set()
    assert charged([said([{"type": "input_audio", "input_audio": {"data": ""}}])], failed) == set()


def test_a_broken_message_may_go_and_its_neighbours_may_not() -> None:
    given = [said("Hello"), {"role": "critic", "content": "x"}, said(7), said("Bye")]
    assert charged(given, [user("Hello"), user("Bye")]) == set()
    assert charged(given, [user("Hello"), user("x"), user("7"), user("Bye")]) == set()
    assert charged(given, [user("Hello")]) == {"MSG-12"}


def test_what_broken_calls_ask_for_may_go_with_them() -> None:
    nameless = {"id": "a", "type": "function", "function": {"arguments": "{}"}}
    given = [{"role": "assistant", "tool_calls": [nameless]}, result("a"), said("Bye")]
    assert charged(given, [user("Bye")]) == set()
    texts = [assistant("Called function: unknown"), user("Tool result for a: ok"), user("Bye")]
    assert charged(given, texts, AS_TEXT) == set()
    assert "MSG-8" in charged(given, texts[1:], AS_TEXT)
