"""Which keys the input of an operation has."""

from __future__ import annotations

import pytest

from conformance.rules.contracts import load_specifications
from conformance.rules.contracts.input_form import input_form, sample_input

CONTRACTS = load_specifications().contracts


@pytest.mark.parametrize(
    ("operation", "form"),
    [
        ("mcp-result-to-tool-message", "{tool_call_id, result}"),
        ("anthropic-stream-to-responses-stream", "{events, request?}"),
        ("chat-stream-to-responses-stream", "{chunks, request?}"),
        (
            "responses-tools-to-chat-tools",
            "[{type, name?, description?, strict?, parameters?, allowed_callers?, ...}, ...]",
        ),
    ],
)
def test_the_keys_of_an_input_are_those_of_its_cases(operation, form):
    assert input_form(CONTRACTS[operation]) == form


@pytest.mark.parametrize("operation", list(CONTRACTS))
def test_each_operation_has_a_form_and_a_sample(operation):
    assert input_form(CONTRACTS[operation])[0] in "{["
    assert sample_input(CONTRACTS[operation])
