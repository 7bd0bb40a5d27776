"""A subject is asked an input once more, with what one rule needs beside it."""

from __future__ import annotations

from typing import Any

from conformance.reference import chat_tools_to_responses_tools, mcp_tools_to_chat_tools, mcp_tools_to_responses_tools
from conformance.rules.checks.trial import Trial
from conformance.running.engine.ask_once import ask_for_rule
from conformance.running.engine.plan import Planned
from tests.running.engine.building import FLAT, LIST, judge_of, subject_of

FLATTEN = "chat-tools-to-responses-tools"
TOOLS = [{"name": "a_tool", "description": "Works.", "inputSchema": {"type": "object", "properties": {}}}]


def asked(rule: str, functions: dict[str, Any], *, chained: bool = False) -> list[Trial]:
    found = ask_for_rule(rule, [Planned(FLAT, TOOLS)], subject_of(functions), judge_of(FLAT), chained=chained)
    return [trial for _planned, trial in found]


def test_a_rule_about_repeated_calls_gets_a_second_one() -> None:
    functions = {FLAT: mcp_tools_to_responses_tools}
    assert [trial.again is not None for trial in asked("ALL-2", functions)] == [True]
    assert [trial.again is not None for trial in asked("M2R-1", functions)] == [False]


def test_a_rule_about_a_chain_gets_its_end() -> None:
    functions = {FLAT: mcp_tools_to_responses_tools, LIST: mcp_tools_to_chat_tools}
    (trial,) = asked("LAW-1", {**functions, FLATTEN: chat_tools_to_responses_tools}, chained=True)
    assert trial.chained is not None and trial.chained.output == trial.outcome.output

    def refuse(_tools: Any) -> Any:
        raise ValueError("not today")

    assert asked("LAW-1", {**functions, FLATTEN: refuse}, chained=True) == []
