"""Losses that are charged to a feature only if nothing is lost without it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from conformance.inputs.contrasts.size import SMALL
from conformance.reference import responses_input_to_chat_messages
from conformance.rules.checks.conduct import LOST, TOO_LARGE
from conformance.rules.checks.findings import LOST_WITH
from conformance.running.engine.losses_by_contrast import keeps_all, kinds_of_loss
from tests.running.engine.building import contract_of, judge_of, subject_of

ITEMS = "responses-input-to-chat-messages"
IMAGE = {"type": "input_image", "image_url": "https://example.org/a.png"}
GIVEN = [{"role": "user", "content": [{"type": "input_text", "text": "Hello"}, IMAGE]}]


def loses_images(items: Any) -> Any:
    return [] if "input_image" in str(items) else responses_input_to_chat_messages(items)


def loses_all(items: Any) -> Any:
    return []


def fails(items: Any) -> Any:
    raise ValueError("no")


def test_a_contrast_confirms_a_loss_and_that_of_size_a_call_that_fails_too() -> None:
    (rule,) = (rule for rule in contract_of(ITEMS).rules if rule.id == "INP-3")
    assert kinds_of_loss(rule) == (LOST_WITH,)
    assert kinds_of_loss(replace(rule, contrast=SMALL)) == (LOST, TOO_LARGE)
    assert kinds_of_loss(replace(rule, contrast=None)) == ()


@pytest.mark.parametrize(
    ("function", "kept"),
    [(responses_input_to_chat_messages, True), (loses_images, True), (loses_all, False), (fails, False)],
)
def test_all_is_kept_where_the_input_without_the_feature_converts(function: Callable[[Any], Any], kept: bool) -> None:
    judge = judge_of(ITEMS)
    (rule,) = (rule for rule in judge.contract.rules if rule.id == "INP-3")
    assert keeps_all(subject_of({ITEMS: function}), judge, rule, GIVEN) is kept
