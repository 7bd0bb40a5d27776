"""What sound converters of requests do otherwise shows in some request."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from conformance import reference
from conformance.inputs import gemini_requests
from conformance.inputs.anthropic_requests import make_request
from conformance.inputs.choices import Dealing
from tests.suite.selftest.mutators.requests import MUTATORS, VARIANTS, changed

TARGET = "chat-request"
CHOICES = Dealing(Random(1))
OF_ANTHROPIC: list[Any] = [make_request(CHOICES) for _ in range(60)]
OF_GEMINI: list[Any] = [gemini_requests.make_request(CHOICES) for _ in range(60)]
# By source, what is given and what is made of it.
CONVERTED = {
    "anthropic-request": [(given, reference.anthropic_request_to_chat_request(given)) for given in OF_ANTHROPIC],
    "gemini-request": [(given, reference.gemini_request_to_chat_request(given)) for given in OF_GEMINI],
}


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_is_seen_in_some_request(name: str) -> None:
    assert any(
        changed(lambda _given, made=made: made, source, TARGET, VARIANTS[name])(given) != made
        for source, requests in CONVERTED.items()
        for given, made in requests
    )


def test_what_is_no_request_stays() -> None:
    assert changed(lambda _given: 7, next(iter(CONVERTED)), TARGET, MUTATORS[0].change)({"messages": []}) == 7
