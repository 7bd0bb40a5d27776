"""The tables of rules by case, driven as people drive them."""

from __future__ import annotations

from typing import Any

import pytest

FLAT = "chat-tools-to-responses-tools"
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


def table(page: Any) -> Any:
    """The first operation's table, opened."""
    box = page.locator(".grid").first
    box.locator("summary").click()
    return box


def ids(box: Any) -> list[str]:
    return box.locator("tbody tr:visible th").all_inner_texts()


def test_each_case_is_a_column_and_those_that_fail_come_first(opened: Any, reports: dict[str, str]) -> None:
    box = table(opened(reports["defects"]))
    assert box.locator("thead .case").all_inner_texts() == ["flat-basic", "flat-deep", "flat-none"]
    cells = [row.locator(".case").all_text_contents() for row in box.locator("tbody tr").all()]
    assert [[" ".join(cell.split()) for cell in row] for row in cells] == [
        ["✓pass", "✓pass", ""],
        ["✗fail: D1", "✓pass", "~advice: D1"],
        ["", "", "~advice"],
        ["", "?not observable", "✓pass"],
    ]


def test_a_cell_that_fails_leads_to_its_defect_and_a_rule_to_its_row(opened: Any, reports: dict[str, str]) -> None:
    page = opened(reports["defects"])
    box = table(page)
    box.get_by_role("link", name="fail: D1").click()
    page.locator("#D1.meant[open]").wait_for()
    box.get_by_role("link", name="TR-1").click()
    page.locator("#list .rule.meant[open]").wait_for()
    assert page.locator(".rule.meant .id").inner_text() == "TR-1"


@pytest.mark.parametrize(
    ("column", "first", "again"),
    [
        ("Rule", ["ALL-7", "ERR-1a", "TR-1", "TR-4"], ["TR-4", "TR-1", "ERR-1a", "ALL-7"]),
        ("Verdict", ["TR-4", "ERR-1a", "ALL-7", "TR-1"], ["TR-1", "ALL-7", "TR-4", "ERR-1a"]),
        ("Level", ["TR-1", "TR-4", "ALL-7", "ERR-1a"], ["ERR-1a", "TR-1", "TR-4", "ALL-7"]),
        ("Time, ms", ["TR-4", "ERR-1a", "TR-1", "ALL-7"], ["ALL-7", "TR-1", "ERR-1a", "TR-4"]),
    ],
)
def test_rules_are_sorted_by_any_column(
    opened: Any, reports: dict[str, str], column: str, first: list[str], again: list[str]
) -> None:
    box = table(opened(reports["defects"]))
    head = box.get_by_role("columnheader", name=column)
    button = head.get_by_role("button")
    button.focus()
    button.press("Enter")
    assert ids(box) == first
    assert head.get_attribute("aria-sort") == ("descending" if column.startswith("Time") else "ascending")
    button.press("Enter")
    assert ids(box) == again
    assert box.locator("[aria-sort]").count() == 1


def test_a_table_keeps_to_the_filter(opened: Any, reports: dict[str, str]) -> None:
    page = opened(f"{reports['defects']}#verdict=fail&level=MUST")
    assert page.locator(".grid:visible").count() == 1
    assert ids(table(page)) == ["TR-4"]


def test_without_scripts_the_tables_can_be_read(opened: Any, reports: dict[str, str]) -> None:
    page = opened(reports["defects"], java_script_enabled=False)
    box = table(page)
    assert ids(box) == ["TR-1", "TR-4", "ERR-1a", "ALL-7"]
    assert page.get_by_text("The cells of the cases are drawn by a script").is_visible()
    assert box.get_by_role("button").count() == 0


@pytest.mark.parametrize("name", ["defects", "hostile"])
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1280, "dark"), (400, "light")])
def test_an_open_table_scrolls_in_its_own_box(
    opened: Any, reports: dict[str, str], name: str, width: int, scheme: str
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = opened(reports[name], width=width, color_scheme=scheme)
    table(page).locator("thead .case").first.wait_for()
    assert page.evaluate(FITS)
    found = Axe().run(page).response["violations"]
    assert [
        (finding["id"], finding["nodes"][0]["html"][:200])
        for finding in found
        if finding["impact"] in ("serious", "critical")
    ] == []
