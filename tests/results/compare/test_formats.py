"""A comparison as text, Markdown, a page and data."""

from __future__ import annotations

import json
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

from conformance.results.compare import html as compare_html
from conformance.results.compare import markdown as compare_markdown
from conformance.results.compare.comparison import compare
from conformance.results.compare.text import comparison_lines

Built = dict[str, Any]
Build = Callable[..., Built]


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
