"""What each worked case of a run showed of each rule."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from conformance.running.engine.result import ADVICE, FAIL, NOT_OBSERVABLE, PASS

Marks = dict[str, str]  # by the id of a case
Kind = tuple[str, str | None]  # of a failure, and the content of the input that it points at

# A case can be judged several times: alone, repeated, by a restarted copy. The last of these that is found counts.
_ORDER = (PASS, NOT_OBSERVABLE, ADVICE, FAIL)


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseResult:
    """What one case showed. marks: by rule, PASS, FAIL, ADVICE or NOT_OBSERVABLE; no entry for a rule not reached.

    owed: the rules that apply to a result that the case expects. kinds: of the failures, by rule, each with the content
    of the input that it points at; None where it points at none. charged: the rules that are charged with its
    conversion, which failed and had to succeed; empty where it did not fail.
    """

    marks: Mapping[str, str]
    owed: frozenset[str] = frozenset()
    kinds: Mapping[str, frozenset[Kind]]
    charged: frozenset[str] = frozenset()


class CaseResults:
    """The mark of each case, by operation and rule. A rule that a case did not reach has none."""

    def __init__(self) -> None:
        self._marks: dict[tuple[str, str], Marks] = {}
        self._owed: dict[tuple[str, str], frozenset[str]] = {}  # by operation and case
        self._kinds: dict[tuple[str, str], dict[str, set[Kind]]] = {}  # by operation and rule, and by case
        self._charged: dict[tuple[str, str], set[str]] = {}  # by operation and case

    def take(
        self, operation: str, case: str, reached: Collection[str], unseen: Iterable[str], failed: Mapping[str, bool]
    ) -> None:
        """Count one judged trial of a case. failed: the rules that object, and whether all they say is advice."""
        found = dict.fromkeys(reached, PASS) | dict.fromkeys(unseen, NOT_OBSERVABLE)
        found |= {rule: ADVICE if advice else FAIL for rule, advice in failed.items()}
        for rule, mark in found.items():
            marks = self._marks.setdefault((operation, rule), {})
            marks[case] = max(marks.get(case, PASS), mark, key=_ORDER.index)

    def note(
        self,
        operation: str,
        case: str,
        owed: frozenset[str],
        kinds: Iterable[tuple[str, Kind]],
        charged: Iterable[str] = (),
    ) -> None:
        """Note more of one judged trial of a case.

        owed: the rules that apply to what the case expects. kinds: the rules that object, each with the kind of its
        failure. charged: the rules that are charged with a conversion that failed.
        """
        self._owed[operation, case] = self._owed.get((operation, case), frozenset()) | owed
        for rule, kind in kinds:
            self._kinds.setdefault((operation, rule), {}).setdefault(case, set()).add(kind)
        self._charged.setdefault((operation, case), set()).update(charged)

    def drop(self, operation: str, rule: str) -> None:
        """Forget the failures of a rule: something else is their cause."""
        marks = self._marks.get((operation, rule), {})
        marks.update((case, PASS) for case, mark in marks.items() if mark == FAIL)
        self._kinds.pop((operation, rule), None)
        for (name, _case), charged in self._charged.items():
            if name == operation:
                charged.discard(rule)

    def of(self, operation: str, rule: str) -> Mapping[str, str]:
        """Return the mark of each case that reached a rule."""
        return self._marks.get((operation, rule), {})

    def of_cases(self, operation: str) -> dict[str, CaseResult]:
        """Return what each judged case of an operation showed, by its id."""
        marks: dict[str, dict[str, str]] = {case: {} for name, case in self._owed if name == operation}
        kinds: dict[str, dict[str, frozenset[Kind]]] = {case: {} for case in marks}
        for (name, rule), by_case in self._marks.items():
            for case in marks.keys() & by_case.keys() if name == operation else ():
                marks[case][rule] = by_case[case]
        for (name, rule), of_rule in self._kinds.items():
            for case in kinds.keys() & of_rule.keys() if name == operation else ():
                kinds[case][rule] = frozenset(of_rule[case])
        return {
            case: CaseResult(
                marks=marks[case],
                owed=self._owed[operation, case],
                kinds=kinds[case],
                charged=frozenset(self._charged[operation, case]),
            )
            for case in marks
        }
