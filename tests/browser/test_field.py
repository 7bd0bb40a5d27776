"""The board of a survey, driven as people drive it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from conformance.field.pages import write_site
from tests.field.board.building import make_whole_board
from tests.results.building import HOSTILE

FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
REPOSITORY = Path(__file__).parents[2] / "reports" / "field" / "index.html"


@pytest.fixture(scope="module")
def field(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a board."""
    return Path(write_site(make_whole_board(), str(tmp_path_factory.mktemp("field")))).as_uri()


def converters(page: Any) -> list[str]:
    return page.locator(".row .name button").all_inner_texts()


def test_the_first_screen_answers_for_claude_code_and_chat(opened: Any, field: str) -> None:
    page = opened(field)
    assert page.get_by_label("From", exact=True).input_value() == "a"
    assert page.get_by_label("to", exact=True).input_value() == "c"
    said = page.locator(".sum").inner_text()
    assert said.startswith("2 of 4 judged converters do all of it (request, answer, stream). Best: acorn, ")
    assert converters(page) == ["acorn", "birch", "cedar", "reference"]
    assert page.locator(".row .grade").all_inner_texts()[2:] == ["A 100 % ±0", "A 100 % ±0"]
    assert "Reached, but no input came through, so that nothing was measured: dogwood." in page.content()


def test_another_direction_is_chosen_and_the_address_keeps_it(opened: Any, field: str) -> None:
    page = opened(field)
    page.get_by_label("From", exact=True).select_option("m")
    assert page.get_by_label("to", exact=True).locator("option").count() == 4
    assert page.locator(".sum").inner_text() == "No judged converter does this yet."
    assert page.url.endswith("#mc")
    page.get_by_role("link", name="2, best acorn").click()
    page.locator(".sum", has_text="2 of 4").wait_for()
    assert converters(opened(page.url)) == converters(page)


def test_a_cell_opens_what_was_lost_and_one_more_click_what_was_given(opened: Any, field: str) -> None:
    page = opened(field)
    page.locator("#row-acorn").get_by_role("button", name="images: ").click()
    assert page.url.endswith("#ac/acorn/images")
    detail = page.locator("#row-acorn + .detail")
    assert detail.locator("h3").all_inner_texts()[0] == "Request: anthropic request → chat request"
    cause = detail.locator(".causes > li").first
    assert "lost in silence" in cause.inner_text() and "1 situation; images; rule ASK-2" in cause.inner_text()
    cause.locator("summary").first.click()
    cause.locator("h4").first.wait_for()
    assert cause.locator("h4").all_inner_texts() == ["Given", "Came out"]
    assert '"messages"' in cause.locator("pre").first.inner_text()
    cause.get_by_text("A script without the suite, where acorn-llm 2.0.0 is installed").click()
    script = cause.locator("details details pre").inner_text()
    compile(script, "script", "exec")
    assert script.startswith("import json\nfrom acorn import convert") and "given = json.loads(" in script
    page.locator("#row-acorn").get_by_role("button", name="images: ").click()
    assert not detail.is_visible() and page.url.endswith("#ac")


def test_a_link_to_a_line_opens_it(opened: Any, field: str) -> None:
    page = opened(f"{field}#ac/acorn/images")
    assert page.locator("#row-acorn + .detail").is_visible()
    assert page.locator(".detail .subjects > span:nth-child(3n + 1)").first.inner_text() == "images"
    assert "Before: 1.0.0 A 100 %" in page.locator("#row-acorn + .detail").inner_text()


def test_a_gateway_is_shown_with_curl(opened: Any, field: str) -> None:
    page = opened(f"{field}#ac/birch/images")
    assert "gateway" in page.locator("#row-birch .meta").inner_text()
    cause = page.locator("#row-birch + .detail .causes > li").first
    cause.locator("summary").first.click()
    cause.get_by_text("A request with curl").click()
    assert 'curl -s "$GATEWAY/v1/messages"' in cause.locator("details details pre").inner_text()


def test_without_scripts_the_best_of_each_direction_can_be_read(opened: Any, field: str) -> None:
    page = opened(field, java_script_enabled=False)
    assert page.get_by_text("Choosing needs JavaScript").is_visible()
    assert page.get_by_role("link", name="2, best acorn").is_visible()
    assert not page.get_by_label("From", exact=True).is_visible()


def test_texts_of_others_are_shown_as_text(opened: Any, tmp_path: Path) -> None:
    index = write_site(make_whole_board(hostile=HOSTILE), str(tmp_path))
    page = opened(f"{Path(index).as_uri()}#ac/acorn")
    _open_all(page)
    assert "onerror=alert(1)" in page.locator(".detail").first.inner_text()
    assert page.locator("img").count() == 0


def _open_all(page: Any) -> None:
    for _level in range(2):  # what is inside of a box is made when it is opened
        page.evaluate("for (const box of document.querySelectorAll('details')) box.open = true")
        page.wait_for_function(
            "[...document.querySelectorAll('.causes > li > details')].every((box) => box.children.length > 1)"
        )


@pytest.mark.parametrize("board", ["built", "repository"])
@pytest.mark.parametrize("width", [1280, 400])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_overflows(opened: Any, field: str, board: str, width: int, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    address = field if board == "built" else REPOSITORY.as_uri()
    first = "acorn" if board == "built" else "litellm"
    page = opened(f"{address}#ac/{first}", width=width, color_scheme=scheme)
    for box in page.locator(".causes details").all()[:3]:
        box.locator("summary").first.click()
    assert page.locator(".detail:visible").count() == 1
    assert page.evaluate(FITS)
    assert page.asked == [address, address.replace("index.html", "board.js")]
    found = Axe().run(page).response["violations"]
    assert [(finding["id"], finding["nodes"][0]["html"][:200]) for finding in found] == []


@pytest.mark.parametrize("width", [320, 700, 821, 1000])
def test_no_width_is_scrolled_sideways(opened: Any, field: str, width: int) -> None:
    for address in (field, f"{field}#ac/acorn"):
        assert opened(address, width=width).evaluate(FITS)
