"""Asks a subject an input once more, with the further calls that one rule needs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from conformance.base.values import copy_of
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import AGAIN
from conformance.running.engine.ask import ask_all
from conformance.running.engine.chains import ask_chains, offered_chains
from conformance.running.engine.evidence import FailedTrial
from conformance.running.engine.judge import Judge
from conformance.running.engine.plan import Planned, plan_inputs
from conformance.running.engine.port import Port


def ask_for_rule(
    rule: str, planned: Iterable[Planned], port: Port, judge: Judge, *, chained: bool
) -> Iterable[tuple[Planned, Trial]]:
    """Yield each planned input with a trial that one rule can judge.

    chained: whether the rule judges what a chain of operations makes of the input; inputs whose chain does not end are
    left out.
    """
    contract = judge.contract
    repeat = rule in contract.asking(AGAIN)
    asked = ask_all(port, planned, {contract.operation: judge}, port.offered, repeat=repeat)
    if not chained:
        return asked
    ends = ask_chains(port, asked, offered_chains([contract], port.offered))
    return ((end.planned, replace(end.trial, chained=end.outcome)) for end in ends if end.outcome is not None)


def ask_again(rule: str, failed: FailedTrial, port: Port, judge: Judge) -> Iterable[Trial]:
    """Yield the trials of asking the input of a failure once more."""
    planned = plan_inputs(judge.contract, [copy_of(failed.planned.input)])
    asked = ask_for_rule(rule, planned, port, judge, chained=failed.trial.chained is not None)
    return (trial for _planned, trial in asked)
