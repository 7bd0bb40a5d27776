"""A result that differs from its worked example fails, whatever else the subject does not show."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.contracts import Expectation
from conformance.engine.judge import Judge
from conformance.observation import Outcome
from conformance.values import ABSENT
from tests.engine.certifying import specifications

OPERATION = "mcp-tool-to-chat-tool"


@pytest.mark.parametrize("shown", [True, False], ids=["argument shown", "argument hidden"])
def test_a_difference_that_no_rule_covers_is_charged_to_the_first_rule_of_the_case(shown: bool) -> None:
    contract = specifications().contracts[OPERATION]
    judge = Judge(contract, contract.rules, {})
    case = next(one for one in contract.cases if one.expectations[0].error is None and one.expectations[0].output)
    output = case.expectations[0].output
    other = {**output, "function": {**output["function"], "name": "another"}}
    outcome = Outcome(output=output, input_after=case.input if shown else ABSENT, shares=False, kept=False)
    changed = replace(case, expectations=(Expectation({}, output=other),))
    judgement = judge.judge(judge.trial(case.input, outcome), changed)
    assert [(rule, failure.kind) for rule, failure in judgement.failures] == [(case.rules[0], "differs-from-case")]
    assert ("MCP-4" in judgement.unseen) is not shown
