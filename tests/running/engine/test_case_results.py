"""What is kept of each worked case, by rule."""

from __future__ import annotations

from conformance.running.engine.case_results import CaseResults

NONE: dict[str, bool] = {}


def test_a_case_has_a_mark_for_each_rule_that_it_reached() -> None:
    results = CaseResults()
    results.take("op", "a", ["R-1", "R-2", "R-3", "R-4"], ["R-2"], {"R-3": False, "R-4": True})
    found = [dict(results.of("op", rule)) for rule in ("R-1", "R-2", "R-3", "R-4", "R-5")]
    assert found == [{"a": "pass"}, {"a": "not-observable"}, {"a": "fail"}, {"a": "advice"}, {}]


def test_of_several_trials_of_a_case_a_failure_is_kept() -> None:
    results = CaseResults()
    for failed in (NONE, {"R-1": False}, {"R-1": True}, NONE):
        results.take("op", "a", ["R-1"], [], failed)
    assert results.of("op", "R-1") == {"a": "fail"}


def test_failures_that_are_dropped_are_failures_no_longer() -> None:
    results = CaseResults()
    results.take("op", "a", ["R-1"], [], {"R-1": False})
    results.take("op", "b", ["R-1"], [], {"R-1": True})
    results.drop("op", "R-1")
    results.drop("op", "R-9")
    assert results.of("op", "R-1") == {"a": "pass", "b": "advice"}


def test_a_case_has_what_it_owes_and_how_its_rules_fail() -> None:
    results = CaseResults()
    results.take("op", "a", ["R-1"], [], {"R-2": False})
    results.note(
        "op", "a", frozenset({"R-1", "R-3"}), [("R-2", ("lost", "images")), ("R-2", ("changed", None))], ["R-2"]
    )
    results.note("op", "a", frozenset({"R-4"}), [])
    results.note("other", "b", frozenset({"R-9"}), [])
    (found,) = results.of_cases("op").values()
    assert (found.marks, found.kinds) == (
        {"R-1": "pass", "R-2": "fail"},
        {"R-2": {("lost", "images"), ("changed", None)}},
    )
    assert (found.owed, found.charged) == ({"R-1", "R-3", "R-4"}, {"R-2"})


def test_a_failed_conversion_that_is_dropped_is_charged_with_nothing() -> None:
    results = CaseResults()
    results.take("op", "a", ["R-1"], [], {"R-1": False})
    results.note("op", "a", frozenset({"R-1"}), [("R-1", ("refused", None))], ["R-1"])
    results.drop("op", "R-1")
    found = results.of_cases("op")["a"]
    assert (found.marks, found.kinds, found.charged) == ({"R-1": "pass"}, {}, frozenset())
