"""Answers of Anthropic Messages: real ones are real, and each fault is one."""

from __future__ import annotations

import random
from typing import Any

import pytest

from conformance.apis.input_validity.model import MALFORMED, REAL
from conformance.apis.input_validity.operations import standing_in
from conformance.formats.exchanges import ANSWERS, WHOLES
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


def test_streams_end_break_off_and_fail() -> None:
    choices, make = Dealing(random.Random(7)), INPUTS["anthropic-stream"].make
    read = ANSWERS["anthropic-stream"]
    growths = [read(make(choices)).growth for _ in range(60)]
    assert {growth.ended for growth in growths if growth is not None} == {"whole", "cut", "failed"}
    assert set(WHOLES) >= {"anthropic-stream"}


def test_one_or_more_deltas_of_the_message_say_how_it_ended() -> None:
    choices, make = Dealing(random.Random(7)), INPUTS["anthropic-stream"].make
    ends = []
    for _ in range(60):
        events: Any = make(choices)
        ends.append([bool(event["delta"]["stop_reason"]) for event in events if event["type"] == "message_delta"])
    assert [True, False] in ends
    assert [False, True] in ends
    assert {sum(end) for end in ends} == {0, 1}
