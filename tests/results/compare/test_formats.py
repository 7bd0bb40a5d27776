"""A comparison as text, Markdown, a page and data."""

from __future__ import annotations

import json
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest

from conformance.results.compare import html as compare_html
from conformance.results.compare import markdown as compare_markdown
from conformance.results.compare.comparison import compare
from conformance.results.compare.document import document
from conformance.results.compare.text import comparison_lines

Built = dict[str, Any]
Build = Callable[..., Built]


@pytest.fixture
def two(report: Build, rule: Build, evidence: Build) -> tuple[Built, Built]:
    """Reports that differ in each way there is."""
    old = report(
        rule(id="BREAKS"),
        rule(id="MENDED", verdict="fail", evidence=[evidence()]),
        rule(id="FAILS", verdict="fail", evidence=[evidence(case="a")]),
        rule(id="HIDDEN"),
        rule(id="REDEFINED", title="Old"),
        rule(operation="tool-loop", id="GONE"),
        choices={"chat-tools-to-responses-tools": {"strict": {"answer": "false", "found": "probed"}}},
    )
    new = report(
        rule(id="BREAKS", verdict="fail", evidence=[evidence(message="it breaks")]),
        rule(id="MENDED"),
        rule(id="FAILS", verdict="fail", evidence=[evidence(case="b")]),
        rule(id="HIDDEN", verdict="not-observable", reason="it shows nothing"),
        rule(id="REDEFINED", title="New"),
        rule(id="ADDED", verdict="fail", evidence=[evidence(message="it never held")]),
        choices={"chat-tools-to-responses-tools": {"strict": {"answer": "null", "found": "probed"}}},
    )
    return old, new


def test_as_text(two: tuple[Built, Built]) -> None:
    lines = comparison_lines(compare(*two))
    heads = [line for line in lines if line.endswith(":") and not line.startswith(" ")]
    assert heads == [
        "Regressions:",
        "Newly passing:",
        "Changed evidence of rules that fail in both:",
        "Changed choices:",
        "The suite's own rules:",
    ]
    text = "\n".join(lines)
    for reported in (
        "  FAIL BREAKS (MUST) chat-tools-to-responses-tools: A boolean strict is kept\n    before     pass\n",
        "  not-observable HIDDEN (MUST)",
        "does not have the operation tool-loop: 1 MUST rule of it passed",
        "  pass MENDED (MUST)",
        "more cases fail  b",
        "no longer shown  a",
        "  choice: chat-tools-to-responses-tools, strict: false, now null",
        "  new ADDED (MUST)",
        "so it is not a regression",
        "  changed: REDEFINED of chat-tools-to-responses-tools: title",
    ):
        assert reported in text
    assert lines[-1] == "3 regressions, 1 rule that the old report lacks fails, 1 rule newly passes, " + (
        "1 fails in both, 1 other as before."
    )


def test_without_a_difference_there_is_one_sentence(two: tuple[Built, Built]) -> None:
    lines = comparison_lines(compare(two[0], two[0]))
    assert lines[2:] == ["", "No regression, 0 rules newly pass, 2 fail in both, 4 others as before."]


def test_as_data(two: tuple[Built, Built]) -> None:
    reported = json.loads(json.dumps(document(compare(*two))))
    assert reported["regressed"] is True
    assert [regression["id"] for regression in reported["regressions"]] == ["BREAKS", "HIDDEN", "GONE"]
    assert reported["newly_failing"][0]["evidence"][0]["message"] == "it breaks"
    assert reported["no_longer_judged"][1] | {"why": ""} == {
        "operation": "tool-loop", "id": "GONE", "level": "MUST", "title": "A boolean strict is kept",
        "before": "pass", "now": None, "regression": True, "why": "", "evidence": [],
    }  # fmt: skip
    assert [element["id"] for element in reported["newly_passing"]] == ["MENDED"]
    assert (reported["changed_evidence"][0]["came"], reported["changed_evidence"][0]["went"]) == (["b"], ["a"])
    assert reported["changed_choices"][0]["now"] == "null"
    assert [element["id"] for element in reported["rules"]["added"]] == ["ADDED"]
    assert reported["rules"]["changed"][0]["what"] == "title"


def test_as_markdown(two: tuple[Built, Built]) -> None:
    text = compare_markdown.render(compare(*two))
    assert text.startswith("## ❌ 3 regressions")
    assert "<code>BREAKS (MUST) chat-tools-to-responses-tools</code>" in text
    assert compare_markdown.render(compare(two[0], two[0])).startswith("## ✅ No regression")


class Page(HTMLParser):
    """The elements of a page, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [name for name, _value in attrs]

    def handle_data(self, data: str) -> None:
        self.text += data


def test_as_a_page(two: tuple[Built, Built]) -> None:
    page = Page(compare_html.render(compare(*two)))
    for reported in ("3 regressions", "BREAKS", "it breaks", "MENDED", "now null", "tool-loop"):
        assert reported in page.text
    assert {"del", "ins"} <= page.tags  # what differs is marked
    assert page.tags >= {"search", "script"}


def test_whatever_a_report_says_is_shown_as_text(hostile_report: Built) -> None:
    turned = json.loads(json.dumps(hostile_report))
    for rule in turned["rules"]:
        rule["verdict"] = "fail" if rule["verdict"] == "pass" else "pass"
    turned["subject"]["name"] += "2"
    comparison = compare(hostile_report, turned)
    page = compare_html.render(comparison)
    parsed = Page(page)
    assert not parsed.tags & {"img", "a", "iframe"}
    assert page.count("<script>") == 1  # the page's own
    assert not [name for name in parsed.attributes if name.startswith("on")]
    assert "onerror=alert(1)" in parsed.text
    for text in (page, compare_markdown.render(comparison), "\n".join(comparison_lines(comparison))):
        assert [char for char in text if not char.isprintable() and char != "\n"] == []


def test_a_long_comparison_stays_a_comment(report: Build, rule: Build, evidence: Build) -> None:
    piece = evidence(message="x" * 5_000, input=["y" * 300] * 50)
    old = report(*(rule(id=f"R-{number}") for number in range(300)))
    new = report(*(rule(id=f"R-{number}", verdict="fail", evidence=[piece]) for number in range(300)))
    text = compare_markdown.render(compare(old, new))
    assert len(text) < 65_000
    assert "There is more; the comparison's other formats have all of it." in text
