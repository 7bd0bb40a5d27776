"""Defects of a stream of blocks: each changes one with two blocks, and breaks its grammar or what it says."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from conformance.formats.exchanges import ANSWERS
from tests.suite.selftest.mutators.blocks import MUTATORS
from tests.suite.selftest.mutators.model import Formats, Mutator

FORMATS = Formats(source="chat-stream", target="anthropic-stream")
CALL = {"type": "tool_use", "id": "t1", "name": "f", "input": {}}
EVENTS: list[Any] = [
    {"type": "message_start", "message": {"type": "message", "content": [], "usage": {"output_tokens": 1}}},
    {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Let "}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "me see."}},
    {"type": "content_block_stop", "index": 0},
    {"type": "content_block_start", "index": 1, "content_block": CALL},
    {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": '{"a": 1}'}},
    {"type": "content_block_stop", "index": 1},
    {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 9}},
    {"type": "message_stop"},
]
FAILED = [*EVENTS[:4], {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}]


@pytest.mark.parametrize("mutator", MUTATORS, ids=lambda mutator: mutator.name)
def test_a_stream_with_the_defect_says_something_else_or_breaks_the_grammar(mutator: Mutator) -> None:
    read = ANSWERS["anthropic-stream"]
    given = FAILED if mutator.answers else EVENTS
    before = copy.deepcopy(given)
    made = mutator.change(FORMATS)(None, given)
    assert given == before
    sound, changed = read(given), read(made)
    assert sound.disorder == ()
    assert changed.disorder or changed.answer != sound.answer


def test_what_is_no_stream_stays_as_it_is() -> None:
    assert all(mutator.change(FORMATS)(None, {"type": "error"}) == {"type": "error"} for mutator in MUTATORS)
