"""The report's page, driven as people drive it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.results.building import HOSTILE

FLAT, MCP = "chat-tools-to-responses-tools", "mcp-tool-to-chat-tool"
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


def rows(page: Any) -> list[str]:
    """The ids of the rules in the list."""
    return [text.strip() for text in page.locator("#list .rule .id").all_text_contents()]


def all_rules(page: Any) -> Any:
    """Open the list of all rules."""
    page.locator("#all > summary").click()
    return page


def test_all_rules_are_listed_below_their_operation(opened: Any, reports: dict[str, str]) -> None:
    page = all_rules(opened(reports["failing"]))
    assert rows(page) == ["TR-1", "TR-4", "ERR-1a", "ALL-7", "MCP-2", "MCP-3", "LOOP-1"]
    assert page.locator("#list h3").all_text_contents() == [FLAT, MCP, "tool-loop"]
    assert page.locator("[role=status]").inner_text() == "7 of 7 rules"
    assert page.asked == [reports["failing"]]


def test_what_is_looked_for_is_found_and_is_in_the_address(opened: Any, reports: dict[str, str]) -> None:
    page = all_rules(opened(reports["failing"]))
    page.get_by_label("Find", exact=True).fill("stray default")
    page.get_by_text("1 of 7 rules").wait_for()
    assert rows(page) == ["MCP-3"]
    assert not page.locator("#failures").is_visible()
    assert page.url.endswith("#find=stray+default")
    page.get_by_role("button", name="Clear").click()
    page.get_by_text("7 of 7 rules").wait_for()
    page.get_by_label("not observable").uncheck()
    page.get_by_label("Level", exact=True).select_option("MUST")
    page.get_by_label("Operation", exact=True).select_option(FLAT)
    page.get_by_text("2 of 7 rules").wait_for()
    assert rows(page) == ["TR-1", "TR-4"]
    again = opened(page.url)
    assert rows(again) == ["TR-1", "TR-4"]
    assert not again.get_by_label("not observable").is_checked()
    assert again.get_by_label("Operation", exact=True).input_value() == FLAT
    again.get_by_label("Origin", exact=True).select_option("field")
    again.get_by_text("No rule is like that.").wait_for()


def test_a_cell_of_the_matrix_leads_to_its_rules(opened: Any, reports: dict[str, str]) -> None:
    page = opened(reports["failing"])
    page.locator(".matrix tr", has_text=MCP).get_by_role("link").last.click()
    page.get_by_text("1 of 7 rules").wait_for()
    assert rows(page) == ["MCP-3"]
    assert page.get_by_label("Origin", exact=True).input_value() == "field"


def test_a_rule_opens_to_all_that_is_known_of_it(opened: Any, reports: dict[str, str]) -> None:
    page = all_rules(opened(reports["failing"]))
    box = page.locator("#list .rule", has_text="TR-1")
    box.locator("summary").click()
    words = box.locator("dl").inner_text()
    assert "S0, TR-4" in words
    assert "12 cases, 100 examples" in words
    assert "MUST, from the source documents" in words
    page.locator(".choices summary").first.click()
    assert page.locator(".choices td").first.inner_text() == "false"


def test_evidence_opens_with_its_difference_and_its_requests(opened: Any, reports: dict[str, str]) -> None:
    page = all_rules(opened(reports["failing"]))
    first = page.locator("#failures .rule").first
    assert first.locator("ins.at").inner_text() == '    "strict": false'
    assert first.locator("del.at").is_visible()
    first.get_by_text("2 more pieces of evidence", exact=True).click()
    first.get_by_text("a third one").wait_for()
    scrolled = first.locator("article pre[tabindex]").first
    assert scrolled.get_attribute("aria-label") == "Input"
    below = page.locator("#list .rule", has_text="LOOP-1")
    below.locator("> summary").click()
    below.get_by_text("the second part is wrong").wait_for()
    assert below.locator(".requests mark").inner_text().strip() == "2"
    twin = page.locator("#list [data-row='1']")
    twin.locator("> summary").click()
    twin.locator("ins.at").first.wait_for()


def test_the_reproduce_line_is_copied(opened: Any, reports: dict[str, str]) -> None:
    page = opened(reports["failing"], permissions=["clipboard-read", "clipboard-write"])
    page.locator("#failures button.copy").first.click()
    page.get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == "conformance certify acme --rule TR-4 --case flat-basic"


def test_the_keyboard_reaches_and_opens_everything(opened: Any, reports: dict[str, str]) -> None:
    page = opened(reports["conforming"])
    page.get_by_label("Order", exact=True).focus()
    page.keyboard.press("Tab")  # to the one verdict that there is
    page.keyboard.press("Space")
    page.get_by_text("0 of 7 rules").wait_for()
    page.keyboard.press("Space")
    page.get_by_text("7 of 7 rules").wait_for()
    page.keyboard.press("Tab")  # to the first rule's choices, or to the rule
    if page.evaluate("document.activeElement.parentElement.className") == "choices":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.locator("#list .rule[open] .id").inner_text() == "TR-1"


def test_an_address_may_name_a_rule(opened: Any, reports: dict[str, str]) -> None:
    page = opened(f"{reports['failing']}#{MCP}.MCP-3")
    page.locator("#list .rule.meant[open]").wait_for()
    assert page.locator(".rule.meant .id").inner_text() == "MCP-3"
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
    other = opened(f"{reports['failing']}#{FLAT}.TR-4")
    assert other.locator("#failures .rule.meant[open] .id").inner_text() == "TR-4"


def test_an_account_of_losses_opens(opened: Any, reports: dict[str, str]) -> None:
    page = opened(reports["failing"])
    page.locator(".account summary").click()
    assert "all empty" in page.locator(".account tbody").inner_text()


def test_without_scripts_what_failed_can_be_read(opened: Any, reports: dict[str, str]) -> None:
    page = opened(reports["failing"], java_script_enabled=False)
    assert page.get_by_role("heading", level=1).inner_text().split() == [
        "acme-converter",
        "1.2.3",
        "does",
        "not",
        "conform",
    ]
    assert page.locator("#failures .rule").count() == 3
    assert page.get_by_text("The list of all rules is drawn by a script").is_visible()
    assert not page.locator("search").is_visible()


def test_paper_gets_every_failure_and_every_rule(opened: Any, reports: dict[str, str]) -> None:
    page = opened(reports["failing"])
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.locator("#failures .rule[open]").count() == 3
    assert len(rows(page)) == 7
    assert not page.locator("search").is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("#failures .rule[open]").count() == 1
    assert page.pdf(format="A4").startswith(b"%PDF")


def test_paper_gets_only_so_many_rows(opened: Any, reports: dict[str, str]) -> None:
    page = all_rules(opened(reports["large"]))
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.locator("#list .rule").count() == 3_000
    assert page.get_by_text("97,000 more rules: on the screen, and in report.json.").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_follow_the_reader(opened: Any, reports: dict[str, str], scheme: str) -> None:
    page = opened(reports["failing"], color_scheme=scheme)
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == {"light": "rgb(252, 252, 250)", "dark": "rgb(22, 22, 23)"}[scheme]


@pytest.mark.parametrize("name", ["failing", "hostile"])
@pytest.mark.parametrize("width", [320, 375, 800])
def test_a_narrow_screen_is_not_scrolled_sideways(opened: Any, reports: dict[str, str], name: str, width: int) -> None:
    page = opened(reports[name], width=width)
    page.evaluate("for (const box of document.querySelectorAll('#failures .rule, .account')) box.open = true")
    page.locator(".account .label").first.wait_for()
    assert page.evaluate(FITS)


@pytest.mark.parametrize("width", [400, 500, 800, 1280])
def test_the_first_defect_is_on_the_first_screen(opened: Any, reports: dict[str, str], width: int) -> None:
    page = opened(reports["defects"], width=width)
    assert page.locator("#D1").bounding_box()["y"] < 850
    assert not page.get_by_label("Find", exact=True).is_visible()


def test_six_defects_are_four_screens_long(opened: Any, reports: dict[str, str]) -> None:
    page = opened(reports["six"])
    assert page.evaluate("document.documentElement.scrollHeight") <= 4_000
    narrow = opened(reports["six"], width=400)
    assert narrow.evaluate(FITS)


@pytest.mark.parametrize("width", [400, 1280])
def test_boxes_begin_at_the_difference(opened: Any, reports: dict[str, str], width: int) -> None:
    page = opened(reports["six"], width=width)
    boxes = page.locator("#D1 .pane:has(ins, del, mark) > pre")
    assert boxes.count() >= 1
    for box in boxes.all():
        assert box.evaluate("box => box.scrollTop") == 0
        top = box.evaluate("box => box.querySelector('ins, del, mark').offsetTop - box.offsetTop")
        assert top < 150  # a few lines below the first
    page.locator("#D1 .lines > summary").first.click()
    page.locator("#D1 .lines pre").first.wait_for()


def test_a_long_name_breaks_at_underscores(opened: Any, reports: dict[str, str]) -> None:
    page = opened(reports["six"], width=400)
    rows = page.locator("h1 bdi").evaluate(
        """(name) => {
          const range = document.createRange(), rows = [];
          for (const node of name.childNodes) {
            if (!node.data) continue;
            range.selectNodeContents(node);
            rows.push([node.data, range.getClientRects().length]);
          }
          return rows;
        }"""
    )
    assert "".join(text for text, _rows in rows) == "acme_tools_of_a_package:to_chat_tool"
    assert [text for text, number in rows if number != 1] == []  # no part goes on in a second row


@pytest.mark.parametrize("width", [320, 400])
def test_on_a_narrow_screen_the_sets_of_a_defect_stand_beside_its_id(
    opened: Any, reports: dict[str, str], width: int
) -> None:
    page = opened(reports["defects"], width=width)
    own, sets = (page.locator(f"#D2 {name}").first.bounding_box() for name in (".verdict", ".level"))
    assert own["x"] + own["width"] <= sets["x"]
    assert page.evaluate(FITS)


@pytest.mark.parametrize("width", [400, 1280])
def test_the_list_of_all_rules_is_closed_until_it_is_used(opened: Any, reports: dict[str, str], width: int) -> None:
    page = opened(reports["defects"], width=width)
    field = page.get_by_label("Find", exact=True)
    assert not field.is_visible()
    all_rules(page)
    field.fill("stray default")
    page.get_by_text("1 of 7 rules").wait_for()
    again = opened(page.url, width=width)
    assert again.get_by_label("Find", exact=True).input_value() == "stray default"
    assert again.get_by_label("Find", exact=True).is_visible()


def test_a_row_of_a_rule_leads_to_the_defect_that_shows_it(opened: Any, reports: dict[str, str]) -> None:
    page = opened(reports["defects"])
    page.locator(".unmet tr", has_text="TR-4").get_by_role("link", name="D1").click()
    page.locator("#D1.meant[open]").wait_for()
    page.locator("#D1 .words").get_by_role("link", name="TR-4").click()
    page.locator("#list .rule.meant[open]", has_text="TR-4").get_by_role("link", name="D1").wait_for()


def test_a_hostile_subject_shows_as_text(opened: Any, reports: dict[str, str]) -> None:
    page = all_rules(opened(reports["hostile"]))
    for place in range(3):
        page.locator("#list .rule > summary").nth(place).click()
    page.locator(".account summary").click()
    page.locator("#failures details.more summary").first.click()
    page.locator("#failures details.more article").first.wait_for()
    assert page.locator("img, #list script, #failures script, iframe, object").count() == 0
    assert page.asked == [reports["hostile"]]
    shown = page.inner_text("body")
    assert HOSTILE[:50] in shown
    assert "\\x1b[31m" in shown
    assert "\x1b" not in shown


def test_a_hundred_thousand_rules_are_drawn_as_they_scroll(opened: Any, reports: dict[str, str]) -> None:
    page = all_rules(opened(reports["large"]))
    assert page.locator("[role=status]").inner_text() == "100,000 of 100,000 rules"
    page.locator("#all > summary").evaluate("summary => summary.scrollIntoView()")
    page.locator("#list .id", has_text="R-0").first.wait_for()
    assert page.locator("#list .rule").count() < 2_000
    page.evaluate("document.querySelector('#list').lastElementChild.scrollIntoView(false)")
    page.locator("#list .id", has_text="R-99999").wait_for()
    assert page.locator("#list .rule").count() < 4_000
    page.get_by_label("Find", exact=True).fill("r-12345")
    page.get_by_text("1 of 100,000 rules").wait_for()
    assert rows(page) == ["R-12345"]


def test_evidence_of_a_large_report_opens(opened: Any, reports: dict[str, str]) -> None:
    page = opened(f"{reports['large']}#verdict=fail&level=MUST")
    last = page.locator("#list .rule").last
    last.locator("summary").click()
    last.locator("article").wait_for()
    assert "wrong in" in last.locator("article").inner_text()


@pytest.mark.parametrize("name", ["failing", "conforming", "hostile"])
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1280, "dark"), (375, "light")])
def test_axe_finds_nothing_serious(opened: Any, reports: dict[str, str], name: str, width: int, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = opened(reports[name], width=width, color_scheme=scheme)
    if name != "conforming":
        all_rules(page)
    page.locator("#list .rule > summary").first.click()
    found = Axe().run(page).response["violations"]
    assert [
        (finding["id"], finding["nodes"][0]["html"][:200])
        for finding in found
        if finding["impact"] in ("serious", "critical")
    ] == []


def test_all_rules_are_sorted_across_operations(opened: Any, reports: dict[str, str]) -> None:
    page = all_rules(opened(reports["defects"]))
    page.get_by_label("Order", exact=True).select_option("by time")
    page.locator("#list .rule .gist").first.wait_for()
    assert rows(page)[:3] == ["TR-4", "ERR-1a", "TR-1"]
    assert page.locator("#list h3").count() == 0
    first = page.locator("#list .gist").first.inner_text()
    assert first == f"{FLAT} 112 trials, in 20.00 ms of its check"
    assert rows(opened(page.url)) == rows(page)
    page.get_by_label("Order", exact=True).select_option("by rule")
    page.locator("#list .id").first.get_by_text("ALL-7").wait_for()
    page.get_by_role("button", name="Clear").click()
    page.locator("#list h3").first.wait_for()
    assert rows(page)[0] == "TR-1"
    other = opened(f"{reports['failing']}#order=time")  # a report without times
    assert rows(other)[0] == "TR-1"
