"""The board of what a survey has stored."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from conformance.field.board.data import FILE, board_text
from conformance.field.rows import SurveyRow
from conformance.field.survey import boards
from conformance.field.survey.boards import board_from
from conformance.field.survey.judging import SurveyJudgement
from conformance.field.survey.store import Store
from tests.field.board.building import REQUEST, make_board, make_entry, make_report
from tests.field.pages.building import make_row, make_unjudged

KEPT = {REQUEST: [{"text": "a", "tools": "a"}] * 4}


def stored(folder: Path, row: SurveyRow, **changes: Any) -> SurveyRow:
    report = make_report(KEPT) | {"format": 2} | changes
    Store(str(folder)).keep(SurveyJudgement(row, report=json.dumps(report)))
    return row


def test_each_result_with_a_report_is_an_entry(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(boards, "read_report", lambda path: json.loads(Path(path).read_text("utf-8")))
    rows = [
        stored(tmp_path, make_row("litellm", "2", rules={})),
        stored(tmp_path, make_row("litellm", "1", rules={})),
        stored(tmp_path, make_row("agno", "3", rules={}), fates={}),
        make_unjudged("mastra", "9", "not-started", "no module"),
        make_row("unknown-to-the-catalogue", "9"),
    ]
    board = board_from(Store(str(tmp_path)), rows)
    assert [(entry["library"], entry["version"]) for entry in board["libraries"]] == [("agno", "3"), ("litellm", "2")]
    assert [entry["version"] for entry in board["libraries"][1]["history"]] == ["1"]
    assert [(entry["library"], entry["reason"]) for entry in board["unjudged"]] == [
        ("mastra", "no module"),
        ("unknown-to-the-catalogue", "judged by an earlier suite"),
    ]


def test_a_report_of_an_earlier_suite_gives_no_grade(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(boards, "read_report", lambda path: json.loads(Path(path).read_text("utf-8")))
    row = make_row("litellm", "2", rules={})
    Store(str(tmp_path)).keep(SurveyJudgement(row, report=json.dumps({"rules": [], "cases": {}})))
    board = board_from(Store(str(tmp_path)), [row])
    assert board["libraries"] == []
    assert board["unjudged"] == [{"library": "litellm", "version": "2", "reason": "judged by an earlier suite"}]


def test_the_board_of_the_folder_keeps_what_has_no_result_here(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(board_text(make_board(make_entry("acorn"))))
    board = board_from(Store(str(tmp_path)), [replace(make_unjudged("mastra", "9", "not-started", "no module"))])
    assert [entry["library"] for entry in board["libraries"]] == ["acorn"]
