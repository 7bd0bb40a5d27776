"""The changes of a value."""

from __future__ import annotations

import pytest

from conformance.base.values import JSON, same
from conformance.rules.contracts.files import read_schema
from tests.suite.selftest.changes import KINDS, changes, shape_of


def changed(value: JSON, kind: str) -> list[tuple[str, JSON]]:
    return [("/".join(map(str, change.path)), change.value) for change in changes(value) if change.kind == kind]


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("removed", {"a": 1}, [("a", {})]),
        ("removed", ["x", "y"], [("0", ["y"]), ("1", ["x"])]),
        ("nulled", {"a": 1}, [("", None), ("a", {"a": None})]),
        ("emptied", {"a": "x", "b": None}, [("", {}), ("a", {"a": "", "b": None})]),
        ("other", [True, 1, 0.5, "x"], [
            ("0", [False, 1, 0.5, "x"]),
            ("1", [True, 2, 0.5, "x"]),
            ("2", [True, 1, 1.5, "x"]),
            ("3", [True, 1, 0.5, "zz_zz"]),
        ]),
        ("as-text", [None], [("", "[null]"), ("0", ["null"])]),
        ("as-repr", [None], [("", "[None]"), ("0", ["None"])]),
        ("truncated", ["ab"], [("0", ["a"])]),
        ("upper-case", ["ab"], [("0", ["AB"])]),
        ("padded", ["ab"], [("0", ["ab "])]),
        ("renamed", {"a": 1, "b": 2}, [("a", {"a_": 1, "b": 2}), ("b", {"a": 1, "b_": 2})]),
        ("added", [{}], [("0", [{"zz_new": 1}])]),
        ("duplicated", [1, 2], [("0", [1, 1, 2]), ("1", [1, 2, 2])]),
        ("swapped", [1, 2, 3], [("0", [2, 1, 3]), ("1", [1, 3, 2])]),
        ("moved", [1, 2, 3], [("0", [2, 3, 1])]),
        ("moved", {"f": {"n": 1}}, [("f/n", {"f": {}, "n": 1})]),
        ("exchanged", [{"a": 1}, {"a": 2}], [("0/a", [{"a": 2}, {"a": 1}])]),
    ],
)  # fmt: skip
def test_each_kind_of_change_is_made_at_every_place(kind: str, value: JSON, expected: list[tuple[str, JSON]]) -> None:
    assert changed(value, kind) == expected


def test_a_change_that_keeps_the_meaning_is_not_made() -> None:
    assert changed(['{"a": 1}'], "padded") == []
    assert changed(["A"], "upper-case") == []
    assert changed([1, 1], "swapped") == []


def test_the_value_itself_is_not_changed() -> None:
    value = {"a": [{"b": "x"}, {"b": "y"}], "c": {"d": 1}}
    before = {"a": [{"b": "x"}, {"b": "y"}], "c": {"d": 1}}
    assert {change.kind for change in changes(value)} == set(KINDS)
    assert same(value, before)


def test_the_schema_of_contracts_lists_the_same_kinds() -> None:
    leaf = read_schema("contract.schema.json")["$defs"]["freedom"]["properties"]["leaves"]["items"]
    assert tuple(leaf["properties"]["changes"]["items"]["enum"]) == KINDS


@pytest.mark.parametrize(
    ("path", "shape"),
    [
        ((), ""),
        (("output", 0, "name"), "/output/*/name"),
        (("parameters", "properties", "a", "type"), "/parameters/**/type"),
        (("parameters", "properties", "a", "items", "anyOf", 0, "enum", 1), "/parameters/**/enum/*"),
        (("parameters", "properties"), "/parameters/properties"),
        (("calls", 0, "arguments", "city"), "/calls/*/arguments/**"),
    ],
)
def test_the_shape_of_a_path_has_no_positions_and_no_names_of_an_input(path: tuple[str | int, ...], shape: str) -> None:
    assert shape_of(path) == shape
