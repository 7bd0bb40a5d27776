from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from itertools import pairwise
from typing import Any

import pytest

from conformance.results.html import RuleWording, render
from tests.results.building import make_large_report
from tests.results.pages import Page, texts

Built = dict[str, Any]
Build = Callable[..., Built]
FLAT, MCP = "chat-tools-to-responses-tools", "mcp-tool-to-chat-tool"


@pytest.fixture
def mixed(report: Build, rule: Build, evidence: Build) -> Built:
    """Two operations, every verdict, failures in the middle."""
    return report(
        rule(id="TR-1"),
        rule(id="ERR-1a", level="SHOULD", verdict="fail", evidence=[evidence()]),
        rule(id="PURE-1", verdict="not-observable", reason="the subject does not tell `input_after`"),
        rule(id="TR-4", verdict="fail", evidence=[evidence(message=f"wrong {n}", input=[0] * n) for n in range(5)]),
        rule(id="ALL-6", operation=MCP, verdict="not-run", cases_run=0, examples_run=0),
        rule(id="MCP-8", operation=MCP, level="SHOULD", verdict="not-applicable"),
        rule(id="MCP-11", operation=MCP, verdict="expected-failure", evidence=[evidence(message="known")]),
        rule(id="MCP-9", operation=MCP, level="SHOULD", verdict="unexpected-pass"),
        rule(id="TR-4", operation=MCP),
        choices={MCP: {"unsafe-names": {"answer": "keep", "found": "probed"}}},
    )


def boxes(page: Page) -> list[dict[str, str]]:
    """What failed, as it stands in the page."""
    return [attrs for attrs in page.all("details") if "data-row" in attrs]


def test_what_only_should_hold_is_not_opened(report: Build, rule: Build, evidence: Build) -> None:
    first = boxes(Page(render(report(rule(level="SHOULD", verdict="fail", evidence=[evidence()])))))
    assert ["open" in attrs for attrs in first] == [False]


def test_links_and_labels_lead_somewhere_and_ids_are_unique(mixed: Built) -> None:
    page = Page(render(mixed))
    ids = [attrs["id"] for _, attrs in page.elements if "id" in attrs]
    assert len(ids) == len(set(ids))
    hrefs = [attrs["href"] for attrs in page.all("a")]
    assert hrefs
    filters = r"(verdict=[\w-]+&level=\w+)|(operation=[\w-]+)?&?(origin=\w+)?"
    assert all(re.fullmatch(f"#({filters})", href) or href[1:] in ids for href in hrefs)
    for name in ("aria-labelledby", "for"):
        assert {attrs[name] for _, attrs in page.elements if name in attrs} <= set(ids)


def test_ids_stay_unique_where_names_become_the_same(report: Build, rule: Build) -> None:
    names = ["A-1", "A 1", "A/1", "A-1-2"]
    first = boxes(Page(render(report(*(rule(id=name, verdict="fail") for name in names)))))
    assert len({attrs["id"] for attrs in first}) == len(names)


