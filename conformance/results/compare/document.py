"""A comparison as data, format 1."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from conformance import __version__
from conformance.results.compare.arrives import moved
from conformance.results.compare.comparison import Report, ReportComparison, Turned
from conformance.results.compare.sections import verdict


def document(comparison: ReportComparison) -> dict[str, Any]:
    """Return a comparison as data. Every list keeps the order of the reports; rules come with their evidence."""
    return {
        "format": 1,
        "suite": {"version": __version__},
        "old": _side(comparison.old),
        "new": _side(comparison.new),
        "regressed": comparison.regressed,
        "narrower": list(comparison.narrower),
        "verdict": verdict(comparison),
        "notes": list(comparison.notes),
        "arrives": [element._asdict() for element in moved(comparison.old, comparison.new)],
        "regressions": _turned(comparison.regressions),
        "newly_failing": _turned(comparison.failing),
        "no_longer_judged": _turned(comparison.lost),
        "newly_passing": _turned(comparison.passing),
        "other_verdicts": _turned(comparison.other),
        "changed_evidence": [
            {
                "operation": shown.rule["operation"],
                "id": shown.rule["id"],
                "came": list(shown.came),
                "went": list(shown.went),
                "changed": [{"case": case, "before": before, "now": now} for case, before, now in shown.changed],
            }
            for shown in comparison.evidence
        ],
        "changed_choices": [answer._asdict() for answer in comparison.answers],
        "rules": {
            "added": _turned(comparison.added),
            "removed": _turned(comparison.removed),
            "changed": [asdict(redefined) for redefined in comparison.redefined],
            "operations_added": list(comparison.offered),
        },
        "still_failing": comparison.still_failing,
        "as_before": comparison.same,
    }


def _side(report: Report) -> dict[str, Any]:
    return {
        "suite": report["suite"],
        "subject": report["subject"],
        "run": report["run"],
        "conforms": report["summary"]["conforms"],
    }


def _turned(rules: Iterable[Turned]) -> list[dict[str, Any]]:
    return [
        {
            "operation": rule.rule["operation"],
            "id": rule.rule["id"],
            "level": rule.rule["level"],
            "title": rule.rule["title"],
            "before": rule.before,
            "now": rule.now,
            "regression": rule.regression,
            "why": rule.why,
            "evidence": rule.rule["evidence"] if rule.now is not None else [],
        }
        for rule in rules
    ]
