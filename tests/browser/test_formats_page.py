"""The filter of the page "What each format can carry", on the tables as the site has them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "docs" / "_static" / "formats.js"
PAGE = f"""<!doctype html><html class="scripted ready"><meta charset="utf-8"><title>Formats</title>
<script src="{SCRIPT.as_uri()}"></script>
<section id="what-each-format-can-carry"><h1>What each format can carry</h1>
<section><h2>Media of the user</h2>
<table><tbody><tr><td>an image, by its URL</td></tr><tr><td>a sound</td></tr></tbody></table>
<ul><li>Gemini, <em>an image, by its URL</em>: any address</li></ul></section>
<section><h2>Thoughts</h2><table><tbody><tr><td>a sealed thought</td></tr></tbody></table></section>
</section>"""

NOTE = "Gemini, an image, by its URL: any address"


@pytest.fixture
def page(opened: Any, tmp_path: Path) -> Any:
    path = tmp_path / "formats.html"
    path.write_text(PAGE, "utf-8")
    return opened(path.as_uri())


def seen(page: Any) -> list[str]:
    return [
        element.inner_text() for element in page.locator("tbody tr, li, [role=status]").all() if element.is_visible()
    ]


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("IMAGE url", ["an image, by its URL", NOTE]),
        ("address", ["an image, by its URL", NOTE]),
        ("thoughts", ["a sealed thought"]),
        ("nothing like it", ["No kind of fact has these words."]),
        ("", ["an image, by its URL", "a sound", NOTE, "a sealed thought"]),
    ],
)
def test_words_leave_the_rows_that_have_all_of_them(page: Any, words: str, left: list[str]) -> None:
    page.get_by_label("Filter the tables").fill("x")
    page.get_by_label("Filter the tables").fill(words)
    assert seen(page) == left


def test_a_group_without_a_row_is_hidden(page: Any) -> None:
    page.get_by_label("Filter the tables").fill("sound")
    assert [element.is_visible() for element in page.locator("h2").all()] == [True, False]


def test_another_page_has_no_filter(opened: Any, tmp_path: Path) -> None:
    path = tmp_path / "other.html"
    path.write_text(PAGE.replace("what-each-format-can-carry", "flags"), "utf-8")
    assert opened(path.as_uri()).locator("input").count() == 0
