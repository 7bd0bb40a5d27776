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


def test_a_report_that_conforms(report: Build, rule: Build) -> None:
    text = render(report(rule(), rule(operation="tool-loop", verdict="not-applicable")))
    assert text.startswith("## ✅ `acme-converter 1.2.3` conforms\n")
    read = Read(text)
    assert "MUST rules: 1 pass, 0 fail, 1 not applicable. Requirements: every MUST; seed 20251121" in read.text
    assert "| `tool-loop` |  | 1 |" in text


def test_what_decides_comes_first_with_its_evidence(report: Build, rule: Build, evidence: Build) -> None:
    reported = report(
        rule(id="OK-1", level="SHOULD", verdict="fail", evidence=[evidence()]),
        rule(id="EXCUSED", verdict="expected-failure", reason="known", evidence=[evidence()]),
        rule(id="STALE", verdict="unexpected-pass", reason="it can go"),
        rule(id="UNRUN", verdict="not-run", reason="it died"),
        rule(id="BROKEN", verdict="fail", evidence=[evidence(), evidence()]),
        unmatched_expected_failures=[{"operation": "tool-loop", "rule": "NO-1", "reason": "old"}],
    )
    text = render(reported)
    places = [text.index(name) for name in ("BROKEN", "UNRUN", "STALE", "NO-1", "OK-1", "EXCUSED")]
    assert places == sorted(places)
    for line in ("strict is false, the source says true", "at        /output/0/strict", "and 1 more", "it died"):
        assert line in text
    assert "`NO-1` of `tool-loop`: no such rule" in text


def test_every_rule_that_fails_and_no_defect_names_is_a_failure(report: Build, rule: Build, evidence: Build) -> None:
    text = render(
        report(
            rule(id="CHARGED", verdict="fail", evidence=[evidence()], reason="also breaks ALSO", also_breaks=["ALSO"]),
            rule(id="ALSO", verdict="fail", evidence=[evidence()], charged_to=["CHARGED"]),
        )
    )
    _head, failures = text.split("### Failures")
    assert "MUST rules: 0 pass, 2 fail." in text
    assert "<code>CHARGED (MUST)" in failures
    assert "<code>ALSO (MUST)" in failures


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


def test_a_defect_has_a_row_and_its_evidence(report: Build, rule: Build, evidence: Build) -> None:
    operation = "chat-tools-to-responses-tools"
    text = render(
        report(
            rule(id="TR-4", verdict="fail", evidence=[evidence()]),
            rule(id="ALSO", verdict="fail", evidence=[evidence()], reason="charged to TR-4", charged_to=["TR-4"]),
            rule(id="ADVICE", level="SHOULD", verdict="fail", evidence=[evidence(message="a | b")]),
            rule(id="ALONE", verdict="fail", reason="of no defect"),
            defects=[
                make_defect(also_breaks=[{"operation": operation, "rule": "ALSO"}]),
                make_defect(
                    2,
                    decides=False,
                    sets=["robust"],
                    rules=[{"operation": operation, "rule": "ADVICE", "inputs": 1, "evidence": [0]}],
                    shown={"operation": operation, "rule": "ADVICE", "evidence": 0},
                ),
            ],
        )
    )
    assert text.index("- safe: ") < text.index("### Defects: 2") < text.index("| operation |")
    assert text.index("| operation |") < text.index("<details open><summary><code>D1 breaks safe and documents: ")
    first, second = (line.split(" | ") for line in text.splitlines() if re.match(r"\| \**`D\d", line))
    assert first[:4] == [
        "| **`D1`**", "safe, documents", "at output\\[0\\].strict: strict is false, the source says true",
        f"`TR-4` of `{operation}`"
    ]  # fmt: skip
    assert first[4].startswith('`[{"type": "function", "function": ')
    assert first[5] == "`conformance repeat D1` |"
    assert second[1:3] == ["robust \\(not what decides this run\\)", "at output\\[0\\].strict: a \\| b"]
    assert "<summary><code>D2 " not in text
    # What a defect names is not listed again by its rules.
    assert "<summary><code>ALONE (MUST)" in text
    for listed in ("<code>TR-4 (MUST)", "<code>ALSO (MUST)", "SHOULD rules that fail"):
        assert listed not in text


def test_many_defects_are_cut(report: Build, rule: Build, evidence: Build) -> None:
    found = [make_defect(number) for number in range(1, 301)]
    text = render(report(rule(verdict="fail", evidence=[evidence(message="x" * 5_000)]), defects=found))
    assert len(text) < LARGEST + 1_000
    assert "260 more defects are in the report's files." in text


def test_an_interrupted_run_is_incomplete(report: Build, rule: Build) -> None:
    text = render(report(rule(), run={"complete": False}, summary=report(rule())["summary"] | {"conforms": False}))
    assert text.startswith("## ⚠️ `acme-converter 1.2.3` incomplete\n")


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
