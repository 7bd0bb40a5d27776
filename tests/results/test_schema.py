from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from conformance.results.schema import violation

Build = Callable[..., dict[str, Any]]


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("value", [nested(800), "\ud800", {"\ud800": 1}, 10**400])
def test_inputs_and_outputs_of_evidence_may_be_any_json(report: Build, rule: Build, evidence: Build, value: Any):
    request = {"path": "/v1", "body": value, "answer": None}
    piece = evidence(input=value, expected=value, actual=value, diagnostics=[{"a": value}], requests=[request])
    assert violation(report(rule(verdict="fail", evidence=[piece]))) is None


def test_a_lone_surrogate_may_be_in_any_text_and_name(report: Build, rule: Build, losses: Build):
    reported = report(rule(reason="\ud800")) | {"losses": {"\ud800": losses()}}
    assert violation(reported) is None


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        (("rules", 0, "verdict"), "perhaps", "rules/0/verdict"),
        (("rules", 0, "evidence", 0, "at"), None, "rules/0/evidence/0/at"),
        (("rules", 0, "evidence", 0, "diagnostics"), [1], "rules/0/evidence/0/diagnostics/0"),
        (("rules", 0, "evidence", 0, "requests"), [{}], "rules/0/evidence/0/requests/0"),
        (("rules", 0, "evidence", 0), 5, "rules/0/evidence/0"),
        (("rules", 0, "evidence"), 5, "rules/0/evidence"),
        (("rules", 0), 5, "rules/0"),
        (("rules",), 5, "rules"),
        (("run", "seconds"), -1, "run/seconds"),
    ],
)
def test_a_violation_names_its_place(
    report: Build, rule: Build, evidence: Build, path: tuple[Any, ...], value: Any, where: str
):
    reported = report(rule(verdict="fail", evidence=[evidence()]))
    *steps, last = path
    holder: Any = reported
    for step in steps:
        holder = holder[step]
    holder[last] = value
    assert (violation(reported) or "").startswith(f"at {where}, ")


def test_each_required_member_is_required(report: Build, rule: Build, evidence: Build):
    reported = report(rule(verdict="fail", evidence=[evidence()]))
    piece = reported["rules"][0]["evidence"][0]
    for name in list(piece):
        value = piece.pop(name)
        assert f'"{name}" is a required property' in (violation(reported) or "")
        piece[name] = value
    assert violation(reported) is None


def test_unknown_members_are_accepted_only_of_a_later_suite(report: Build, rule: Build):
    reported = report(rule()) | {"later": 1}
    assert "later" in (violation(reported) or "")
    assert violation(reported, later=True) is None


def test_a_value_that_no_validator_can_follow_is_a_violation(report: Build, rule: Build):
    reported = report(rule())
    reported["suite"]["version"] = nested(800)
    assert violation(reported) == "it holds a value that is nested too deeply, or that is not JSON"
    assert json.dumps(reported)
