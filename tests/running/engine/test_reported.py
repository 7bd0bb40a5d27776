"""A converter with a reported bug fails the case that is said to catch it, by the rule that is said to convict it."""

from __future__ import annotations

import pytest

from conformance.rules.contracts.records import Report, load_reported
from conformance.running.engine.result import FAIL
from tests.running.engine.certifying import certified, evidence_text
from tests.running.engine.reported import (
    anthropic_answers,
    anthropic_calls,
    anthropic_events,
    anthropic_loops,
    anthropic_requests,
    anthropic_tools,
    between_anthropic_and_responses,
    calls,
    items,
    messages,
    responses,
    results,
    to_anthropic_requests,
    tools,
)
from tests.suite.selftest.model import Convert

MODULES = (
    tools, items, messages, results, calls, responses, anthropic_events, anthropic_answers, anthropic_requests,
    anthropic_tools, to_anthropic_requests, between_anthropic_and_responses, anthropic_loops, anthropic_calls,
)  # fmt: skip
BUGS: dict[str, Convert] = {thread: bug for module in MODULES for thread, bug in module.BUGS.items()}
CAUGHT = [report for kind in load_reported() for report in kind.reports if report.caught]


def thread_of(report: Report) -> str:
    return report.link.removeprefix("https://github.com/")


def test_every_report_that_is_caught_has_one_converter() -> None:
    assert sorted(map(thread_of, CAUGHT)) == sorted(thread for module in MODULES for thread in module.BUGS)


@pytest.mark.parametrize("report", CAUGHT, ids=thread_of)
def test_a_reported_bug_is_convicted_by_its_rule_in_its_case(report: Report) -> None:
    operation, rule, case = report.caught
    result = certified({operation: BUGS[thread_of(report)]}, operation, max_examples=0, cases=(case,), shrink=False)
    failed = {entry.rule.id: entry for entry in result.rules if entry.verdict == FAIL}
    assert rule in failed, evidence_text(result, *failed)
    assert case in {evidence.case for evidence in failed[rule].evidence}
