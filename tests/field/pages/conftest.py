"""A site of several converters."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.field.pages import write_site
from tests.field.board.building import make_whole_board


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site."""
    return Path(write_site(make_whole_board(), str(tmp_path_factory.mktemp("site")))).parent
