"""What the pages of a survey say, and what programs read of it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.approved import Approved
from tests.results.pages import Lines

PAGES = ("index.html", *(f"libraries/{name}.html" for name in ("acorn", "birch", "cedar-js", "dogwood", "elm")))


def uncounted(text: str) -> str:
    """A text without the number of rules that the operations have."""
    return re.sub(r"\b\d\d of \d\d\b", "N of N", re.sub(r"\b\d\d(?= rules, )", "N", text))


@pytest.mark.parametrize("kind", ["pages", "data"])
def test_a_site_is_as_approved(whole: Path, approved: Approved, kind: str) -> None:
    data = json.loads((whole / "field.json").read_text("utf-8"))
    for version in (version for library in data["libraries"] for version in library["versions"]):
        version.pop("operations", None)  # as many rules as there are
    texts = {
        "pages": {name: uncounted(Lines((whole / name).read_text("utf-8")).text) for name in PAGES},
        "data": {
            "feed.xml": (whole / "feed.xml").read_text("utf-8"),
            "field.json": json.dumps(data, indent=1),
            **{path.name: path.read_text("utf-8") for path in sorted((whole / "badges").iterdir())},
        },
    }
    approved.whole(Path(__file__).with_name("approved") / f"{kind}.txt", texts[kind])
