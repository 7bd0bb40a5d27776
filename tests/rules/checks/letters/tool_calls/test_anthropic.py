from __future__ import annotations

from typing import Any

import pytest

from conformance.rules.alignment.alignment import MAY, MUST
from conformance.rules.checks.letters.tool_calls.anthropic import read_message
from conformance.rules.checks.letters.tool_calls.arguments import OBJECT, UNFINISHED
from conformance.rules.checks.letters.tool_calls.facts import COMPLETED, FAILED, INCOMPLETE, UNKNOWN

CALL = {"type": "tool_use", "id": "t1", "name": "f", "input": {"a": 1}}


def message(*content: Any, stop_reason: Any = "end_turn", **members: Any) -> dict[str, Any]:
    return {"type": "message", "role": "assistant", "content": list(content), "stop_reason": stop_reason, **members}


def test_calls_are_those_of_the_client_with_their_own_names() -> None:
    hosted = {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {}}
    answer = read_message(message({"type": "text", "text": "a"}, hosted, CALL, stop_reason="tool_use"), True)
    (call,) = answer.calls
    assert (call.fate, call.ids, call.names, call.at) == (MUST, ("t1",), ("f",), ("content", 2))
    assert (call.arguments.kind, call.arguments.legal) == (OBJECT, ({"a": 1},))
    assert (answer.contents, answer.ending, answer.finished, answer.items) == (("a",), COMPLETED, True, 3)


@pytest.mark.parametrize(
    ("end", "ending", "reason"),
    [
        ("stop_sequence", COMPLETED, "stop_sequence"),
        ("max_tokens", INCOMPLETE, "max_tokens"),
        ("refusal", INCOMPLETE, "content_filter"),
        ("pause_turn", INCOMPLETE, "pause_turn"),
    ],
)
def test_a_message_is_whole_or_not_by_its_stop_reason(end: str, ending: str, reason: str) -> None:
    answer = read_message(message(stop_reason=end), True)
    assert (answer.ending, answer.reason, answer.odd) == (ending, reason, False)


def test_arguments_of_a_cut_answer_may_be_cut() -> None:
    (call,) = read_message(message(CALL, stop_reason="max_tokens"), True).calls
    assert (call.arguments.kind, call.arguments.legal) == (UNFINISHED, ({"a": 1}, {}, None))


def test_what_lacks_an_id_or_an_object_is_read_all_the_same() -> None:
    bare, odd = read_message(message({"type": "tool_use"}, CALL | {"input": "{"}, stop_reason="tool_use"), True).calls
    assert (bare.ids, bare.names, bare.arguments.legal) == ((UNKNOWN,), (UNKNOWN,), ({},))
    assert (odd.fate, odd.arguments.legal) == (MAY, None)
    assert read_message(message(7, stop_reason="tool_use"), True).odd


def test_an_error_in_the_place_of_a_message_is_a_failed_answer() -> None:
    answer = read_message({"type": "error", "error": {"type": "api_error", "message": "a"}}, True)
    assert (answer.ending, answer.error) == (FAILED, {"type": "api_error", "message": "a"})
    assert read_message({"content": "a"}, True).unfit
