"""What each worked case showed of each rule: written into a report, and read from one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conformance.running.engine.ledger import Kind
from conformance.running.engine.result import ADVICE, FAIL, NOT_OBSERVABLE, PASS, RuleResult, RunResult

NOT_REACHED = "-"
MARKS = {PASS: "p", FAIL: "f", ADVICE: "a", NOT_OBSERVABLE: "u"}


def by_operation(result: RunResult) -> dict[str, list[RuleResult]]:
    """Return the rules of a run by operation, in the order of the report."""
    found: dict[str, list[RuleResult]] = {}
    for entry in result.rules:
        found.setdefault(entry.operation, []).append(entry)
    return found


def cases_document(result: RunResult) -> dict[str, dict[str, str]]:
    """Return by operation and case a character for each rule. Shape: specs/report.schema.json, cases."""
    return {
        operation: marks
        for operation, rules in by_operation(result).items()
        if (marks := _marks(result.ledger.names(operation, Kind.CASE), rules))
    }


def _marks(planned: list[str], rules: list[RuleResult]) -> dict[str, str]:
    judged = dict.fromkeys(case for rule in rules for case in rule.cases)
    ordered = dict.fromkeys([*filter(judged.__contains__, planned), *judged])
    return {case: "".join(MARKS.get(rule.cases.get(case, ""), NOT_REACHED) for rule in rules) for case in ordered}


def check_seconds(result: RunResult) -> dict[str, dict[str, float]]:
    """Return by operation and rule the seconds that its check took; nothing of rules that have no such check."""
    found: dict[str, dict[str, float]] = {}
    for entry in result.rules:
        if entry.seconds is not None:
            found.setdefault(entry.operation, {})[entry.rule.id] = round(entry.seconds, 6)
    return found


def seconds_of(report: Mapping[str, Any], rule: Mapping[str, Any]) -> float | None:
    """Return the seconds of a rule's check; None where the report does not have them."""
    seconds: float | None = report["run"].get("check_seconds", {}).get(rule["operation"], {}).get(rule["id"])
    return seconds
