"""What is kept of each worked case, by rule."""

from __future__ import annotations

from conformance.engine.case_results import CaseResults

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
