"""What sets two outcomes of one input apart, and which rule or choice explains it."""

from __future__ import annotations

from typing import Any

from conformance.base.observation import GIVEN_UP, Fault, Outcome, Refusal
from conformance.reference import mcp_tool_to_chat_tool
from conformance.running.differential.comparison import AnswerPair, JudgedAnswer, compare, disagreement, unasked
from conformance.running.differential.disagreement import PerSubject
from tests.running.engine.building import SINGLE, judge_of

TOOL = {"name": "a", "inputSchema": {"type": "object", "properties": {"b": {"type": "string", "default": ""}}}}
CONVERTED = mcp_tool_to_chat_tool(TOOL)


def standing(outcome: Any, **choices: str) -> JudgedAnswer:
    judge = judge_of(SINGLE, **choices)
    return JudgedAnswer(
        judge, None, judge.trial(TOOL, outcome if isinstance(outcome, Outcome) else Outcome(output=outcome))
    )


def compared(a: JudgedAnswer, b: JudgedAnswer) -> AnswerPair:
    found = compare(PerSubject(a, b))
    assert found is not None
    return found


def function(**changes: Any) -> dict[str, Any]:
    return {**CONVERTED, "function": {**CONVERTED["function"], **changes}}


def test_equal_outcomes_agree_whatever_they_left_behind() -> None:
    assert compare(PerSubject(standing(Outcome(output=CONVERTED, seconds=5)), standing(CONVERTED))) is None


def test_a_rule_convicts_the_side_that_breaks_it() -> None:
    found = compared(standing(CONVERTED), standing(function(parameters=TOOL["inputSchema"])))
    assert found.convicts() == PerSubject(frozenset(), frozenset({"MCP-2"}))
    reported = disagreement(found, TOOL, None, 3)
    assert reported.decided and (reported.seen, reported.operation) == (3, SINGLE)
    assert reported.differences


def test_a_choice_explains_outcomes_that_are_both_legal() -> None:
    without = {**CONVERTED, "function": {key: CONVERTED["function"][key] for key in ("name", "parameters")}}
    option = "description-when-absent"
    found = compared(standing(CONVERTED, **{option: "empty"}), standing(without, **{option: "omit"}))
    assert found.convicts() == PerSubject(frozenset(), frozenset())
    assert [(choice.choice, choice.a, choice.b) for choice in found.choices] == [(option, "empty", "omit")]


def test_a_refusal_and_a_result_disagree() -> None:
    found = compared(standing(CONVERTED), standing(Outcome(refusal=Refusal("no"))))
    assert found.came.a == "answers" and found.came.b.startswith("refuses")


def test_an_input_that_one_was_not_asked_is_not_compared() -> None:
    fault = Fault(GIVEN_UP, "too late")
    sides = PerSubject(standing(CONVERTED), standing(Outcome(fault=fault)))
    assert (unasked(sides), compare(sides)) == (fault, None)
