from __future__ import annotations

from typing import Any

import pytest

from conformance.base.values import ABSENT
from conformance.results.evidence_text import failing_place, shown_beside

EXPECTED = {"head": 1, "items": [{"id": "a", "index": 0}, {"id": "b", "index": 1}]}
ACTUAL = {"head": 2, "items": [{"id": "x", "index": 0}, {"id": "y", "index": 0}]}


@pytest.mark.parametrize(
    ("at", "place"),
    [
        ("/output/items/1/index", ["items", "1", "index"]),
        ("/output/items/0/index", ["items", "0"]),  # it is the same there: the item around it is not
        ("/output/items/1/index/deeper", ["items", "1", "index"]),
        ("/output/items/5/index", ["items"]),
        ("/output/items/first", ["items"]),
        ("/output/nowhere", []),
        ("/output", []),
        ("/input/items", []),
        ("", []),
    ],
)
def test_the_place_is_the_deepest_one_at_which_both_outputs_differ(at: str, place: list[str]) -> None:
    assert failing_place(EXPECTED, ACTUAL, at) == place


def test_an_output_that_is_not_there_has_no_place() -> None:
    assert failing_place(EXPECTED, ABSENT, "/output/items/1") == []


def test_outputs_that_are_nested_too_deeply_have_the_place_before() -> None:
    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]
    assert failing_place({"a": {"b": deep}}, {"a": {"b": [deep]}}, "/output/a/b/0") == []


def test_a_long_output_is_shown_from_the_failing_place_and_not_from_a_difference_before_it() -> None:
    first, other = ({"head": head, "fill": "f" * 500, "index": index} for head, index in ((1, 0), (2, 1)))
    assert '"index": 1' in shown_beside(other, first, at="/output/index")
    assert '"head": 2' in shown_beside(other, first)
