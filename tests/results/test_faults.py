"""The times a subject gave no usable answer, in words."""

from __future__ import annotations

from typing import Any

from conformance.results.faults import LISTED, fault_lines


def seen(**where: Any) -> dict[str, Any]:
    return {"operation": "one-to-one", "kind": "exit", "message": "it is gone", **where}


def test_a_fault_names_the_case_or_the_input() -> None:
    assert list(fault_lines({"seen_faults": [seen(case="empty"), seen(input={"a": 1})]})) == [
        "exit of one-to-one at the case empty: it is gone",
        'exit of one-to-one at the input {"a": 1}: it is gone',
    ]


def test_more_than_there_is_room_for_are_counted() -> None:
    lines = list(fault_lines({"seen_faults": [seen(input=number) for number in range(LISTED + 2)]}))
    assert len(lines) == LISTED + 1
    assert lines[-1] == "and 2 more faults, which report.json has"


def test_a_run_without_faults_has_no_lines() -> None:
    assert list(fault_lines({})) == []
