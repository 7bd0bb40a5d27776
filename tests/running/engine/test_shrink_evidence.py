"""The input of a failure is made small, and still fails in the same way."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.reference import mcp_tool_to_chat_tool
from conformance.running.engine.evidence import FailedTrial
from conformance.running.engine.plan import Planned
from conformance.running.engine.port import Port
from conformance.running.engine.shrink import BATCH
from conformance.running.engine.shrink_evidence import MAX_FAULTS, shrunk
from tests.running.engine.building import SINGLE, described, judge_of, subject_of
from tests.running.engine.certifying import certified
from tests.suite.selftest.model import Died
from tests.suite.selftest.running import Mortal

TOOL = {
    "name": "a_long_name",
    "description": "Does something with many words.",
    "inputSchema": {
        "type": "object",
        "properties": {name: {"type": "string", "default": name} for name in ("one", "two", "three")},
        "required": ["one"],
    },
}


def keeping(tool: Any) -> Any:
    """Keeps every default."""
    converted = mcp_tool_to_chat_tool(tool)
    converted["function"]["parameters"] = tool["inputSchema"]
    return converted


def failed(rule: str) -> FailedTrial:
    judge = judge_of(SINGLE)
    trial = judge.trial(TOOL, Outcome(output=keeping(TOOL)))
    return FailedTrial(Planned(SINGLE, TOOL), trial, judge.failures_of(rule, trial)[0])


def test_the_same_failure_remains_on_a_smaller_valid_input() -> None:
    found = failed("MCP-2")
    small, _asked = shrunk(found, "MCP-2", subject_of({SINGLE: keeping}), judge_of(SINGLE))
    assert small.failure.kind == found.failure.kind
    assert len(small.planned.input["inputSchema"]["properties"]) == 1
    assert small.planned.input["inputSchema"]["type"] == "object"
    assert small.trial.input == small.planned.input


def test_what_is_known_to_be_smaller_is_tried_first() -> None:
    found, subject, judge = failed("MCP-2"), subject_of({SINGLE: keeping}), judge_of(SINGLE)
    small, asked = shrunk(found, "MCP-2", subject, judge)
    again, asked_again = shrunk(found, "MCP-2", subject, judge, known=[TOOL, small.planned.input])
    assert again.planned.input == small.planned.input
    assert asked_again < asked / 2


def test_only_inputs_that_can_reach_the_subject_are_asked() -> None:
    asked: list[Any] = []

    def fits(_operation: str, value: Any) -> bool:
        asked.append(value)
        return "description" in value

    found, subject, judge = failed("MCP-2"), subject_of({SINGLE: keeping}), judge_of(SINGLE)
    small, _asked = shrunk(found, "MCP-2", subject, judge, fits=fits)
    assert "description" in small.planned.input and len(small.planned.input["inputSchema"]["properties"]) == 1
    assert any("description" not in value for value in asked)


def test_a_subject_that_crashes_on_smaller_inputs_is_not_asked_for_ever() -> None:
    asked = 0

    def crashing(_tool: Any) -> Any:
        nonlocal asked
        asked += 1
        raise Died("crashed")

    subject = Port(Mortal({SINGLE: crashing}, described(SINGLE)))
    found = failed("MCP-2")
    small, _asked = shrunk(found, "MCP-2", subject, judge_of(SINGLE))
    assert small is found
    assert asked <= MAX_FAULTS + 1


@pytest.mark.expensive("certifies converters with defects")
def test_reducing_evidence_asks_at_most_half_as_many_inputs_as_the_run() -> None:
    """Here nearly every input fails in several ways."""
    asked: list[Any] = []

    def loses_much(tool: Any) -> Any:
        asked.append(tool)
        made: Any = mcp_tool_to_chat_tool(tool)
        made["function"] |= {"description": f"{len(str(tool))} characters", "parameters": {"type": "object"}}
        return made

    counts = []
    for shrink in (False, True):
        asked.clear()
        result = certified({SINGLE: loses_much}, SINGLE, max_examples=20, shrink=shrink, rules=("MCP-3", "MCP-9"))
        counts.append(len(asked))
    judged = sum(1 for _item in result.ledger.judged())
    assert 0 < counts[1] - counts[0] <= judged // 2 + BATCH
