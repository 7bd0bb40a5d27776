"""What a run planned and did not judge, and why: every report of an incomplete run says it in the same lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from conformance.engine.ledger import Kind, Ledger
from conformance.reports.text import counted, one_line

LONGEST_REASON = 300  # characters
Open = Mapping[str, int]  # by reason


def open_lines(ledger: Ledger) -> list[str]:
    """Return a line for each reason why something that was planned has no verdict."""
    return list(_lines(ledger.totals().open, ledger.totals(kind=Kind.OPERATION).open))


def unjudged_lines(report: Mapping[str, Any]) -> list[str]:
    """Return the same of a report; nothing for a report of an earlier version, which has no ledger."""
    ledger = report.get("ledger")
    return [] if ledger is None else list(_lines(ledger["items"]["open"], ledger["operations"]["open"]))


def _lines(items: Open, operations: Open) -> Iterator[str]:
    for what, reasons in (("input", items), ("operation", operations)):
        for reason, count in reasons.items():
            yield f"Not judged: {counted(count, what)}: {one_line(reason, LONGEST_REASON).rstrip('.')}."
