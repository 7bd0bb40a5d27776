"""The board as a page, as it is before its script runs."""

from __future__ import annotations

import json
import re
from pathlib import Path

from conformance.field.board.directions import DIRECTIONS
from conformance.field.pages import write_site
from conformance.field.pages.page import FATES, HEADS
from conformance.rules.contracts.contents import CONTENTS
from conformance.running.engine.fates import CHARACTERS
from tests.field.board.building import make_whole_board
from tests.results.building import HOSTILE
from tests.results.pages import Page


def test_the_best_of_each_direction_can_be_read_without_a_script(whole: Path) -> None:
    page = Page((whole / "index.html").read_text("utf-8"))
    links = {element["href"] for element in page.all("a")}
    assert {f"#{direction.key}" for direction in DIRECTIONS} <= links
    assert "2, best acorn" in page.text and "none judged" in page.text
    assert "best reference" not in page.text
    assert "no version fits Python 3.11" in page.text
    assert "A ≥ 95%, B ≥ 85%, C ≥ 70%, D ≥ 50%, E below" in page.text


def test_the_page_asks_nobody_for_anything(whole: Path) -> None:
    text = (whole / "index.html").read_text("utf-8")
    assert not re.search(r"https?://(?!127\.0\.0\.1)", text)
    assert [element.get("src") for element in Page(text).all("script")] == ["board.js", None]


def test_every_subject_and_every_fate_has_a_name(whole: Path) -> None:
    assert HEADS.keys() == CONTENTS.keys()
    assert [sign for sign, _word, _meaning in FATES] == [*CHARACTERS.values(), "d"]
    assert all(word in Page((whole / "index.html").read_text("utf-8")).text for _sign, word, _meaning in FATES)


def test_texts_of_others_are_shown_as_text(tmp_path: Path, whole: Path) -> None:
    folder = Path(write_site(make_whole_board(hostile=HOSTILE), str(tmp_path))).parent
    own = Page((folder / "index.html").read_text("utf-8"))
    assert {tag for tag, _ in own.elements} == {
        tag for tag, _ in Page((whole / "index.html").read_text("utf-8")).elements
    }
    assert [name for _, attrs in own.elements for name in attrs if name.startswith("on")] == []
    assert [char for char in own.text if not char.isprintable() and char not in "\n\u00ad"] == []
    for badge in (folder / "badges").glob("*.json"):
        json.loads(badge.read_text("utf-8"))
