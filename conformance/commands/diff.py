"""conformance diff: compare two reports of a subject, and end with 1 where it got worse."""

from __future__ import annotations

import argparse
import sys

from conformance.commands import data_output
from conformance.results.compare import html, markdown
from conformance.results.compare.comparison import compare
from conformance.results.compare.document import document
from conformance.results.compare.sections import verdict
from conformance.results.compare.text import comparison_lines
from conformance.results.plain import Plain
from conformance.results.read import read_report
from conformance.results.screen import columns_of
from conformance.results.write import write_file

SAME_OR_BETTER, REGRESSION = 0, 1


def run(parsed: argparse.Namespace) -> int:
    """Return the exit status: 1 where there is a regression. Raises UsageError for what is not a report."""
    data_output.check_places({"--markdown": parsed.markdown, "--html": parsed.html, "--json": parsed.json})
    comparison = compare(read_report(parsed.old), read_report(parsed.new))
    if parsed.markdown is not None:
        data_output.write_text(parsed.markdown, markdown.render(comparison))
    if parsed.html is not None:
        write_file(parsed.html, html.render(comparison))
    if parsed.json is not None:
        data_output.write(parsed.json, document(comparison))
    # The reader may close the pipe, as `head` does: that must not change the status.
    lines = [f"{verdict(comparison)}."] if parsed.quiet else comparison_lines(comparison)
    Plain(sys.stdout, columns=columns_of(sys.stdout)).write(lines)
    return REGRESSION if comparison.regressed else SAME_OR_BETTER
