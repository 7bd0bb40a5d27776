"""Answers to choices that results prove."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.rules.checks.by_laws.requests.choices import READERS
from tests.rules.checks.by_laws.requests.samples import IMAGE, asked, called, made, returned, user, view

THOUGHTS = asked(
    user("q"),
    {"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm, so.", "signature": "E"},
                                      {"type": "text", "text": "a"}]},
    user("r"),
)  # fmt: skip
ANSWER = {"role": "assistant", "content": "a"}
FAILED = called("A", is_error=True)
FAILED_TWICE = called([{"type": "text", "text": "A"}, {"type": "text", "text": "B"}], is_error=True)
BUDGET = asked(user("q"), max_tokens=9000, thinking={"type": "enabled", "budget_tokens": 2048})


@pytest.mark.parametrize(
    ("choice", "given", "output", "answer"),
    [
        ("thinking", THOUGHTS, made(user("q"), ANSWER, user("r")), "report"),
        ("thinking", THOUGHTS, made(user("q"), {**ANSWER, "reasoning_content": "Hm, so."}, user("r")), "dialect"),
        ("thinking", asked(user("q")), made(user("q")), None),
        ("tool-error", FAILED, returned("Error: A"), "prefix"),
        ("tool-error", FAILED, returned('{"error": "A"}'), "json"),
        ("tool-error", FAILED, returned("A"), "report"),
        ("tool-error", FAILED_TWICE, returned("A\nB"), "report"),
        ("tool-error", FAILED_TWICE, returned("Error: A\nB"), "prefix"),
        ("tool-error", called(), returned(), None),
        ("result-media", called([IMAGE]), returned("[an image]"), "placeholder"),
        ("result-media", called([IMAGE]), None, "refuse"),
        ("result-media", called(), returned(), None),
        ("thinking-budget", BUDGET, made(user("q"), reasoning_effort="low"), "effort"),
        ("thinking-budget", BUDGET, made(user("q")), "report"),
        ("unsupported-members", asked(user("q"), top_k=5), made(user("q")), "report"),
        ("unsupported-members", asked(user("q"), top_k=5), None, "refuse"),
        ("unsupported-members", asked(user("q")), made(user("q")), None),
    ],
)
def test_a_result_shows_an_answer(choice: str, given: Any, output: Any, answer: str | None) -> None:
    seen = view(given, output) if output is not None else view(given, error="no place")
    assert READERS[choice](seen) == answer


def test_an_image_may_be_the_users() -> None:
    output = returned("see below")
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}
    output["messages"].append(user([image]))
    assert READERS["result-media"](view(called([IMAGE]), output)) == "user-message"


def test_a_limit_that_is_too_small_is_raised_or_refused() -> None:
    given, operation = asked(user("q")), "anthropic-request-to-responses-request"
    raised = {"model": "m", "max_output_tokens": 16, "input": "q"}
    assert READERS["small-limits"](view(given, raised, operation=operation)) == "raise"
    refused = view(given, error="max_tokens is 9", operation=operation)
    assert READERS["small-limits"](refused) == "refuse" and refused.may_fail
    assert READERS["small-limits"](view(asked(user("q"), max_tokens=90), raised, operation=operation)) is None
    assert READERS["small-limits"](view(given, made(user("q")))) is None
