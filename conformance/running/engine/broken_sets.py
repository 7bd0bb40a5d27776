"""Which requirement sets the objections of a run break, and which of them decide it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from conformance.rules.contracts import SETS
from conformance.running.engine.result import Objection, RuleResult, RunResult
from conformance.running.engine.sets import counts, in_force, own_sets


class Sets:
    """Which objections count in which set, and which decide a run."""

    def __init__(self, result: RunResult) -> None:
        self._deciding = result.deciding
        self._decide = in_force((entry for entry in result.rules if entry.counts), result.deciding)
        self._rules = {
            name: in_force((entry for entry in result.rules if name in entry.rule.sets), (name,)) for name in SETS
        }

    @property
    def in_order(self) -> tuple[str, ...]:
        """The sets, those first that decide the run."""
        return tuple(sorted(SETS, key=lambda name: name not in self._deciding))

    def decides(self, entry: RuleResult, objections: Iterable[Objection]) -> bool:
        """Whether one of the objections of a rule keeps the run from conforming."""
        return entry.counts and any(
            counts(objection, name, entry, self._decide)
            for name in own_sets(entry, self._deciding)
            for objection in objections
        )

    def broken(self, entry: RuleResult, objections: Collection[Objection]) -> frozenset[str]:
        """Return the sets that objections of a rule decide; none for a rule that is only advised."""
        own = (name for name in entry.rule.sets if entry.rule.level == "MUST")
        return frozenset(
            name for name in own if any(counts(objection, name, entry, self._rules[name]) for objection in objections)
        )
