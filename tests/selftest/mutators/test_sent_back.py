"""Defects that the API refuses when an answer comes back as history."""

from __future__ import annotations

import copy
from typing import Any

from tests.suite.selftest.mutators.model import Formats
from tests.suite.selftest.mutators.sent_back import IN_BLOCKS, IN_MESSAGES

BLOCKS: Any = {"content": [{"type": "text", "text": "Hi"}, {"type": "tool_use", "id": "t", "name": "f", "input": {}}]}
EMPTY = {"type": "text", "text": ""}
FORMATS = Formats(source="chat-response", target="anthropic-response")


def changed(item: Any, value: Any) -> Any:
    return item.change(FORMATS)(None, copy.deepcopy(value))


def test_an_empty_text_comes_first_or_before_each_call() -> None:
    first, before_calls = IN_BLOCKS
    text, call = BLOCKS["content"]
    assert changed(first, BLOCKS)["content"] == [EMPTY, text, call]
    assert changed(before_calls, BLOCKS)["content"] == [text, EMPTY, call]


def test_the_blocks_of_a_stream_are_counted_anew() -> None:
    events = [
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hi"}},
        {"type": "content_block_stop", "index": 0},
    ]
    made = changed(IN_BLOCKS[0], events)
    assert [element["index"] for element in made] == [0, 0, 1, 1, 1]
    assert made[0]["content_block"] == EMPTY


def test_a_message_without_calls_has_an_empty_list_of_them() -> None:
    (message,) = IN_MESSAGES
    answer: Any = {"choices": [{"message": {"content": "Hi"}}, {"message": {"tool_calls": [{"id": "a"}]}}]}
    assert [choice["message"].get("tool_calls") for choice in changed(message, answer)["choices"]] == [
        [],
        [{"id": "a"}],
    ]
