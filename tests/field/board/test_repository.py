"""The board that the repository publishes."""

from __future__ import annotations

import json
from pathlib import Path

from jsonschema import Draft202012Validator

from conformance.field.board import DIRECTIONS, read_board
from conformance.field.board.data import board_text
from conformance.field.board.directions import SHOWN
from conformance.field.pages.page import render_page
from conformance.rules.contracts.files import read_text

FOLDER = Path(__file__).parents[3] / "reports" / "field"
BOARD = read_board(str(FOLDER)) or {}


def test_it_has_the_form_of_its_schema() -> None:
    Draft202012Validator(json.loads(read_text("board.schema.json"))).validate(BOARD)


def test_all_of_it_is_at_most_one_and_a_half_megabytes() -> None:
    own = [path for path in FOLDER.rglob("*") if path.is_file() and FOLDER / "results" not in path.parents]
    assert sum(path.stat().st_size for path in own) <= 1_500_000
    assert {path.relative_to(FOLDER).parts[0] for path in own} == {"index.html", "board.js", "feed.xml", "badges"}


def test_the_reference_has_all_in_each_part() -> None:
    (reference,) = (library for library in BOARD["libraries"] if library["kind"] == "reference")
    assert {name: part["score"] for name, part in reference["parts"].items()} == dict.fromkeys(SHOWN, 1)
    assert {grade["percent"] for grade in reference["grades"].values()} == {100}
    assert len(reference["grades"]) == len(DIRECTIONS)


def test_the_page_is_the_one_that_its_data_give() -> None:
    assert (FOLDER / "board.js").read_bytes() == board_text(BOARD)
    page = render_page(BOARD, data="board.js", feed="feed.xml")
    assert (FOLDER / "index.html").read_text("utf-8") == page
