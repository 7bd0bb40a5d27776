"""Losses that a rule charges to the feature it is about, if nothing is lost without the feature."""

from __future__ import annotations

from conformance.checks.conduct import LOST, TOO_LARGE
from conformance.checks.findings import LOST_WITH
from conformance.contracts import Rule
from conformance.contrasts.size import SMALL
from conformance.engine.judge import Judge
from conformance.engine.port import Port
from conformance.values import ABSENT, JSON


def kinds_of_loss(rule: Rule) -> tuple[str, ...]:
    """Return the kinds of a rule's failures that its contrast has to confirm: a loss, and a large call that fails."""
    return () if rule.contrast is None else (LOST, TOO_LARGE) if rule.contrast == SMALL else (LOST_WITH,)


def keeps_all(port: Port, judge: Judge, rule: Rule, value: JSON) -> bool:
    """Whether an input without the feature that a rule is about converts, and nothing of it is lost."""
    without = judge.without(rule, value)
    if without is ABSENT:
        return True
    (outcome,) = port.outcomes(judge.contract.operation, [without])
    return judge.read(judge.trial(without, outcome), lambda view: view.answered and not view.incomplete, False)
