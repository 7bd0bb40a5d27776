"""The files of a survey's site that programs read: badges and the feed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from conformance.field.pages import write_site
from conformance.field.pages.feed import feed_xml
from tests.field.board.building import REQUEST, make_board, make_entry

ATOM = "{http://www.w3.org/2005/Atom}"
LOST = {REQUEST: [{"text": "a", "tools": "a"}] * 5 + [{"text": "l", "tools": "l"}]}


def entries(board: Mapping[str, Any]) -> list[dict[str, str]]:
    feed = ElementTree.fromstring(feed_xml(dict(board), page="index.html", feed="feed.xml"))
    return [
        {part.tag.removeprefix(ATOM): part.text or part.get("href", "") for part in entry}
        for entry in feed.iter(f"{ATOM}entry")
    ]


def test_a_library_has_a_badge_for_each_direction_that_it_has_wholly(whole: Path) -> None:
    names = sorted(path.name for path in (whole / "badges").iterdir())
    assert names == [f"{name}-ac.{ending}" for name in ("acorn", "birch") for ending in ("json", "svg")]
    badge = json.loads((whole / "badges" / "acorn-ac.json").read_text("utf-8"))
    assert (badge["label"], badge["message"]) == ("Anthropic→Chat", "D 55")
    assert badge["message"] in (whole / "badges" / "acorn-ac.svg").read_text("utf-8")


def test_a_version_with_other_grades_is_an_entry_that_names_both() -> None:
    newest, oldest = entries(
        make_board(
            make_entry(version="2", facts=LOST),
            make_entry(version="1", facts={**LOST, REQUEST: [{"text": "a"}] * 4}, released="2026-01-01"),
        )
    )
    assert newest["title"] == "acorn 2: Anthropic→Chat C 83 %, A 100 % in 1"
    assert newest["updated"] == "2026-11-02T00:00:00Z"
    assert oldest["title"] == "acorn 1: Anthropic→Chat A 100 %"


def test_a_version_with_the_same_grades_is_none() -> None:
    board = make_board(make_entry(version="2"), make_entry(version="1", released="2026-01-01"))
    assert [entry["title"] for entry in entries(board)] == ["acorn 1: Anthropic→Chat A 100 %"]


def test_it_is_said_if_the_rules_have_changed_too() -> None:
    board = make_board(make_entry(version="2", facts=LOST), make_entry(version="1", specs_digest="sha256:0"))
    assert entries(board)[0]["title"].endswith("A 100 % in 1 by other rules")


def test_an_entry_keeps_its_id_when_others_are_added() -> None:
    before = {entry["title"]: entry["id"] for entry in entries(make_board(make_entry()))}
    after = {entry["title"]: entry["id"] for entry in entries(make_board(make_entry("ash"), make_entry()))}
    assert before.items() <= after.items()


def test_without_a_day_the_feed_has_one_all_the_same() -> None:
    (entry,) = entries(make_board(make_entry(released=None, day=None)))
    assert entry["updated"] == "1970-01-01T00:00:00Z"
    assert entries(make_board()) == []


def test_equal_boards_give_equal_files(tmp_path: Path, whole: Path) -> None:
    from tests.field.board.building import make_whole_board

    folder = Path(write_site(make_whole_board(), str(tmp_path))).parent
    names = sorted(path.relative_to(whole) for path in whole.rglob("*") if path.is_file())
    assert names == sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    assert all((whole / name).read_bytes() == (folder / name).read_bytes() for name in names)
