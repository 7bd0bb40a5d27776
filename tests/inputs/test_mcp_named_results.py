"""Results with the names of their tools: real ones are real, each fault is one, and ids are there or not."""

from __future__ import annotations

import random
from typing import Any

from conformance.apis.input_validity.model import MALFORMED, REAL
from conformance.apis.input_validity.operations import standing_in
from conformance.inputs.choices import Dealing
from conformance.inputs.mcp_named_results import INPUTS

SOURCE = "mcp-named-result"


def test_what_is_made_is_real_and_each_fault_is_one() -> None:
    choices, inputs = Dealing(random.Random(7)), INPUTS[SOURCE]
    made: list[Any] = [inputs.make(choices) for _ in range(60)]
    assert {standing_in(SOURCE, element).kind for element in made} == {REAL}
    assert {"tool_call_id" in element for element in made} == {True, False}
    assert len({element["name"] for element in made}) > 3
    faulty = dict(inputs.malformed(choices) for _ in range(120))
    assert "no name of the tool" in faulty
    assert REAL not in {standing_in(SOURCE, element).kind for element in faulty.values()}
    assert {standing_in(SOURCE, wrong_shape).kind for wrong_shape in inputs.wrong_shapes()} == {MALFORMED}
    assert {standing_in(SOURCE, element).kind for _name, element in inputs.deep_and_wide()} == {REAL}
