"""The board of the results that a survey has stored."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from conformance.field.board import BoardData, board_of, entry_of, read_board
from conformance.field.board.entry import REFERENCE, Entry, Known
from conformance.field.pages import known_of
from conformance.field.rows import JUDGED, SurveyRow
from conformance.field.survey.store import Store
from conformance.results.read import read_report
from conformance.rules.contracts import Specifications, load_specifications
from conformance.running.subjects.named import library_names

PACKAGE = "conformance"  # that has the reference converters


def board_from(store: Store, rows: Sequence[SurveyRow]) -> BoardData:
    """Return the board of some results, and of what an earlier board of the same folder has of others.

    Raises UsageError for a board of another suite.
    """
    specifications = load_specifications()
    entries = list(_entries(store, rows, specifications))
    shown = {entry["library"] for entry in entries}
    newest = {row.task.library: row for row in reversed(rows)}
    unjudged = [
        {"library": name, "version": row.task.version, "reason": _why(row)}
        for name, row in sorted(newest.items())
        if row.status != JUDGED or name not in shown
    ]
    return board_of(entries, specifications, unjudged=unjudged, before=read_board(store.folder))


def _entries(store: Store, rows: Sequence[SurveyRow], specifications: Specifications) -> Iterator[Entry]:
    known = {name: known_of(name) for name in library_names()}
    known[REFERENCE] = Known(package=PACKAGE, kind=REFERENCE, language="python", reached={})
    for row in rows:
        path = store.report_of(row.task)
        if row.status != JUDGED or row.task.library not in known or not os.path.isfile(path):
            continue
        report = read_report(path)
        if "fates" in report:  # of an earlier suite it has none
            yield entry_of(row, report, known[row.task.library], specifications)


def _why(row: SurveyRow) -> str:
    return row.reason or ("judged by an earlier suite" if row.status == JUDGED else row.status.replace("-", " "))
