"""What a subject does not show makes a rule not observable; it takes no failure away that was seen without it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle
from typing import Any

import pytest

from conformance.base.observation import ConversionRequest, Description, Outcome, as_json
from conformance.base.values import ABSENT, packed, unpacked
from conformance.formats.operations import is_scripted, operations
from conformance.rules.checks.findings import NOT_OBSERVABLE, Findings
from conformance.rules.checks.registry import family
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import Contract, Specifications, load_specifications
from conformance.running.engine.scripted import scripted
from tests.suite.selftest.banks import all_banks
from tests.suite.selftest.model import Mutant
from tests.suite.selftest.running import Mortal, functions_of

CASES = 1  # of each mutant, of those that show one of its rules
# By observation: its value where it is hidden, and the kinds of failures that nothing else shows.
OBSERVATIONS: dict[str, tuple[Any, frozenset[str]]] = {
    "input_after": (ABSENT, frozenset({"input-changed"})),
    "shares": (None, frozenset({"shares"})),
    "kept": (None, frozenset({"kept"})),
    "diagnostics": (
        None,
        frozenset(
            {
                *("silent", "silent: missing-fields", "silent: no-parameters"),
                *("raised-in-silence", "stored-in-silence", "link-lost", "left-out", "unnamed", "format-lost"),
                *("audio-lost", "citation-lost", "description-lost", "name-lost", "input-lost", "output-lost"),
                *("strict-lost", "failure-hidden", "merged"),
            }
        ),
    ),
}
HIDINGS = [*((name,) for name in OBSERVATIONS), ("shares", "kept"), ("shares", "kept", "diagnostics")]


@pytest.fixture(scope="module")
def specifications() -> Specifications:
    return load_specifications()


def trials(contract: Contract, mutant: Mutant, functions: dict[str, Any]) -> Iterator[Trial]:
    """Yield what a mutant makes of some cases, each asked twice."""
    cases = [case.input for case in contract.cases if not set(mutant.rules).isdisjoint(case.rules)][:CASES]
    inputs = [unpacked(packed(value) or b"N") for value in (*cases, *mutant.inputs[:CASES])]
    description = Description(
        name="mutant",
        version=None,
        language="python",
        adapter="in-process",
        operations=tuple(functions),
        choices={},
        exact_numbers=True,
    )
    subject = scripted(Mortal(functions, description), (mutant.operation,))
    requests = [ConversionRequest(key=(time, index), operation=mutant.operation, input=value, before=packed(value))
                for time in range(2) for index, value in enumerate(inputs)]  # fmt: skip
    outcomes = {request.key: as_json(outcome) for request, outcome in subject.ask(requests)}
    for index, value in enumerate(inputs):
        first, again = outcomes[0, index], outcomes[1, index]
        if not first.fault:
            yield Trial(
                operation=mutant.operation,
                input=value,
                outcome=first,
                choices=mutant.choices,
                again=again,
                requests=first.requests,
            )
    if is_scripted(mutant.operation):
        subject.close()


def shown(operation: str) -> Iterator[Mutant]:
    """Yield the mutants of an operation, of those that the same rules convict one."""
    convicting: set[tuple[str, ...]] = set()
    for mutant in all_banks().mutants:
        if mutant.operation == operation and not mutant.timed and mutant.rules not in convicting:
            convicting.add(mutant.rules)
            yield mutant


def hidden(outcome: Outcome | None, names: tuple[str, ...]) -> Outcome | None:
    return outcome and replace(outcome, **{name: OBSERVATIONS[name][0] for name in names})


def problem(full: Findings, less: Findings, names: tuple[str, ...]) -> str | None:
    """Say how hiding changed a finding in a way that it must not; None where it did not."""
    only_there = frozenset().union(*(OBSERVATIONS[name][1] for name in names))
    failures = full if isinstance(full, tuple) else ()
    left = {failure for failure in failures if failure.kind not in only_there}
    after = less if isinstance(less, tuple) else ()
    if not left <= set(after):
        return f"{[failure.kind for failure in left]} became {less}"
    if not set(after) <= set(failures):
        return f"{full} became {less}"
    if failures and not left and less == ():
        return f"{[failure.kind for failure in failures]} became a pass"
    return None if full is not NOT_OBSERVABLE or less is NOT_OBSERVABLE else f"not observable became {less}"


@pytest.mark.parametrize("operation", operations())
def test_hiding_observations_takes_no_failure_away_that_others_show(
    operation: str, specifications: Specifications
) -> None:
    contract = specifications.contracts[operation]
    own = family(operation)
    checks = {rule.id: own.checks[rule.check] for rule in contract.rules}
    found = []
    seen: set[str] = set()
    hidings = cycle(HIDINGS)  # each trial without everything, and in turn without some of it
    for mutant in shown(operation):
        for trial in trials(contract, mutant, functions_of(specifications, mutant)):
            view = own.view(trial)
            full = {rule: check(view) for rule, check in checks.items()}
            for names in (next(hidings), (*OBSERVATIONS,)):
                outcome = hidden(trial.outcome, names)
                assert outcome is not None
                less = own.view(replace(trial, outcome=outcome, again=hidden(trial.again, names)))
                for rule, check in checks.items():
                    reported = problem(full[rule], check(less), names)
                    if reported:
                        found.append(f"{mutant.name}, {rule}, without {', '.join(names)}: {reported}")
            seen.update(failure.kind for element in full.values() if isinstance(element, tuple) for failure in element)
    assert found == []
    assert len(seen) > 3  # mutants fail
