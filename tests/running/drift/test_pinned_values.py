"""Which values of pinned kinds the formats of the operations contain."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.oracles import KINDS, fits_schema
from conformance.formats.operations import operations
from conformance.rules.contracts import load_specifications
from conformance.running.drift.pinned_values import kinds_of, pinned_values

# The suite's own forms: no API publishes them.
OWN = {"tool-definition", "tool-calls", "conversation"}
FORMATS = {format for operation in operations().values() for format in (operation.source, operation.target)}


@pytest.mark.parametrize("format", sorted(FORMATS))
def test_each_format_of_an_api_contains_values_of_its_kinds(format: str) -> None:
    assert bool(kinds_of(format)) != (format in OWN)
    assert kinds_of(format) <= set(KINDS)


@pytest.mark.parametrize("operation", sorted(operations()))
def test_the_expected_outputs_of_cases_contain_values_that_the_pinned_schemas_take(operation: str) -> None:
    format = operations()[operation].target
    taken = set()
    for case in load_specifications().contracts[operation].cases:
        for expectation in case.expectations:
            taken |= {kind for kind, value in pinned_values(format, expectation.output) if fits_schema(kind, value)}
    # A part of a request lacks what a request must have.
    parts = not {format, f"{format.removesuffix('stream')}chunk", f"{format.removesuffix('stream')}event"} & set(KINDS)
    assert taken or parts or format in OWN


def test_the_values_share_the_objects_of_the_format() -> None:
    tools: list[Any] = [{"type": "function", "function": {"name": "f"}}]
    ((kind, value),) = pinned_values("chat-tools", tools)
    assert (kind, value["tools"]) == ("chat-request", tools)
    assert value["tools"][0] is tools[0]


def test_an_exchange_contains_a_request_and_an_answer() -> None:
    exchange = {"request": {"model": "m"}, "events": [{"type": "ping"}, {"type": "message_stop"}]}
    found = [
        (kind, value) for kind, value in pinned_values("anthropic-stream-exchange", exchange) if "beta" not in kind
    ]
    assert found == [
        ("responses-request", {"model": "m"}),
        ("anthropic-event", {"type": "ping"}),
        ("anthropic-event", {"type": "message_stop"}),
    ]


@pytest.mark.parametrize(
    ("tool", "kinds"),
    [
        ({"name": "f", "input_schema": {}}, {"anthropic-request", "anthropic-beta-request", "anthropic-tool"}),
        ({"type": "function", "function": {"name": "f"}}, {"chat-request"}),
        ({"type": "function", "name": "f"}, {"responses-request"}),
        ({"name": "f", "parameters": {}}, {"google-tool"}),
    ],
)
def test_a_tool_of_a_provider_is_a_value_of_its_kinds_alone(tool: dict[str, Any], kinds: set[str]) -> None:
    assert {kind for kind, _value in pinned_values("provider-tool", tool)} == kinds


@pytest.mark.parametrize("format", sorted(FORMATS))
def test_what_has_another_form_is_passed_over(format: str) -> None:
    for value in (None, 1, "text", [None, []], {"request": [], "messages": 1}):
        assert [found for found in pinned_values(format, value) if not isinstance(found[1], dict)] == [], value
