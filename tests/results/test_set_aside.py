"""Inputs that a fault of the suite cost a rule, and failing examples of earlier runs, in words."""

from __future__ import annotations

from typing import Any

from conformance.base.errors import OUR_FAULT
from conformance.results.set_aside import NAMED, earlier_lines, set_aside_lines, share

FAULT: Any = {
    "operation": "one-to-one", "rule": "A-1", "reason": "A-1 rejects the reference's result too", "message": "and why",
    "inputs": 1, "input": {}, "reproduce": "conformance certify reference --input a.json",
}  # fmt: skip


def report(*faults: Any) -> Any:
    return {"set_aside": {"inputs": len(faults), "planned": 4_000, "too_many": [], "faults": list(faults)}}


def test_each_fault_is_a_line_with_the_command_that_shows_it() -> None:
    (line,) = set_aside_lines(report(FAULT))
    assert line == (
        f"Set aside for A-1 of one-to-one: 1 input: A-1 rejects the reference's result too. {OUR_FAULT} "
        "This shows it: conformance certify reference --input a.json"
    )


def test_many_faults_are_counted() -> None:
    lines = list(set_aside_lines(report(*[FAULT] * (NAMED + 2))))
    assert len(lines) == NAMED + 1
    assert lines[-1] == "and 2 more faults of the suite, which report.json has."


def test_the_share_is_of_the_planned_inputs() -> None:
    assert share(report(FAULT)) == "1 of 4,000 inputs"
    assert (share({}), list(set_aside_lines({}))) == (None, [])


def test_what_became_of_failing_examples_of_earlier_runs() -> None:
    earlier = [
        {"operation": "one-to-one", "asked": 3, "failing": 2, "rules": ["A-1", "A-2"]},
        {"operation": "many-to-many", "asked": 1, "failing": 0, "rules": []},
    ]
    assert list(earlier_lines({"earlier": earlier})) == [
        "Earlier: 3 inputs that failed in earlier runs of one-to-one: 2 of them fail again (A-1, A-2).",
        "Earlier: 1 input that failed in earlier runs of many-to-many: all pass now.",
    ]
    assert list(earlier_lines({})) == []
