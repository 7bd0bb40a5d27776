"""Sphinx extension: the pages that stand outside of docs/, and links that leave docs/.

A link in the repository names the file that a reader of the repository opens. `../ARCHITECTURE.md` is a page of the
site too, under another name; `../specs/report.schema.json` is none, and becomes a file to download.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parents[1]
ROOT = DOCS.parent
FOLDER = DOCS / "project"  # written at each build, never committed
PAGES = {
    ROOT / "ARCHITECTURE.md": FOLDER / "architecture.md",
    ROOT / "CONTRIBUTING.md": FOLDER / "contributing.md",
    ROOT / "SECURITY.md": FOLDER / "security.md",
    ROOT / "CHANGELOG.md": FOLDER / "changelog.md",
    ROOT / "conformance" / "README.md": FOLDER / "words.md",
    ROOT / "conformance" / "field" / "README.md": FOLDER / "library-keys.md",
    ROOT / "specs" / "README.md": FOLDER / "contracts.md",
    ROOT / "tests" / "suite" / "README.md": FOLDER / "self-test.md",
}
# What else is a page under another name: the rule reference shows what is in specs/.
PLACES = {**PAGES, ROOT / "README.md": DOCS / "index.md", ROOT / "specs": DOCS / "rules" / "index.md"}
LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)\s#]+)")  # the path of [text](path#part)


def relinked(text: str, source: Path, page: Path) -> str:
    """Return the Markdown of `source` for `page`, its place in the site: each relative link leads to the same thing."""

    def moved(found: re.Match[str]) -> str:
        named = Path(os.path.normpath(source.parent / found[1]))
        return Path(os.path.relpath(PLACES.get(named, named), page.parent)).as_posix()

    return LINK.sub(moved, text)


def write_pages(*_arguments: Any) -> None:
    """Write the pages from outside of docs/ into the folder of the site."""
    FOLDER.mkdir(exist_ok=True)
    for source, page in PAGES.items():
        write_changed(page, relinked(source.read_text("utf-8"), source, page))


def write_changed(page: Path, text: str) -> None:
    """Write a page, and leave one alone that says the same: Sphinx reads again what is newer than its last build."""
    if not page.is_file() or page.read_text("utf-8") != text:
        page.write_text(text, "utf-8")


def _relink(app: Any, name: str, content: list[str]) -> None:
    page = Path(app.env.doc2path(name))
    if page.parent == DOCS:
        content[0] = relinked(content[0], page, page)


def setup(app: Any) -> dict[str, bool]:
    """Join Sphinx."""
    app.connect("config-inited", write_pages)
    app.connect("source-read", _relink)
    return {"parallel_read_safe": True}
