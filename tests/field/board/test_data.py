"""The board as data: which version is shown, what stays of earlier boards, and that it is not too large."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from conformance.base.errors import UsageError
from conformance.field.board import data as module
from conformance.field.board import read_board
from conformance.field.board.data import AFTER, BEFORE, FILE, board_text
from conformance.field.board.entry import Entry
from conformance.rules.contracts.files import read_text
from tests.field.board.building import REQUEST, make_board, make_entry, make_report, make_whole_board
from tests.results.building import HOSTILE

ONE_LOST = {REQUEST: [{"text": "a", "tools": "a"}] * 5 + [{"text": "a", "tools": "l"}]}


def test_the_newest_version_is_shown_and_of_the_others_the_grades() -> None:
    board = make_board(make_entry(version="2"), make_entry(version="1", facts=ONE_LOST), make_entry(version="0"))
    (library,) = board["libraries"]
    assert (library["version"], library["grades"]["ac"]["grade"]) == ("2", "A")
    assert [(entry["version"], entry["grades"]["ac"]["percent"]) for entry in library["history"]] == [
        ("1", 91),
        ("0", 100),
    ]


def test_what_a_survey_does_not_judge_anew_stays_from_the_board_before() -> None:
    before = make_board(make_entry("acorn", "1"), make_entry("birch", "1", ONE_LOST))
    board = make_board(make_entry("acorn", "2"), before=before)
    acorn, birch = board["libraries"]
    assert (acorn["version"], [entry["version"] for entry in acorn["history"]]) == ("2", ["1"])
    assert birch == before["libraries"][1]
    assert board["situations"] == before["situations"] != {}


def test_a_version_that_is_judged_anew_replaces_its_entry() -> None:
    before = make_board(make_entry(version="1", facts=ONE_LOST))
    board = make_board(make_entry(version="1"), before=before)
    assert [library["history"] for library in board["libraries"]] == [[]]
    assert board["libraries"][0]["grades"]["ac"]["percent"] == 100


def test_what_is_judged_now_is_no_longer_unjudged() -> None:
    elm = {"library": "elm", "version": "1", "reason": "x"}
    before = make_board(make_entry(), unjudged=[elm])
    assert make_board(make_entry(), before=before)["unjudged"] == [elm]
    assert make_board(make_entry("elm"), before=before)["unjudged"] == []


def test_the_data_have_the_form_of_the_schema_and_are_read_as_they_are_written(tmp_path: Path) -> None:
    board = make_whole_board()
    Draft202012Validator(json.loads(read_text("board.schema.json"))).validate(board)
    text = board_text(board)
    assert text == board_text(make_whole_board())
    assert text.decode().startswith(BEFORE) and text.decode().endswith(AFTER)
    (tmp_path / FILE).write_bytes(text)
    assert read_board(str(tmp_path)) == board


def test_hostile_texts_are_kept_as_text(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(board_text(make_whole_board(hostile=HOSTILE)))
    assert read_board(str(tmp_path)) is not None


def test_a_folder_without_a_board_has_none_and_another_file_is_refused(tmp_path: Path) -> None:
    assert read_board(str(tmp_path)) is None
    for text in ("BOARD =\n{};\n", "{", 'BOARD =\n{"format":"conformance-board-9"};\n'):
        (tmp_path / FILE).write_text(text, "utf-8")
        with pytest.raises(UsageError, match="is no board of this suite"):
            read_board(str(tmp_path))


def test_a_board_that_is_too_large_shows_less_of_what_came_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def entries() -> list[Entry]:
        report = make_report({REQUEST: [{"text": "a", "tools": "a"}] * 3 + [{"tools": "l"}]}, actual={"a": "x" * 700})
        return [make_entry(f"acorn-{number}", report=report) for number in range(9)]

    whole = board_text(make_board(*entries()))
    monkeypatch.setattr(module, "BUDGET", len(whole) - 1_000)
    assert len(board_text(make_board(*entries()))) < len(whole) - 1_000


def test_a_long_input_is_shown_in_part() -> None:
    board = make_board(make_entry(facts=ONE_LOST))
    (shown,) = board["situations"][REQUEST].values()
    assert shown["note"] and "input" in shown and "cut" not in shown
