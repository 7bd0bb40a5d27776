"""What a run planned and did not judge, and why: every report of an incomplete run says it in the same lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from conformance.results.set_aside import too_many_lines
from conformance.results.text import counted, one_line
from conformance.running.engine.ledger import Kind
from conformance.running.engine.result import RunResult

LONGEST_REASON = 300  # characters
Open = Mapping[str, int]  # by reason


def open_lines(result: RunResult) -> list[str]:
    """Return a line for each reason why something that was planned has no verdict."""
    totals, operations = result.ledger.totals(), result.ledger.totals(kind=Kind.OPERATION)
    return [*_lines(totals.open, operations.open), *too_many_lines(result.too_many_set_aside)]


def unjudged_lines(report: Mapping[str, Any]) -> list[str]:
    """Return the same of a report; nothing for a report of an earlier version, which has no ledger."""
    ledger, aside = report.get("ledger"), report.get("set_aside", {"too_many": ()})
    left_open = () if ledger is None else _lines(ledger["items"]["open"], ledger["operations"]["open"])
    return [*left_open, *too_many_lines(aside["too_many"])]


def _lines(items: Open, operations: Open) -> Iterator[str]:
    for what, reasons in (("input", items), ("operation", operations)):
        for reason, count in reasons.items():
            yield f"Not judged: {counted(count, what)}: {one_line(reason, LONGEST_REASON).rstrip('.')}."
