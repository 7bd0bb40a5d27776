"""Judges the probes of choices. A probe counts as an example only if it breaks a rule that nothing else breaks."""

from __future__ import annotations

from dataclasses import replace

from conformance.rules.checks.trial import Trial
from conformance.running.engine.causes import Causes
from conformance.running.engine.choices import Probe
from conformance.running.engine.collect import close, not_asked
from conformance.running.engine.context import Context
from conformance.running.engine.coverage import Coverage
from conformance.running.engine.plan import Planned, probe_item


class Probes:
    """The probes of a run that fail, until everything else is judged."""

    def __init__(self, context: Context, causes: Causes, coverage: Coverage) -> None:
        self._context = context
        self._causes = causes
        self._coverage = coverage
        self._failing: list[tuple[Planned, Trial]] = []

    def take(self, operation: str, probe: Probe) -> None:
        """Judge a probe; keep one that fails."""
        judge = self._context.judges[operation]
        planned = Planned(operation, probe.input)
        planned.item = probe_item(operation, probe.choice, probe.number)
        trial = replace(judge.trial(probe.input, probe.outcome), requests=probe.outcome.requests)
        if not_asked(trial) is not None:
            self._coverage.judge(planned, trial)
            return
        judgement = judge.judge(trial)
        if self._context.fails(operation, judgement):
            self._failing.append((planned, trial))
        else:
            close(self._context.ledger, planned.item, judgement)

    def judge_failing(self) -> None:
        """Count the failures that no other trial shows."""
        context = self._context
        for planned, trial in self._failing:
            judgement = context.judges[planned.operation].judge(trial)
            new = tuple(
                (rule, failure)
                for rule, failure in judgement.failures
                if not context.collector.has_failed(planned.operation, rule)
            )
            if new and not self._causes.hold(planned, trial, judgement):
                context.take(planned, trial, judgement._replace(failures=new))
            elif not new and planned.item is not None:
                close(context.ledger, planned.item, judgement)
