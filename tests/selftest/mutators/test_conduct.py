"""Defects of conduct: each does what it is named after, and nothing else."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.suite.selftest.banks.conduct import BANKS
from tests.suite.selftest.model import Clock, Convert, Died
from tests.suite.selftest.mutators.conduct import CONDUCT, objects_in

NAMED = {element.name: element for element in CONDUCT}


def nested(levels: int) -> Any:
    value: Any = {}
    for _ in range(levels):
        value = {"inner": value}
    return value


def made(name: str, convert: Convert = lambda given: [{"of": given}, {"and": 1}]) -> Convert:
    return NAMED[name].make(convert)


def test_one_number_of_a_result_is_none() -> None:
    (wrong,) = [element["x"] for element in made("not_a_number")(1) if "x" in element]
    assert math.isnan(wrong)
    assert made("not_a_number", lambda given: given)([1]) == [1]


def test_the_time_grows_with_the_square_of_the_objects() -> None:
    convert, times = made("quadratic"), []
    for length in (10, 20):
        before = Clock.seconds
        convert([{}] * (length - 1))
        times.append(Clock.seconds - before)
    assert times[1] == pytest.approx(4 * times[0])


def test_recursion_has_room_for_sixty_levels() -> None:
    made("recursion_ends_at_sixty")(nested(60))
    with pytest.raises(RecursionError):
        made("recursion_ends_at_sixty")(nested(61))


@pytest.mark.parametrize("given", [{}, [], "a text"])
def test_what_an_operation_may_take_has_its_right_shape(given: Any) -> None:
    assert (
        made("no_answer_to_wrong_shapes")(given) == made("dies_on_wrong_shapes")(given) == [{"of": given}, {"and": 1}]
    )


@pytest.mark.parametrize("given", [None, 7, True])
def test_what_no_operation_takes_has_none(given: Any) -> None:
    assert made("no_answer_to_wrong_shapes")(given) is NotImplemented
    with pytest.raises(Died):
        made("dies_on_wrong_shapes")(given)


@pytest.mark.parametrize(("given", "left"), [([1, 2], [1]), ({"a": 1, "b": 2}, {"a": 1}), ("a text", "a text")])
def test_the_input_loses_its_last_part(given: Any, left: Any) -> None:
    made("edits_its_input")(given)
    assert given == left


def test_each_third_result_loses_its_last_part_and_a_new_copy_counts_anew() -> None:
    assert [len(made("counts_its_calls")(1)) for _ in range(3)] == [2, 2, 2]
    convert = made("counts_its_calls")
    assert [len(convert(1)) for _ in range(4)] == [2, 2, 1, 2]


def test_objects_are_found_with_their_depth() -> None:
    assert sorted(depth for _one, depth in objects_in({"a": [{}, 1], "b": "x"})) == [0, 1, 2]


def test_each_operation_has_each_defect_that_a_rule_forbids() -> None:
    assert {mutant.name for bank in BANKS for mutant in bank} == set(NAMED)
    assert all(len(bank) == len(CONDUCT) for bank in BANKS)
