"""A pytest plugin: what each test file cost, and which expensive tests do not say why they are.

CPU seconds of a test are those of the process and of the programs that it waited for, in setup, call and teardown. What
a fixture of a module or session costs is charged to the first test that asks for it.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator

import pytest

EXPENSIVE = 3.0  # CPU seconds
LISTED = 10


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", f"expensive(reason): may cost more than {EXPENSIVE:g} s of CPU, and says what for"
    )
    config.pluginmanager.register(Costs())


def _cpu() -> float:
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


class Costs:
    """The CPU seconds of each test: measured where it runs, added up and printed where the run is reported."""

    def __init__(self) -> None:
        self._mark = _cpu()
        self._tests: Counter[str] = Counter()
        self._excused: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        for marker in item.iter_markers("expensive"):
            if not (len(marker.args) == 1 and isinstance(marker.args[0], str)):
                raise pytest.UsageError(f"{item.nodeid}: `expensive` needs one text, the reason")
        self._mark = _cpu()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        now = _cpu()
        # Attributes of a report travel from a worker to the process that prints.
        report.__dict__.update(cpu=now - self._mark, is_excused=item.get_closest_marker("expensive") is not None)
        self._mark = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._tests[report.nodeid] += getattr(report, "cpu", 0.0)
        if getattr(report, "is_excused", False):
            self._excused.add(report.nodeid)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self._tests:
            return
        files: Counter[str] = Counter()
        for test, seconds in self._tests.items():
            files[test.partition("::")[0]] += seconds
        terminalreporter.section(f"CPU seconds: {sum(files.values()):.0f}")
        for file, seconds in files.most_common(LISTED):
            terminalreporter.write_line(f"{seconds:8.1f}  {file}")
        for test, seconds in self._tests.most_common():
            if seconds <= EXPENSIVE:
                break
            if test not in self._excused:
                terminalreporter.write_line(f"{seconds:8.1f}  {test}: over {EXPENSIVE:g} s without `expensive`")
