"""The members of a report about worked cases and about the time of checks."""

from __future__ import annotations

from conformance.results.cases import cases_document, check_seconds, seconds_of
from conformance.results.document import document, to_json
from conformance.rules.contracts import Rule
from conformance.running.engine import RuleResult
from conformance.running.engine.ledger import Kind, LedgerItem
from tests.results.building import make_report, make_rule
from tests.results.test_document import make_run


def entry_of(operation: str, rule: str, **marks: str) -> RuleResult:
    entry = RuleResult(
        operation,
        Rule(id=rule, level="MUST", origin="field", title="T", text="T.", why="W.", sources=(), check="a-check"),
    )
    entry.cases = marks
    entry.seconds = 0.12345678
    return entry


def test_each_judged_case_has_a_character_for_each_rule_in_the_order_of_the_plan() -> None:
    run = make_run()
    run.rules = [
        entry_of("one", "A-1", first="pass", second="fail"),
        entry_of("one", "A-2", second="not-observable", third="advice"),
        entry_of("two", "B-1"),
    ]
    run.ledger.plan(LedgerItem(operation="one", kind=Kind.CASE, name=name) for name in ("never", "second", "first"))
    assert cases_document(run) == {"one": {"second": "fu", "first": "p-", "third": "-a"}}
    report = document(run)
    assert report["cases"] == cases_document(run)
    assert '\n  "one": {"second"' in to_json(report).decode()


def test_a_report_without_judged_cases_has_no_such_member() -> None:
    assert "cases" not in document(make_run())


def test_the_time_of_each_check_is_reported_and_read() -> None:
    run = make_run()
    run.rules = [entry_of("one", "A-1"), entry_of("one", "A-2")]
    run.rules[1].seconds = None
    assert check_seconds(run) == {"one": {"A-1": 0.123457}}
    report = document(run)
    assert seconds_of(report, {"operation": "one", "id": "A-1"}) == 0.123457
    assert seconds_of(report, {"operation": "one", "id": "A-2"}) is None
    assert seconds_of(make_report(make_rule()), make_rule()) is None
