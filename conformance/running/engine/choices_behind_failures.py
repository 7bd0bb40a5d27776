"""Finds the choices that decide a failure: under another answer the rule does not fail on the same result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from conformance.base.values import ABSENT
from conformance.rules.checks.names import GIVEN, NAMES
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import Case
from conformance.running.engine.judge import Judge
from conformance.running.engine.result import JudgedWith


def judged_with(
    rule: str, trial: Trial, case: Case | None, judge: Judge, answers: Mapping[str, tuple[str, str]]
) -> tuple[JudgedWith, ...]:
    """Return the choices without whose answer a rule would not fail on a trial.

    judge: the operation's, under the subject's answers. answers: by choice, the answer and how it was found.
    """
    fails = next(
        (function for function in (_fails_alone, _fails_in_judgement) if function(judge, rule, trial, case)), None
    )
    return tuple(_deciding(rule, trial, case, judge, answers, fails)) if fails is not None else ()


def _deciding(
    rule: str,
    trial: Trial,
    case: Case | None,
    judge: Judge,
    answers: Mapping[str, tuple[str, str]],
    fails: Callable[[Judge, str, Trial, Case | None], bool],
) -> Iterator[JudgedWith]:
    legal = {choice.name: tuple(choice.answers) for choice in judge.contract.choices}
    if NAMES in answers:
        legal[NAMES] = (answers[NAMES][0], GIVEN)
    for name, choosable in legal.items():
        answer, found = answers.get(name, ("", ""))
        if answer not in choosable:
            continue
        instead = []
        for other in choosable:
            under = {**judge.choices, name: other}
            if other != answer and not fails(judge.under(under), rule, replace(trial, choices=under), case):
                instead.append(other)
        if instead:
            yield JudgedWith(name, answer, found, tuple(instead))


def _fails_alone(judge: Judge, rule: str, trial: Trial, _case: Case | None) -> bool:
    """Whether the rule's own check objects, which is all that most failures need."""
    return trial.outcome.output is not ABSENT and bool(judge.failures_of(rule, trial))


def _fails_in_judgement(judge: Judge, rule: str, trial: Trial, case: Case | None) -> bool:
    """Whether the rule is charged when everything is judged: a failed call, or another result than a case states."""
    judgement = judge.judge(trial, case)
    return judgement.failed_call is not None or any(charged == rule for charged, _failure in judgement.failures)
