"""Answers of Chat backends to clients of Gemini's API: real ones are real, and each fault is one."""

from __future__ import annotations

import random

import pytest

from conformance.apis.input_validity.model import REAL
from conformance.apis.input_validity.operations import standing_of
from conformance.inputs.answers_for_gemini import INPUTS
from conformance.inputs.choices import Dealing

OPERATIONS = {"chat-response": "chat-response-to-gemini-response", "chat-stream": "chat-stream-to-gemini-stream"}


@pytest.mark.parametrize("source", INPUTS)
def test_what_is_made_is_real_and_has_log_probabilities(source: str) -> None:
    choices, inputs = Dealing(random.Random(7)), INPUTS[source]
    made = [inputs.make(choices) for _ in range(60)]
    kinds = [standing_of(OPERATIONS[source], element) for element in made]
    assert all(standing.is_sent for standing in kinds)
    assert REAL in {standing.kind for standing in kinds}
    assert "logprob" in str(made)
