"""What each worked case of a run showed of each rule."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from conformance.engine.result import ADVICE, FAIL, NOT_OBSERVABLE, PASS

Marks = dict[str, str]  # by the id of a case

# A case can be judged several times: alone, repeated, by a restarted copy. The last of these that is found counts.
_ORDER = (PASS, NOT_OBSERVABLE, ADVICE, FAIL)


class CaseResults:
    """The mark of each case, by operation and rule. A rule that a case did not reach has none."""

    def __init__(self) -> None:
        self._marks: dict[tuple[str, str], Marks] = {}

    def take(
        self, operation: str, case: str, reached: Collection[str], unseen: Iterable[str], failed: Mapping[str, bool]
    ) -> None:
        """Count one judged trial of a case. failed: the rules that object, and whether all they say is advice."""
        found = dict.fromkeys(reached, PASS) | dict.fromkeys(unseen, NOT_OBSERVABLE)
        found |= {rule: ADVICE if advice else FAIL for rule, advice in failed.items()}
        for rule, mark in found.items():
            marks = self._marks.setdefault((operation, rule), {})
            marks[case] = max(marks.get(case, PASS), mark, key=_ORDER.index)

    def drop(self, operation: str, rule: str) -> None:
        """Forget the failures of a rule: something else is their cause."""
        marks = self._marks.get((operation, rule), {})
        marks.update((case, PASS) for case, mark in marks.items() if mark == FAIL)

    def of(self, operation: str, rule: str) -> Mapping[str, str]:
        """Return the mark of each case that reached a rule."""
        return self._marks.get((operation, rule), {})
