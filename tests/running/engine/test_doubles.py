"""A subject whose way there and back knows doubles only, as JavaScript does, is judged by what doubles can say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from conformance.base.values import JSON
from conformance.rules.contracts import Case, Contract, Specifications
from conformance.running import run
from conformance.running.engine import Options
from conformance.running.engine.result import FAIL, RunResult
from conformance.running.subjects.in_process import InProcessSubject
from conformance.running.subjects.reference import ReferenceFunctions
from tests.few_cases import few_of
from tests.running.engine.building import described
from tests.running.engine.certifying import evidence_text, specifications

EXAMPLES = 2
WITH_EXPONENT = 1e21  # from here on JavaScript writes an exponent


def as_javascript_has_it(value: JSON) -> JSON:
    """A copy with the numbers that JSON.parse and JSON.stringify leave."""
    if isinstance(value, dict):
        return {key: as_javascript_has_it(member) for key, member in value.items()}
    if isinstance(value, list):
        return [as_javascript_has_it(member) for member in value]
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    try:
        number = float(value)
    except OverflowError:
        return None  # Infinity
    return int(number) if number.is_integer() and abs(number) < WITH_EXPONENT else number


def behind_doubles(function: Callable[[JSON], JSON]) -> Callable[[JSON], JSON]:
    return lambda value: as_javascript_has_it(function(as_javascript_has_it(value)))


@cache
def with_cases_of_numbers() -> Specifications:
    """The specifications with two cases of each rule, and each whose input or output doubles change."""
    whole = specifications()
    contracts = {name: replace(contract, cases=_kept(contract)) for name, contract in whole.contracts.items()}
    return replace(whole, contracts=contracts)


def _kept(contract: Contract) -> tuple[Case, ...]:
    few = {case.id for case in few_of(contract)}
    return tuple(case for case in contract.cases if case.id in few or _is_changed(case))


def _is_changed(case: Case) -> bool:
    values = [case.input, *(expectation.output for expectation in case.expectations)]
    return any(repr(as_javascript_has_it(value)) != repr(value) for value in values)


def certified(*operations: str, **options: Any) -> RunResult:
    """Certify the reference behind a transport of doubles."""
    functions = {
        name: behind_doubles(referencefunction) for name, referencefunction in ReferenceFunctions(operations).items()
    }
    subject = InProcessSubject(functions, replace(described(*functions), exact_numbers=False))
    return run.certify(with_cases_of_numbers(), subject, Options(seed=1, **options))


@pytest.mark.parametrize("operation", specifications().contracts)
def test_the_reference_behind_doubles_conforms(operation: str) -> None:
    result = certified(operation, max_examples=EXAMPLES, shapes=False, repeat=False)
    assert result.inconsistencies == []
    failing = [entry.rule.id for entry in result.rules if entry.verdict == FAIL and entry.counts]
    assert not failing, evidence_text(result, *failing)
    assert result.conforms, result.ledger.totals()
