"""Answers of Gemini: real ones are real, each fault is one, and what recorded ones do occurs."""

from __future__ import annotations

import json
import random

from conformance.apis.input_validity.model import MALFORMED, REAL
from conformance.apis.input_validity.operations import standing_in
from conformance.inputs.choices import Dealing
from conformance.inputs.gemini_answers import INPUTS, make_response

SOURCE = "gemini-response"


def test_what_is_made_is_real_and_each_fault_is_one() -> None:
    choices, inputs = Dealing(random.Random(7)), INPUTS[SOURCE]
    made = [inputs.make(choices) for _ in range(60)]
    assert {standing_in(SOURCE, element).kind for element in made} == {REAL}
    faulty = dict(inputs.malformed(choices) for _ in range(60))
    assert REAL not in {standing_in(SOURCE, element).kind for element in faulty.values()}
    assert {standing_in(SOURCE, wrong_shape).kind for wrong_shape in inputs.wrong_shapes()} == {MALFORMED}
    assert {standing_in(SOURCE, element).kind for _name, element in inputs.deep_and_wide()} == {REAL}


def test_answers_do_what_recorded_ones_do() -> None:
    choices = Dealing(random.Random(7))
    text = json.dumps([make_response(choices) for _ in range(100)])
    words = (
        "thoughtSignature", '"thought": true', "groundingSupports", "promptFeedback", "executableCode", "toolCall",
        "logprobsResult", "toolUsePromptTokenCount", "createTime", "trafficType", "MAX_TOKENS", "inlineData",
    )  # fmt: skip
    assert [word for word in words if word not in text] == []
