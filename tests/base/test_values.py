import tracemalloc

import pytest

from conformance.base.values import (
    ABSENT,
    FOLLOWED,
    JSON,
    MOST_VALUES,
    count_values,
    equal,
    holders,
    is_exclusive,
    is_json,
    levels,
    loose_numbers,
    ordered_like,
    packed,
    pointer,
    readable,
    same,
    unpacked,
)
from tests.containers import containers


@pytest.mark.parametrize(
    ("value", "other"),
    [(1, 1.0), (1, True), (0, False), ("", None), ([], {}), ({"a": 1}, {"a": 1, "b": None}), (2**53, 2**53 + 1)],
)
def test_values_that_python_or_a_transport_may_take_for_equal_are_not_the_same(value: object, other: object) -> None:
    assert not same(value, other)
    assert not equal([value], [other])
    assert packed(value) != packed(other)


def test_key_order_is_free_for_equality_and_shows_in_the_bytes() -> None:
    first, other = {"a": [1], "b": 2}, {"b": 2, "a": [1]}
    assert equal(first, other)
    assert packed(first) != packed(other)


def test_bytes_do_not_depend_on_shared_or_interned_strings() -> None:
    text = "".join(["na", "me"])
    assert packed({"name": text, "x": text}) == packed({"name": "name", "x": "".join(["n", "ame"])})


def test_bytes_give_a_copy_that_shares_nothing() -> None:
    value = {"a": [{"b": "\ud800"}], "n": 2**70}
    copy = unpacked(packed(value) or b"")
    assert copy == value
    assert containers(copy).isdisjoint(containers(value))


def test_what_marshal_does_not_know_has_no_bytes() -> None:
    assert packed(object()) is None
    assert packed(ABSENT) is None


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ({"a": (1,)}, "/a is a Python tuple"),
        ([{1: "a"}], "/0 has the key 1"),
        ([float("nan")], "/0 is nan"),
        ({"a": {1, 2}}, "/a is a Python set"),
    ],
)
def test_is_json_says_what_is_not_json_and_where(value: object, complaint: str) -> None:
    problem = is_json(value)
    assert problem is not None
    assert complaint in problem


def test_is_json_ends_on_a_value_that_contains_itself() -> None:
    endless: list[object] = []
    endless.append(endless)
    problem = is_json(endless)
    assert problem is not None
    assert "holds itself" in problem


@pytest.mark.parametrize(
    "value", [[0] * MOST_VALUES, {"a": [[]] * MOST_VALUES}, [[0] * 1000] * 1000, [(1,), *[0] * MOST_VALUES]]
)
def test_is_json_refuses_more_values_than_an_answer_may_have(value: object) -> None:
    assert is_json(value) is not None
    assert is_json([0] * (MOST_VALUES - 1)) is None


@pytest.mark.expensive("measures memory")
def test_is_json_takes_memory_in_proportion_to_the_widest_level() -> None:
    value = [[[]] for _ in range(MOST_VALUES // 2 - 1)]
    tracemalloc.start()
    try:
        assert is_json(value) is None
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 30 * MOST_VALUES  # bytes


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (b"1", 1),
        (b"[1,2]", 3),
        (b'{"a":1,"b":[2,3]}', 5),
        (b"[[]]", 3),
        (b'["[,{",1]', 3),
        (b'["\\"[,",1]', 3),
        (b'["\\\\",[1]]', 4),
        (b'{"a,b":"{"}', 2),
        (b'["cut , off', 2),
    ],
)
def test_values_are_counted_before_they_are_made(text: bytes, values: int) -> None:
    assert count_values(text, values) == values
    assert count_values(text, values - 1) > values - 1


@pytest.mark.parametrize("text", [b'"\\' * 2_000_000, b'["' + b'\\"' * 2_000_000, b'["",' * 500_000])
def test_counting_values_of_what_is_no_json_takes_little_memory(text: bytes) -> None:
    tracemalloc.start()
    try:
        count_values(text, 1000)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 1_000_000


def test_what_a_value_holds_is_found_level_by_level() -> None:
    value = {"a": [1, {"b": 2.0}], "c": "text"}
    found = [[packed(schema) for schema in level if type(schema) is not str] for level in levels(value)]
    held = [[value], [[1, {"b": 2.0}]], [1, {"b": 2.0}], [2.0]]
    assert list(map(set, found)) == [set(map(packed, level)) for level in held]  # type: ignore[call-overload]
    assert list(holders(value)) == [value, [1, {"b": 2.0}], {"b": 2.0}]
    assert list(holders("text")) == []


def test_absent_holds_nothing() -> None:
    assert not any(isinstance(schema, type) for level in levels([ABSENT, {"a": ABSENT}]) for schema in level)


def test_exclusive_values_hold_nothing_that_others_hold() -> None:
    inner = {"a": [1, 2]}
    shared = {"x": inner}
    assert is_exclusive({"x": {"a": [1, 2]}, "y": []})
    assert not is_exclusive(shared)
    del inner
    assert is_exclusive(shared)


def test_exclusive_sees_a_list_that_something_else_holds_deep_inside() -> None:
    held: list[int] = []
    assert not is_exclusive({"a": {"b": [{"c": held}]}})


def test_loose_numbers_are_what_doubles_leave() -> None:
    assert same(loose_numbers({"a": [2**53 + 1, 1.0, 1.5, True, None]}), {"a": [2**53, 1, 1.5, True, None]})


def test_pointer_escapes() -> None:
    assert pointer("a/b", "~", 0) == "/a~1b/~0/0"
    assert pointer() == ""


def test_ordered_like_changes_the_order_only() -> None:
    value, other = {"a": {"x": 1, "y": 2}, "b": [{"p": 1, "q": 2}]}, {"b": [{"q": 0, "p": 0}], "a": {"y": 0}}
    ordered = ordered_like(value, other)
    assert same(ordered, value)
    assert list(ordered) == ["b", "a"]
    assert list(ordered["a"]) == ["y", "x"]
    assert list(ordered["b"][0]) == ["q", "p"]


def test_what_a_validator_reads_is_cut_where_it_would_give_up() -> None:
    deep: JSON = {"anyOf": [{"enum": [[1], {"a": 1}]}]}
    for _level in range(FOLLOWED - 2):
        deep = [deep]
    read = readable(deep)
    for _level in range(FOLLOWED - 2):
        read = read[0]
    assert read == {"anyOf": [{}]}
    assert readable({"a": ["\ud800", {"b": [1]}]}) == {"a": ["?", {"b": [1]}]}
