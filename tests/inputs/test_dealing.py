from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from conformance.inputs.choices import Choices, Dealing, DealtOptions, weighted


def dealing(seed: int = 1) -> Dealing:
    return Dealing(Random(seed))


@pytest.mark.parametrize("seed", range(5))
def test_of_a_table_each_comes_before_any_comes_again(seed: int) -> None:
    choices, table = dealing(seed), DealtOptions(range(50))
    rounds = [[choices.pick(table) for _ in table] for _ in range(3)]
    assert all(sorted(round_) == list(table) for round_ in rounds)
    assert rounds[0] != rounds[1] != rounds[2]


def test_weights_are_kept_in_each_round() -> None:
    choices, table = dealing(), weighted({"often": 5, "seldom": 1})
    assert Counter(choices.pick(table) for _ in range(12)) == {"often": 10, "seldom": 2}


def test_tables_are_dealt_apart_also_where_they_are_equal() -> None:
    choices, first, other = dealing(), DealtOptions("abc"), DealtOptions("abc")
    assert sorted(choices.pick(first) for _ in range(2)) != ["a", "b", "c"]
    assert sorted(choices.pick(other) for _ in range(3)) == ["a", "b", "c"]


def test_what_is_no_table_falls_as_it_may() -> None:
    choices = dealing()
    assert len({choices.pick(range(50)) for _ in range(50)}) < 50
    assert choices.pick(("only",)) == "only"


def test_a_seed_deals_the_same_again() -> None:
    table = DealtOptions(range(20))
    hands = [[choices.pick(table) for _ in range(30)] for choices in (dealing(7), dealing(7), dealing(8))]
    assert hands[0] == hands[1] != hands[2]


def test_other_choices_know_nothing_of_it() -> None:
    assert Choices(lambda size: size - 1).pick(DealtOptions("abc")) == "c"


def test_what_is_dealt_apart_is_not_missing_from_the_other_values():
    choices, options = dealing(), DealtOptions(range(6))
    lost = [choices.apart().pick(options) for _ in range(4)]
    assert sorted(choices.pick(options) for _ in range(6)) == list(range(6))
    assert len({*lost, *(choices.apart().pick(options) for _ in range(2))}) == 6
    assert (plain := Choices(lambda _size: 0)).apart() is plain
