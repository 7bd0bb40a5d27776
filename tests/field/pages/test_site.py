"""The site as a whole: its files, its links, and texts of others in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from posixpath import join, normpath
from typing import Any

import pytest

from conformance.field.pages import about_of, write_site
from conformance.running.subjects.named import library_names
from tests.field.pages.building import (
    MCP,
    make_catalogue,
    make_defect,
    make_heavy_rows,
    make_row,
    make_rows,
    make_unjudged,
)
from tests.results.building import HOSTILE
from tests.results.pages import Page

PAGES = [
    "index.html",
    "matrix.html",
    *(f"libraries/{name}.html" for name in ("acorn", "birch", "cedar-js", "dogwood", "elm")),
    f"rules/{MCP}.html",
    "rules/mcp-tools-to-responses-tools.html",
]


def test_every_library_has_a_page_and_badges_and_every_operation_its_rules(whole: Path) -> None:
    names = ["acorn", "birch", "cedar-js", "dogwood", "elm"]
    found = {str(path.relative_to(whole)) for path in whole.rglob("*.*")}
    assert found == {
        "index.html",
        "matrix.html",
        "field.json",
        "feed.xml",
        *(f"libraries/{name}.html" for name in names),
        *(f"badges/{name}.{kind}" for name in names for kind in ("svg", "json")),
        *(
            f"rules/{name}.html"
            for name in (
                MCP,
                "mcp-tools-to-responses-tools",
                "chat-tools-to-responses-tools",
                "chat-messages-to-responses-input",
            )
        ),
    }


def test_equal_rows_give_equal_files_and_other_files_stay(tmp_path: Path, whole: Path) -> None:
    rows = make_rows()
    (tmp_path / "libraries").mkdir()
    (tmp_path / "libraries" / "fir.html").write_text("kept")
    write_site(rows, str(tmp_path), catalogue=make_catalogue(rows))
    assert (tmp_path / "libraries" / "fir.html").read_text() == "kept"
    for path in whole.rglob("*.*"):
        assert path.read_bytes() == (tmp_path / path.relative_to(whole)).read_bytes(), path


@pytest.mark.parametrize("address", PAGES)
def test_links_lead_to_what_is_there(whole: Path, page: Callable[[str], Page], address: str) -> None:
    own = page(address)
    ids = {address: [attrs["id"] for _, attrs in own.elements if "id" in attrs]}
    assert len(ids[address]) == len(set(ids[address]))
    for link in [*own.all("a"), *own.all("link")]:
        file, _, anchor = link["href"].partition("#")
        target = normpath(join(address, "..", file)) if file else address
        assert (whole / target).is_file(), link
        if anchor:
            if target not in ids:
                ids[target] = [attrs["id"] for _, attrs in page(target).elements if "id" in attrs]
            assert anchor in ids[target], link


@pytest.mark.parametrize("address", PAGES)
def test_a_page_loads_nothing_and_runs_one_script(page: Callable[[str], Page], address: str) -> None:
    own = page(address)
    assert not [attrs for _, attrs in own.elements if {"src", "srcset", "action", "background"} & attrs.keys()]
    assert {element["rel"] for element in own.all("link")} == {"alternate"}
    (policy,) = own.all("meta", **{"http-equiv": "Content-Security-Policy"})
    assert re.match(r"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[^' ]+'; ", policy["content"])
    assert len(own.inside["script"]) == 1


def _hostile_rows() -> list[Any]:
    defect = make_defect(
        rule=HOSTILE,
        message=HOSTILE,
        at=HOSTILE,
        input=HOSTILE,
        expected=HOSTILE,
        actual=HOSTILE,
        script=HOSTILE,
        output=HOSTILE,
        sets=("safe", HOSTILE),
        rules=((MCP, HOSTILE, 1), (HOSTILE, "X-1", 2)),
    )
    named = {"subject": HOSTILE, "language": HOSTILE, "note": HOSTILE, "installed": (HOSTILE,), "suite": HOSTILE}
    return [
        make_row(HOSTILE, HOSTILE, defects=[defect, make_defect(design=HOSTILE)], **named),
        make_row(HOSTILE, "1", "2020-01-01", defects=[make_defect("MCP-4", message=HOSTILE)], **named),
        make_unjudged("quiet", HOSTILE, "not-started", HOSTILE),
        make_row("worse", "1", rules={HOSTILE: {HOSTILE: HOSTILE}}, defects=[make_defect(unpublished=HOSTILE)]),
    ]


def test_texts_of_others_are_shown_as_text(tmp_path: Path, page: Callable[[str], Page]) -> None:
    rows = _hostile_rows()
    folder = Path(write_site(rows, str(tmp_path), catalogue=make_catalogue(rows))).parent
    allowed = {tag for address in PAGES for tag, _ in page(address).elements}
    seen = 0
    for path in folder.rglob("*.html"):
        own = Page(path.read_text("utf-8"))
        assert {tag for tag, _ in own.elements} <= allowed
        assert [name for _, attrs in own.elements for name in attrs if name.startswith("on")] == []
        assert all(re.match(r"#|(\.\./)?[a-z]+[/.]", element["href"]) for element in own.all("a"))
        assert [char for char in own.text if not char.isprintable() and char != "\n"] == []
        seen += own.text.count(HOSTILE[:40])
    assert seen > 20
    assert all(folder in path.resolve().parents for path in tmp_path.rglob("*"))


def test_a_page_of_sixty_defects_stays_below_400_kilobytes(site: Callable[..., Any]) -> None:
    read = site(make_heavy_rows(60))
    assert 250_000 < len(read("libraries/acorn.html").encode()) < 400_000


def test_without_rows_there_is_an_empty_site(site: Callable[..., Any]) -> None:
    assert "0 libraries" in site([])("index.html")


def test_everything_of_the_catalogue_is_known() -> None:
    for name in library_names():
        about = about_of(name)
        assert about.operations and about.source and about.language in ("python", "javascript")
        assert about.requirements[0].startswith(about.title)
        assert not set("=[<>") & set(about.title)
    assert about_of("ai-sdk").title == "ai"
    assert about_of("pydantic-ai").title == "pydantic-ai-slim"
    assert about_of("agno").design[0][:2] == ("mcp-tools-to-chat-tools", "MCP-5")
