"""The grammar of an Anthropic stream: silent on what the API sends, and exact about a stream that breaks it."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.formats.anthropic.grammar import KINDS, disorder_of
from conformance.formats.exchanges import ANSWERS, WRITERS

Events = list[Any]
USAGE = {"input_tokens": 1, "output_tokens": 1}
HEAD = {"type": "message_start", "message": {"type": "message", "role": "assistant", "content": [], "usage": USAGE}}
TEXT = {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
PIECE = {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hi"}}
STOP = {"type": "content_block_stop", "index": 0}
CALL = {
    "type": "content_block_start",
    "index": 1,
    "content_block": {"type": "tool_use", "id": "t", "name": "f", "input": {}},
}
FULL = {**CALL, "content_block": {"type": "tool_use", "id": "t", "name": "f", "input": {"a": 1}}}
GIVEN = {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": "{}"}}
CALLED = {"type": "content_block_stop", "index": 1}
OF_CODE = {**FULL["content_block"], "caller": {"type": "code_execution_20250825", "tool_id": "s"}}  # type: ignore[dict-item]
WITH_CALL = {"type": "message_start", "message": {**HEAD["message"], "content": [OF_CODE], "stop_reason": "tool_use"}}  # type: ignore[dict-item]
END = {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": USAGE}
LAST = {"type": "message_stop"}
PING = {"type": "ping"}
WHOLE: Events = [HEAD, PING, TEXT, PIECE, STOP, CALL, GIVEN, CALLED, END, LAST]


def kinds(events: Any) -> list[str]:
    return [element.kind for element in disorder_of(events)]


def test_a_stream_of_the_api_follows_it() -> None:
    assert kinds(WHOLE) == []
    assert kinds([HEAD, {"type": "error", "error": {"message": "Overloaded"}}]) == []


def test_one_of_several_deltas_of_the_message_has_the_stop_reason() -> None:
    more = {"type": "message_delta", "delta": {"stop_reason": None}, "usage": USAGE}
    assert kinds([*WHOLE[:-2], END, more, LAST]) == []
    assert kinds([*WHOLE[:-2], more, END, LAST]) == []
    assert kinds([*WHOLE[:-2], more, LAST]) == ["end"]


def test_calls_that_code_of_the_host_makes_come_whole() -> None:
    assert kinds([HEAD, TEXT, STOP, {**FULL, "content_block": OF_CODE}, CALLED, END, LAST]) == []
    assert kinds([WITH_CALL, LAST]) == []
    message: Any = WITH_CALL["message"]
    assert kinds([{**WITH_CALL, "message": {**message, "stop_reason": None}}, LAST]) == ["end"]
    assert kinds([{**WITH_CALL, "message": {**message, "content": [FULL["content_block"]]}}, LAST]) == ["end"]


@pytest.mark.parametrize(
    ("events", "found"),
    [
        (None, ["no-end"]),
        ([None], ["event", "no-end"]),
        (WHOLE[1:], ["head"]),
        ([HEAD, HEAD, END, LAST], ["head"]),
        (WHOLE[:-1], ["no-end"]),
        ([*WHOLE, END], ["after-end"]),
        ([HEAD, TEXT, STOP, LAST], ["end"]),
        ([HEAD, TEXT, STOP, END, END, LAST], ["end"]),
        ([HEAD, CALL, CALLED, END, LAST], ["index"]),
        ([HEAD, TEXT, STOP, TEXT, STOP, END, LAST], ["opened-twice"]),
        ([HEAD, PIECE, END, LAST], ["not-opened"]),
        ([HEAD, TEXT, STOP, PIECE, END, LAST], ["not-open"]),
        ([HEAD, TEXT, PIECE, END, LAST], ["not-closed"]),
        ([HEAD, TEXT, STOP, STOP, END, LAST], ["closed-twice"]),
        ([HEAD, TEXT, CALL, STOP, CALLED, END, LAST], ["overlap"]),
        ([HEAD, TEXT, {**GIVEN, "index": 0}, STOP, END, LAST], ["other-block"]),
        ([HEAD, TEXT, STOP, FULL, CALLED, END, LAST], ["early-input"]),
    ],
)
def test_what_breaks_it_is_named(events: Any, found: list[str]) -> None:
    assert kinds(events) == found
    assert set(found) <= set(KINDS)


@pytest.mark.parametrize("size", [None, 1])
def test_what_is_written_follows_it(size: int | None) -> None:
    answer = ANSWERS["anthropic-stream"](WHOLE).answer
    assert answer is not None
    written: Any = WRITERS["anthropic-stream"]
    again = written(answer, size=size)
    assert kinds(again) == []
    assert ANSWERS["anthropic-stream"](again).answer is not None
