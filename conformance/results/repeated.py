"""What is said of a run that repeats a defect of a report: that defect, under the number and the title it has there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from conformance.results.brief import compact, remark_lines
from conformance.results.defects import ReportedDefect, defects_of, paragraph
from conformance.results.document import document
from conformance.results.plain import ungrouped_lines
from conformance.results.screen import COLUMNS
from conformance.running.engine.result import RunResult

NEW = "new"  # in the place of a number: what is shown is none of the report's defects


def repeated_lines(
    result: RunResult, defect: ReportedDefect, known: Sequence[ReportedDefect], repeat: str, *, detailed: bool = False
) -> list[str]:
    """Return the defect as it shows now, what else shows, and what was not run.

    known: the defects of the report. repeat: the command that repeats this one. detailed: whether all that is known of
    a defect is said.
    """
    found = defects_of(document(result))
    own = [reported_defect for reported_defect in found if _name(reported_defect, defect, known) == defect.id]
    lines = [] if own else [f"{defect.id} does not show any more: {defect.title}"]
    for number, reported_defect in enumerate(own):
        # A run of one case has fewer rules, and so groups less: the title is that of the report.
        sets = defect.sets if reported_defect.shown == defect.shown else reported_defect.sets
        whole = reported_defect._replace(
            id=defect.id, decides=defect.decides, sets=sets, behaves_like=defect.behaves_like
        )
        title, *others = _defect_lines(whole, repeat, detailed=detailed)
        lines += ["", title if number else _defect_lines(defect, repeat, detailed=detailed)[0], *others]
    for reported_defect in found:
        if reported_defect not in own:
            lines += [
                "",
                *_defect_lines(
                    reported_defect._replace(id=_name(reported_defect, defect, known), behaves_like=None),
                    None,
                    detailed=detailed,
                ),
            ]
    return [*lines, *ungrouped_lines(result, found), "", *remark_lines(result)]


def _defect_lines(defect: ReportedDefect, repeat: str | None, *, detailed: bool) -> list[str]:
    return paragraph(defect, repeat) if detailed else compact(defect, COLUMNS, wide=True, loose=True)


def _name(defect: ReportedDefect, repeated: ReportedDefect, known: Sequence[ReportedDefect]) -> str:
    """Return the number that a defect of this run has in the report."""
    return next((other.id for other in (repeated, *known) if _is_same(defect, other)), NEW)


def _is_same(defect: ReportedDefect, other: ReportedDefect) -> bool:
    """Whether the failure that is shown is one of a defect: by its rule and, if it is of a case, the same case."""
    shown = {(rule, evidence["case"], evidence["message"]) for rule, evidence in _headlines(other)}
    if (defect.shown, defect.evidence["case"], defect.evidence["message"]) in shown:
        return True
    keys = {key for key, _inputs in other.rules} | set(other.also_breaks)
    cases = {evidence["case"] for _rule, evidence in _headlines(other)}
    return defect.shown in keys and defect.evidence["case"] in cases


def _headlines(defect: ReportedDefect) -> Iterator[tuple[tuple[str, str], dict[str, object]]]:
    for headline in defect.every_headline:
        yield headline.rule, dict(headline.evidence)
