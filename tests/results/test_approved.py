"""What each kind of report says of the same reports: a file of approved/ for each kind."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from conformance.results import junit, markdown, run_sarif
from conformance.results.compare import html as compare_html
from conformance.results.compare import markdown as compare_markdown
from conformance.results.compare.comparison import compare
from conformance.results.compare.document import document
from conformance.results.compare.text import comparison_lines
from conformance.results.detection import Score
from conformance.results.github import FileLine, annotation_lines
from conformance.results.html import RuleWording, render
from conformance.results.live import live_lines
from conformance.results.unjudged import unjudged_lines
from tests.approved import Approved
from tests.results.building import Built, make_report, make_rule
from tests.results.pages import Lines, Page
from tests.results.samples import CHOICES, FLAT, MCP, SAMPLES, UNMATCHED, WORDS, before_and_now

FOLDER = Path(__file__).with_name("approved")
PLACES = {FLAT: FileLine("acme.py", 7)}
ENTRIES = {(FLAT, "M-2"): FileLine("expected.toml", 5), ("tool-loop", "NO-1"): FileLine("expected.toml", 9)}
WORDINGS = RuleWording({f"{FLAT} {name}": WORDS for name in ("TR-4", "M-1")}, CHOICES)


def packed(page: str) -> str:
    """What lies packed in a page: the table that its script draws, accounts of losses, more evidence."""
    read = Page(page)
    data, more = read.packed("data"), read.packed("more")
    table = {key: value for key, value in data.items() if key != "accounts"}
    parts = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in table.items()]
    parts += [f"account\n{Lines(account).text}" for account in data["accounts"]]
    parts += [f"more of row {row}\n{Lines(element).text}" for row, element in more]
    return "\n".join(parts)


def page(report: Built) -> str:
    drawn = render(report, WORDINGS)
    return f"{Lines(drawn).text}\n\npacked\n{packed(drawn)}"


def sarif(report: Built) -> str:
    log = run_sarif.render(report, {}, PLACES, ENTRIES, "reports/report.json")
    log["runs"][0]["tool"]["driver"]["semanticVersion"] = "VERSION"
    return json.dumps(log, indent=1)


def annotated(report: Built) -> str:
    regressions = {(FLAT, "ADVICE"), (FLAT, "UNRUN")}
    lines = annotation_lines(report, PLACES, ENTRIES)
    return "\n".join([*lines, "with regressions", *annotation_lines(report, {}, {}, regressions)])


def live(report: Built) -> str:
    answers = live_lines(report["live"]) if "live" in report else ()
    return "\n".join([*unjudged_lines(report), *answers])


KINDS: dict[str, Callable[[Built], str]] = {
    "junit": lambda report: junit.render(report).decode(),
    "sarif": sarif,
    "markdown": markdown.render,
    "github": annotated,
    "page": page,
    "live": live,
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_report_is_as_approved(kind: str, approved: Approved, report: Callable[..., Any]) -> None:
    made = {name: make() for name, make in SAMPLES.items()}
    approved.whole(FOLDER / f"{kind}.txt", {name: KINDS[kind](value) for name, value in made.items()})


def test_the_samples_have_the_published_form(_validator: jsonschema_rs.Validator) -> None:
    errors = [error.message for make in SAMPLES.values() for error in _validator.iter_errors(make())]
    assert errors == []


def led(*rules: Built, conforms: bool | None = None, **changes: Any) -> str:
    """The verdict of a page, and what it rests on."""
    report = make_report(*rules, **changes)
    if conforms is not None:
        report["summary"]["conforms"] = conforms
    drawn = Page(render(report))
    return "\n".join([drawn.inside["h1"][0], drawn.inside["p"][0]])


def detected(*operations: str, **scores: Score) -> str:
    report = make_report(*(make_rule(operation=name) for name in operations or (FLAT,)))
    text = Page(render(report, scores=scores)).text
    return " ".join(text.partition("Planted defects found")[2].partition("Rule")[0].split())[:200]


def test_the_verdict_of_a_page_says_what_it_rests_on(approved: Approved) -> None:
    digest = "sha256:" + "4f" * 32
    passing, failing = make_rule(), make_rule(verdict="fail")
    texts = {
        "all hold": led(passing, passing),
        "one cannot be observed": led(passing, make_rule(verdict="not-observable")),
        "one fails and one was not run": led(failing, passing, make_rule(verdict="not-run")),
        "one is charged to another": led(failing, failing | {"charged_to": ["MCP-1"]}),
        "an expected failure passes": led(make_rule(verdict="unexpected-pass")),
        "an expected failure matches no rule": led(passing, conforms=False, unmatched_expected_failures=UNMATCHED),
        "what fails is not required": led(failing, passing, conforms=True),
        "a SHOULD fails": led(passing, make_rule(level="SHOULD", verdict="fail")),
        "incomplete": led(passing, run={"complete": False}),
        "incomplete, and one fails": led(failing, run={"complete": False}),
        "detection is not measured": detected(),
        "detection is measured for other operations": detected(**{MCP: Score(9, 9, 1, 1, digest)}),
        "detection": detected(**{FLAT: Score(62, 61, 12, 12, digest), MCP: Score(9, 9, 1, 1, digest)}),
        "detection of other specifications": detected(**{FLAT: Score(62, 62, 1, 1, "sha256:" + "0" * 64)}),
        "detection of one of two operations": detected(FLAT, MCP, **{FLAT: Score(62, 62, 1, 1, digest)}),
    }
    approved.whole(FOLDER / "verdict-of-page.txt", texts)


def test_a_comparison_is_as_approved(approved: Approved) -> None:
    both, same = compare(*before_and_now()), compare(before_and_now()[0], before_and_now()[0])
    texts = {
        "text": "\n".join(comparison_lines(both)),
        "markdown": compare_markdown.render(both),
        "page": Lines(compare_html.render(both)).text,
        "data": json.dumps(document(both), indent=1),
        "text without a difference": "\n".join(comparison_lines(same)),
        "markdown without a difference": compare_markdown.render(same),
    }
    approved.whole(FOLDER / "comparison.txt", texts)
