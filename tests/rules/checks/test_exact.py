from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.rules.checks.exact import (
    DIGITS,
    NUMBER,
    TEXT,
    Exact,
    changes,
    changes_of_data,
    differences,
    exact_checks,
    has_hard_number,
    has_number,
    has_text,
    is_rewritten,
    is_same_json,
    kind_of_change,
    not_escaped,
)
from conformance.rules.checks.findings import NOT_OBSERVABLE, OK
from conformance.rules.checks.trial import Trial
from conformance.rules.checks.view import View


def view(*, exact_numbers: bool = True) -> View:
    return View(Trial(operation="an-operation", input=[], outcome=Outcome(output=[]), exact_numbers=exact_numbers))


@pytest.mark.parametrize(
    ("owed", "got"),
    [
        (" Paris\n", "Paris"),
        ("Paris", "PARIS"),
        ("a  b", "a b"),
        ("\u00e9", "e\u0301"),
        ("na\u00efve", "naive"),
        ("na\u00efve", "na?ve"),
        ("gr\u00f6\u00dfe", "gr??e"),
        ("\u6771\u4eac", "??"),
        ("a < b", "a &lt; b"),
        ("a &amp; b", "a &amp;amp; b"),
        ("gr\u00f6\u00dfe", "gr\\u00f6\\u00dfe"),
        ("he said \u201cno\u201d", "he said 'no'"),
        (" \n", ""),
        ("x" * 5000 + " ", "x" * 5000),
    ],
)
def test_a_text_written_differently_is_rewritten(owed: str, got: str) -> None:
    assert is_rewritten(owed, got)


@pytest.mark.parametrize(
    ("owed", "got"),
    [
        ("Paris", "Paris"),
        ("Paris", ""),
        ("", "Paris"),
        ("ping", "pong"),
        ("get the weather", "get the"),
        ("\u6771\u4eac", "\u5927\u962a"),
        ("-", ""),
        ("x" * 5000, "y" * 5000),
    ],
)
def test_the_same_text_a_lost_one_and_another_one_are_not_rewritten(owed: str, got: str) -> None:
    assert not is_rewritten(owed, got)


@pytest.mark.parametrize(
    ("owed", "got", "kind"),
    [
        (1, 1.0, NUMBER),
        (2**53 + 1, 2**53, NUMBER),
        (0.1, 0.1000000000001, NUMBER),
        (10**400, 10.0, None),
        (1, 1, None),
        (1, 2, None),
        (1, True, None),
        (1, "1", None),
        ("a", "A", TEXT),
        ("a", "b", None),
        ([1], [1.0], None),
    ],
)
def test_the_kind_of_a_change(owed: Any, got: Any, kind: str | None) -> None:
    assert kind_of_change(owed, got) == kind
    assert [change.kind for change in changes(owed, got, "/output")] == ([kind] if kind else [])


def test_differences_name_the_place_and_ignore_the_order_of_keys() -> None:
    found = list(differences({"a": [1, "x"], "b": 2}, {"b": 3, "a": [1.0, "x"], "c": None}))
    assert [(finding.path, finding.kind) for finding in found] == [(("a", 0), NUMBER), (("b",), None), (("c",), None)]


def test_what_values_hold() -> None:
    assert has_number({"a": [{"b": 0}]})
    assert not has_number([True, "1", None])
    assert has_hard_number([2**53 + 1])
    assert has_hard_number({"a": 1.0})
    assert not has_hard_number([1, 1.5, 2**53])
    assert has_text((["a"],))
    assert not has_text([1, None])


def test_both_rules_report_their_own_changes_and_are_reached_by_their_own_values() -> None:
    found = (*changes(1, 1.0, "/output/0"), *changes("a", "A", "/output/1"))
    checks = exact_checks(lambda _view: Exact([1, "a"], found, None))
    assert [element.at for element in checks["numbers-exact"](view())] == ["/output/0"]  # type: ignore[union-attr]
    assert [element.at for element in checks["text-exact"](view())] == ["/output/1"]  # type: ignore[union-attr]
    only_text = exact_checks(lambda _view: Exact(["a"], (), None))
    assert only_text["numbers-exact"](view()) is None
    assert only_text["text-exact"](view()) == OK
    unread = exact_checks(lambda _view: None)
    assert unread["numbers-exact"](view()) is unread["text-exact"](view()) is None


