"""Drawn Gemini requests: what the API takes, and all that clients do differently."""

from __future__ import annotations

import json

from conformance.apis.oracles import refusals_of
from conformance.inputs.examples import draw_examples
from conformance.inputs.gemini_requests import INPUTS

OPERATION = "gemini-request-to-chat-request"
DRAWN = draw_examples(OPERATION, 200, 1)
REAL = [example.value for example in DRAWN if example.mutation is None]


def test_real_ones_are_accepted_and_those_with_a_fault_are_not() -> None:
    for example in DRAWN:
        refused = refusals_of("gemini-request", example.value)
        assert bool(refused) is (example.mutation not in (None, "a call without a name")), example


def test_clients_differ_in_spelling_ids_and_dialects() -> None:
    text = [json.dumps(value) for value in REAL]
    for held in (
        "functionCall",
        "function_call",
        '"id"',
        '"parameters"',
        '"parametersJsonSchema"',
        '"error"',
        '"parts"',
    ):
        assert any(held in each for each in text), held
    assert any("functionCall" in each and '"id"' not in each for each in text)
    assert any("model" not in value for value in REAL)


def test_wide_ones_differ_by_their_size_alone() -> None:
    sizes = {name: len(value["contents"]) for name, value in INPUTS["gemini-request"].deep_and_wide()}
    assert (sizes["wide-100"], sizes["wide-1000"]) == (100, 1000)
