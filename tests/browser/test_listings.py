"""The pages of a comparison and of a drift, driven as people drive them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from conformance.results.compare import html as compare_html
from conformance.results.compare.comparison import compare
from conformance.results.drift_html import render as render_drift
from conformance.results.html import render
from conformance.running.drift.model import (
    WRITTEN,
    Affected,
    DefinitionChange,
    Drift,
    DriftKind,
    Replayed,
    State,
    Touched,
)
from tests.results.building import make_evidence, make_hostile_report, make_report, make_rule

FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


def _comparison() -> str:
    old = make_report(
        make_rule(id="A"), make_rule(id="B", verdict="fail", evidence=[make_evidence()]), make_rule(id="C")
    )
    new = make_report(
        make_rule(id="A", verdict="fail", evidence=[make_evidence()]),
        make_rule(id="B"),
        make_rule(id="C", verdict="not-observable", reason="hidden"),
    )
    return compare_html.render(compare(old, new))


def _hostile() -> str:
    turned = make_hostile_report()
    for rule in turned["rules"]:
        rule["verdict"] = "fail" if rule["verdict"] == "pass" else "pass"
    return compare_html.render(compare(make_hostile_report(), turned))


def _drift() -> str:
    def change(what: str, difference: DriftKind, *affected: Affected, at: str = "strict") -> Touched:
        return Touched(
            DefinitionChange(kind="chat-request", definition="Tool", at=at, what=what, difference=difference),
            affected,
            (),
        )

    state = State("here", {}, {"chat-request": "openai 3"})
    changes = (
        change("is required now", DriftKind.REQUIRED, Affected("mcp-tool-to-chat-tool", {WRITTEN: "case plain"})),
        change("is new", DriftKind.NEW, Affected("mcp-tool-to-chat-tool", {}, "case plain")),
        change("is gone", DriftKind.GONE, at="examples"),
    )
    replayed = (Replayed("chat-response", 3, ("a.json: refused",), ()),)
    kinds = ("chat-request", "chat-response")
    return render_drift(Drift(old=state, new=state, changes=changes, unseen={}, replayed=replayed, kinds=kinds))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The address of each of some pages."""
    folder = tmp_path_factory.mktemp("pages")
    made = {
        "diff": _comparison(),
        "hostile": _hostile(),
        "drift": _drift(),
        "report": render(make_report(make_rule(verdict="fail", evidence=[make_evidence()]))),
    }
    for name, text in made.items():
        (folder / f"{name}.html").write_bytes(text.encode("utf-8", "backslashreplace"))
    return {name: Path(folder / f"{name}.html").as_uri() for name in made}


def shown(page: Any) -> list[str]:
    return [" ".join(text.split())[:40] for text in page.locator(".entry:visible").all_inner_texts()]


def test_entries_of_a_comparison_are_found_and_the_address_keeps_it(opened: Any, pages: dict[str, str]) -> None:
    page = opened(pages["diff"])
    assert page.locator("[role=status]").inner_text() == "3 of 3 entries"
    page.get_by_label("Kind", exact=True).select_option("Regressions")
    assert len(shown(page)) == 2
    page.get_by_label("Verdict", exact=True).select_option("FAIL")
    (entry,) = shown(page)
    assert entry.startswith("FAIL A MUST")
    assert shown(opened(page.url)) == [entry]
    assert page.locator("main > section:visible").count() == 1
    page.get_by_role("button", name="Clear").click()
    page.get_by_text("3 of 3 entries").wait_for()
    page.get_by_label("Find", exact=True).fill("hidden")
    assert shown(page)[0].startswith("not-observable C")


def test_changes_of_a_drift_are_found_where_they_are_folded_too(opened: Any, pages: dict[str, str]) -> None:
    page = opened(pages["drift"])
    assert [text[:20] for text in shown(page)] == ["chat-request Tool.st", "a.json: refused"]
    page.get_by_label("Find", exact=True).fill("is gone")
    assert shown(page) == ["Tool.examples is gone no operation here "]
    page.get_by_role("button", name="Clear").click()
    page.get_by_label("What it does", exact=True).select_option("breaking here")
    assert [text[:20] for text in shown(page)] == ["chat-request Tool.st", "a.json: refused"]


@pytest.mark.parametrize("name", ["diff", "drift"])
def test_the_filter_stays_in_view(opened: Any, pages: dict[str, str], name: str) -> None:
    page = opened(pages[name])
    page.evaluate("document.body.style.paddingBottom = '2000px'; scrollTo(0, 1500)")
    page.evaluate("document.querySelector('main').style.minHeight = '3000px'; scrollTo(0, 1500)")
    top = page.evaluate("document.querySelector('search').getBoundingClientRect().top")
    assert top == 0
    narrow = opened(pages[name], width=400)
    assert not narrow.get_by_label("Find", exact=True).is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_expected_is_green_and_actual_red_on_every_page(opened: Any, pages: dict[str, str], scheme: str) -> None:
    colours = {}
    for name in ("report", "diff"):
        page = opened(pages[name], color_scheme=scheme)
        colours[name] = [
            page.locator(f"pre {tag}").first.evaluate("one => getComputedStyle(one).backgroundColor")
            for tag in ("del", "ins")
        ]
        labels = [page.locator("figure", has=page.locator(tag)).first.locator("figcaption") for tag in ("del", "ins")]
        assert [label.inner_text() for label in labels] == ["Expected", "Actual"]
    assert colours["report"] == colours["diff"]
    (red, green, blue), (red_of_actual, green_of_actual, _blue) = (
        [int(part) for part in colour.removeprefix("rgb(").rstrip(")").split(",")] for colour in colours["diff"]
    )
    assert green > red and green > blue and red_of_actual > green_of_actual


@pytest.mark.parametrize(("name", "title"), [("diff", "acme-converter: 2 regressions"), ("drift", "API drift: 1 of 3")])
def test_the_title_has_the_result(opened: Any, pages: dict[str, str], name: str, title: str) -> None:
    assert opened(pages[name]).title().startswith(title)


@pytest.mark.parametrize("name", ["diff", "drift", "hostile"])
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1280, "dark"), (400, "light")])
def test_axe_finds_nothing_serious_and_nothing_overflows(
    opened: Any, pages: dict[str, str], name: str, width: int, scheme: str
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = opened(pages[name], width=width, color_scheme=scheme)
    assert page.evaluate(FITS)
    found = Axe().run(page).response["violations"]
    assert [
        (finding["id"], finding["nodes"][0]["html"][:200])
        for finding in found
        if finding["impact"] in ("serious", "critical")
    ] == []


def test_without_scripts_a_page_can_be_read_and_has_no_filter(opened: Any, pages: dict[str, str]) -> None:
    page = opened(pages["diff"], java_script_enabled=False)
    assert len(shown(page)) == 3
    assert not page.locator("search").is_visible()
