"""Each time a subject gives no usable answer is listed with its case or input, and decides."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from conformance.base.observation import Fault, Outcome
from conformance.reference import mcp_tool_to_chat_tool
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import Contract
from conformance.running.engine.judge import Judge
from conformance.running.engine.result import FAIL, SeenFault
from tests.running.engine.building import SINGLE, case_of, contract_of
from tests.running.engine.certifying import certified, verdicts

TOOL: Any = {"name": "a_tool", "description": "Works.", "inputSchema": {"type": "object", "properties": {}}}
MALFORMED: Any = {"name": 7}


def ends_for(name: object) -> Any:
    """A converter that ends the program for the tools of one name."""

    def convert(tool: Any) -> Any:
        if isinstance(tool, dict) and tool.get("name") == name:
            sys.exit(3)
        return mcp_tool_to_chat_tool(tool)

    return convert


@pytest.mark.parametrize("tool", [TOOL, MALFORMED], ids=["real", "malformed"])
def test_a_fault_is_listed_with_its_input_and_decides(tool: Any) -> None:
    result = certified(
        {SINGLE: ends_for(tool["name"])}, SINGLE, only_inputs=True, inputs={SINGLE: (tool,)}, repeat=False
    )
    assert not result.conforms
    assert FAIL in verdicts(result).values()
    fault = SeenFault(SINGLE, "exit", "the subject called sys.exit(3)", case=None, input=tool)
    assert result.seen_faults == [fault] * result.faults


def test_a_fault_at_a_case_names_it() -> None:
    case = case_of(SINGLE, "default-in-items")
    result = certified({SINGLE: ends_for(case.input["name"])}, SINGLE, cases=(case.id,), repeat=False)
    assert {(seen_fault.case, seen_fault.input) for seen_fault in result.seen_faults} == {(case.id, None)}


def without(contract: Contract, rule: str) -> Judge:
    """A judge of an operation that is reached in a way in which one rule cannot be judged."""
    return Judge(contract, [other_rule for other_rule in contract.rules if other_rule.id != rule], contract.defaults())


def test_a_fault_decides_where_the_rule_about_wrong_shapes_is_not_judged() -> None:
    contract = contract_of(SINGLE)
    assert contract.wrong_shape_rule is not None
    trial = Trial(operation=SINGLE, input=MALFORMED, outcome=Outcome(fault=Fault("garbage", "NaN is no JSON")))
    (failure,) = without(contract, contract.wrong_shape_rule).judge(trial).failures
    assert failure[0] == contract.failed_call_rule


def test_a_run_of_a_few_rules_charges_a_fault_to_none_of_them() -> None:
    contract = contract_of(SINGLE)
    judge = Judge(contract, [rule for rule in contract.rules if rule.id == "MCP-3"], contract.defaults())
    trial = Trial(operation=SINGLE, input=MALFORMED, outcome=Outcome(fault=Fault("exit", "gone")))
    assert judge.judge(trial).failures == ()