def test_headings_go_down_one_level_at_a_time(mixed: Built) -> None:
    levels = [int(tag[1]) for tag, _ in Page(render(mixed)).elements if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(below - above <= 1 for above, below in pairwise(levels))


def test_choices_are_reported_without_the_specifications_too(mixed: Built) -> None:
    (reported,) = Page(render(mixed)).packed("data")["choices"]["1"]
    assert (reported["name"], reported["answer"], reported["found"], reported["meaning"]) == (
        "unsafe-names",
        "keep",
        "probed",
        "",
    )


def test_evidence_that_finds_no_room_is_said_to_be_in_the_report(mixed: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conformance.results.html.page.MORE_CHARACTERS", -1)
    page = Page(render(mixed))
    assert page.packed("more") == []
    assert "4 more pieces of evidence: in report.json." in page.inside["p"]
    assert page.packed("data")["pieces"] == {"1": 1, "3": 5, "6": 1}


def test_only_so_many_failures_stand_in_the_page(report: Build, rule: Build, evidence: Build) -> None:
    page = Page(render(report(*(rule(id=f"R-{n}", verdict="fail", evidence=[evidence()]) for n in range(100)))))
    assert len(boxes(page)) == 40
    assert "60 more are among all rules below; report.json has their evidence whole." in page.inside["p"]
    assert [row for row, _html in page.packed("more")] == list(range(40, 100))


def test_nothing_is_loaded_from_elsewhere(mixed: Built, hostile_report: Built) -> None:
    for source in (render(mixed), render(hostile_report)):
        page = Page(source)
        assert not [attrs for _, attrs in page.elements if {"src", "srcset", "action", "background"} & attrs.keys()]
        assert all(attrs["href"].startswith("#") for _, attrs in page.elements if "href" in attrs)
        assert not re.search(r"url\(|@import|https?:", page.inside["style"][0])
        assert not re.search(r"https?:|fetch|import\(|XMLHttp", page.inside["script"][-1])


def test_the_one_script_is_the_one_that_the_page_allows(hostile_report: Built) -> None:
    page = Page(render(hostile_report))
    (script,) = [text for text, attrs in zip(page.inside["script"], page.all("script"), strict=True) if not attrs]
    (policy,) = page.all("meta", **{"http-equiv": "Content-Security-Policy"})
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy["content"]
    assert "default-src 'none'" in policy["content"]


def test_hostile_text_is_text(mixed: Built, hostile_report: Built) -> None:
    wording = dict.fromkeys(("text", "why", "settled"), hostile_report["subject"]["name"])
    keys = [f"{rule['operation']} {rule['id']}" for rule in hostile_report["rules"]]
    source = render(hostile_report, RuleWording(dict.fromkeys(keys, wording)))
    page = Page(source)
    drawn = [page, *(Page(html) for _row, html in page.packed("more")), *map(Page, page.packed("data")["accounts"])]
    known = [Page(render(mixed)), *(Page(html) for _row, html in Page(render(mixed)).packed("more"))]
    allowed = {tag for element in known for tag, _ in element.elements} | {
        "ul",
        "li",
        "b",
        "dl",
        "table",
        "tbody",
        "thead",
    }
    assert {tag for element in drawn for tag, _ in element.elements} <= allowed | {
        "tr",
        "td",
        "th",
        "section",
        "mark",
        "wbr",
    }
    assert {
        name for element in drawn for _, attrs in element.elements for name in attrs if name.startswith("on")
    } == set()
    assert [char for char in source if not char.isprintable() and char != "\n"] == []
    reported = "".join(element.text for element in drawn)
    assert reported.count("<img src=http://evil.example/x onerror=alert(1)>") > 50
    assert "{{ 7*7 }}" in reported
    assert "\\x1b[31m" in reported
    assert "\\ud800 \\ufffe \\x00\\x9b" in reported
    data = page.packed("data")
    assert [text for name in data["texts"] for text in data["texts"][name] if not text.isprintable()] == []


def test_rendering_twice_gives_the_same_page(mixed: Built) -> None:
    assert render(mixed) == render(mixed)


@pytest.mark.expensive("writes a page of a hundred thousand rules")
def test_a_hundred_thousand_rules_stay_under_a_megabyte() -> None:
    source = render(make_large_report(100_000))
    assert len(source.encode()) < 1_000_000
    data = Page(source).packed("data")
    assert texts(data, "id")[12_345] == "R-12345"


def test_many_texts_that_are_not_ascii_are_kept(report: Build, rule: Build) -> None:
    names = [f"R-{n}-\U0001f6e0é" for n in range(2_100)]
    data = Page(render(report(*(rule(id=name) for name in names)))).packed("data")
    assert texts(data, "id") == names


def test_numbers_too_large_for_a_character_are_kept(report: Build, rule: Build) -> None:
    counts = [3, 1_000_000, 55_260, 0]
    data = Page(render(report(*(rule(id=f"R-{n}", cases_run=n) for n in counts)))).packed("data")
    assert isinstance(data["numbers"]["cases"], list)
    from tests.results.pages import column

    assert column(data, "cases") == counts


def defect(number: int, *rules: str, **changes: Any) -> Built:
    broken = [{"operation": FLAT, "rule": rule, "inputs": 2, "evidence": [0]} for rule in rules]
    shown = {"operation": FLAT, "rule": rules[0], "evidence": 0}
    own = {"id": f"D{number}", "decides": True, "sets": ["safe"], "inputs": 2, "rules": broken, "shown": shown}
    return own | {"also_breaks": []} | changes


def test_what_a_subject_said_is_text_in_a_defect(report: Build, rule: Build, evidence: Build) -> None:
    hostile = rule(id="A-1", verdict="fail", evidence=[evidence(message="<img src=x>")])
    assert "<img" not in render(report(hostile, defects=[defect(1, "A-1")]))
