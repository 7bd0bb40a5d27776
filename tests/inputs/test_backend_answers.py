"""Answers to clients of Anthropic's API: one with a fault has one fault."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from conformance.apis.input_validity import DOCUMENTED, MALFORMED, standing_of
from conformance.inputs.backend_answers import make_malformed_response, make_malformed_stream
from conformance.inputs.choices import Choices, Dealing

WHOLE, STREAM = "chat-response-to-anthropic-response", "chat-stream-to-anthropic-stream"
UNASKED = {"several choices", "an old call", "sound"}
OF_SERVERS = {"empty arguments", "calls that begin at 1", "chunks without choices", "results without a delta"}


def drawn(make: Callable[[Choices], Any], count: int = 100) -> list[Any]:
    choices = Dealing(Random(1))
    return [make(choices) for _ in range(count)]


@pytest.mark.parametrize(("operation", "make"), [(WHOLE, make_malformed_response), (STREAM, make_malformed_stream)])
def test_what_nobody_asks_for_is_documented_and_a_fault_is_malformed(
    operation: str, make: Callable[[Choices], tuple[str, Any]]
) -> None:
    kinds: dict[str, set[str]] = {}
    for name, value in drawn(make, 200):
        kinds.setdefault(name, set()).add(standing_of(operation, value).kind)
    assert {name for name, found in kinds.items() if DOCUMENTED in found} - OF_SERVERS == UNASKED
    assert all(found == {MALFORMED} for name, found in kinds.items() if name not in UNASKED | OF_SERVERS)
