"""A result that differs from its worked example: a failure if a source document states it, else advice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.base.observation import Outcome
from conformance.base.values import ABSENT
from conformance.rules.contracts import Case, Contract, Expectation
from conformance.running.engine.judge import Judge
from tests.running.engine.certifying import specifications

OPERATION = "mcp-tool-to-chat-tool"


STATED, OF_AN_AUTHOR = "a source document states it", "an author's own"


def a_case(contract: Contract, *, stated: bool) -> Case:
    cases = (case for case in contract.cases if case.expectations[0].error is None and case.expectations[0].output)
    return next(case for case in cases if case.is_of_document is stated)


@pytest.mark.parametrize("shown", [True, False], ids=["argument shown", "argument hidden"])
@pytest.mark.parametrize("stated", [True, False], ids=[STATED, OF_AN_AUTHOR])
def test_a_difference_that_no_rule_covers_counts_only_if_a_document_states_the_output(
    shown: bool, stated: bool
) -> None:
    contract = specifications().contracts[OPERATION]
    judge = Judge(contract, contract.rules, {})
    case = a_case(contract, stated=stated)
    output = case.expectations[0].output
    other = {**output, "function": {**output["function"], "name": "another"}}
    outcome = Outcome(output=output, input_after=case.input if shown else ABSENT, shares=False, kept=False)
    changed = replace(case, expectations=(Expectation({}, output=other),))
    judgement = judge.judge(judge.trial(case.input, outcome), changed)
    ((rule, failure),) = judgement.failures
    assert (rule, failure.kind) == (case.rules[0], "differs-from-case")
    assert judge.is_advice(failure) is not stated
    assert ("MCP-4" in judgement.unseen) is not shown
