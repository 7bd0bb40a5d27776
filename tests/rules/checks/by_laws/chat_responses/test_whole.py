"""How a Chat answer ended, its usage, and what identifies it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.rules.checks.by_laws.chat_responses.choices import read_failed_response, read_text_join
from conformance.rules.checks.choice_readings import IllegalAnswer
from tests.rules.checks.by_laws.chat_responses.samples import (
    CALL,
    CHAT_USAGE,
    SENT,
    USAGE,
    answer,
    charged,
    failed,
    response,
    said,
    viewed,
)

CUT = {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}
FILTERED = {"status": "incomplete", "incomplete_details": {"reason": "content_filter"}}
STEERED = {"status": "incomplete", "incomplete_details": {"reason": "steered"}}
FAILED = response(status="failed", error={"code": "server_error", "message": "The model broke."})


@pytest.mark.parametrize(
    ("more", "legal"),
    [
        ({}, {"stop"}),
        (CUT, {"length"}),
        (FILTERED, {"content_filter"}),
        (STEERED, {"length", "content_filter", "tool_calls"}),
        ({"status": "cancelled"}, {"length", "content_filter", "tool_calls"}),
        ({"status": "in_progress"}, {"length", "content_filter", "tool_calls"}),
    ],
)
def test_finish_reason_says_how_the_response_ended(more: Any, legal: set[str]) -> None:
    given = response(said("Hi"), **more)
    for reason in ("stop", "length", "content_filter", "tool_calls"):
        assert ("RCR-8" in charged(given, answer("Hi", finish=reason))) is (reason not in legal)


def test_calls_end_with_tool_calls_unless_the_response_was_cut() -> None:
    assert charged(response(CALL), answer(None, SENT)) == set()
    assert charged(response(CALL), answer(None, SENT, finish="stop")) == {"RCR-8"}
    assert charged(response(CALL, **CUT), answer(None, SENT, finish="length")) == set()
    assert charged(response(CALL, **CUT), answer(None, SENT)) == {"RCR-8"}


@pytest.mark.parametrize(
    ("given", "got", "is_right"),
    [
        (USAGE, CHAT_USAGE, True),
        (USAGE, CHAT_USAGE | {"completion_tokens_details": {"reasoning_tokens": 3, "audio_tokens": 0}}, True),
        (USAGE, CHAT_USAGE | {"completion_tokens_details": {"reasoning_tokens": 3, "audio_tokens": 1}}, False),
        (USAGE, {key: CHAT_USAGE[key] for key in CHAT_USAGE if "details" not in key}, False),
        (USAGE, CHAT_USAGE | {"total_tokens": 24}, False),
        (USAGE, None, False),
        (None, None, True),
        (None, {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}, True),
        (None, CHAT_USAGE, False),
    ],
)
def test_the_usage_is_that_of_the_response(given: Any, got: Any, is_right: bool) -> None:
    assert ("RCR-12" in charged(response(said("Hi"), usage=given), answer("Hi", usage=got))) is not is_right


@pytest.mark.parametrize(
    ("more", "rules"),
    [
        ({"id": "chatcmpl-7"}, set()),
        ({"id": ""}, {"RCR-13"}),
        ({"model": "gpt-5-mini"}, {"RCR-13"}),
        ({"created": 1760000001}, {"RCR-13a"}),
        ({"service_tier": "default"}, {"RCR-14"}),
        ({"metadata": {"a": "b"}}, {"RCR-14"}),
        ({"metadata": {}}, set()),
    ],
)
def test_the_members_are_those_of_the_response(more: Any, rules: set[str]) -> None:
    assert charged(response(said("Hi")), answer("Hi") | more) == rules


def test_a_failed_response_raises_or_is_named() -> None:
    assert charged(FAILED, failed(), failed_response="raise") == set()
    assert charged(FAILED, failed(), failed_response="report") == {"RCR-7"}
    assert charged(FAILED, {"error": FAILED["error"]}, failed_response="report") == set()
    assert charged(FAILED, {"error": FAILED["error"]}, failed_response="raise") == {"RCR-7"}
    assert charged(FAILED, answer(None)) == {"RCR-7"}


def test_the_choices_are_read_from_what_came() -> None:
    assert read_failed_response(viewed(FAILED, failed())) == "raise"
    assert read_failed_response(viewed(FAILED, {"error": FAILED["error"]})) == "report"
    assert isinstance(read_failed_response(viewed(FAILED, answer(None))), IllegalAnswer)
    assert read_failed_response(viewed(response(), answer(None))) is None
    assert read_text_join(viewed(response(said("a", "b")), answer("a\nb"))) == "newline"
    assert read_text_join(viewed(response(said("a")), answer("a"))) is None


def test_an_id_and_a_date_of_its_own_are_no_difference_of_two_calls() -> None:
    view = viewed(response(said("Hi")), answer("Hi", id="x1"))
    for again, alike in ((answer("Hi", id="y2"), True), (answer("Ho"), False)):
        trial = replace(view.trial, again=replace(view.trial.outcome, output=again))
        assert type(view)(trial).repeats_output is alike
