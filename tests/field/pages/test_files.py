"""The files of a survey's site that programs read: badges, data and the feed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

from jsonschema import Draft202012Validator

from conformance.rules.contracts.files import read_text
from tests.field.pages.building import make_defect, make_row, make_unjudged
from tests.results.building import HOSTILE

ATOM = "{http://www.w3.org/2005/Atom}"
Site = Callable[..., Callable[[str], str]]


def test_a_library_whose_defects_are_not_published_does_not_conform(site: Site) -> None:
    read = site([make_row(defects=[make_defect(unpublished="no script")])])
    assert json.loads(read("badges/acorn.json"))["message"] == "no published defect in 2.0.0"


def test_badge_board_page_and_data_name_what_a_library_does_not_have(site: Site) -> None:
    read = site([make_row(without=("google", "usage"))])
    assert json.loads(read("badges/acorn.json"))["message"] == "2.0.0 conforms, without: google, usage"
    assert "without: google, usage" in read("index.html")
    assert "without: google, usage" in read("libraries/acorn.html")
    data = json.loads(read("field.json"))
    assert data["libraries"][0]["versions"][0]["without"] == ["google", "usage"]
    Draft202012Validator(json.loads(read_text("field.schema.json"))).validate(data)


def test_the_data_has_the_board(whole: Path) -> None:
    data = json.loads((whole / "field.json").read_text("utf-8"))
    assert (data["format"], data["suites"], data["newest_release"]) == ("conformance-field-1", ["0.1.0"], "2026-11-20")
    Draft202012Validator(json.loads(read_text("field.schema.json"))).validate(data)


def entries(text: str) -> list[dict[str, str]]:
    feed = ElementTree.fromstring(text)
    return [
        {part.tag.removeprefix(ATOM): part.text or part.get("href", "") for part in entry}
        for entry in feed.iter(f"{ATOM}entry")
    ]


def test_an_entry_keeps_its_id_when_others_are_added(site: Site) -> None:
    before = {entry["title"]: entry["id"] for entry in entries(site([make_row()])("feed.xml"))}
    after = {entry["title"]: entry["id"] for entry in entries(site([make_row("ash"), make_row()])("feed.xml"))}
    assert before.items() <= after.items()


def test_without_a_release_date_the_feed_has_one_all_the_same(site: Site) -> None:
    (entry,) = entries(
        site([make_row(released=None), make_unjudged("elm", "1", "not-judged", "why", None)])("feed.xml")
    )
    assert entry["updated"] == "1970-01-01T00:00:00Z"


def test_texts_of_others_are_escaped_in_the_feed(site: Site) -> None:
    rows = [
        make_row(HOSTILE, HOSTILE, defects=[make_defect(message=HOSTILE)]),
        make_row(HOSTILE, "1", "2020-01-01"),
    ]
    read = site(rows)
    first = entries(read("feed.xml"))[0]
    assert "<script" not in first["content"] and "&lt;script&gt;" in first["content"]
    assert json.loads(read("field.json"))["libraries"][0]["name"] == HOSTILE
