"""What an API says of results, in every report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from conformance.results import markdown
from conformance.results.html import page
from conformance.results.live import live_document, live_lines
from conformance.running.engine.live_api import Answered, Live

ITEMS = "chat-messages-to-responses-input"
LIVE = Live(
    against="https://api.openai.com/v1",
    model="gpt-4.1-mini",
    answers=(
        Answered(ITEMS, "text", {"input": "Hi"}, None, ()),
        Answered(ITEMS, "image", {"input": "Ho"}, "No <b>such</b> model.", ("No image.", "No part.")),
        Answered(ITEMS, None, {"input": "Hu"}, "Not this.", ()),
    ),
    left_out={"larger than 8,000 bytes": 2},
)
HEADLINE = (
    "3 results sent to https://api.openai.com/v1 (gpt-4.1-mini): 1 accepted, 2 refused; the oracles say otherwise of 1."
)


def test_a_terminal_shows_first_where_the_suite_is_wrong() -> None:
    assert list(live_lines(live_document(LIVE))) == [
        f"Live: {HEADLINE}",
        f"  SUITE WRONG {ITEMS} (given input): the subject is not charged",
        "    the API: Not this.",
        "    the suite: accepted",
        '    request: {"input": "Hu"}',
        f"  refused {ITEMS} image",
        "    the API: No <b>such</b> model.",
        "    the suite: No image.",
        '    request: {"input": "Ho"}',
        "  not sent: larger than 8,000 bytes (2)",
    ]


@pytest.fixture
def with_live(report: Callable[..., dict[str, Any]], rule: Callable[..., dict[str, Any]]) -> dict[str, Any]:
    return report(rule(), live=live_document(LIVE))


def test_markdown_shows_it_without_markup(with_live: dict[str, Any]) -> None:
    text = markdown.render(with_live)
    assert "### The API's opinion" in text
    assert "SUITE WRONG" in text
    assert "<b>" not in text
    assert "not sent: larger than 8,000 bytes" in text


def test_the_page_shows_it_without_markup(with_live: dict[str, Any]) -> None:
    text = page.render(with_live)
    assert "The API&#x27;s opinion" in text or "The API's opinion" in text
    assert HEADLINE.partition(" (")[2] in text
    assert "<b>such" not in text


def test_a_report_of_a_run_that_asked_nobody_says_nothing_of_it(
    report: Callable[..., dict[str, Any]], rule: Callable[..., dict[str, Any]]
) -> None:
    alone = report(rule())
    assert "opinion" not in markdown.render(alone)
    assert "API's opinion" not in page.render(alone)
