"""Links between the pages of the repository work where it is read as files; `tox -e docs` holds them in the site."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[2]
BESIDE = [ROOT / folder / "README.md" for folder in ("specs", "conformance", "conformance/field", "tests/suite")]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")), *BESIDE]
GENERATED = [ROOT / "docs" / "rules", ROOT / "docs" / "project"]
MARKDOWN = MarkdownIt("commonmark").enable("table")


def tokens(page: Path) -> list[Token]:
    return MARKDOWN.parse(page.read_text("utf-8"))


def links(page: Path) -> list[str]:
    children = [child for token in tokens(page) for child in token.children or () if child.type == "link_open"]
    return [str(child.attrs["href"]) for child in children]


def anchors(page: Path) -> set[str]:
    """The headings of a page, as forges name them."""
    parsed = tokens(page)
    headings = [after.content for token, after in pairwise(parsed) if token.type == "heading_open"]
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_each_link_leads_somewhere(page: Path) -> None:
    dead = []
    for link in links(page):
        path, _hash, anchor = link.partition("#")
        if re.match(r"[a-z]+:", link):
            continue
        target = (page.parent / path).resolve() if path else page
        there = target.exists() and not any(target.is_relative_to(folder) for folder in GENERATED)
        if not there or (anchor and anchor not in anchors(target)):
            dead.append(link)
    assert dead == []


def test_every_guide_is_linked_from_the_readme_or_the_site_index() -> None:
    linked = {
        (page.parent / link.partition("#")[0]).resolve()
        for page in (ROOT / "README.md", ROOT / "docs" / "index.md")
        for link in links(page)
    }
    unlinked = [page.name for page in PAGES if page.parent == ROOT / "docs" and page not in linked]
    assert unlinked == []
