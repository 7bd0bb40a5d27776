"""Broken readers of Anthropic streams in which code of the host calls: such calls come whole, some with their message."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from conformance import reference
from tests.suite.selftest.banks.bank import Bank
from tests.suite.selftest.model import Convert

Event = dict[str, Any]


def _given(change: Callable[[Event], None], convert: Convert) -> Convert:
    """A converter that is given each event changed in place."""

    def converted(given: Any) -> Any:
        held = copy.deepcopy(given)
        events = held.get("events") if isinstance(held, dict) else held
        for event in events if isinstance(events, list) else ():
            if isinstance(event, dict):
                change(event)
        return convert(held)

    return converted


def _without_content(event: Event) -> None:
    """Reads no block of the message that starts."""
    if isinstance(event.get("message"), dict):
        event["message"]["content"] = []


def _without_end(event: Event) -> None:
    """Hears of the end in a last delta alone."""
    if isinstance(event.get("message"), dict):
        event["message"]["stop_reason"] = None


def _without_input(event: Event) -> None:
    """Waits for the pieces of each input."""
    block = event.get("content_block")
    if isinstance(block, dict) and block.get("type") == "tool_use":
        block["input"] = {}


def _bank(operation: str, convert: Convert, kept: str, ended: str, whole: str) -> Bank:
    """Return the defects of one operation. kept: its rule of calls; ended: of a call that fails there; whole: of arguments."""
    bank = Bank(operation)
    bank.add("reads_no_block_of_the_start", _given(_without_content, convert), kept)
    bank.add("hears_of_the_end_in_deltas_alone", _given(_without_end, convert), ended)
    bank.add("waits_for_the_pieces_of_each_input", _given(_without_input, convert), whole)
    return bank


BANKS = (
    _bank("anthropic-stream-to-chat-stream", reference.anthropic_stream_to_chat_stream, "KEEP-2", "CONV-1", "KEEP-2"),
    _bank(
        "anthropic-stream-to-responses-stream",
        reference.anthropic_stream_to_responses_stream,
        "KEEP-2",
        "CONV-1",
        "KEEP-2",
    ),
    _bank("anthropic-stream-to-tool-calls", reference.anthropic_stream_to_tool_calls, "PARSE-7", "PARSE-7", "PARSE-12"),
)
