"""The scoreboard's page: subjects by operations, each cell a way into the report, and the history of each subject."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from minijinja import safe

from conformance.field.scoreboard.badge import svg
from conformance.field.scoreboard.failing import failing
from conformance.field.scoreboard.runs import ReportedRun, SubjectRuns
from conformance.results.html import page as report_page
from conformance.results.html.page import digest_of
from conformance.results.html.summary import moment
from conformance.results.html.tally import Tally, cell
from conformance.results.requirement_sets import verdict_with_lacks
from conformance.results.templates import file_of, templates
from conformance.results.text import counted
from conformance.results.verdict import CONFORMS, DOES_NOT, EXCUSED, IN_PART, INCOMPLETE

FOLDER = os.path.dirname(__file__)
TONES = {CONFORMS: "good", EXCUSED: "soft", IN_PART: "soft", DOES_NOT: "bad", INCOMPLETE: "soft"}
SIGNS = {CONFORMS: "✓", EXCUSED: "◑", IN_PART: "◐", DOES_NOT: "✗", INCOMPLETE: "○"}
WIDTH, HEIGHT, EDGE = 120.0, 28.0, 4.0  # of the picture's own units; EDGE is kept free on every side


class SubjectRow(NamedTuple):
    """A subject on the page. links: an address for each of its runs. slug: the name of its badge's files."""

    standing: SubjectRuns
    links: Sequence[str]
    slug: str


def render(rows: Sequence[SubjectRow]) -> str:
    """Return the scoreboard as an HTML document that loads nothing; its links go to the files they are given."""
    operations = _operations(rows)
    script = file_of(FOLDER, "scoreboard.js")
    return templates(FOLDER, "scoreboard.html.jinja").render_template(
        "scoreboard.html.jinja",
        style=safe(file_of(report_page.FOLDER, "page.css") + file_of(FOLDER, "scoreboard.css")),
        script=safe(script),
        script_hash=digest_of(script),
        operations=operations,
        rows=[
            _row(row, number, operations) | {"badge": safe(svg(row.standing.last))} for number, row in enumerate(rows)
        ],
        lead=_lead(rows),
        **failing([row.standing.last for row in rows], [row.links[-1] for row in rows], operations),
        verdicts=[
            (verdict, sum(row.standing.last.verdict == verdict for row in rows))
            for verdict in (DOES_NOT, INCOMPLETE, IN_PART, EXCUSED, CONFORMS)
        ],
        requirements=sorted({row.standing.last.requirements for row in rows}),
    )


def _operations(rows: Sequence[SubjectRow]) -> list[str]:
    """Every operation that any subject offers, in the order of the reports, those of the longest report first."""
    newest = sorted((row.standing.last for row in rows), key=lambda run: -len(run.operations))
    return list(dict.fromkeys(name for run in newest for name in run.operations))


def _lead(rows: Sequence[SubjectRow]) -> str:
    subjects = counted(len(rows), "subject")
    conforming = sum(row.standing.last.verdict == CONFORMS for row in rows)
    runs = sum(len(row.standing.runs) for row in rows)
    conform = "conforms" if conforming == 1 else "conform"
    return f"{conforming:,} of {subjects} {conform}, by the newest of {counted(runs, 'run')}."


def _row(row: SubjectRow, number: int, operations: Sequence[str]) -> dict[str, Any]:
    last, address = row.standing.last, row.links[-1]
    return {
        **_run_entry(last, address),
        "number": number,
        "anchor": f"subject-{number}",
        "about": ", ".join(filter(None, (last.version, last.language))),
        "cells": [_cell(last.operations.get(name, {})) for name in operations],
        "history": history(row.standing.runs),
        "runs": [_run_entry(run, link) for run, link in reversed(list(zip(row.standing.runs, row.links, strict=True)))],
        "badge": safe(svg(last)),
        "badge_file": f"badges/{row.slug}.svg",
    }


def _cell(tally: Tally) -> Mapping[str, Any] | None:
    """Return the words of a cell, and by what it is sorted: the share of rules that hold."""
    shown = cell(tally)
    if shown is None:
        return None
    remarks = ", ".join(text for _tone, text in shown["remarks"])
    held = sum(number for tone, _at, number in shown["bars"] if tone == "good")
    share = held / shown["total"] if shown["total"] else 0
    return shown | {
        "share": f"{share:.4f}",
        "short": f"{held}/{shown['total']}" if held < shown["total"] else f"{held}",
        "text": f"{shown['held']} hold{f'; {remarks}' if remarks else ''}",
    }


def _run_entry(run: ReportedRun, link: str) -> dict[str, Any]:
    return {
        "name": run.name,
        "version": run.version,
        "language": run.language,
        "adapter": run.adapter,
        "requirements": run.requirements,
        "scope": verdict_with_lacks(run.requirements, run.without),
        "moment": moment(run.started),
        "day": moment(run.started)[:10],
        "started": run.started,
        "suite": run.suite,
        "specs": run.specs_digest,
        "specs_short": run.specs_digest.removeprefix("sha256:")[:10],
        "seed": run.seed,
        "verdict": run.verdict,
        "tone": TONES[run.verdict],
        "sign": SIGNS[run.verdict],
        "held": f"{run.held:,} of {run.must:,}",
        "share": f"{run.held / run.must if run.must else 0:.4f}",
        "arrives": run.arrives,
        "missed": run.missed,
        "link": link,
    }


def history(runs: Sequence[ReportedRun]) -> dict[str, Any] | None:
    """Return what the template draws; None where there is no line yet.

    The lowest place is no rule at all, so a line that reaches it is of a subject that conforms. changes: where
    the specifications were others than in the run before.
    """
    if len(runs) < 2:
        return None
    most = max(run.missed for run in runs) or 1
    step = (WIDTH - 2 * EDGE) / (len(runs) - 1)
    points = [
        (round(EDGE + number * step, 1), round(HEIGHT - EDGE - run.missed / most * (HEIGHT - 2 * EDGE), 1))
        for number, run in enumerate(runs)
    ]
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "floor": HEIGHT - EDGE,
        "line": " ".join(f"{x},{y}" for x, y in points),
        "points": points,
        "changes": [
            (before[0] + after[0]) / 2
            for before, after, old, new in zip(points, points[1:], runs, runs[1:], strict=False)
            if old.specs_digest != new.specs_digest
        ],
        "text": f"{len(runs)} runs: {runs[0].missed:,} rules not met in the first, {runs[-1].missed:,} in the last",
        "ends": f"{runs[0].missed:,} → {runs[-1].missed:,}",
    }
