"""Covering arrays have each pair of levels, and none that may not be together."""

from __future__ import annotations

from itertools import combinations, product

from conformance.inputs.covering import covering


def test_each_pair_of_levels_is_in_few_of_all_choices() -> None:
    factors = {name: range(2 + number % 3) for number, name in enumerate("abcdefghij")}
    rows = list(covering(factors, lambda *_: True))
    seen = {pair for row in rows for pair in combinations(row.items(), 2)}
    assert seen == {
        ((a, element), (b, other))
        for a, b in combinations(factors, 2)
        for element, other in product(factors[a], factors[b])
    }
    assert len(rows) < 30  # of 1,296,000


def test_levels_that_exclude_each_other_are_in_no_choice_together() -> None:
    factors = {"stream": (True, False), "options": ("none", "some"), "tools": (0, 1)}
    rows = list(covering(factors, lambda _a, first, _b, other: (first, other) != (False, "some")))
    assert all((row.get("stream"), row.get("options")) != (False, "some") for row in rows)
    assert any(row == {"stream": False, "options": "none", "tools": 1} for row in rows)


def test_the_same_factors_give_the_same_choices() -> None:
    factors = dict.fromkeys("abcd", "xyz")
    assert list(covering(factors, lambda *_: True)) == list(covering(factors, lambda *_: True))
