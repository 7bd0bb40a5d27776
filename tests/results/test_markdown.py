"""The report as Markdown: what it says, and that nothing in it is obeyed."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest
from markdown_it import MarkdownIt

from conformance.results.markdown import LARGEST, render
from conformance.results.markdown_text import block, code, words
from tests.results.building import make_defect

Built = dict[str, Any]
Build = Callable[..., Built]

# Links, mentions, references, headings, tables, HTML and code that ends code.
WRITTEN = (
    "# head\n\n- a | b\n```\n`` ` *bold* [link](http://evil.example) ![image](http://evil.example/i) "
    "<b onclick=x>h</b> @somebody #1 http://evil.example www.evil.example </details></summary><script>x</script> "
    "~~~ {{ x }} \\"
)


class Read(HTMLParser):
    """The elements of the page that Markdown becomes, and the text that stands outside of code."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.plain = self.text = ""
        self._code = 0
        self.feed(MarkdownIt("commonmark", {"html": True}).enable("table").render(text))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self._code += tag in ("code", "pre")

    def handle_endtag(self, tag: str) -> None:
        self._code -= tag in ("code", "pre")

    def handle_data(self, data: str) -> None:
        self.text += data
        if not self._code:
            self.plain += data


OURS = {
    "h2", "h3", "p", "ul", "li", "strong", "code", "pre", "details", "summary", "table", "thead", "tbody", "tr", "th",
    "td",
}  # fmt: skip


def test_rules_that_were_not_run_are_one_line(report: Build, rule: Build) -> None:
    text = render(
        report(
            *(rule(id=f"A-{number}", verdict="not-run", reason="it died") for number in range(62)),
            rule(id="B-1", operation="tool-loop", level="SHOULD", verdict="not-run", reason="too slow"),
        )
    )
    (line,) = (line for line in text.splitlines() if "A-0" in line)
    assert "### Not run: 63" in text
    assert line.startswith("`A-0`, `A-1`, ")
    assert (
        "`A-59` and 2 more of `chat-tools-to-responses-tools`; `B-1` (SHOULD) of `tool-loop`. Reason: it died" in line
    )
    assert line.endswith("1 more reason is in the report's files)")
    assert "<summary><code>A-" not in text


def test_many_defects_are_cut(report: Build, rule: Build, evidence: Build) -> None:
    found = [make_defect(number) for number in range(1, 301)]
    text = render(report(rule(verdict="fail", evidence=[evidence(message="x" * 5_000)]), defects=found))
    assert len(text) < LARGEST + 1_000
    assert "260 more defects are in the report's files." in text


def test_nothing_that_a_report_says_is_obeyed(report: Build, rule: Build, evidence: Build) -> None:
    piece = evidence(case=WRITTEN, input=WRITTEN, expected=[WRITTEN], actual=WRITTEN, at=WRITTEN, message=WRITTEN)
    piece["reproduce"] = WRITTEN
    named = {"operation": WRITTEN, "title": WRITTEN, "reason": WRITTEN}
    verdicts = ("fail", "not-run", "unexpected-pass", "expected-failure", "pass")
    rules = [rule(id=WRITTEN + word, verdict=word, evidence=[piece], **named) for word in verdicts]
    rules.append(rule(id=WRITTEN, verdict="fail", level="SHOULD", evidence=[piece], **named))
    defect = make_defect(
        rules=[{"operation": WRITTEN, "rule": WRITTEN + "fail", "inputs": 1, "evidence": [0]}],
        shown={"operation": WRITTEN, "rule": WRITTEN + "fail", "evidence": 0},
    )
    reported = report(
        *rules,
        defects=[defect],
        subject={"name": WRITTEN, "version": WRITTEN, "language": WRITTEN, "adapter": WRITTEN},
        run={"requirements": WRITTEN},
        unmatched_expected_failures=[{"operation": WRITTEN, "rule": WRITTEN, "reason": WRITTEN}],
    )
    read = Read(render(reported))
    assert read.tags <= OURS
    for obeyed in ("@somebody", "#1", "http://", "www."):
        assert obeyed in read.text
        assert obeyed not in read.plain


def test_hostile_characters_are_seen(hostile_report: Built) -> None:
    text = render(hostile_report)
    assert [char for char in text if not char.isprintable() and char != "\n"] == []
    assert Read(text).tags <= OURS


def test_much_is_cut(report: Build, rule: Build, evidence: Build) -> None:
    piece = evidence(message="x" * 5_000, input=["y" * 300] * 50)
    text = render(report(*(rule(id=f"R-{number}", verdict="fail", evidence=[piece]) for number in range(300))))
    assert len(text) < LARGEST + 1_000
    assert text.rstrip().endswith("More failures are in the report's files.")
    assert text.count("<details") == text.count("</details>")


@pytest.mark.parametrize("text", ["a`b", "``", "`", " a ", "", "a\nb", "a|b", "\\"])
def test_a_code_span_holds_any_text(text: str) -> None:
    html = MarkdownIt("commonmark").render(f"x {code(text)} y")
    assert re.fullmatch(r"<p>x <code>.*</code> y</p>\n", html)


def test_a_block_ends_where_it_should() -> None:
    html = MarkdownIt("commonmark").render(block("```\n````\nend"))
    assert html == '<pre><code class="language-text">```\n````\nend\n</code></pre>\n'


def test_words_keep_their_meaning() -> None:
    assert words("The field `a*b` is kept, not 1.0") == "The field `a*b` is kept, not 1.0"
    assert words("1. a *b*") == "1\\. a \\*b\\*"
