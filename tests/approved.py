"""Approved outputs: text files of sections, in whose diff a reader sees what a user sees.

`pytest --update-approved TESTS` writes what is said now; look at the diff before you commit it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

_TITLE = re.compile(r"^## (.*)\n", re.MULTILINE)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-approved", action="store_true", help="write approved outputs as they are now")


def sections(path: Path) -> dict[str, str]:
    """The sections of an approved file by their titles; what is before the first has the title ""."""
    first, *others = _TITLE.split(path.read_text("utf-8") if path.exists() else "")
    return {"": first.strip("\n"), **{title: text.strip("\n") for title, text in zip(*[iter(others)] * 2, strict=True)}}


def _written(text: str) -> str:
    """A text as a section has it: without blanks at the ends of lines, and nothing in it begins another section."""
    return re.sub(r"^(?=## )", r"\\", re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE), flags=re.MULTILINE).strip("\n")


class Approved:
    """Compares texts with approved ones, or writes them."""

    def __init__(self, update: bool) -> None:
        self._update = update

    def section(self, path: Path, title: str, text: str) -> None:
        """Compare a text with one section."""
        self._compare(path, {**sections(path), title: text}, sections(path))

    def whole(self, path: Path, texts: Mapping[str, str]) -> None:
        """Compare texts with all sections of a file."""
        known = sections(path)
        self._compare(path, {"": known[""], **texts}, known)

    def _compare(self, path: Path, texts: Mapping[str, str], known: Mapping[str, str]) -> None:
        found = {title: _written(text) for title, text in texts.items()}
        # What says that it is a bug of the suite is none to approve.
        assert [title for title, text in found.items() if "a bug of conformance itself" in text] == []
        if self._update:
            first = found.pop("")
            parts = [first, *(f"## {title}\n{text}" for title, text in found.items())]
            path.write_text("\n\n".join(filter(None, parts)) + "\n", "utf-8")
        else:
            assert found == dict(known)


@pytest.fixture
def approved(request: pytest.FixtureRequest) -> Approved:
    return Approved(request.config.getoption("--update-approved"))
