"""What certify does for a gate: the comparison with a baseline, and reports for the pages of a CI."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from conformance.commands import data_output
from conformance.commands.file_places import converter_places, entry_places
from conformance.results import markdown, run_sarif
from conformance.results.compare import markdown as compare_markdown
from conformance.results.compare.comparison import ReportComparison, compare
from conformance.results.compare.text import comparison_lines
from conformance.results.document import document
from conformance.results.github import annotation_lines, stop, write_job_summary
from conformance.results.plain import Plain
from conformance.results.read import read_report
from conformance.results.text import one_line
from conformance.results.write import STDOUT, write_json
from conformance.running.engine import ExpectedEntry, RunResult
from conformance.running.engine.expected import spelled_out
from conformance.running.subjects.base import SubjectConfig

HALF = 30_000  # characters of each half of a comment that has two


@dataclass(frozen=True, slots=True, kw_only=True)
class Gates:
    """What was asked for. baseline: the report to compare with, read before the run could replace it.

    resume: the line that lets GitHub read commands again; None where it does not read them. narrowed: whether the run
    judges a part only.
    """

    baseline: Mapping[str, Any] | None
    baseline_path: str | None
    markdown: str | None
    sarif: str | None
    resume: str | None
    expected_path: str | None
    narrowed: bool

    def conclude(
        self,
        result: RunResult,
        texts: Mapping[str, Mapping[str, str]],
        config: SubjectConfig,
        expected: Sequence[ExpectedEntry],
        report_path: str | None,
    ) -> Concluded:
        """Compare, and write the files. Raises UsageError for one that cannot be written."""
        report = document(result)
        comparison = None if self.baseline is None else compare(self.baseline, report, narrowed=self.narrowed)
        places = converter_places(config, result.subject.operations)
        entries = entry_places(self.expected_path, expected, spelled_out(result, expected))
        written: dict[str, str] = {}
        if self.markdown is not None:
            data_output.write_text(self.markdown, _markdown(report, comparison))
            if self.markdown != STDOUT:
                written["markdown"] = self.markdown
        if self.sarif is not None:
            write_json(self.sarif, run_sarif.render(report, texts, places, entries, report_path or "report.json"))
            written["sarif"] = self.sarif
        commands: list[str] = []
        if self.resume is not None:
            write_job_summary(_markdown(report, comparison))
            worse = comparison.regressions if comparison else ()
            keys = {(rule.rule["operation"], rule.rule["id"]) for rule in worse}
            commands = [self.resume, *annotation_lines(report, places, entries, keys)]
        return Concluded(comparison, self.baseline_path, written, tuple(commands))


class Concluded(NamedTuple):
    """What came of it. commands: the last lines, for GitHub."""

    comparison: ReportComparison | None
    baseline_path: str | None
    written: Mapping[str, str]
    commands: tuple[str, ...]

    @property
    def regressed(self) -> bool:
        """Whether the run is worse than its baseline."""
        return self.comparison is not None and self.comparison.regressed

    def lines(self, *, quiet: bool) -> list[str]:
        """Return what is printed after the verdict."""
        return [*self._compared(quiet=quiet), *self.commands]

    def _compared(self, *, quiet: bool) -> Iterator[str]:
        if self.comparison is not None:
            lines = comparison_lines(self.comparison)
            named = f"Compared with {one_line(self.baseline_path or '')}"
            if not quiet:
                yield from ["", f"{named}:", *lines[:-2], ""]
            yield f"{named}: {lines[-1]}"


def prepare(parsed: argparse.Namespace, *, narrowed: bool) -> Gates | None:
    """Read and check what the arguments ask for, before anything is run; None where they ask for no gate.

    With --github this prints the line that stops commands. Raises UsageError.
    """
    if not parsed.github and all(path is None for path in (parsed.baseline, parsed.markdown, parsed.sarif)):
        return None
    data_output.check_places({"--markdown": parsed.markdown, "--sarif": parsed.sarif})
    baseline = read_report(parsed.baseline, "--baseline") if parsed.baseline is not None else None
    resume = None
    if parsed.github:
        stopping, resume = stop()
        Plain(sys.stdout).write([stopping])
    return Gates(
        baseline=baseline,
        baseline_path=parsed.baseline,
        markdown=parsed.markdown,
        sarif=parsed.sarif,
        resume=resume,
        expected_path=parsed.expected_failures,
        narrowed=narrowed or bool(parsed.contract or parsed.origin),
    )


def _markdown(report: Mapping[str, Any], comparison: ReportComparison | None) -> str:
    if comparison is None:
        return markdown.render(report)

    return f"{markdown.render(report, HALF)}\n{compare_markdown.render(comparison, HALF)}"
