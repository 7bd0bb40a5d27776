"""Repeats failures with a fresh subject: what earlier inputs cause is charged to the rule about state alone.

Asked only if a rule about state failed: then the subject remembers something, which may have spoiled any other result.
If none of the first failures of a rule recurs in a copy that has converted nothing, that rule is not charged.
"""

from __future__ import annotations

from collections.abc import Iterator

from conformance.rules.checks.conduct import AGAIN_REORDERED
from conformance.rules.checks.declared import CONVERTED
from conformance.rules.checks.findings import Failure
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import RESTART
from conformance.running.engine.ask_once import ask_again
from conformance.running.engine.choices import find_choices
from conformance.running.engine.context import Context
from conformance.running.engine.evidence import NEED_THE_RUN, FailedTrial
from conformance.running.engine.judge import Judge
from conformance.running.engine.port import Port

# How many failures of a rule are repeated. Each needs a restart: what it asks would be remembered for the next one.
REPEATED = 3
# Kinds of failures that one input alone does not show.
_OF_SEVERAL_INPUTS = NEED_THE_RUN | {CONVERTED}


def drop_what_does_not_recur(context: Context, port: Port) -> None:
    """Ask a fresh subject the inputs of failures again, in the operations where a rule about state failed."""
    for operation, judge in context.judges.items():
        about_state = judge.contract.asking(RESTART)
        if not any(_leaks(context, operation, rule) for rule in about_state & judge.rules):
            continue
        unanswered = context.collector.unanswered(operation)
        for rule in unanswered - _unanswered_by_fresh_copies(judge, port) if unanswered else ():
            context.collector.drop_unanswered(operation, rule)
        for rule in sorted(judge.rules - about_state):
            failures = context.collector.failures(operation, rule)[:REPEATED]
            recurring = next((failed for failed in failures if _recurs(port, judge, rule, failed)), None)
            if recurring is not None:
                port.note(recurring.planned, (rule,), "a fresh copy fails in the same way")
            elif failures:
                port.note(failures[0].planned, (rule,), "no fresh copy fails in the same way: nothing is charged")
                context.collector.drop(operation, rule)


def _leaks(context: Context, operation: str, rule: str) -> bool:
    """Whether a rule about state failed by more than the order of an enum, which fails no other rule."""
    return any(failure.failure.kind != AGAIN_REORDERED for failure in context.collector.failures(operation, rule))


def _unanswered_by_fresh_copies(judge: Judge, port: Port) -> frozenset[str]:
    """Return the rules of the choices to which no listed answer fits, even if nothing was converted before a probe."""
    found = find_choices(judge.contract, port.fresh(), judge.choices, judge.exact_numbers, judge.report)
    return frozenset(answer.choice.rule for answer in found.unanswered)


def _recurs(port: Port, judge: Judge, rule: str, failed: FailedTrial) -> bool:
    """Whether a fresh subject fails in the same way; True where that cannot be asked."""
    if failed.failure.kind in _OF_SEVERAL_INPUTS or failed.planned.shape or not port.restart():
        return True
    trials = ask_again(rule, failed, port, judge)
    found = (failure for trial in trials for failure in _failures(judge, rule, trial, failed))
    return any(failure.kind == failed.failure.kind for failure in found)


def _failures(judge: Judge, rule: str, trial: Trial, failed: FailedTrial) -> Iterator[Failure]:
    """Yield what a rule objects to, also as the rule of a worked example."""
    yield from judge.failures_of(rule, trial)
    yield from (failure for charged, failure in judge.judge(trial, failed.planned.case).failures if charged == rule)
