"""A generated input on which the reference fails too is no charge: the run reports the suite's own fault."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.oracles import COMPATIBLE
from conformance.base.observation import Outcome
from conformance.reference import mcp_tool_to_chat_tool
from conformance.rules.checks import registry
from conformance.rules.checks.findings import Failure, Findings
from conformance.rules.checks.trial import Trial
from conformance.rules.checks.view import View
from conformance.rules.contracts import Contract
from conformance.running.engine.evidence import FailedTrial
from conformance.running.engine.judge import Judge
from conformance.running.engine.last_check import LastCheck, ReferenceFails
from conformance.running.engine.plan import Planned
from tests.running.engine.building import SINGLE, case_of, contract_of, subject_of
from tests.running.engine.certifying import certified

TOOL: Any = {"name": "a_tool", "description": "Works.", "inputSchema": {"type": "object", "properties": {}}}


def confirm(judge: Judge, outcome: Outcome, *, of_case: bool = False) -> None:
    trial = Trial(operation=SINGLE, input=TOOL, outcome=outcome, choices=judge.choices)
    planned = Planned(SINGLE, TOOL, case_of(SINGLE, "default-in-items") if of_case else None)
    failure = judge.failures_of("MCP-1", trial)[0]
    check = LastCheck(subject_of({SINGLE: mcp_tool_to_chat_tool}))
    try:
        check.confirm("MCP-1", FailedTrial(planned, trial, failure), judge)
    finally:
        check.close()


@pytest.fixture
def broken_rule(monkeypatch: pytest.MonkeyPatch) -> Judge:
    """A judge whose MCP-1 rejects everything, and for compatible hosts only a null."""

    def reject(view: View) -> Findings:
        if view.trial.profile == COMPATIBLE and view.trial.outcome.output is not None:
            return ()
        return (Failure("wrong", "/output", "this is never right"),)

    family = registry.family(SINGLE)
    contract: Contract = contract_of(SINGLE)
    check = next(rule.check for rule in contract.rules if rule.id == "MCP-1")
    monkeypatch.setitem(family.checks, check, reject)  # type: ignore[arg-type]
    return Judge(contract, contract.rules, contract.defaults())


def test_a_failure_of_the_subject_alone_is_charged() -> None:
    contract = contract_of(SINGLE)
    confirm(Judge(contract, contract.rules, contract.defaults()), Outcome(output=None))


def test_a_failure_that_the_reference_shares_is_not_charged(broken_rule: Judge) -> None:
    with pytest.raises(
        ReferenceFails, match=r"MCP-1 rejects the reference's result .* this is never right, for .*a_tool"
    ):
        confirm(broken_rule, Outcome(output=None))


def test_the_reference_is_judged_for_the_same_host(broken_rule: Judge) -> None:
    contract = broken_rule.contract
    confirm(Judge(contract, contract.rules, contract.defaults(), profile=COMPATIBLE), Outcome(output=None))


def test_a_case_is_charged_without_asking_the_reference(broken_rule: Judge) -> None:
    confirm(broken_rule, Outcome(output=None), of_case=True)


def test_a_rule_without_an_input_that_it_can_judge_leaves_the_run_incomplete(broken_rule: Judge) -> None:
    del broken_rule
    result = certified(
        {SINGLE: mcp_tool_to_chat_tool}, SINGLE, rules=frozenset({"MCP-1"}), only_inputs=True, inputs={SINGLE: (TOOL,)}
    )
    entry = next(entry for entry in result.rules if entry.rule.id == "MCP-1")
    assert (entry.verdict, entry.evidence) == ("not-run", [])
    assert not result.complete
    assert "this is never right" in result.inconsistencies[0]


LOST = "lost"  # of a tool whose description the converter loses


def reject_the_first(view: View) -> Findings:
    """MCP-1 as it is, which also rejects whatever is made of the tool "a_tool"."""
    found = view.trial.outcome.output
    if view.trial.input["name"] == "a_tool" or found["function"].get("description") == LOST:
        return (Failure("wrong", "/output/function", "the description is lost"),)
    return ()


def loses(tool: Any) -> Any:
    result = mcp_tool_to_chat_tool(tool)
    result["function"]["description"] = LOST
    return result


@pytest.fixture
def wrong_for_one_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    family = registry.family(SINGLE)
    check = next(rule.check for rule in contract_of(SINGLE).rules if rule.id == "MCP-1")
    monkeypatch.setitem(family.checks, check, reject_the_first)  # type: ignore[arg-type]


def judged(function: Any) -> Any:
    # The one that the suite is wrong about is the smallest, and would be shown.
    inputs = (TOOL, {**TOOL, "name": "another_tool", "description": "It is longer."})
    return certified({SINGLE: function}, SINGLE, rules=frozenset({"MCP-1"}), only_inputs=True, inputs={SINGLE: inputs})


@pytest.mark.usefixtures("wrong_for_one_tool")
def test_an_input_that_the_reference_fails_on_is_set_aside_and_the_others_decide() -> None:
    result = judged(mcp_tool_to_chat_tool)
    (entry,) = (entry for entry in result.rules if entry.rule.id == "MCP-1")
    assert (entry.verdict, result.conforms) == ("pass", True)
    assert [(element.rule, element.inputs, element.input) for element in result.set_aside] == [("MCP-1", 1, TOOL)]


@pytest.mark.usefixtures("wrong_for_one_tool")
def test_a_defect_is_shown_by_another_input_where_the_reference_fails_on_the_smallest() -> None:
    result = judged(loses)
    (entry,) = (entry for entry in result.rules if entry.rule.id == "MCP-1")
    assert entry.verdict == "fail"
    assert [shown.input["name"] == "a_tool" for shown in entry.evidence] == [False]
    assert [(element.rule, element.inputs) for element in result.set_aside] == [("MCP-1", 1)]
