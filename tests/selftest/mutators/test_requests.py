"""What sound converters of requests do otherwise shows in some request."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from conformance import reference
from conformance.inputs.anthropic_requests import make_request
from conformance.inputs.choices import Dealing
from tests.suite.selftest.mutators.requests import MUTATORS, VARIANTS, changed

SOURCE, TARGET = "anthropic-request", "chat-request"
CHOICES = Dealing(Random(1))
GIVEN: list[Any] = [make_request(CHOICES) for _ in range(60)]
MADE = [reference.anthropic_request_to_chat_request(element) for element in GIVEN]


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_is_seen_in_some_request(name: str) -> None:
    convert = changed(lambda given: MADE[GIVEN.index(given)], SOURCE, TARGET, VARIANTS[name])
    assert any(convert(given) != made for given, made in zip(GIVEN, MADE, strict=True))


def test_what_is_no_request_stays() -> None:
    assert changed(lambda _given: 7, SOURCE, TARGET, MUTATORS[0].change)({"messages": []}) == 7
