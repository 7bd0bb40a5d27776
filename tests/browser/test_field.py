"""The site of a survey, driven as people drive it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from conformance.field.pages import write_site
from tests.field.pages.building import make_catalogue, make_rows

FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
MCP, FLAT = "mcp-tool-to-chat-tool", "chat-tools-to-responses-tools"
BOARD, MATRIX, RULES = "index.html", "matrix.html", f"rules/{MCP}.html"
ACORN, BIRCH, DOGWOOD = (f"libraries/{name}.html" for name in ("acorn", "birch", "dogwood"))
PAGES = (BOARD, MATRIX, RULES, ACORN, DOGWOOD, "libraries/cedar-js.html", "libraries/elm.html")


@pytest.fixture(scope="module")
def field(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the folder of a site."""
    rows = make_rows()
    index = write_site(rows, str(tmp_path_factory.mktemp("field")), catalogue=make_catalogue(rows))
    return Path(index).parent.as_uri()


def libraries(page: Any) -> list[str]:
    return page.locator(".board tbody tr:visible th a").all_inner_texts()


def defects(page: Any) -> list[str]:
    return [text.strip("✗~") for text in page.locator(".defect:visible > summary .verdict").all_inner_texts()]


def test_libraries_are_found_by_text_language_and_operation(opened: Any, field: str) -> None:
    page = opened(f"{field}/{BOARD}")
    assert libraries(page) == ["acorn", "birch", "cedar-js", "dogwood", "elm"]
    page.get_by_label("Language", exact=True).select_option("javascript")
    assert libraries(page) == ["cedar-js"]
    assert page.locator("[role=status]").inner_text() == "1 of 5 libraries"
    page.get_by_role("button", name="Clear").click()
    page.get_by_text("5 of 5 libraries").wait_for()
    page.get_by_label("Operation", exact=True).select_option(FLAT)
    assert libraries(page) == ["birch"]
    assert libraries(opened(page.url)) == ["birch"]
    page.get_by_label("Operation", exact=True).select_option("chat-messages-to-responses-input")
    assert libraries(page) == ["dogwood"]
    page.get_by_label("Operation", exact=True).select_option("")
    page.get_by_label("Find", exact=True).fill("killed after")
    assert libraries(page) == ["elm"]


def test_libraries_are_sorted_by_a_column_and_the_address_keeps_it(opened: Any, field: str) -> None:
    page = opened(f"{field}/{BOARD}")
    page.get_by_role("button", name="documents").click()
    assert libraries(page)[:2] == ["birch", "acorn"] or libraries(page)[:2] == ["acorn", "birch"]
    head = page.get_by_role("columnheader", name="documents")
    assert head.get_attribute("aria-sort") == "descending"
    page.get_by_role("button", name="Library").click()
    page.get_by_role("button", name="Library").click()
    assert libraries(page)[0] == "elm"
    assert libraries(opened(page.url))[0] == "elm"
    page.get_by_role("button", name="Newest version").click()
    assert libraries(page)[0] == "elm"  # no day is known of it


def test_a_library_opens_at_its_defects(opened: Any, field: str) -> None:
    page = opened(f"{field}/{BOARD}")
    page.locator(".board tr", has_text="birch").get_by_role("link", name="2 defects").click()
    page.wait_for_selector("html.ready")
    assert page.url.endswith(f"{BIRCH}#defects")
    assert defects(page) == ["MCP-2", "TR-4"]


def test_defects_are_found_by_operation_and_set(opened: Any, field: str) -> None:
    page = opened(f"{field}/{ACORN}")
    assert defects(page) == ["MCP-2", "MCP-2a"]
    page.get_by_label("Fails the set", exact=True).select_option("safe")
    assert defects(page) == ["MCP-2a"]
    assert page.locator("#versions").is_visible()
    assert defects(opened(page.url)) == ["MCP-2a"]


def test_an_address_may_name_a_defect(opened: Any, field: str) -> None:
    page = opened(f"{field}/{RULES}")
    page.locator("#MCP-2a").get_by_role("link", name="acorn").click()
    page.locator(".defect[open] > summary:focus", has_text="MCP-2a").wait_for()
    assert page.url.startswith(f"{field}/{ACORN}#")


def test_a_hidden_defect_is_shown_when_the_address_names_it(opened: Any, field: str) -> None:
    page = opened(f"{field}/{ACORN}#find=mcp-2a")
    assert defects(page) == ["MCP-2a"]
    key = page.locator(".defect").first.get_attribute("id")
    page.evaluate(f"location.hash = '{key}'")
    page.locator(f"[id='{key}'][open]").wait_for()
    assert defects(page) == ["MCP-2", "MCP-2a"]


def test_the_script_of_a_defect_is_copied(opened: Any, field: str) -> None:
    page = opened(f"{field}/{ACORN}", permissions=["clipboard-read", "clipboard-write"])
    box = page.locator(".defect").first
    box.get_by_text("A script that shows it").click()
    box.get_by_role("button", name="Copy").click()
    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").startswith("import json\nfrom acorn.tools import convert")


def test_rules_of_the_matrix_are_found_by_who_fails_them(opened: Any, field: str) -> None:
    page = opened(f"{field}/{MATRIX}")
    page.get_by_label("Fails in", exact=True).select_option("birch")
    shown = page.locator("tbody tr:visible th a").all_inner_texts()
    assert shown == ["TR-4", "TR-4a", "MCP-2", "MCP-2a", "MCP-4"]
    assert page.locator("details.grid:visible").count() == 2
    page.get_by_label("Fails in", exact=True).select_option("any library")
    assert page.locator("tbody tr:visible").count() == 8
    page.get_by_role("link", name="by design: dogwood").click()
    page.wait_for_selector("html.ready")
    assert page.locator("#by-design .defect[open]").is_visible()


def test_without_scripts_everything_can_be_read(opened: Any, field: str) -> None:
    for address in (BOARD, ACORN, RULES, MATRIX):
        page = opened(f"{field}/{address}", java_script_enabled=False)
        assert page.locator(".entry:visible").count() == page.locator(".entry").count()
        assert not page.locator("search").is_visible()
        assert not page.locator("button.copy").first.is_visible()


def test_paper_gets_every_defect(opened: Any, field: str) -> None:
    page = opened(f"{field}/{ACORN}")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.locator(".defect[open]").count() == 2
    assert not page.locator("search").is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(".defect[open]").count() == 1
    assert page.pdf(format="A4").startswith(b"%PDF")


def _open_all(page: Any) -> None:
    page.evaluate("for (const box of document.querySelectorAll('details')) box.open = true")


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1280, "dark"), (400, "light")])
def test_axe_finds_nothing_and_nothing_overflows(
    opened: Any, field: str, address: str, width: int, scheme: str
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = opened(f"{field}/{address}", width=width, color_scheme=scheme)
    _open_all(page)
    assert page.evaluate(FITS)
    assert page.asked == [f"{field}/{address}"]
    found = Axe().run(page).response["violations"]
    assert [(finding["id"], finding["nodes"][0]["html"][:200]) for finding in found] == []


@pytest.mark.parametrize("width", [320, 700, 1000])
@pytest.mark.parametrize("address", PAGES)
def test_no_width_is_scrolled_sideways(opened: Any, field: str, address: str, width: int) -> None:
    page = opened(f"{field}/{address}", width=width)
    _open_all(page)
    assert page.evaluate(FITS)
