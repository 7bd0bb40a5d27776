"""A failure is confirmed once: by the second validator, and by the last check."""

from __future__ import annotations

import pytest

from conformance.base.observation import Outcome
from conformance.base.second_opinion import Inconsistent
from conformance.rules.checks.findings import Failure
from conformance.running.engine import confirmation
from conformance.running.engine.confirmation import Confirmation
from conformance.running.engine.evidence import FailedTrial
from conformance.running.engine.judge import Judge
from conformance.running.engine.own_fault import OwnFault
from conformance.running.engine.plan import Planned
from tests.running.engine.building import SINGLE, judge_of

JUDGE = judge_of(SINGLE)
TOOL = {"name": "a_tool", "inputSchema": {"type": "object"}}
FAULT = OwnFault(SINGLE, "MCP-1", "the reference fails too", input=TOOL)


def failed(advice: str | None = None) -> FailedTrial:
    trial = JUDGE.trial(TOOL, Outcome(output={}))
    return FailedTrial(Planned(SINGLE, TOOL), trial, Failure("wrong", "/output", "it is wrong", advice=advice))


class LastCheck:
    """Counts how often it is asked; raises a fault, or nothing."""

    def __init__(self, fault: OwnFault | None) -> None:
        self.asked = 0
        self._fault = fault

    def __call__(self, _rule: str, _failed: FailedTrial, _judge: Judge) -> None:
        self.asked += 1
        if self._fault is not None:
            raise self._fault


@pytest.mark.parametrize("fault", [None, FAULT])
def test_the_last_check_is_asked_once_for_a_failure(fault: OwnFault | None) -> None:
    last, one = LastCheck(fault), failed()
    confirmed = Confirmation(last)
    assert [confirmed.fault("MCP-1", one, JUDGE) for _time in range(2)] == [fault, fault]
    assert last.asked == 1
    confirmed.fault("MCP-1", failed(), JUDGE)
    assert last.asked == 2


def test_advice_is_not_asked_of_the_reference() -> None:
    last = LastCheck(FAULT)
    assert Confirmation(last).fault("MCP-1", failed("it may be so"), JUDGE) is None
    assert last.asked == 0


def test_validators_that_disagree_are_a_fault_of_the_suite(monkeypatch: pytest.MonkeyPatch) -> None:
    def disagree() -> None:
        raise Inconsistent("Two validators disagree.")

    monkeypatch.setattr(confirmation, "second_opinion", disagree)
    found = Confirmation(None).fault("MCP-1", failed(), JUDGE)
    assert found is not None
    assert (found.rule, found.kind, found.input) == ("MCP-1", "Two validators disagree", TOOL)
