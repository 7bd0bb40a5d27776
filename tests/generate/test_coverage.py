"""What the inputs of a default run hold: every keyword, position and shape that a converter can fall over."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Any

import pytest

from conformance.engine.options import Options
from conformance.generate import OPERATIONS
from conformance.generate.pool import pooled
from tests.generate import (
    chat_features,
    chunk_features,
    conversation_features,
    flat_request_features,
    flat_tool_features,
    item_features,
    loop_features,
    output_features,
    request_features,
    result_features,
    schema_features,
    stream_features,
    tool_features,
)

Seen = Callable[[Any], Iterable[str]]

SEEN: dict[str, tuple[set[str], Seen]] = {
    **{
        operation: (wanted, partial(tool_features.seen, operation))
        for operation, wanted in tool_features.WANTED.items()
    },
    **{
        operation: (wanted, partial(output_features.seen, operation))
        for operation, wanted in output_features.WANTED.items()
    },
    "chat-messages-to-responses-input": (conversation_features.WANTED, conversation_features.seen),
    "responses-input-to-chat-messages": (item_features.WANTED, item_features.seen),
    "responses-stream-to-tool-calls": (stream_features.WANTED, stream_features.seen),
    "responses-stream-to-chat-stream": (stream_features.WANTED, stream_features.seen),
    "chat-response-to-tool-calls": (chat_features.WANTED, chat_features.seen),
    "chat-stream-to-tool-calls": (chunk_features.WANTED, chunk_features.seen),
    **dict.fromkeys(result_features.OPERATIONS, (result_features.WANTED, result_features.seen)),
    "tool-loop": (loop_features.WANTED, loop_features.seen),
    "responses-tools-to-chat-tools": (flat_tool_features.WANTED, flat_tool_features.seen),
    "chat-request-to-responses-request": (request_features.WANTED, request_features.seen),
    "responses-request-to-chat-request": (flat_request_features.WANTED, flat_request_features.seen),
}
# Beyond doubles, or apart only for who keeps 1 and 1.0 apart.
EXACT = {
    *("integer beyond 2**53", "integer below -2**63", "number beyond 64 bits", "1.0", "-0.0", "1e+100", "1 beside 1.0"),
    *("default 1.0", "default -0.0", "a field beyond 2**53", "a number 1.0"),
}


@cache
def found(operation: str, seed: int, count: int = Options().max_examples, exact: bool = True) -> frozenset[str]:
    """What the examples of a run hold."""
    _wanted, seen = SEEN[operation]
    return frozenset(name for value in pooled(operation, count, seed, exact) for name in seen(value))


def test_every_operation_is_looked_at() -> None:
    assert set(SEEN) == set(OPERATIONS)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("operation", OPERATIONS)
def test_a_default_run_holds_everything(operation: str, seed: int) -> None:
    wanted, _seen = SEEN[operation]
    assert wanted - found(operation, seed) == set()


@pytest.mark.parametrize("operation", tool_features.WANTED)
def test_no_schema_has_a_keyword_that_is_not_meant(operation: str) -> None:
    assert not {f"keyword {keyword}" for keyword in schema_features.NOT_MEANT} & found(operation, 1)


@pytest.mark.parametrize("operation", tool_features.WANTED)
def test_loose_inputs_lack_only_the_numbers(operation: str) -> None:
    wanted, _seen = SEEN[operation]
    assert wanted - found(operation, 1, 300, exact=False) == EXACT & wanted
