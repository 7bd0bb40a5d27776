"""The scoreboard's page, driven as people drive it."""

from __future__ import annotations

from typing import Any

import pytest

FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


def subjects(page: Any) -> list[str]:
    """The subjects that are shown, in their order; the hostile one by its first letters."""
    names = page.locator(".board tbody tr:visible th a").all_text_contents()
    return [name.strip()[:6] for name in names]


def test_subjects_are_sorted_by_any_column(opened: Any, board: str) -> None:
    page = opened(board)
    assert subjects(page) == ["bridge", "castle", "acme", "<img s"]
    page.get_by_role("button", name="Subject").click()
    assert subjects(page) == ["<img s", "acme", "bridge", "castle"]
    assert page.get_by_role("columnheader", name="Subject").get_attribute("aria-sort") == "ascending"
    page.get_by_role("button", name="Subject").click()
    assert subjects(page) == ["castle", "bridge", "acme", "<img s"]
    page.get_by_role("button", name="chat-tools-to-responses-tools").click()
    assert subjects(page)[:2] == ["castle", "acme"]
    assert subjects(opened(page.url))[:2] == ["castle", "acme"]


def test_subjects_are_found_and_the_address_keeps_it(opened: Any, board: str) -> None:
    page = opened(board)
    page.get_by_label("Offers", exact=True).select_option("mcp-tool-to-chat-tool")
    assert subjects(page) == ["bridge"]
    assert page.locator("[role=status]").inner_text() == "1 of 4 subjects"
    assert subjects(opened(page.url)) == ["bridge"]
    page.get_by_role("button", name="Clear").click()
    page.get_by_text("4 of 4 subjects").wait_for()
    page.get_by_label("Find", exact=True).fill("castle go")
    assert subjects(page) == ["castle"]


def test_a_cell_opens_the_report(opened: Any, board: str) -> None:
    page = opened(board)
    page.locator(".board tr", has_text="castle").locator(".cell a").first.click()
    page.wait_for_selector("html.ready")
    assert page.url.endswith("/castle.html#operation=chat-tools-to-responses-tools")
    assert page.locator("h1").inner_text().startswith("castle")
    assert page.get_by_label("Operation", exact=True).input_value() == "chat-tools-to-responses-tools"


def test_a_subject_opens_to_its_runs(opened: Any, board: str) -> None:
    page = opened(board)
    page.locator(".board").get_by_role("link", name="acme").first.click()
    box = page.locator(".subject[open]")
    assert box.locator("tbody th").all_inner_texts() == ["2026-02-01 00:00:00 UTC", "2026-01-01 00:00:00 UTC"]
    assert box.locator("svg").is_visible()
    assert page.get_by_role("img", name="2 runs").is_visible()


@pytest.mark.parametrize("width", [320, 375, 800])
def test_a_narrow_screen_is_not_scrolled_sideways(opened: Any, board: str, width: int) -> None:
    page = opened(board, width=width)
    page.locator(".subject summary").first.click()
    assert page.evaluate(FITS)


def test_nothing_is_loaded_but_the_page(opened: Any, board: str) -> None:
    page = opened(board)
    assert page.asked == [board]
    assert page.locator("img").count() == 0


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1280, "dark"), (375, "light")])
def test_axe_finds_nothing_serious(opened: Any, board: str, width: int, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = opened(board, width=width, color_scheme=scheme)
    page.locator(".subject summary").first.click()
    found = Axe().run(page).response["violations"]
    assert [
        (finding["id"], finding["nodes"][0]["html"][:200])
        for finding in found
        if finding["impact"] in ("serious", "critical")
    ] == []


def failed(page: Any) -> list[str]:
    """The failing rules that are shown; the hostile ones by their first letters."""
    return [text[:6] for text in page.locator(".failing tbody tr:visible th a").all_inner_texts()]


def test_a_rule_that_fails_leads_to_its_explanation_in_a_report(opened: Any, board: str) -> None:
    page = opened(board)
    page.locator(".failing").first.get_by_role("link", name="TR-0", exact=True).click()
    page.wait_for_selector("html.ready")
    assert page.url.endswith(".html#chat-tools-to-responses-tools.TR-0")
    assert page.locator(".rule.meant .id").first.inner_text() == "TR-0"


def test_who_fails_a_rule_is_found(opened: Any, board: str) -> None:
    page = opened(board)
    assert failed(page)[0] == "TR-0"
    page.get_by_label("Failing rule", exact=True).fill("tr-0 strict")
    assert failed(page) == ["TR-0"]
    assert failed(opened(page.url)) == ["TR-0"]
    page.get_by_label("Find", exact=True).fill("castle")
    heads = page.locator(".failing:visible thead .case:visible").all_inner_texts()
    assert heads == ["castle"]
    page.get_by_label("Find", exact=True).fill("bridge")
    assert failed(page) == []


def test_without_scripts_the_rules_that_fail_can_be_read(opened: Any, board: str) -> None:
    page = opened(board, java_script_enabled=False)
    assert failed(page)[0] == "TR-0"
    assert page.get_by_role("link", name="fail: castle").first.is_visible()