def test_numbers_that_a_transport_changes_are_not_observable() -> None:
    def judged(carried: Any, *found: Any) -> Any:
        return exact_checks(lambda _view: Exact([1.0], found, carried))["numbers-exact"](view(exact_numbers=False))

    assert judged([1.0]) is NOT_OBSERVABLE
    assert judged([1.5]) is None
    assert judged([]) == OK  # they travel as text
    assert judged([1.0], *changes(1, 1.0, "/output")) != OK


@pytest.mark.parametrize(
    ("owed", "got", "kinds"),
    [
        (9007199254740993, 9007199254740992, [DIGITS]),
        (9007199254740993, 9007199254740992.0, [DIGITS]),
        (1, 1.0, [NUMBER]),
        (10**30, 1e30, [NUMBER]),  # JavaScript writes 1e+30, which is the same number
        (0.30000000000000004, 0.3, [NUMBER]),  # a fraction names no record
        (9007199254740992.0, 9007199254740992, [NUMBER]),
        (5, 6, []),  # another number, which is for the rule about the value
    ],
)
def test_an_integer_of_data_loses_its_digits_where_it_is_another_number(owed: Any, got: Any, kinds: list[str]) -> None:
    found = tuple(changes_of_data(owed, got, "/output"))
    assert [finding.kind for finding in found] == kinds
    checks = exact_checks(lambda _view: Exact([owed], found, None, [owed]))
    assert checks["numbers-exact"](view()) == found
    assert checks["data-keeps-digits"](view()) == tuple(finding for finding in found if finding.kind == DIGITS)


def test_numbers_that_are_no_data_do_not_reach_the_rule_about_data() -> None:
    checks = exact_checks(lambda _view: Exact([2**53 + 1], (), [2**53 + 1]))
    assert checks["numbers-exact"](view()) == OK
    assert checks["data-keeps-digits"](view()) is None


def test_needless_escapes() -> None:
    def judged(value: Any, text: str) -> Any:
        return not_escaped(lambda _view: [(value, text, "/output")])(view())

    assert judged({"a": "gr\u00f6\u00dfe"}, '{"a": "gr\u00f6\u00dfe"}') == OK
    assert judged({"a": "gr\u00f6\u00dfe"}, '{"a": "gr\\u00F6\u00dfe"}') != OK
    assert judged({"a": "\U0001f600"}, '{"a": "\\ud83d\\ude00"}') != OK
    assert judged({"\u00e4": "\\u00e9"}, '{"\u00e4": "\\\\u00e9"}') == OK  # the text is about an escape
    assert judged({"a": "\u2028\u0000"}, '{"a": "\\u2028\\u0000"}') is None
    assert judged("plain", '"plain"') is None


@pytest.mark.parametrize(
    ("value", "other", "same"),
    [
        ('{"a": 1, "b": "x"}', '{"b":"x","a":1.0}', True),
        ('{"a": 1}', '{"a": 2}', False),
        ("{", "{}", False),
        ("{}", "{", False),
        ("{", "{", False),
        ({"a": 1}, '{"a": 1}', False),
    ],
)
def test_two_texts_are_the_same_json_where_both_are_json_of_one_value(value: Any, other: Any, same: bool) -> None:
    assert is_same_json(value, other) is same


def test_numbers_of_data_alone_reach_the_rule_about_numbers() -> None:
    found = tuple(changes_of_data(9007199254740993, 9007199254740992, "/output"))
    checks = exact_checks(lambda _view: Exact(['{"n": 9007199254740993}'], found, None, [9007199254740993]))
    assert checks["numbers-exact"](view()) == found
