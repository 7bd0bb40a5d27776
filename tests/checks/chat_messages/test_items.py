"""What items owe: units, turns, and marks of what is unusual."""

from __future__ import annotations

from conformance.checks.chat_messages import kinds
from conformance.checks.chat_messages.items import read
from conformance.formats.facts import CALL, RESULT
from tests.checks.chat_messages.samples import HELLO, REASONING, call, output, said


def test_calls_before_an_output_are_one_turn_with_the_text_before_them() -> None:
    owed = read([HELLO, said("first"), said("then"), call("a"), call("b"), output("a"), output("b")])
    (turn,) = owed.turns
    assert [owed.all[number].fact.id for number in turn.calls] == ["a", "b"]
    assert [owed.all[number].fact.value for number in turn.own] == ["then"]
    assert owed.speakers == ("user", "assistant") and owed.plain


def test_an_output_belongs_to_the_last_call_of_its_id_that_has_none() -> None:
    owed = read([call("a"), output("a"), call("a"), output("a", "B")])
    results = owed.of_kind(RESULT)
    assert [one.call for one in results] == [one.number for one in owed.of_kind(CALL)]
    assert all(one.is_answered for one in owed.of_kind(CALL))


def test_what_is_unusual_is_marked() -> None:
    for item, mark in (
        (REASONING, kinds.REASONING),
        ({"type": "telepathy_call"}, kinds.UNKNOWN),
        ({"type": "web_search_call"}, kinds.HOSTED),
        ({"type": "custom_tool_call", "call_id": "c"}, kinds.CUSTOM),
        ({"type": "function_call"}, kinds.BROKEN),
        (None, kinds.BROKEN),
        (call("a"), kinds.UNANSWERED),
        (output("a"), kinds.ORPHAN),
    ):
        assert mark in read([item]).marks, item


def test_instructions_have_their_place_among_the_units() -> None:
    owed = read({"instructions": "A", "input": [HELLO, {"role": "system", "content": "B"}, HELLO]})
    assert [(one.text, one.low, one.high) for one in owed.instructions] == [("A", 0, 0), ("B", 1, 1)]
