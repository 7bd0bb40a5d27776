"""conformance diff: compare two reports of a subject, and end with 1 where it got worse."""

from __future__ import annotations

import argparse
import sys

from conformance.reports.compare.comparison import compare
from conformance.reports.compare.sections import verdict
from conformance.reports.compare.text import comparison_lines
from conformance.reports.compare.write import check_places, write_comparison
from conformance.reports.plain import Plain
from conformance.reports.read import read_report
from conformance.reports.screen import columns_of

SAME_OR_BETTER, REGRESSION = 0, 1


def run(parsed: argparse.Namespace) -> int:
    """Return the exit status: 1 where there is a regression. Raises UsageError for what is not a report."""
    places = {"markdown": parsed.markdown, "html": parsed.html, "json": parsed.json}
    check_places(places)
    comparison = compare(read_report(parsed.old), read_report(parsed.new))
    write_comparison(comparison, places)
    # The reader may close the pipe, as `head` does: that must not change the status.
    lines = [f"{verdict(comparison)}."] if parsed.quiet else comparison_lines(comparison)
    Plain(sys.stdout, columns=columns_of(sys.stdout)).write(lines)
    return REGRESSION if comparison.regressed else SAME_OR_BETTER
