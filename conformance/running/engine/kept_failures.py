"""The failures of a run that may be shown: of each defect some cases, and the lightest example with those beside it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import islice

from conformance.rules.checks.conduct import TOO_LARGE
from conformance.running.engine.evidence import FailedTrial
from conformance.running.engine.failure_identity import FailureIdentity, defect_of
from conformance.running.engine.plan import size
from conformance.running.engine.shown_first import in_turn, one_a_cause, shared_cause, weight

# Evidence shows each cause that a rule objects to for, and of one cause no more than there is room for.
CASES_SHOWN = 10  # failing cases of each rule, or as many as there are causes; of advice the smallest one
EXAMPLES_SHOWN = 5  # failing examples of each rule of what no case shows, or as many as there are causes
MOST_CAUSES = 200  # of a rule: a subject may make up names without end
MOST_DEFECTS = 50  # of a rule, but for new causes: messages may differ in every example
MOST_INPUTS = 200  # of a defect, beside the example that is shown
DEFECTS_KEPT = 2  # of each rule, whose examples later runs try first
LARGEST_SHRUNK = 1_000_000  # bytes of an input; a larger one is shown as it is

RuleKey = tuple[str, str]  # operation and rule
Key = tuple[str, str, bool]  # operation, rule, and whether the failures are advice


class KeptFailures:
    """The failures of one run. is_real: whether one counts in every set."""

    def __init__(self, is_real: Callable[[FailedTrial], bool]) -> None:
        self._is_real = is_real
        self._by_case: dict[Key, dict[FailureIdentity, list[FailedTrial]]] = {}
        self._by_example: dict[Key, dict[FailureIdentity, FailedTrial]] = {}
        # The other examples of each defect, for where the suite contradicts itself on the one that is shown.
        self._others: dict[Key, dict[FailureIdentity, list[FailedTrial]]] = {}
        self._failing_cases: defaultdict[RuleKey, set[str]] = defaultdict(set)  # their ids

    def keep(self, rule: str, defect: FailureIdentity, failed: FailedTrial, *, advice: bool) -> None:
        """Keep a failure, where there is room for it or it is lighter than what is kept."""
        key = (failed.planned.operation, rule, advice)
        if failed.planned.case is None:
            self._keep_example(key, defect, failed)
            return
        cases = self._by_case.setdefault(key, {})
        if advice:
            smallest = min((failed, *in_turn(cases)), key=lambda trial: size(trial.planned.input))
            self._by_case[key] = {defect: [smallest]}
            return
        self._failing_cases[key[:2]].add(failed.planned.case.id)
        kept = cases.setdefault(defect, [])
        if len(kept) < CASES_SHOWN:
            kept.append(failed)

    def _keep_example(self, key: Key, defect: FailureIdentity, failed: FailedTrial) -> None:
        examples = self._by_example.setdefault(key, {})
        if defect in examples:
            others = self._others.setdefault(key, {}).setdefault(defect, [])
            if weight(failed.planned) < weight(examples[defect].planned):
                examples[defect], failed = failed, examples[defect]
            if len(others) < MOST_INPUTS:
                others.append(failed)
        elif len(examples) < MOST_DEFECTS or (
            len(examples) < MOST_CAUSES and shared_cause(failed) not in map(shared_cause, examples.values())
        ):
            examples[defect] = failed

    def of(self, operation: str, rule: str) -> list[FailedTrial]:
        """Return the failures of a rule that may be shown, advice left out."""
        key = (operation, rule, False)
        return [*in_turn(self._by_case.get(key, {})), *self._by_example.get(key, {}).values()]

    def drop(self, operation: str, rule: str) -> None:
        """Forget the failures of a rule, advice left out."""
        key = (operation, rule, False)
        for kept in (self._by_case, self._by_example, self._others):
            kept.pop(key, None)

    def replace(self, operation: str, rule: str, failed: FailedTrial, found: FailedTrial) -> None:
        """Put what is known of a failure now in the place of what was."""
        key = (operation, rule, False)
        for cases in self._by_case.get(key, {}).values():
            cases[:] = [found if case is failed else case for case in cases]
        examples = self._by_example.get(key, {})
        examples.update({defect: found for defect, trial in examples.items() if trial is failed})

    def put(self, key: Key, defect: FailureIdentity, failed: FailedTrial) -> None:
        """Show an example of a defect in the place of another one."""
        self._by_example[key][defect] = failed

    def remove(self, key: Key, defect: FailureIdentity) -> None:
        """Forget the examples of a defect."""
        del self._by_example[key][defect]

    def examples_of(self, key: Key, defect: FailureIdentity) -> list[FailedTrial]:
        """Return the example of a defect that is shown, then the others, the lightest first."""
        others = self._others.get(key, {}).get(defect, ())
        return [self._by_example[key][defect], *sorted(others, key=lambda other: weight(other.planned))]

    def keys_of_examples(self) -> list[Key]:
        """Return the rules that examples break, advice left out."""
        return [key for key in self._by_example if not key[2]]

    def failing_cases(self, key: RuleKey) -> int:
        """Return how many cases fail by a rule, shown or not."""
        return len(self._failing_cases[key])

    def has_cases(self, key: Key) -> bool:
        """Whether a case that a rule objects to is kept."""
        return key in self._by_case

    def cases_shown(self, key: Key) -> list[FailedTrial]:
        """Return the failing cases that are shown: one of each cause first."""
        failing = in_turn(self._by_case.get(key, {}))
        first = {id(trial) for trial in {shared_cause(trial): trial for trial in reversed(failing)}.values()}
        failing.sort(key=lambda trial: id(trial) not in first)
        return failing[: max(CASES_SHOWN, len(first))]

    def examples_shown(self, key: Key) -> tuple[list[tuple[FailureIdentity, FailedTrial]], int]:
        """Return the examples of defects that no real case shows, and given ones, and how many of them are shown.

        One of each cause comes first, and among those and the others real inputs do.
        """
        cases = self._by_case.get(key, {})
        shown = {defect for defect, failed in cases.items() if any(map(self._is_real, failed))}
        examples = [
            (defect, failed)
            for defect, failed in self._by_example.get(key, {}).items()
            if defect not in shown or failed.planned.given is not None
        ]
        examples.sort(key=lambda example: not self._is_real(example[1]))
        first = {shared_cause(failed): defect for defect, failed in reversed(examples)}
        examples.sort(key=lambda example: first[shared_cause(example[1])] != example[0])
        return examples, max(EXAMPLES_SHOWN, len(first))

    def shrinkable(self, counts: Callable[[RuleKey], bool]) -> list[tuple[Key, FailureIdentity, FailedTrial]]:
        """Return the examples in the evidence that can be made smaller, in this order, with rule and defect.

        Of each cause one, and none of advice: what decides comes first, and among that and the rest real inputs.
        counts: whether a rule decides.
        """
        examples = [
            (key, number, defect, failed)
            for key in self.keys_of_examples()
            for number, (defect, failed) in enumerate(one_a_cause(islice(*self.examples_shown(key))))
            if _may_be_made_small(failed)
        ]
        ordered = sorted(
            examples, key=lambda example: (not counts(example[0][:2]), not self._is_real(example[3]), example[1])
        )
        return [(key, defect, failed) for key, _number, defect, failed in ordered]

    def long_cases(self, longer_than: int) -> list[tuple[Key, FailureIdentity, FailedTrial]]:
        """Return the failing cases in the evidence that are long, of each cause one, with rule and defect.

        longer_than: bytes of an input.
        """
        shown = (
            (key, defect_of(failed.failure, failed.trial.outcome), failed)
            for key in self._by_case
            if not key[2]
            for failed in {shared_cause(trial): trial for trial in reversed(self.cases_shown(key))}.values()
        )
        return [entry for entry in shown if size(entry[2].planned.input) > longer_than and _may_be_made_small(entry[2])]

    def for_later_runs(self, counts: Callable[[RuleKey], bool]) -> Iterator[FailedTrial]:
        """Yield the examples in the evidence that later runs try first, of advice none.

        Rules that decide come first, and of each rule the first kind. Left out are the deep and wide inputs, which
        every run asks, those that the user gives, and those on which the subject hung: each would take the whole
        timeout again.
        """
        found = [
            (not counts(key[:2]), number, failed)
            for key in self.keys_of_examples()
            for number, (defect, failed) in enumerate(list(self._by_example[key].items())[:DEFECTS_KEPT])
            if not failed.planned.shape and failed.planned.given is None and defect.kind != "fault-hang"
        ]
        return (failed for _counts, _number, failed in sorted(found, key=lambda entry: entry[:2]))


def _may_be_made_small(failed: FailedTrial) -> bool:
    """Whether smaller inputs may be asked: not where the subject would be restarted, or where size is what is wrong."""
    kind = failed.failure.kind
    return not kind.startswith("fault-") and kind != TOO_LARGE and size(failed.planned.input) <= LARGEST_SHRUNK
