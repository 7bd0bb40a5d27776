from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import pytest

from conformance.reports.html import render

Built = dict[str, Any]
Build = Callable[..., Built]
VOID = {"meta", "input", "br", "hr", "link", "img"}


class Page(HTMLParser):
    """A page as its elements and texts. Fails where elements are not closed in order."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: list[str] = []
        self.inside: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(source)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self._open.append(tag)
            self.inside.setdefault(tag, []).append("")

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        for tag in dict.fromkeys(self._open):
            self.inside[tag][-1] += data

    def all(self, tag: str, **wanted: str) -> list[dict[str, str]]:
        return [attrs for name, attrs in self.elements if name == tag and wanted.items() <= attrs.items()]

    @property
    def rules(self) -> list[dict[str, str]]:
        return [attrs for attrs in self.all("details") if "data-verdict" in attrs]

    @property
    def text(self) -> str:
        return "".join(self.texts)


@pytest.fixture
def mixed(report: Build, rule: Build, evidence: Build) -> Built:
    """Two operations, every verdict, failures in the middle."""
    other = "mcp-tool-to-chat-tool"
    return report(
        rule(id="TR-1"),
        rule(id="ERR-1a", level="SHOULD", verdict="fail", evidence=[evidence()]),
        rule(id="PURE-1", verdict="not-observable", reason="the subject does not tell `input_after`"),
        rule(id="TR-4", verdict="fail", evidence=[evidence(message=f"wrong {n}") for n in range(5)]),
        rule(id="ALL-6", operation=other, verdict="not-run", cases_run=0, examples_run=0),
        rule(id="MCP-8", operation=other, level="SHOULD", verdict="not-applicable"),
        rule(id="MCP-11", operation=other, verdict="expected-failure", evidence=[evidence()]),
        rule(id="MCP-9", operation=other, level="SHOULD", verdict="unexpected-pass"),
        rule(id="TR-4", operation=other),
        choices={other: {"unsafe-names": {"answer": "keep", "found": "probed"}}},
    )


def test_every_rule_appears_once(mixed: Built) -> None:
    ids = [attrs["id"] for attrs in Page(render(mixed, {})).rules]
    assert sorted(ids) == sorted(f"{rule['operation']}.{rule['id']}" for rule in mixed["rules"])


def test_what_fails_stands_first_and_the_first_is_open(mixed: Built) -> None:
    rules = Page(render(mixed, {})).rules
    assert [attrs["data-verdict"] for attrs in rules[:4]] == ["fail", "not-run", "unexpected-pass", "fail"]
    assert [attrs["id"].rpartition(".")[2] for attrs in rules[:4]] == ["TR-4", "ALL-6", "MCP-9", "ERR-1a"]
    assert ["open" in attrs for attrs in rules] == [True] + [False] * (len(rules) - 1)


def test_links_and_labels_lead_somewhere_and_ids_are_unique(mixed: Built) -> None:
    page = Page(render(mixed, {}))
    ids = [attrs["id"] for _, attrs in page.elements if "id" in attrs]
    assert len(ids) == len(set(ids))
    hrefs = [attrs["href"] for attrs in page.all("a")]
    assert hrefs
    assert {href[1:] for href in hrefs} <= set(ids)
    for name in ("aria-labelledby", "for"):
        assert {attrs[name] for _, attrs in page.elements if name in attrs} <= set(ids)


def test_ids_stay_unique_where_names_become_the_same(report: Build, rule: Build) -> None:
    names = ["A-1", "A 1", "A/1", "A-1-2"]
    rules = Page(render(report(*(rule(id=name) for name in names)), {})).rules
    assert len({attrs["id"] for attrs in rules}) == len(names)


def test_headings_go_down_one_level_at_a_time(mixed: Built) -> None:
    levels = [int(tag[1]) for tag, _ in Page(render(mixed, {})).elements if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(below - above <= 1 for above, below in pairwise(levels))


def test_a_verdict_is_a_word_everywhere(mixed: Built) -> None:
    page = Page(render(mixed, {}))
    assert [text.strip().split(" ", 1)[1] for text in _verdicts(page)] == [
        "fail",
        "not run",
        "unexpected pass",
        "fail",
        "pass",
        "not observable",
        "not applicable",
        "expected failure",
        "pass",
    ]


def _verdicts(page: Page) -> list[str]:
    return [text.strip().splitlines()[0] for text in page.inside["summary"] if "MUST" in text or "SHOULD" in text]


def test_counts_are_those_of_the_report(mixed: Built) -> None:
    cells = [cell for cell in Page(render(mixed, {})).inside["td"] if cell.isdigit()]
    counts = mixed["summary"]
    expected = [
        str(counts[level][verdict])
        for verdict in (
            "fail",
            "unexpected-pass",
            "not-run",
            "expected-failure",
            "not-observable",
            "not-applicable",
            "pass",
        )
        for level in ("MUST", "SHOULD")
    ]
    assert cells == [*expected, "6", "3"]


@pytest.mark.parametrize(
    ("verdict", "run", "line"),
    [
        ("pass", {}, "acme-converter 1.2.3 conforms"),
        ("fail", {}, "acme-converter 1.2.3 does not conform"),
        ("not-run", {}, "acme-converter 1.2.3 does not conform"),
        ("pass", {"complete": False}, "acme-converter 1.2.3 incomplete"),
        ("fail", {"complete": False}, "acme-converter 1.2.3 incomplete"),
    ],
)
def test_the_verdict_line(report: Build, rule: Build, verdict: str, run: Built, line: str) -> None:
    page = Page(render(report(rule(verdict=verdict), run=run), {}))
    assert page.inside["h1"] == [line]


@pytest.mark.parametrize(
    ("verdicts", "lead"),
    [
        (["pass", "pass"], "2 of 2 MUST rules hold."),
        (["pass", "not-observable"], "1 of 2 MUST rules holds; 1 cannot be observed."),
        (["fail", "pass", "not-run"], "1 of 3 MUST rules fails, 1 MUST rule was not run."),
        (["unexpected-pass"], "1 expected failure now passes."),
    ],
)
def test_the_lead_says_what_the_verdict_rests_on(report: Build, rule: Build, verdicts: list[str], lead: str) -> None:
    page = Page(render(report(*(rule(verdict=verdict) for verdict in verdicts)), {}))
    assert lead in page.inside["p"]


def test_a_failure_outside_the_requirements_is_told(report: Build, rule: Build) -> None:
    told = report(rule(verdict="fail"), rule())
    told["summary"]["conforms"] = True
    page = Page(render(told, {}))
    assert "1 of 2 MUST rules holds. Not demanded by these requirements: 1 of 2 MUST rules fails." in page.text


def test_a_failing_should_rule_does_not_decide(report: Build, rule: Build) -> None:
    page = Page(render(report(rule(), rule(level="SHOULD", verdict="fail")), {}))
    assert "1 of 1 MUST rule holds. 1 SHOULD rule fails, which does not decide the verdict." in page.text


def test_what_identifies_the_run_is_shown(mixed: Built) -> None:
    values = Page(render(mixed | {"run": mixed["run"] | {"faults": 3}}, {})).inside["dd"]
    for value in (
        "process",
        "every MUST",
        "2025-11-21T21:55:03Z",
        "20251121",
        "sha256:" + "4f" * 32,
        "0.1.0",
    ):
        assert value in values
    assert "3 times the subject died, hung or answered garbage" in values


def test_wording_and_reason_stand_with_their_rule(mixed: Built) -> None:
    wording = {
        "text": "A boolean `strict` is kept.",
        "why": "It changes the meaning.",
        "settled": "Code wins.",
    }
    page = Page(render(mixed, {"chat-tools-to-responses-tools TR-4": wording}))
    details = page.inside["dd"]
    assert [details.count(text.replace("`", "")) for text in wording.values()] == [1, 1, 1]
    assert "strict" in page.inside["code"]
    assert "the subject does not tell input_after" in details


def test_choices_stand_with_their_operation(mixed: Built) -> None:
    page = Page(render(mixed, {}))
    assert "unsafe-names" in page.inside["code"]
    assert page.inside["td"][-2:] == ["keep", "probed"]


@pytest.fixture
def accounted(report: Build, rule: Build, losses: Build) -> Page:
    return Page(render(report(rule(), losses={"chat-tools-to-responses-tools": losses()}), {}))


def test_an_account_of_losses_is_folded_away(accounted: Page, mixed: Built) -> None:
    assert accounted.all("details", **{"class": "account"}) == [{"class": "account"}]
    assert accounted.inside["summary"][-1].split("\n")[0] == (
        "What becomes of each field30 inputs, 4 fields, 2 never in the result"
    )
    assert "What becomes of each field" not in Page(render(mixed, {})).text


def test_an_account_says_what_became_of_each_field(accounted: Page) -> None:
    rows = accounted.inside["tr"][-4:]
    assert [" ".join(row.split()) for row in rows] == [
        "* a whole entry 2",
        "*.description *.description 82 all empty",
        "*.inputSchema description.a 1,200description.b 30c 41 more"
        "keywords gone: default 7keywords new: description 2 31234",
        "*.title 9 4 empty",
    ]


def test_an_account_says_what_came_of_nothing(accounted: Page) -> None:
    assert accounted.inside["li"][-2:] == ['*.type 30 "function"', '*.description 3 "A tool" description']
    assert "Invented: from no value of the input" in accounted.inside["p"]


def test_evidence_says_everything_it_knows(report: Build, rule: Build, evidence: Build) -> None:
    crash = {"kind": "exit", "type": None, "message": "exit status 3", "log": ["first line", "last line"]}
    told = evidence(actual=None, error=crash, diagnostics=[{"level": "warning", "message": "odd tool"}])
    page = Page(render(report(rule(verdict="fail", evidence=[told])), {}))
    assert page.inside["article"][0].strip().startswith("strict is false, the source says true")
    for text in (
        "flat-basic",
        "/output/0/strict",
        "exit status 3",
        "first line\nlast line",
        "warning: odd tool",
    ):
        assert text in page.inside["article"][0]
    assert "conformance certify acme --rule TR-4 --case flat-basic" in page.inside["code"]
    assert page.inside["figcaption"] == ["Input", "Expected", "Actual"]
    assert "The subject exited." in page.inside["figure"][2]


def test_diagnostics_that_are_not_observable_are_not_called_none(report: Build, rule: Build, evidence: Build) -> None:
    def told(diagnostics: list[Any] | None) -> str:
        piece = evidence(diagnostics=diagnostics)
        return Page(render(report(rule(verdict="fail", evidence=[piece])), {})).inside["article"][0]

    assert "The subject reported none." in told([])
    assert "Diagnostics" not in told(None)


def test_more_than_three_pieces_of_evidence_are_folded(mixed: Built) -> None:
    page = Page(render(mixed, {}))
    assert page.all("details", **{"class": "more"}) == [{"class": "more"}]
    assert "2 more pieces of evidence" in page.inside["summary"]
    assert all(f"wrong {n}" in page.text for n in range(5))


def test_lines_that_differ_are_marked(report: Build, rule: Build, evidence: Build) -> None:
    page = Page(render(report(rule(verdict="fail", evidence=[evidence()])), {}))
    assert page.inside["del"] == ['    "strict": true']
    assert page.inside["ins"] == ['    "strict": false']


def test_without_an_expected_output_the_pointer_is_marked(report: Build, rule: Build, evidence: Build) -> None:
    page = Page(render(report(rule(verdict="fail", evidence=[evidence(expected=None)])), {}))
    assert page.inside["mark"] == ['    "strict": false']
    assert "No single output is named" in page.inside["figure"][1]


def test_a_long_value_is_cut_around_its_first_difference(report: Build, rule: Build, evidence: Build) -> None:
    numbers = list(range(1_000))
    piece = evidence(input=numbers, expected=numbers, actual=[*numbers[:700], "?", *numbers[700:]], at="")
    page = Page(render(report(rule(verdict="fail", evidence=[piece])), {}))
    assert page.inside["ins"] == ['  "?",']
    given, expected, actual = (view.splitlines() for view in page.inside["pre"])
    assert len(given) == 400
    assert given[:2] == ["[", "  0,"]
    assert expected[0] == actual[0] != "["
    assert "  701," in expected
    assert "602 lines below are left out; report.json has them all." in page.inside["p"]
    assert "661 lines above are left out; report.json has them all." in page.inside["p"]


def test_texts_that_differ_only_beyond_what_is_shown_are_marked(report: Build, rule: Build, evidence: Build) -> None:
    piece = evidence(expected="x" * 5_000 + "y", actual="x" * 5_000 + "z")
    page = Page(render(report(rule(verdict="fail", evidence=[piece])), {}))
    assert [len(page.inside[tag]) for tag in ("del", "ins")] == [1, 1]
    assert "3,003 more characters" in page.inside["del"][0]


def test_deep_and_long_values_stay_small(report: Build, rule: Build, evidence: Build) -> None:
    deep: Any = "x" * 1_000_000
    for _ in range(3_000):
        deep = {"properties": deep}
    piece = evidence(input=deep, expected=deep, actual=[deep])
    told = rule(verdict="fail", evidence=[piece])
    page = render(report() | {"rules": [told]}, {})
    assert len(page) < 300_000
    assert "lines below are left out" in page


def test_nothing_is_loaded_from_elsewhere(mixed: Built, hostile_report: Built) -> None:
    for source in (render(mixed, {}), render(hostile_report, {})):
        page = Page(source)
        assert not [attrs for _, attrs in page.elements if {"src", "srcset", "action", "background"} & attrs.keys()]
        assert all(attrs["href"].startswith("#") for _, attrs in page.elements if "href" in attrs)
        assert not re.search(r"url\(|@import|https?:", page.inside["style"][0])
        assert not re.search(r"https?:|fetch|import\(|XMLHttp", page.inside["script"][0])


def test_the_one_script_is_the_one_that_the_page_allows(hostile_report: Built) -> None:
    page = Page(render(hostile_report, {}))
    (script,) = page.inside["script"]
    (policy,) = page.all("meta", **{"http-equiv": "Content-Security-Policy"})
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy["content"]
    assert "default-src 'none'" in policy["content"]


def test_hostile_text_is_text(mixed: Built, hostile_report: Built) -> None:
    wording = dict.fromkeys(("text", "why", "settled"), hostile_report["subject"]["name"])
    keys = [f"{rule['operation']} {rule['id']}" for rule in hostile_report["rules"]]
    source = render(hostile_report, dict.fromkeys(keys, wording))
    page = Page(source)
    allowed = {tag for tag, _ in Page(render(mixed, {})).elements} | {"ul", "li", "b", "h5"}
    assert {tag for tag, _ in page.elements} <= allowed
    assert {name for _, attrs in page.elements for name in attrs if name.startswith("on")} == set()
    assert [char for char in source if not char.isprintable() and char != "\n"] == []
    assert page.text.count("<img src=http://evil.example/x onerror=alert(1)>") > 50
    assert "{{ 7*7 }}" in page.text
    assert "\\x1b[31m" in page.text
    assert "\\ud800 \\ufffe \\x00\\x9b" in page.text


def test_rendering_twice_gives_the_same_page(mixed: Built) -> None:
    assert render(mixed, {}) == render(mixed, {})
