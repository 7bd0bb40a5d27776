"""conformance scoreboard: many reports on one page, and a badge for each subject."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from typing import Any

from conformance.base.errors import UsageError
from conformance.field.scoreboard import ReportedRun, file_name, run_of, standings, write_scoreboard
from conformance.results.detection import read_scores
from conformance.results.html import RuleWording, render, wording_of
from conformance.results.read import read_report
from conformance.results.text import counted, one_line
from conformance.results.write import see_writable, write_file
from conformance.rules.contracts import Specifications, load_specifications

PAGES = "pages"  # below the scoreboard's folder: of reports that have no page beside them


def run(parsed: argparse.Namespace) -> int:
    """Write the scoreboard; return 0. Raises UsageError where no report is left, and for a folder it cannot write."""
    see_writable(os.path.join(parsed.out, "index.html"), "--out")
    runs, refused = [], []
    pages = _Pages(os.path.join(parsed.out, PAGES))
    for path in dict.fromkeys(parsed.reports):
        try:
            runs.append(_read(path, pages))
        except UsageError as error:
            refused.append(error)
    if not runs and len(refused) == 1:
        raise refused[0]
    for usage_error in refused:
        print(f"conformance: left out: {one_line(usage_error.message)}", file=sys.stderr)
    if not runs:
        raise UsageError(f"None of {len(refused)} files is a report.", refused[0].hint)
    found = standings(runs)
    index = write_scoreboard(found, parsed.out)
    counts = f"{counted(len(found), 'subject')}, {counted(sum(len(runs.runs) for runs in found), 'run')}"
    print(f"{counts}: {index}; badges in {os.path.join(parsed.out, 'badges')}")
    return 0


def _read(path: str, pages: _Pages) -> ReportedRun:
    report = read_report(path)
    beside = os.path.join(os.path.dirname(path), "report.html")
    page = beside if os.path.isfile(beside) else pages.write(report)
    return run_of(report, path, page)


class _Pages:
    """Writes the pages of reports that have none, numbered as they come."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._number = 0
        self._specifications: Specifications | None = None

    def write(self, report: Mapping[str, Any]) -> str:
        """Write one; return its path. Raises UsageError."""
        self._specifications = self._specifications or load_specifications()
        # Rules may have said something else under other specifications.
        is_same = self._specifications.digest == report["suite"]["specs_digest"]
        page = render(report, wording_of(self._specifications) if is_same else RuleWording(), read_scores())
        self._number += 1
        path = os.path.join(self._folder, f"{self._number}-{file_name(report['subject']['name'])}.html")
        write_file(path, page)
        return path
