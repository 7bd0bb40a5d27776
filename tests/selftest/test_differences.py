"""The changes that made one value of another."""

from __future__ import annotations

import pytest

from conformance.base.values import JSON
from tests.suite.selftest.changes import changes
from tests.suite.selftest.differences import differences


def found(before: JSON, after: JSON) -> list[tuple[str, str]]:
    return [(difference.kind, "/".join(map(str, difference.path))) for difference in differences(before, after)]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1, "b": 2}, {"b": 2}, [("removed", "a")]),
        ({"a": 1}, {"b": 1}, [("renamed", "a")]),
        ({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}}, [("added", "a")]),
        ({"a": "x"}, {"a": None}, [("nulled", "a")]),
        ({"a": "x"}, {"a": ""}, [("emptied", "a")]),
        ({"a": [1]}, {"a": []}, [("emptied", "a")]),
        ({"a": True}, {"a": False}, [("other", "a")]),
        ({"a": "xyz"}, {"a": "xy"}, [("truncated", "a")]),
        ({"a": "xyz"}, {"a": "XYZ"}, [("upper-case", "a")]),
        ({"a": "xyz"}, {"a": "xyz "}, [("padded", "a")]),
        ({"a": [1]}, {"a": "[1]"}, [("as-text", "a")]),
        ({"a": None}, {"a": "None"}, [("as-repr", "a")]),
        ([1, 2, 3], [1, 3], [("removed", "1")]),
        ([1, 2], [1, 1, 2], [("duplicated", "0")]),
        ([1, 2], [1, 2, 3], [("added", "")]),
        ([1, 2, 3], [2, 1, 3], [("swapped", "0")]),
        (["xy", "x", "z"], ["x", "x", "z"], [("truncated", "0")]),
        ([{"a": 1}, {"a": 2}], [{"a": 1}, {"a": 3}], [("other", "1/a")]),
        ([{"a": 1, "b": 1}, 5], [{"a": 2, "b": 2}, 6, 7], [
            ("other", "0/a"), ("other", "0/b"), ("other", "1"), ("added", ""),
        ]),
        ([5, 6, 7], [7, 8], [("removed", "0"), ("removed", "1"), ("added", "")]),
        ([{"type": "a", "output_index": 1}, {"type": "b", "output_index": 2}], [{"type": "b", "output_index": 1}],
         [("removed", "0"), ("other", "1/output_index")]),
        ([{"type": "a"}, {"type": "b", "c": 1}], [{"type": "b", "c": 2}], [("removed", "0"), ("other", "1/c")]),
    ],
)  # fmt: skip
def test_each_kind_of_change_is_found_again(before: JSON, after: JSON, expected: list[tuple[str, str]]) -> None:
    assert sorted(found(before, after)) == sorted(expected)


def test_a_difference_has_the_part_as_it_was_and_the_whole_value_after_it() -> None:
    (difference,) = differences({"a": [1, 2]}, {"a": [1]})
    assert (difference.part, difference.value) == (2, {"a": [1]})


def test_one_change_of_a_part_is_found_at_that_part() -> None:
    value = {"a": [{"b": "xy", "c": 1}, {"b": "zw", "c": None}], "d": {"e": True}}
    for change in changes(value):
        if change.kind in ("moved", "exchanged"):
            continue  # two differences each
        ((kind, path),) = found(value, change.value)
        if change.kind not in ("as-text", "as-repr") and change.part is not True:
            assert (kind, path) == (change.kind, "/".join(map(str, change.path)))
