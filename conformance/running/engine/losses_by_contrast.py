"""Losses that a rule charges to the feature it is about, if nothing is lost without the feature."""

from __future__ import annotations

from conformance.base.values import ABSENT, JSON
from conformance.inputs.contrasts.size import SMALL
from conformance.rules.checks.conduct import LOST, TOO_LARGE
from conformance.rules.checks.findings import LOST_WITH
from conformance.rules.contracts import Rule
from conformance.running.engine.judge import Judge
from conformance.running.engine.port import Port


def kinds_of_loss(rule: Rule) -> tuple[str, ...]:
    """Return the kinds of a rule's failures that its contrast has to confirm: a loss, and a large call that fails."""
    return () if rule.contrast is None else (LOST, TOO_LARGE) if rule.contrast == SMALL else (LOST_WITH,)


def keeps_all(port: Port, judge: Judge, rule: Rule, value: JSON) -> bool:
    """Whether an input without the feature that a rule is about converts, and nothing of it is lost.

    Where the contrast writes the input anew, the same must not hold of it with the feature.
    """
    without = judge.without(rule, value)
    if without is ABSENT:
        return True
    asked = [value for value in (without, judge.control(rule, value)) if value is not ABSENT]
    outcomes = port.outcomes(judge.contract.operation, asked)
    kept = [
        judge.read(judge.trial(value, outcome), lambda view: view.answered and not view.incomplete, False)
        for value, outcome in zip(asked, outcomes, strict=True)
    ]
    return kept[0] and not any(kept[1:])
