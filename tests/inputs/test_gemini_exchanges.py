"""Exchanges with a Gemini backend are real, and each fault is one."""

from __future__ import annotations

import random

import pytest

from conformance.apis.input_validity import DOCUMENTED, MALFORMED, REAL, standing_in
from conformance.inputs.choices import Dealing
from conformance.inputs.gemini_exchanges import INPUTS

FAILED = {"an error", "an unknown finish_reason", "in the answer: another finishReason"}
OF_SERVERS = {"an error"}  # which ends a stream


@pytest.mark.parametrize("source", INPUTS)
def test_exchanges_are_real_and_each_fault_is_one(source: str) -> None:
    choices, inputs = Dealing(random.Random(7)), INPUTS[source]
    found = [standing_in(source, inputs.make(choices)) for _ in range(100)]
    assert [finding.reasons for finding in found if finding.kind != REAL] == []
    for name, value in (inputs.malformed(choices) for _ in range(80)):
        kind = standing_in(source, value).kind
        assert kind == (DOCUMENTED if name in FAILED else MALFORMED) or name in OF_SERVERS, name
    assert {standing_in(source, wrong_shape).kind for wrong_shape in inputs.wrong_shapes()} == {MALFORMED}
    large = {name: standing_in(source, element).kind for name, element in inputs.deep_and_wide()}
    assert {name for name, kind in large.items() if kind != REAL} == {"many-tools"}  # more than the API takes
