"""The cases of a single form as lists of one: they are cases of its list form too."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from conformance.base.values import ABSENT
from conformance.rules.contracts.model import Case, Expectation


def lifted_cases(cases: Iterable[Case], rules: AbstractSet[str]) -> tuple[Case, ...]:
    """Return the cases that show something of a list form with these rules (their ids).

    An error lifts only where the choice says that an unusable tool raises: a tool that is refused alone makes
    the single form fail and the list form leave it out.
    """
    return tuple(lifted for case in cases if (lifted := _lifted(case, rules)) is not None)


def _lifted(case: Case, rules: AbstractSet[str]) -> Case | None:
    expectations = _lifted_expectations(case.expectations)
    if not expectations or rules.isdisjoint(case.rules):
        return None
    shown = tuple(rule for rule in case.rules if rule in rules)
    return Case(
        id=case.id,
        rules=shown,
        note=case.note,
        input=[case.input],
        expectations=expectations,
        source=case.source,
        lifted=True,
        standing=case.standing,
        wrong=ABSENT if case.wrong is ABSENT else [case.wrong],
    )


def _lifted_expectations(expectations: Iterable[Expectation]) -> tuple[Expectation, ...]:
    """Return what is expected of a list of one; nothing where the list form may do anything."""
    return tuple(
        expectation if expectation.error is not None else Expectation(expectation.given, [expectation.output])
        for expectation in expectations
        if expectation.error is None or expectation.given.get("unusable-tool") == "raise"
    )
