from typing import Any

import pytest

from conformance.base.values import ABSENT, pointer, same
from conformance.running.differential.structure import ADDED, CHANGED, REMOVED, applied, changes

PAIRS: list[tuple[Any, Any]] = [
    ({"a": 1}, {"a": 1, "b": 2}),
    ({"a": 1, "b": 2}, {"b": 2}),
    ({"a": {"b": [1, 2]}}, {"a": {"b": [1, 3]}}),
    ([1, 2, 3], [2, 3]),
    ([1, 2], [0, 1, 2]),
    ([], [1]),
    ({"a": []}, {"a": {}}),
    (1, "1"),
    (None, {}),
]


def reported(a: Any, b: Any) -> list[tuple[str, str, str]]:
    return [(change.kind, pointer(*change.path), pointer(*change.path_b)) for change in changes(a, b)]


def test_equal_values_have_no_changes_and_the_order_of_keys_is_none() -> None:
    assert reported({"a": 1, "b": [1]}, {"b": [1], "a": 1}) == []


def test_what_is_added_removed_and_changed_is_reported_with_its_place() -> None:
    a = {"kept": 1, "gone": 2, "other": {"x/y": 1}}
    b = {"kept": 1, "other": {"x/y": 2}, "new": None}
    assert reported(a, b) == [
        (REMOVED, "/gone", "/gone"),
        (CHANGED, "/other/x~1y", "/other/x~1y"),
        (ADDED, "/new", "/new"),
    ]


def test_a_member_that_a_list_lacks_is_one_change() -> None:
    (change,) = changes([{"n": 1}, {"n": 2}, {"n": 3}], [{"n": 2}, {"n": 3}])
    assert (change.kind, change.path, change.a, change.b) == (REMOVED, (0,), {"n": 1}, ABSENT)


def test_places_in_lists_are_reported_for_both_sides() -> None:
    assert reported([1, 2, {"a": 1}], [2, {"a": 2}]) == [(REMOVED, "/0", "/0"), (CHANGED, "/2/a", "/1/a")]


@pytest.mark.parametrize(("value", "other"), [(1, 1.0), (1, True), (0, False), ("1", 1)])
def test_numbers_booleans_and_texts_are_distinguished(value: Any, other: Any) -> None:
    assert reported([value], [other]) == [(CHANGED, "/0", "/0")]


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_each_change_alone_does_what_it_says(a: Any, b: Any) -> None:
    found = list(changes(a, b))
    assert found
    if len(found) == 1:
        assert same(applied(a, found[0]), b)
    assert all(not same(applied(a, finding), a) for finding in found)


def test_very_deep_values_are_compared() -> None:
    a: Any = 1
    b: Any = 2
    for _level in range(400):
        a, b = {"a": [a]}, {"a": [b]}
    (change,) = changes(a, b)
    assert len(change.path) == 800
