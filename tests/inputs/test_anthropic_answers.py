"""Answers of Anthropic Messages: real ones are real, and each fault is one."""

from __future__ import annotations

import random

import pytest

from conformance.apis.input_validity.model import MALFORMED, REAL
from conformance.apis.input_validity.operations import standing_in
from conformance.inputs.anthropic_answers import INPUTS
from conformance.inputs.choices import Dealing


@pytest.mark.parametrize("source", INPUTS)
def test_what_is_made_is_real_and_each_fault_is_one(source: str) -> None:
    choices, inputs = Dealing(random.Random(7)), INPUTS[source]
    made = [inputs.make(choices) for _ in range(60)]
    assert {standing_in(source, element).kind for element in made} == {REAL}
    faulty = dict(inputs.malformed(choices) for _ in range(60))
    assert REAL not in {standing_in(source, element).kind for element in faulty.values()}
    assert {standing_in(source, wrong_shape).kind for wrong_shape in inputs.wrong_shapes()} == {MALFORMED}
    assert {standing_in(source, element).kind for _name, element in inputs.deep_and_wide()} == {REAL}
