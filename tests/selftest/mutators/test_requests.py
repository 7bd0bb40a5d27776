"""Each planted defect of requests changes one, and each variant does too."""

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
SHOWN = [mutator.name for mutator in MUTATORS if not mutator.silently and TARGET in (mutator.targets or (TARGET,))]


@pytest.mark.parametrize("name", [*SHOWN, *VARIANTS])
def test_a_change_is_seen_in_some_request(name: str) -> None:
    mutator = next((mutator for mutator in MUTATORS if mutator.name == name), None)
    answers = {key.replace("-", "_"): answer for key, answer in mutator.answers.items()} if mutator else {}
    came = [reference.anthropic_request_to_chat_request(element, **answers) for element in GIVEN] if answers else MADE
    change = mutator.change if mutator else VARIANTS[name]
    convert = changed(lambda given: came[GIVEN.index(given)], SOURCE, TARGET, change)
    assert any(convert(given) != made for given, made in zip(GIVEN, came, strict=True))


def test_what_is_no_request_stays() -> None:
    assert changed(lambda _given: 7, SOURCE, TARGET, MUTATORS[0].change)({"messages": []}) == 7
