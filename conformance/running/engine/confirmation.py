"""Confirms a failure before a subject is charged for it: by the second validator, and by the last check."""

from __future__ import annotations

from collections.abc import Callable

from conformance.base.second_opinion import Inconsistent, second_opinion
from conformance.running.engine.evidence import FailedTrial
from conformance.running.engine.judge import Judge
from conformance.running.engine.own_fault import OwnFault

Confirm = Callable[[str, FailedTrial, Judge], None]  # of a rule's id, a failure and its judge; raises OwnFault


class Confirmation:
    """Confirms each failure once. last: the last check; None where there is none."""

    def __init__(self, last: Confirm | None) -> None:
        self._last = last
        # With the failure, so that no other object gets its identity.
        self._known: dict[tuple[str, int], tuple[FailedTrial, OwnFault | None]] = {}

    def fault(self, rule: str, failed: FailedTrial, judge: Judge) -> OwnFault | None:
        """Return the fault of the suite for which a failure must not be charged; None where it may be."""
        key = rule, id(failed)
        if key not in self._known:
            self._known[key] = failed, self._look(rule, failed, judge)
        return self._known[key][1]

    def _look(self, rule: str, failed: FailedTrial, judge: Judge) -> OwnFault | None:
        try:
            with second_opinion():
                judge.failures_of(rule, failed.trial)
            if self._last is not None and not judge.is_advice(failed.failure):
                self._last(rule, failed, judge)
        except OwnFault as fault:
            return fault
        except Inconsistent as error:
            kind = str(error).rstrip(".")
            return OwnFault(failed.planned.operation, rule, kind, input=failed.planned.input)
        return None
