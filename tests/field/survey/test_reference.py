"""The row of the reference: judged once, and everything of it arrives."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.field.board import entry_of
from conformance.field.board.directions import DIRECTIONS, PIECES, SHOWN
from conformance.field.board.entry import Known
from conformance.field.rows import JUDGED
from conformance.field.survey import programs
from conformance.field.survey.boards import board_from
from conformance.field.survey.reference import reference_row
from conformance.field.survey.store import Store
from conformance.results.read import read_report
from conformance.rules.contracts import load_specifications


@pytest.mark.expensive("certifies all reference converters")
def test_of_the_reference_everything_arrives_in_each_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(str(tmp_path))
    row = reference_row(store)
    assert row.status == JUDGED
    report = read_report(store.report_of(row.task))
    parts = entry_of(row, report, Known("x", "reference", "python", {}), load_specifications())["parts"]
    assert list(parts) == list(SHOWN)
    assert {name: part["score"] for name, part in parts.items()} == dict.fromkeys(parts, 1)
    assert all(part["causes"] == [] for part in parts.values())
    (shown,) = board_from(store, [row])["libraries"]
    assert {key: (grade["grade"], grade["percent"]) for key, grade in shown["grades"].items()} == {
        direction.key: ("A", 100) for direction in DIRECTIONS
    }
    assert PIECES.keys() <= shown["grades"].keys()
    monkeypatch.setattr(programs, "run", lambda *_words, **_options: pytest.fail("it was judged a second time"))
    assert reference_row(store) == row
