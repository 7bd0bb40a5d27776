"""What items say to pytest: the failure in the words of the suite, and further failures of one item."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext

import pytest
from _pytest._code.code import ReprEntryNative, ReprExceptionInfo, ReprFileLocation, ReprTraceback

from conformance.commands.pytest_plugin.outcomes import XFAILED, ItemOutcome


def say(report: pytest.TestReport, text: str, summary: str, title: str | None) -> None:
    """Make a report show a text, without the way that led to it, and a summary in its line at the end of the run."""
    path, line, domain = report.location
    shown = ReprTraceback([ReprEntryNative([f"{text}\n"])], None, style="value")
    report.longrepr = ReprExceptionInfo(reprtraceback=shown, reprcrash=ReprFileLocation(path, (line or 0) + 1, summary))
    if title is not None:
        report.location = path, line, f"{domain} {title}"


def report_further(item: pytest.Item, outcomes: Iterable[ItemOutcome]) -> None:
    """Report the outcomes of an item besides its own, each as pytest reports a test, until pytest is to stop.

    All have the id of the item, by which pytest and its plugins find it again.
    """
    for outcome in outcomes:
        if item.session.shouldfail:
            return
        is_excused = outcome.word == XFAILED
        report = pytest.TestReport(
            nodeid=item.nodeid,
            location=item.location,
            keywords=dict.fromkeys(item.keywords, 1),
            outcome="skipped" if is_excused else "failed",
            longrepr=None,
            when="call",
        )
        say(report, outcome.text, outcome.summary, outcome.title)
        if is_excused:
            report.wasxfail = outcome.summary
        # What pytest prints of it must not be taken for output of the test.
        capture = item.config.pluginmanager.get_plugin("capturemanager")
        with capture.global_and_fixture_disabled() if capture is not None else nullcontext():
            item.ihook.pytest_runtest_logreport(report=report)
