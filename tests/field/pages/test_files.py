"""The files of a survey's site that programs read: badges, data and the feed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator

from conformance.rules.contracts.files import read_text
from tests.field.pages.building import MCP, make_defect, make_row, make_unjudged
from tests.results.building import HOSTILE

ATOM = "{http://www.w3.org/2005/Atom}"
Site = Callable[..., Callable[[str], str]]


@pytest.mark.parametrize(
    ("library", "message", "color"),
    [
        ("acorn", "2 defects in 2.0.0", "b3261e"),
        ("cedar-js", "7.1.0 conforms", "2a7a4b"),
        ("dogwood", "3.0.0 could not be installed", "7a6200"),
    ],
)
def test_a_badge_is_of_the_newest_version(whole: Path, library: str, message: str, color: str) -> None:
    badge = json.loads((whole / "badges" / f"{library}.json").read_text("utf-8"))
    assert badge == {"schemaVersion": 1, "label": "conformance", "message": message, "color": color}
    image = ElementTree.fromstring((whole / "badges" / f"{library}.svg").read_text("utf-8"))
    assert image.get("aria-label") == f"conformance: {message}"


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
    libraries = {library["name"]: library for library in data["libraries"]}
    assert list(libraries) == ["acorn", "birch", "cedar-js", "dogwood", "elm"]
    assert (libraries["birch"]["package"], libraries["birch"]["language"]) == ("birch-llm", "python")
    (strict,) = (defect for defect in libraries["birch"]["versions"][0]["defects"] if "facts" in defect)
    assert [(fact["rule"], fact["inputs"]) for fact in strict["facts"]] == [("TR-4a", 3)]
    newest, *older = libraries["acorn"]["versions"]
    assert [element["version"] for element in older] == ["1.9.0", "1.8.0", "1.7.0"]
    assert (older[1]["status"], older[1]["reason"]) == ("not-started", "No module named `acorn.tools`")
    assert newest["sets"]["safe"] == {
        "verdict": "fails",
        "rules": 24,
        "failed": [{"operation": MCP, "rule": "MCP-2a"}],
    }
    assert newest["operations"][MCP]["MCP-2"] == "fail"
    assert newest["unpublished"] == 1
    first = newest["defects"][0]
    assert first["key"] == f"{MCP}/MCP-2/output/function/parameters/properties/value/default"
    assert first["rules"] == [{"operation": MCP, "rule": "MCP-2", "inputs": 145}]
    (design,) = [defect for defect in libraries["dogwood"]["versions"][1]["defects"] if defect["design"]]
    assert design["key"].startswith("mcp-tools-to-responses-tools/M2R-3a")


def entries(text: str) -> list[dict[str, str]]:
    feed = ElementTree.fromstring(text)
    return [
        {part.tag.removeprefix(ATOM): part.text or part.get("href", "") for part in entry}
        for entry in feed.iter(f"{ATOM}entry")
    ]


def test_the_feed_has_what_each_judged_version_changed(whole: Path) -> None:
    found = entries((whole / "feed.xml").read_text("utf-8"))
    assert [(finding["title"], finding["updated"][:10]) for finding in found] == [
        ("birch 0.4.1: 0 new defects, 0 gone since 0.4.0", "2026-11-20"),
        ("birch 0.4.0: 2 published defects", "2026-11-20"),
        ("acorn 2.0.0: 1 new defect, 1 gone since 1.9.0", "2026-11-02"),
        ("cedar-js 7.1.0: 0 published defects", "2026-10-30"),
        ("acorn 1.9.0: 1 new defect, 0 gone since 1.7.0", "2026-08-14"),
        ("acorn 1.7.0: 1 published defect", "2026-05-03"),
        ("dogwood 2.9.0: 1 published defect", "2026-03-01"),
    ]
    assert len({finding["id"] for finding in found}) == len(found)
    assert all(finding["id"].startswith("urn:uuid:") for finding in found)
    assert "<p>Gone:</p><ul><li>MCP-7 of mcp-tool-to-chat-tool:" in found[2]["content"]
    assert "not judged by the same specifications" in found[4]["content"]
    assert found[2]["link"] == "libraries/acorn.html"


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
