from __future__ import annotations

from tests.rules.checks.letters.tool_calls.samples import (
    ADDED,
    ARGUMENTS,
    CHAT,
    DELTA,
    STREAM,
    call,
    charged,
    failed,
    result,
    stream,
)


def test_a_call_of_an_empty_type_may_be_left_out() -> None:
    function = {"name": "look", "arguments": ARGUMENTS}
    given = {"choices": [{"message": {"tool_calls": [{"id": "call_1", "type": "", "function": function}]}}]}
    assert charged(CHAT, given, result(call())) == charged(CHAT, given, result()) == set()
    assert charged(CHAT, given, result(call(arguments={}))) == {"CALL-3"}


def test_a_piece_that_is_no_text_adds_nothing_or_fails() -> None:
    given = stream(before=(ADDED, DELTA | {"delta": None}, DELTA | {"delta": ARGUMENTS}))
    assert charged(STREAM, given, result(call(), done=True)) == charged(STREAM, given, failed()) == set()
    spoiled = call(arguments=None, arguments_raw=f"None{ARGUMENTS}")
    assert charged(STREAM, given, result(spoiled, done=True)) == {"CALL-12"}
