"""Mutants that return what an example of a rule calls wrong: a rule that has one needs no mutant written by hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from conformance import reference
from conformance.base.values import ABSENT, copy_of, same
from conformance.formats.operations import operations_with
from conformance.rules.contracts import Case, Contract, load_specifications
from conformance.rules.contracts.locate import case_location
from tests.suite.selftest.model import Convert, Mutant


def mutants_of(contract: Contract, convert: Convert) -> Iterator[Mutant]:
    """Yield a mutant for each example of a contract. convert: a sound converter."""
    for case in contract.cases:
        if case.wrong is not ABSENT:
            yield Mutant(
                f"wrong_in_{case.id}",
                contract.operation,
                partial(_wrong_in, case, convert),
                case.rules,
                shown_by=case.id,
                place=case_location(contract.operation, case.id),
            )


def _wrong_in(case: Case, convert: Convert, given: Any) -> Any:
    """Convert an input, but return what is wrong for that of the case."""
    return copy_of(case.wrong) if same(given, case.input) else convert(given)


_CONTRACTS = load_specifications().contracts
BANKS = tuple(
    tuple(mutants_of(_CONTRACTS[name], getattr(reference, name.replace("-", "_"))))
    for name in operations_with(lambda value: not value.scripted)
    if name in _CONTRACTS
)
