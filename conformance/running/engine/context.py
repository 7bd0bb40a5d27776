"""What the parts of a run share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from conformance.base.observation import Description
from conformance.rules.checks.trial import Trial
from conformance.running.engine.collect import Collector
from conformance.running.engine.failing_examples import FailingExamples
from conformance.running.engine.judge import Judge, Judgement
from conformance.running.engine.ledger import Ledger
from conformance.running.engine.plan import Planned


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The subject's description, the judges by operation, and what their judgements are written into."""

    described: Description
    judges: dict[str, Judge]
    collector: Collector
    ledger: Ledger
    failing_examples: FailingExamples
    trace: Callable[..., None] | None  # see Options

    def take(self, planned: Planned, trial: Trial, judgement: Judgement) -> None:
        """Count a judged trial."""
        judge = self.judges[planned.operation]
        if self.trace is not None:
            self.trace(planned, trial, judgement, judge)
        self.collector.take(planned, trial, judgement, judge)
        if planned.case is None:
            self.failing_examples.take(planned, trial, judgement, judge)

    def fails(self, operation: str, judgement: Judgement) -> bool:
        """Whether a judgement has a failure that is not advice."""
        judge = self.judges[operation]
        return any(not judge.is_advice(failure) for _rule, failure in judgement.failures)
