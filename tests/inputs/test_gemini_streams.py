"""Streams of Gemini: real ones are real, each fault is one, and calls and counts come as they were recorded."""

from __future__ import annotations

import random
from typing import Any

from conformance.apis.input_validity.model import MALFORMED, REAL
from conformance.apis.input_validity.operations import standing_in
from conformance.formats.gemini.stream import read_stream
from conformance.formats.model.growth import CUT, FAILED, WHOLE
from conformance.inputs.choices import Dealing
from conformance.inputs.gemini_streams import INPUTS

SOURCE = "gemini-stream"


def test_what_is_made_is_real_and_each_fault_is_one() -> None:
    choices, inputs = Dealing(random.Random(7)), INPUTS[SOURCE]
    made = [inputs.make(choices) for _ in range(60)]
    assert {standing_in(SOURCE, element).kind for element in made} == {REAL}
    faulty = dict(inputs.malformed(choices) for _ in range(60))
    assert REAL not in {standing_in(SOURCE, element).kind for element in faulty.values()}
    assert {standing_in(SOURCE, wrong_shape).kind for wrong_shape in inputs.wrong_shapes()} == {MALFORMED}
    assert {standing_in(SOURCE, element).kind for _name, element in inputs.deep_and_wide()} == {REAL}


def test_streams_end_break_off_and_fail() -> None:
    choices = Dealing(random.Random(7))
    made: list[Any] = [INPUTS[SOURCE].make(choices) for _ in range(60)]
    assert {read_stream(stream).ended for stream in made} == {WHOLE, CUT, FAILED}
    calling = [stream for stream in made if "functionCall" in str(stream) and read_stream(stream).ended == WHOLE]
    assert any("functionCall" not in str(stream[-1]) for stream in calling)
    assert any("functionCall" in str(stream[-1]) for stream in calling)
    assert any(all("usageMetadata" in response for response in stream) for stream in made if len(stream) > 2)
