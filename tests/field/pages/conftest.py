"""Fixtures over the builders of a survey's rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from conformance.field.pages import write_site
from conformance.field.rows import SurveyRow
from tests.field.pages.building import make_catalogue, make_rows
from tests.results.pages import Page

Read = Callable[[str], str]


@pytest.fixture
def site(tmp_path: Path) -> Callable[..., Read]:
    """Writes rows as a site in a folder of its own, and reads its files by their address."""

    def build(rows: Sequence[SurveyRow]) -> Read:
        index = Path(write_site(rows, str(tmp_path / "site"), catalogue=make_catalogue(rows)))
        assert index.name == "index.html"
        return lambda address: (index.parent / address).read_text("utf-8")

    return build


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site of several libraries."""
    rows = make_rows()
    return Path(write_site(rows, str(tmp_path_factory.mktemp("site")), catalogue=make_catalogue(rows))).parent


@pytest.fixture
def page(whole: Path) -> Callable[[str], Page]:
    """Reads a page of that site by its address."""
    return lambda address: Page((whole / address).read_text("utf-8"))
