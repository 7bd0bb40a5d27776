"""How declared names are read, and where they are expected."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from conformance.base.errors import UsageError
from conformance.base.observation import Outcome
from conformance.rules.checks.names import (
    check_names,
    named_input,
    named_output,
    read_names,
    source_name,
    trial_with_names,
)
from conformance.rules.checks.trial import Trial

LIST = "mcp-tools-to-chat-tools"
PREFIX = {"names": "prefix:srv-"}


def trial(given: Any, operation: str = LIST, choices: dict[str, str] = PREFIX, **outcome: Any) -> Trial:
    return Trial(operation=operation, input=given, outcome=Outcome(**outcome), choices=choices)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("prefix:", 'names has no answer "prefix:"'),
        ("srv-", 'names has no answer "srv-"'),
        ("map:[]", "names has no answer"),
        ("map:{", "names has no answer"),
        ('map:{"a": ""}', "names has no answer"),
        ('map:{"a": "c", "b": "c"}', "names gives 'a' and 'b' the one name 'c'"),
        ('map:{"a": "b", "b": "a"}', "names gives 'a' the name 'b' of another tool"),
    ],
)
def test_a_declaration_that_is_no_map_of_names_is_a_usage_error(answer: str, message: str) -> None:
    with pytest.raises(UsageError, match="names") as raised:
        read_names(answer)
    assert message in str(raised.value)
    assert raised.value.hint


def test_a_prefix_that_makes_one_tool_another_is_a_usage_error() -> None:
    tools = [{"name": "weather"}, {"name": "get_weather"}]
    with pytest.raises(
        UsageError, match=f"gives 'weather' the name 'get_weather' of another tool in an input of {LIST}"
    ):
        check_names(read_names("prefix:get_"), LIST, tools)
    check_names(read_names("prefix:srv-"), LIST, tools)


def test_names_that_are_not_in_a_map_stay() -> None:
    names = read_names('map:{"search": "search_files"}')
    assert [names.new(name) for name in ("search", "other")] == ["search_files", "other"]
    assert [names.old(name) for name in ("search_files", "other")] == ["search", "other"]


def test_without_a_declaration_a_trial_stays_as_it_is() -> None:
    trial_result = trial([{"name": "search"}], choices={})
    assert trial_with_names(trial_result) is trial_result


@pytest.mark.parametrize(
    ("operation", "given", "expected"),
    [
        (LIST, [{"name": "a"}, {"name": ""}, 7, {"name": 3}], [{"name": "srv-a"}, {"name": "srv-"}, 7, {"name": 3}]),
        (
            "chat-tools-to-responses-tools",
            [{"type": "function", "function": {"name": "a"}}, {"type": "custom", "custom": {"name": ""}}],
            [{"type": "function", "function": {"name": "srv-a"}}, {"type": "custom", "custom": {"name": ""}}],
        ),
        (
            "registry-request-to-chat-request",
            {
                "name": "x",
                "tools": [{"type": "custom", "custom": {"name": "a"}}],
                "tool_choice": {"function": {"name": "a"}},
            },
            {
                "name": "x",
                "tools": [{"type": "custom", "custom": {"name": "srv-a"}}],
                "tool_choice": {"function": {"name": "srv-a"}},
            },
        ),
        (
            "tool-definition-to-provider-tool",
            {"provider": "google", "definition": {"name": "a", "parameters": {"name": "b"}}},
            {"provider": "google", "definition": {"name": "srv-a", "parameters": {"name": "b"}}},
        ),
        ("responses-output-to-tool-calls", {"tools": [{"name": "a"}]}, {"tools": [{"name": "a"}]}),
    ],
)
def test_rules_see_the_new_names_of_tools_and_of_nothing_else(operation: str, given: Any, expected: Any) -> None:
    before = json.dumps(given)
    assert trial_with_names(trial(given, operation)).input == expected
    assert json.dumps(given) == before


def test_an_argument_that_was_changed_to_the_new_name_differs_from_the_input() -> None:
    unchanged = trial_with_names(trial({"name": "a"}, "mcp-tool-to-chat-tool", input_after={"name": "a"}))
    changed = trial_with_names(trial({"name": "a"}, "mcp-tool-to-chat-tool", input_after={"name": "srv-a"}))
    assert unchanged.input == unchanged.outcome.input_after
    assert changed.input != changed.outcome.input_after


def test_the_api_of_a_loop_calls_the_tools_by_their_new_names() -> None:
    call = {"type": "function_call", "call_id": "call_1", "name": "a", "arguments": {"name": "a"}}
    unknown = {"tool_calls": [{"id": "call_2", "function": {"name": "b", "arguments": "{}"}}]}
    said = {"role": "assistant", "tool_calls": [{"function": {"name": "a", "arguments": "{}"}}]}
    loop = {"messages": [said], "tools": [{"name": "a"}], "results": {"a": 1}, "script": [[call], unknown, "a"]}
    given = named_input("tool-loop", loop, PREFIX)
    assert given == {
        "messages": [said],
        "tools": [{"name": "srv-a"}],
        "results": {"srv-a": 1},
        "script": [[call | {"name": "srv-a"}], unknown, "a"],
    }
    assert named_input("tool-loop", loop, {}) is loop


def test_a_loop_may_list_calls_by_the_names_of_its_own_tools() -> None:
    loop = {"tools": [{"name": "a"}], "results": {}, "script": []}
    for name in ("a", "srv-a"):
        listed = {"calls": [{"id": "call_1", "name": name, "arguments": {}}]}
        one = trial_with_names(trial(loop, "tool-loop", output=listed))
        assert one.outcome.output["calls"][0]["name"] == "srv-a"


def test_a_prefix_that_two_steps_of_a_chain_add_is_expected_once() -> None:
    chain = replace(trial([{"name": "a"}]), chained=Outcome(output=[{"name": "srv-srv-a"}, {"name": "srv-a"}]))
    chained = trial_with_names(chain).chained
    assert chained is not None
    assert chained.output == [{"name": "srv-a"}, {"name": "srv-a"}]


def test_the_worked_output_has_the_new_names() -> None:
    output = [{"type": "function", "function": {"name": "a", "description": "a"}}]
    expected = [{"type": "function", "function": {"name": "srv-a", "description": "a"}}]
    assert named_output(LIST, [{"name": "a"}], output, PREFIX) == expected
    assert named_output(LIST, [{"name": "a"}], output, {}) is output


def test_hosted_tools_keep_the_name_that_a_document_gives_them() -> None:
    operation = "registry-tools-to-chat-tools"
    output = [{"type": "function", "function": {"name": "local_shell"}}]
    assert named_output(operation, [{"type": "local_shell"}], output, PREFIX) == output


def test_the_name_in_the_source_is_found_again() -> None:
    assert source_name(trial([]), "srv-a") == "a"
    assert source_name(trial([], choices={}), "srv-a") == "srv-a"
