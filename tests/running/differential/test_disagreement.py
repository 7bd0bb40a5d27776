"""What is known of two subjects that were asked the same."""

from __future__ import annotations

from conformance.base.observation import GIVEN_UP, NOT_COVERED, Fault
from conformance.running.differential.disagreement import DiffResult, OperationComparison, PerSubject
from tests.running.engine.building import SINGLE, described


def result(*operations: OperationComparison) -> DiffResult:
    made = DiffResult(PerSubject(described(SINGLE), described(SINGLE)), 1, 5)
    made.operations = list(operations)
    return made


def test_two_subjects_agree_where_everything_was_asked_and_nothing_differs() -> None:
    compared = OperationComparison(SINGLE, PerSubject({}, {}))
    assert result(compared).agree
    compared.differing = 1
    assert result(compared).complete and not result(compared).agree


def test_inputs_that_were_given_up_leave_the_comparison_incomplete() -> None:
    compared = OperationComparison(SINGLE, PerSubject({}, {}))
    compared.skip(Fault(NOT_COVERED, "one API only"))
    compared.skip(Fault(NOT_COVERED, "one API only"))
    assert compared.unasked == {"one API only": 2} and result(compared).complete
    compared.skip(Fault(GIVEN_UP, "too late"))
    assert not result(compared).complete and not result(compared).agree


def test_both_sides_are_mapped() -> None:
    assert PerSubject(1, 2).map(str) == PerSubject("1", "2")
