"""When a run conforms, and what an early end makes of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.running.engine.result import ExpectedFailure, RuleResult, RunResult, decides_against
from tests.running.engine.building import SINGLE, contract_of, described
from tests.running.engine.certifying import finish


def finished(*verdicts: str) -> RunResult:
    result = RunResult(
        described(SINGLE), seed=1, max_examples=0, requirements="every MUST", specs_digest="sha256:", started=""
    )
    finish(result)
    for rule, verdict in zip(contract_of(SINGLE).rules, verdicts, strict=False):
        result.rules.append(RuleResult(SINGLE, replace(rule, level="MUST")))
        result.rules[-1].verdict = verdict
    return result


@pytest.mark.parametrize(
    ("level", "verdict", "decides"),
    [
        ("MUST", "fail", True),
        ("MUST", "not-run", True),
        ("MUST", "not-observable", False),
        ("SHOULD", "fail", False),
        ("SHOULD", "unexpected-pass", True),
        ("MUST", "expected-failure", False),
    ],
)
def test_which_verdicts_decide_against_a_subject(level: str, verdict: str, decides: bool) -> None:
    assert decides_against(level, verdict) is decides


def test_a_run_conforms_if_every_must_rule_passes_or_does_not_apply() -> None:
    assert finished("pass", "not-applicable").conforms
    assert not finished("pass", "fail").conforms
    assert not finished("not-applicable").conforms  # nothing was judged


def test_what_is_left_out_makes_a_run_incomplete() -> None:
    result = finished("pass")
    result.inconsistencies.append("two validators disagree")
    assert not result.complete and not result.conforms


def test_an_expected_failure_of_no_rule_keeps_a_run_from_conforming() -> None:
    result = finished("pass")
    result.unmatched = (ExpectedFailure(SINGLE, "MCP-99", "gone"),)
    assert result.complete and not result.conforms


def test_an_interrupted_run_leaves_what_it_did_not_reach_not_run() -> None:
    result = finished("pass", "not-applicable", "fail")
    result.cut_short()
    assert [entry.verdict for entry in result.rules] == ["pass", "not-run", "fail"]
    assert not result.complete
