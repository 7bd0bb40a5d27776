"""Broken parsers that keep the text of arguments, or decode it although they say otherwise."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.reference import anthropic_response_to_tool_calls
from tests.suite.selftest.banks.bank import Bank
from tests.suite.selftest.banks.tool_calls import (
    CHAT_STREAM_CALLS,
    GEMINI_STREAM_CALLS,
    MESSAGE_CALLS,
    MESSAGE_STREAM_CALLS,
    REFERENCES,
    STREAM_CALLS,
    add,
)
from tests.suite.selftest.model import Convert

Call = dict[str, Any]

# The rule about arguments of which nothing is left, where it is not CALL-3.
_NO_ARGUMENTS = dict.fromkeys((STREAM_CALLS, CHAT_STREAM_CALLS, MESSAGE_STREAM_CALLS, GEMINI_STREAM_CALLS), "CALL-12")


def _as_text(reference: Callable[..., Any], change: Callable[[Call], Call]) -> Convert:
    """A reference that keeps the text of arguments, with a change to each call."""
    kept = partial(reference, arguments="text")

    def convert(value: Any) -> Any:
        result = kept(value)
        return result | {"tool_calls": [change(call) for call in result["tool_calls"]]}

    return convert


def _decoded(call: Call) -> Call:
    try:
        arguments = json.loads(call["arguments_raw"])
    except ValueError:
        return call
    return {**call, "arguments": arguments, "arguments_raw": None} if isinstance(arguments, dict) else call


def _encoded_again(call: Call) -> Call:
    return call | {"arguments_raw": json.dumps(call["arguments_raw"])}


def _bank(operation: str, reference: Callable[..., Any]) -> Bank:
    bank, lost = Bank(operation), _NO_ARGUMENTS.get(operation, "CALL-3")
    text, decoded = {"arguments": "text"}, {"arguments": "decoded"}
    in_place, again = _as_text(reference, _decoded), _as_text(reference, _encoded_again)
    add(bank, "decoded_in_place_of_text", in_place, ("CALL-3",), choices=text, innocent=("CALL-2", "CALL-5"))
    add(bank, "text_encoded_again", again, (lost,), choices=text, innocent=("CALL-2",))
    kept = partial(reference, arguments="text")
    add(bank, "text_in_place_of_an_object", kept, (lost,), choices=decoded, innocent=("CALL-2",))
    if operation == MESSAGE_CALLS:
        add(bank, "text_of_a_cut_call_cut_too", _cut_too, ("CALL-3",), choices=text, innocent=("CALL-2", "CALL-5a"))
    return bank


def _cut_too(message: Any) -> Any:
    """Cuts the text of the last call where the answer reached its limit, although its input is an object."""
    result = anthropic_response_to_tool_calls(message, arguments="text")
    if result["finish_reason"] == "length" or message.get("stop_reason") == "max_tokens":
        for call in result["tool_calls"][-1:]:
            call["arguments_raw"] = call["arguments_raw"][:-1]
    return result


BANKS = tuple(_bank(bank.operation, reference) for bank, reference in REFERENCES)
