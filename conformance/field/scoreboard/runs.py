"""What the scoreboard reads from each report, and how it groups the runs of one subject."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from conformance.results.arrives import in_line, percents
from conformance.results.html.tally import Tally
from conformance.results.html.verdicts import tone
from conformance.results.requirement_sets import without_of
from conformance.results.text import one_line
from conformance.results.verdict import EXCUSED, INCOMPLETE, verdict_of


class JudgedRule(NamedTuple):
    """A rule in a report, in short."""

    verdict: str
    level: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedRun:
    """One report, in short; every text can be shown. path: the report.json. page: its HTML page, where there is one.

    without: what the subject says that it does not have. operations: the verdicts of each, counted. rules: by operation
    and id. arrives: the contents that do not all arrive, in a line. missed: what decides against conformance: MUST
    rules that fail or were not run, and expected failures that pass or match nothing. must: MUST rules that apply.
    """

    name: str
    version: str
    language: str
    adapter: str
    requirements: str
    without: tuple[str, ...]
    started: str
    suite: str
    specs_digest: str
    seed: int
    verdict: str
    operations: Mapping[str, Tally]
    rules: Mapping[tuple[str, str], JudgedRule]
    arrives: str
    missed: int
    held: int
    must: int
    path: str
    page: str | None


class SubjectRuns(NamedTuple):
    """A subject under one requirement set: its runs, the earliest first. The last one counts."""

    runs: tuple[ReportedRun, ...]

    @property
    def last(self) -> ReportedRun:
        """The newest run."""
        return self.runs[-1]


def run_of(report: Mapping[str, Any], path: str, page: str | None) -> ReportedRun:
    """Return what is kept of a report (specs/report.schema.json)."""
    subject, run, suite = report["subject"], report["run"], report["suite"]
    operations: dict[str, Tally] = {}
    for rule in report["rules"]:
        tally = operations.setdefault(_printable_text(rule["operation"]), {})
        seen = rule["verdict"], rule["level"]
        tally[seen] = tally.get(seen, 0) + 1
    must = report["summary"]["MUST"]
    missed = sum(
        number
        for level in ("MUST", "SHOULD")
        for verdict, number in report["summary"][level].items()
        if tone(verdict, level) == "bad"
    )
    return ReportedRun(
        name=_printable_text(subject["name"]) or "(no name)",
        version=_printable_text(subject["version"] or ""),
        language=_printable_text(subject["language"] or ""),
        adapter=_printable_text(subject["adapter"]),
        requirements=_printable_text(run["requirements"]),
        without=tuple(map(_printable_text, without_of(report))),
        started=_printable_text(run["started"]),
        suite=_printable_text(suite["version"]),
        specs_digest=_printable_text(suite["specs_digest"]),
        seed=run["seed"],
        verdict=verdict_of(report),
        operations=operations,
        rules={
            (_printable_text(rule["operation"]), _printable_text(rule["id"])): JudgedRule(
                rule["verdict"], rule["level"], one_line(rule["title"], 300)
            )
            for rule in report["rules"]
        },
        arrives=in_line(percents(report)),
        missed=missed + len(report.get("unmatched_expected_failures", ())),
        held=must["pass"],
        must=sum(must.values()) - must["not-applicable"],
        path=path,
        page=page,
    )


def _printable_text(text: str) -> str:
    return one_line(text, 120)


def standings(runs: Iterable[ReportedRun]) -> list[SubjectRuns]:
    """Return the runs by subject and requirement set, those that conform first, then those that do but for expected
    failures, then by what is missed, then by name.

    A run that is given twice counts once. Of equal ones those come first that lack less of the scope.
    """
    grouped: dict[tuple[str, str], dict[tuple[str, int, str, str], ReportedRun]] = {}
    for run in runs:
        same = grouped.setdefault((run.name, run.requirements), {})
        same.setdefault((run.started, run.seed, run.version, run.specs_digest), run)
    found = [SubjectRuns(tuple(sorted(same.values(), key=lambda run: run.started))) for same in grouped.values()]
    return sorted(found, key=_place)


def _place(standing: SubjectRuns) -> tuple[int, float, int, str, str]:
    last = standing.last
    order = {EXCUSED: 1, INCOMPLETE: 3}.get(last.verdict, 2 * int(last.missed > 0))
    return order, last.missed / max(1, last.must), len(last.without), last.name.casefold(), last.requirements
