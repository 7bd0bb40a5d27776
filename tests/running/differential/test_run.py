"""Two subjects, the same inputs: what counts as a disagreement, how small it gets, and what is said to decide it."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from conformance.base.errors import UsageError
from conformance.base.observation import Description
from conformance.base.values import ABSENT
from conformance.reference import (
    chat_tools_to_responses_tools,
    mcp_tool_to_chat_tool,
    mcp_tools_to_chat_tools,
    mcp_tools_to_responses_tools,
    tool_definition_to_provider_tool,
    tool_loop,
)
from conformance.rules.contracts import Expectation
from conformance.running.differential.disagreement import DiffResult, Disagreement
from conformance.running.differential.run import differ
from conformance.running.engine import Options
from conformance.running.subjects.in_process import InProcessSubject
from tests.running.engine.certifying import specifications

TOOL, TOOLS, CHAT, LOOP = (
    "mcp-tool-to-chat-tool",
    "mcp-tools-to-chat-tools",
    "chat-tools-to-responses-tools",
    "tool-loop",
)
FLAT = "mcp-tools-to-responses-tools"
PROVIDER = "tool-definition-to-provider-tool"
Convert = Callable[[Any], Any]


def subject(functions: Mapping[str, Convert]) -> InProcessSubject:
    return InProcessSubject(
        functions,
        Description(
            name="s",
            version=None,
            language="python",
            adapter="in-process",
            operations=tuple(functions),
            choices={},
            exact_numbers=True,
        ),
    )


def differed(a: Convert, b: Convert, operation: str = TOOL, **more: Any) -> DiffResult:
    options = Options(operations=(operation,), **{"seed": 1, "max_examples": 1, **more})
    return differ(specifications(), subject({operation: a}), subject({operation: b}), options)


def only(result: DiffResult) -> Disagreement:
    (disagreement,) = result.disagreements
    return disagreement


def convicts(reported: Disagreement) -> tuple[set[str], set[str]]:
    a, b = ({charge.rule.id for charge in charges if charge.firm} for charges in reported.charges)
    return a, b


def keeps_defaults(tool: Any) -> Any:
    result = mcp_tool_to_chat_tool(tool)
    result["function"]["parameters"] = copy.deepcopy(tool["inputSchema"])
    return result


def keeps_defaults_and_shouts(tool: Any) -> Any:
    result = keeps_defaults(tool)
    result["function"]["description"] = result["function"]["description"].upper()
    return result


def says_strict_false(tool: Any) -> Any:
    result = mcp_tool_to_chat_tool(tool)
    return {**result, "function": {**result["function"], "strict": False}}


@pytest.mark.parametrize(
    ("operation", "function"),
    [(TOOL, mcp_tool_to_chat_tool), (CHAT, chat_tools_to_responses_tools), (LOOP, tool_loop)],
)
def test_equal_subjects_agree(operation: str, function: Convert) -> None:
    result = differed(function, function, operation)
    assert result.agree
    assert result.disagreements == []
    (compared,) = result.operations
    assert compared.inputs > 15
    assert compared.differing == 0


def test_a_planted_defect_is_found_made_small_and_decided_by_its_rule() -> None:
    result = differed(mcp_tool_to_chat_tool, keeps_defaults)
    assert not result.agree
    by_rule = {
        next(iter(convicts(disagreement)[1])): disagreement
        for disagreement in result.disagreements
        if len(convicts(disagreement)[1]) == 1
    }
    reported = by_rule["MCP-2"]
    assert convicts(reported) == (set(), {"MCP-2"})
    schema = {"type": "object", "properties": {"city": {"default": 1}}}
    assert reported.input == {"name": "get_weather", "inputSchema": schema}
    (difference,) = reported.differences
    place = ("function", "parameters", "properties", "city", "default")
    assert (difference.change.kind, difference.change.path, difference.free) == ("added", place, False)
    assert (difference.change.a, difference.change.b) == (ABSENT, 1)


@pytest.mark.expensive("compares whole runs")
def test_who_is_a_and_who_is_b_makes_no_difference() -> None:
    first, other = differed(mcp_tool_to_chat_tool, keeps_defaults), differed(keeps_defaults, mcp_tool_to_chat_tool)
    assert [reported.input for reported in first.disagreements] == [reported.input for reported in other.disagreements]
    assert [convicts(reported) for reported in first.disagreements] == [
        convicts(reported)[::-1] for reported in other.disagreements
    ]


@pytest.mark.expensive("compares whole runs")
def test_the_same_run_shows_the_same() -> None:
    first, second = (differed(keeps_defaults_and_shouts, mcp_tool_to_chat_tool) for _ in range(2))
    assert first.disagreements == [
        replace(reported, outcomes=first.disagreements[index].outcomes)
        for index, reported in enumerate(second.disagreements)
    ]


def test_a_defect_that_both_have_sets_nobody_apart() -> None:
    result = differed(keeps_defaults, keeps_defaults_and_shouts)
    convicted = [convicts(reported) for reported in result.disagreements]
    assert convicted
    assert all(a == set() or a < b for a, b in convicted)


@pytest.mark.parametrize(
    ("choice", "answers"),
    [
        ("description-when-absent", ("empty", "omit")),
        ("unusable-tool", ("raise", "drop")),
        ("missing-properties", ("keep", "add")),
    ],
)
def test_another_answer_to_a_choice_is_allowed_and_explained(choice: str, answers: tuple[str, str]) -> None:
    a, b = (partial(mcp_tool_to_chat_tool, **{choice.replace("-", "_"): answer}) for answer in answers)
    reported = only(differed(a, b))
    assert not reported.decided
    assert [(choice.choice, choice.a, choice.b) for choice in reported.choices] == [(choice, *answers)]


def test_each_of_several_choices_is_reported_alone() -> None:
    other = partial(chat_tools_to_responses_tools, strict_when_absent="omit", on_invalid="raise")
    result = differed(chat_tools_to_responses_tools, other, CHAT)
    reported = sorted(tuple(choice.choice for choice in reported.choices) for reported in result.disagreements)
    assert reported == [("on-invalid",), ("strict-when-absent",)]


@pytest.mark.expensive("compares whole runs")
def test_choices_that_always_come_together_are_each_reported_once() -> None:
    other = partial(
        mcp_tools_to_responses_tools, strict_when_absent="omit", unusable_tool="raise", unsafe_names="rename"
    )
    result = differed(mcp_tools_to_responses_tools, other, FLAT, max_examples=5)
    reported = [{choice.choice for choice in reported.choices} for reported in result.disagreements]
    assert set().union(*reported) == {"strict-when-absent", "unusable-tool", "unsafe-names"}
    assert len(reported) <= 3


def test_a_choice_that_the_essence_of_an_output_does_not_show_is_found() -> None:
    other = partial(tool_definition_to_provider_tool, strict_in_flat="omit")
    reported = only(differed(tool_definition_to_provider_tool, other, PROVIDER))
    assert [choice.choice for choice in reported.choices] == ["strict-in-flat"]


def test_what_the_rules_leave_free_is_no_disagreement() -> None:
    assert differed(mcp_tool_to_chat_tool, says_strict_false).agree


@pytest.mark.expensive("compares whole runs")
def test_what_is_free_is_marked_beside_what_is_not() -> None:
    shout = differed(keeps_defaults, says_strict_false).disagreements[0]
    free = {difference.change.path[-1]: difference.free for difference in shout.differences}
    assert free["strict"] is True
    assert False in free.values()


def test_one_that_refuses_where_the_other_answers_is_a_disagreement() -> None:
    def refuses_numbers(tool: Any) -> Any:
        if any(character.isdigit() for character in tool["name"]):
            raise ValueError("no digits")
        return mcp_tool_to_chat_tool(tool)

    reported = only(differed(refuses_numbers, mcp_tool_to_chat_tool))
    assert tuple(reported.came) == ("refuses", "answers")
    assert reported.decided
    assert reported.differences == ()
    assert reported.outcomes.a.refusal is not None
    assert reported.outcomes.a.refusal.message == "no digits"


def test_two_that_refuse_in_other_words_agree() -> None:
    def refuses(tool: Any) -> Any:
        raise ValueError("in no way")

    def refuses_too(tool: Any) -> Any:
        raise TypeError("never")

    assert differed(refuses, refuses_too).agree


def test_what_is_done_to_an_argument_is_no_part_of_the_answer_and_does_not_reach_the_other() -> None:
    def works_in_place(tool: Any) -> Any:
        result = mcp_tool_to_chat_tool(tool)
        tool.clear()
        return result

    assert differed(works_in_place, mcp_tool_to_chat_tool).agree


@pytest.mark.expensive("compares whole runs")
def test_a_subject_that_answers_differently_each_time_is_convicted_of_that() -> None:
    numbers = itertools.count()

    def counts(tool: Any) -> Any:
        result = mcp_tool_to_chat_tool(tool)
        result["function"]["description"] += f" ({next(numbers)})"
        return result

    result = differed(counts, mcp_tool_to_chat_tool)
    assert not result.agree
    assert any(
        "ALL-2" in convicts(reported)[0] or "MCP-4" in convicts(reported)[0] for reported in result.disagreements
    )


def test_what_only_a_worked_example_convicts_is_shown_as_that_example() -> None:
    contract = specifications().contracts[TOOL]
    case = replace(contract.cases[0], expectations=(Expectation({}, error=()),), rules=("MCP-9",))
    contract = replace(contract, cases=(case,))
    made_up = replace(specifications(), contracts={TOOL: contract}, digest="sha256:made-up")

    def refuses(tool: Any) -> Any:
        raise ValueError("no")

    a, b = subject({TOOL: mcp_tool_to_chat_tool}), subject({TOOL: refuses})
    result = differ(made_up, a, b, Options(seed=1, max_examples=0))
    assert {"MCP-9"} in [convicts(reported)[0] for reported in result.disagreements if reported.case == case.id]


@pytest.mark.expensive("compares whole runs")
def test_the_list_form_is_held_to_the_single_form_where_both_offer_it() -> None:
    def shouts(tools: Any) -> Any:
        return [keeps_name_upper(tool) for tool in mcp_tools_to_chat_tools(tools)]

    def keeps_name_upper(tool: Any) -> Any:
        return {**tool, "function": {**tool["function"], "description": tool["function"]["description"] + "!"}}

    a = subject({TOOL: mcp_tool_to_chat_tool, TOOLS: shouts})
    b = subject({TOOL: mcp_tool_to_chat_tool, TOOLS: mcp_tools_to_chat_tools})
    result = differ(specifications(), a, b, Options(operations=(TOOLS,), seed=1, max_examples=20))
    assert {"MCP-5"} <= set().union(*(convicts(reported)[0] for reported in result.disagreements))


@pytest.mark.expensive("compares whole runs")
def test_loops_are_compared_by_what_they_ask_of_their_api_too() -> None:
    def stops_late(loop: Any) -> Any:
        return tool_loop({**loop, "max_rounds": loop["max_rounds"] + 2} if isinstance(loop, dict) else loop)

    result = differed(tool_loop, stops_late, LOOP, max_examples=5)
    assert any("LOOP-7" in convicts(reported)[1] for reported in result.disagreements)


@pytest.mark.expensive("compares whole runs")
def test_an_api_that_one_of_them_does_not_know_is_not_compared() -> None:
    def responses_only(loop: Any) -> Any:
        if isinstance(loop, dict) and loop.get("api") == "chat":
            raise NotImplementedError("the Responses API only")
        return tool_loop(loop)

    result = differed(tool_loop, responses_only, LOOP, max_examples=5)
    (compared,) = result.operations
    assert sum(compared.unasked.values()) > 0
    assert result.complete


def test_only_the_given_input_is_compared() -> None:
    given = {"name": "n", "description": "d", "inputSchema": {"type": "object", "default": {}}}
    result = differed(mcp_tool_to_chat_tool, keeps_defaults, inputs={TOOL: (given,)}, only_inputs=True)
    assert result.operations[0].inputs == 1
    assert convicts(only(result)) == (set(), {"MCP-2a"})


def test_two_without_an_operation_in_common_cannot_be_compared() -> None:
    a, b = subject({TOOL: mcp_tool_to_chat_tool}), subject({CHAT: chat_tools_to_responses_tools})
    with pytest.raises(UsageError, match="no operation of this run that both subjects offer"):
        differ(specifications(), a, b, Options(seed=1))
