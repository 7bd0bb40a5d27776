"""Expected facts are paired by equal keys first, then by their place."""

from __future__ import annotations

from conformance.rules.alignment.matcher import Matcher, key_of


def matched(expected: str, actual: str, *, by_place: bool = False) -> list[int | None]:
    matcher = Matcher(expected, actual)
    matcher.pair_equal(enumerate(expected), enumerate(actual), only_even=True)
    matcher.pair_equal(enumerate(expected), enumerate(actual))
    if by_place:
        matcher.pair_by_place(lambda _one, _other: True)
    return matcher.partners


def test_equal_facts_are_paired_in_their_order_wherever_they_are() -> None:
    assert matched("abc", "cab") == [1, 2, 0]
    assert matched("aa", "aa") == [0, 1]


def test_of_several_identical_facts_the_one_is_missing_whose_neighbours_say_so() -> None:
    assert matched("xaxb", "axb") == [None, 0, 1, 2]
    assert matched("xaxb", "xab") == [0, 1, None, 2]
    assert matched("xax", "xxax") == [0, 2, 3]


def test_identical_facts_without_a_fitting_place_are_paired_all_the_same() -> None:
    assert matched("axbx", "xab") == [1, 0, 2, None]


def test_a_fact_is_ambiguous_where_an_identical_one_is_missing() -> None:
    matcher = Matcher("xaxb", "axb")
    matcher.pair_equal(enumerate("xaxb"), enumerate("axb"))
    assert matcher.ambiguous(str) == {2}
    assert matcher.ambiguous(str, skip={0}) == frozenset()


def test_what_is_left_is_paired_with_what_is_between_the_same_neighbours() -> None:
    assert matched("abc", "aXc", by_place=True) == [0, 1, 2]
    assert matched("abc", "acX", by_place=True) == [0, None, 1]
    matcher = Matcher("ab", "aX")
    matcher.pair_equal(enumerate("ab"), enumerate("aX"))
    matcher.pair_by_place(lambda _one, _other: True)
    assert matcher.exact == [True, False]


def test_keys_do_not_depend_on_the_order_of_members() -> None:
    assert key_of({"a": 1, "b": [1.0]}) == key_of({"b": [1.0], "a": 1})
    assert key_of({"a": 1}) != key_of({"a": 1.0})
    assert key_of("1") != key_of(1)
