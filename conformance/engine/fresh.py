"""Repeats failures with a fresh subject: what earlier inputs cause is charged to the rule about state alone.

Asked only if a rule about state failed: then the subject remembers something, which may have spoiled any other result.
If none of the first failures of a rule recurs in a copy that has converted nothing, that rule is not charged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from conformance.checks.conduct import AGAIN_REORDERED
from conformance.checks.declared import CONVERTED
from conformance.checks.findings import Failure
from conformance.checks.trial import Trial
from conformance.contracts import RESTART
from conformance.engine.choices import find_choices
from conformance.engine.context import Context
from conformance.engine.evidence import NEED_THE_RUN, Failed
from conformance.engine.judge import Judge
from conformance.engine.plan import plan_inputs
from conformance.engine.reask import ask_for_rule
from conformance.observation import Outcome, Request
from conformance.subjects.base import Subject, SubjectWrapper
from conformance.values import packed, unpacked

# How many failures of a rule are repeated. Each needs a restart: what it asks would be remembered for the next one.
REPEATED = 3
# Kinds of failures that one input alone does not show.
_OF_SEVERAL_INPUTS = NEED_THE_RUN | {CONVERTED}


def drop_what_does_not_recur(context: Context, subject: Subject) -> None:
    """Ask a fresh subject the inputs of failures again, in the operations where a rule about state failed."""
    for operation, judge in context.judges.items():
        about_state = judge.contract.asking(RESTART)
        if not any(_leaks(context, operation, rule) for rule in about_state & judge.rules):
            continue
        unanswered = context.collector.unanswered(operation)
        for rule in unanswered - _unanswered_by_fresh_copies(judge, subject) if unanswered else ():
            context.collector.drop_unanswered(operation, rule)
        for rule in sorted(judge.rules - about_state):
            failures = context.collector.failures(operation, rule)[:REPEATED]
            if failures and not any(_recurs(context, subject, rule, failed) for failed in failures):
                context.collector.drop(operation, rule)


def _leaks(context: Context, operation: str, rule: str) -> bool:
    """Whether a rule about state failed by more than the order of an enum, which fails no other rule."""
    return any(one.failure.kind != AGAIN_REORDERED for one in context.collector.failures(operation, rule))


class _FreshCopies(SubjectWrapper):
    """A subject of which each request reaches a copy that has converted nothing."""

    def ask(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Outcome]]:
        """Restart the subject before each request."""
        for request in requests:
            self._subject.restart()
            yield from self._subject.ask([request])


def _unanswered_by_fresh_copies(judge: Judge, subject: Subject) -> frozenset[str]:
    """Return the rules of the choices to which no listed answer fits, even if nothing was converted before a probe."""
    found = find_choices(judge.contract, _FreshCopies(subject), judge.choices, judge.exact_numbers, judge.report)
    return frozenset(one.choice.rule for one in found.unanswered)


def _recurs(context: Context, subject: Subject, rule: str, failed: Failed) -> bool:
    """Whether a fresh subject fails in the same way; True where that cannot be asked."""
    data = packed(failed.planned.input)
    if data is None or failed.failure.kind in _OF_SEVERAL_INPUTS or failed.planned.shape or not subject.restart():
        return True
    operation = failed.planned.operation
    judge = context.judges[operation]
    asked = ask_for_rule(
        rule,
        plan_inputs(judge.contract, [unpacked(data)]),
        subject,
        {operation: judge},
        context.described.operations,
        chained=failed.trial.chained is not None,
    )
    found = (failure for _planned, trial in asked for failure in _failures(judge, rule, trial, failed))
    return any(failure.kind == failed.failure.kind for failure in found)


def _failures(judge: Judge, rule: str, trial: Trial, failed: Failed) -> Iterator[Failure]:
    """Yield what a rule objects to, also as the rule of a worked example."""
    yield from judge.failures_of(rule, trial)
    yield from (failure for charged, failure in judge.judge(trial, failed.planned.case).failures if charged == rule)
