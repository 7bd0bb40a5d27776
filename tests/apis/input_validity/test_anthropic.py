"""The standing of what Anthropic's API answers: what it sends is real, and the rest has a reason."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.input_validity.model import DOCUMENTED, MALFORMED, REAL
from conformance.apis.input_validity.operations import standing_in

TEXT = {"type": "text", "text": "Hi."}
CALL = {"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}}
ERROR = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
DELTA = {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 1}}


def message(*content: Any, stop_reason: Any = "end_turn", **members: Any) -> dict[str, Any]:
    around = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "stop_sequence": None}
    usage = {"input_tokens": 1, "output_tokens": 1}
    return {**around, "content": list(content), "stop_reason": stop_reason, "usage": usage, **members}


def events(*blocks: Any) -> list[Any]:
    """Return the events of a message up to its end, which is left out."""
    made: list[Any] = [{"type": "message_start", "message": message(stop_reason=None)}]
    for index, block in enumerate(blocks):
        made.append({"type": "content_block_start", "index": index, "content_block": block})
        made.append({"type": "content_block_stop", "index": index})
    return made


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (message(TEXT), REAL),
        (message(), REAL),
        (message(TEXT, CALL, stop_reason="tool_use"), REAL),
        (message(TEXT, stop_reason="pause_turn"), REAL),
        (ERROR, DOCUMENTED),
        (message(TEXT, stop_reason="a_reason_of_next_year"), DOCUMENTED),
        (message(TEXT, stop_reason=None), MALFORMED),
        (message(TEXT, id=""), MALFORMED),
        (message(CALL), MALFORMED),
        (message(TEXT, stop_reason="tool_use"), MALFORMED),
        (message(CALL, CALL, stop_reason="tool_use"), MALFORMED),
        (message({**CALL, "input": "{}"}, stop_reason="tool_use"), MALFORMED),
        (message({**CALL, "name": ""}, stop_reason="tool_use"), MALFORMED),
        ([], MALFORMED),
    ],
)
def test_a_message(value: Any, kind: str) -> None:
    assert standing_in("anthropic-response", value).kind == kind


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ([*events(TEXT), DELTA, {"type": "message_stop"}], REAL),
        ([*events(TEXT)[:2], {"type": "ping"}], REAL),
        ([*events(TEXT), ERROR], REAL),
        ([*events(TEXT), {"type": "an_event_of_next_year"}, DELTA, {"type": "message_stop"}], REAL),
        ([*events(TEXT), {"type": "response.created"}, DELTA, {"type": "message_stop"}], MALFORMED),
        ([*events(TEXT), {"type": ""}, DELTA, {"type": "message_stop"}], MALFORMED),
        ([*events(TEXT), {"type": "error", "error": {}}], MALFORMED),
        ([*events(TEXT), DELTA], MALFORMED),
        ([*events(TEXT, CALL), DELTA, {"type": "message_stop"}], MALFORMED),
        (events({**CALL, "input": "text"}), MALFORMED),
        (events(TEXT)[1:], MALFORMED),
        ([{"type": "an_event_of_next_year"}], MALFORMED),
        ({}, MALFORMED),
    ],
)
def test_a_stream(value: Any, kind: str) -> None:
    assert standing_in("anthropic-stream", value).kind == kind
