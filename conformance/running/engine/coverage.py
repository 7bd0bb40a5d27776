"""Trials that show nothing of the subject: of one of two APIs, which it does not have; of an input that none can reach;
of a feature that it does not have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from conformance.base.observation import NOT_COVERED, OUT_OF_SCOPE
from conformance.base.values import ABSENT, JSON
from conformance.rules.checks.trial import Trial
from conformance.running.engine.causes import Causes
from conformance.running.engine.context import Context
from conformance.running.engine.judge import Judgement
from conformance.running.engine.ledger import LedgerItem
from conformance.running.engine.plan import Planned


class Coverage:
    """Judges trials, and those that are not covered last: what the subject did for others decides about them.

    A subject that used an API for one input covers it. That it refuses another input of that API is a failure.
    """

    def __init__(self, context: Context, causes: Causes, excuse: Callable[[LedgerItem, str], None]) -> None:
        self._context = context
        self._causes = causes
        self._excuse = excuse
        self._not_covered: list[tuple[Planned, Trial]] = []
        self._covered: set[tuple[str, JSON]] = set()  # operations, each with an API
        self._answered: set[str] = set()  # operations

    def judge(self, planned: Planned, trial: Trial) -> Judgement | None:
        """Judge a trial, and count it unless the cause of its failed call is not known yet.

        Return None for one that the subject does not cover, or does not offer.
        """
        if trial.outcome.fault is not None and trial.outcome.fault.kind == OUT_OF_SCOPE:
            if planned.item is not None:
                self._excuse(planned.item, trial.outcome.fault.message)
            return None
        if trial.outcome.fault is not None and trial.outcome.fault.kind == NOT_COVERED:
            self._not_covered.append((planned, trial))
            return None
        if trial.outcome.requests:
            self._covered.add(_part(trial))
        if trial.outcome.requests or trial.outcome.output is not ABSENT:
            self._answered.add(planned.operation)
        judgement = self._context.judges[planned.operation].judge(trial, planned.case)
        if not self._causes.hold(planned, trial, judgement):
            self._context.take(planned, trial, judgement)
        return judgement

    def judge_not_covered(self) -> None:
        """Judge the trials of APIs that the subject used for another input; excuse the rest."""
        for planned, trial in self._not_covered:
            assert trial.outcome.fault is not None and planned.item is not None
            if _part(trial) in self._covered:
                refused = replace(trial, outcome=replace(trial.outcome, fault=None), again=None)
                judge = self._context.judges[planned.operation]
                self._context.take(planned, refused, judge.judge(refused, planned.case))
            else:
                self._excuse(planned.item, trial.outcome.fault.message)
                if planned.case is not None and planned.operation in self._answered:
                    self._context.collector.not_owed(planned.operation, planned.case.id, planned.reach)


def _part(trial: Trial) -> tuple[str, JSON]:
    """Return an operation with the API that the input is for."""
    api = trial.input.get("api") if isinstance(trial.input, dict) else None
    return trial.operation, api if isinstance(api, str) else None
