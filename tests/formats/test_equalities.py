"""What formats declare equal."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from conformance.base.values import JSON
from conformance.formats.model.fact import Path
from tests.formats.equalities import walked, without, without_empty, without_nulls


def test_inner_objects_are_changed_first_and_counted() -> None:
    seen: list[Path] = []

    def note(at: Path, holder: dict[str, Any], counts: Counter[str]) -> dict[str, Any]:
        seen.append(at)
        counts["noted"] += 1
        return {**holder, "depth": len(at)}

    counts: Counter[str] = Counter()
    value = walked({"a": [{"b": {}}]}, note, counts)
    assert value == {"a": [{"b": {"depth": 3}, "depth": 2}], "depth": 0}
    assert (seen, counts) == ([("a", 0, "b"), ("a", 0), ()], {"noted": 3})


@pytest.mark.parametrize("name", ["parameters", "schema", "metadata", "args"])
def test_values_that_belong_to_users_are_left_alone(name: str) -> None:
    def emptied(at: Path, holder: dict[str, Any], counts: Counter[str]) -> dict[str, Any]:
        without_nulls(holder, counts)
        return holder

    own: JSON = {name: {"x": {"y": None}}, "z": None}
    assert walked(own, emptied, Counter()) == {name: {"x": {"y": None}}}


@pytest.mark.parametrize(
    ("value", "dropped"), [(False, True), (True, False), (0, False), (None, False)], ids=["same", "other", "0", "null"]
)
def test_a_member_is_dropped_for_its_very_value(value: JSON, dropped: bool) -> None:
    holder, counts = {"store": value}, Counter[str]()
    without(holder, counts, "store", "false is the default", False)
    assert (("store" not in holder), counts["false is the default"]) == (dropped, int(dropped))


def test_without_values_a_member_is_dropped_for_any_value() -> None:
    holder = {"a": 1, "b": 2}
    without(holder, Counter(), "a", "why")
    without(holder, Counter(), "missing", "why")
    assert holder == {"b": 2}


def test_nulls_and_empty_objects_are_dropped_but_for_some() -> None:
    holder: dict[str, Any] = {"a": None, "keep": None, "b": {}, "metadata": {}, "c": []}
    counts: Counter[str] = Counter()
    without_nulls(holder, counts, "keep")
    without_empty(holder, counts)
    assert holder == {"keep": None, "metadata": {}, "c": []}
    assert counts == {"null is absent": 1, "an empty object is absent": 1}
