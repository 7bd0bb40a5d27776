"""What the entries of a source owe: turns, rounds of calls, and marks of what is unusual."""

from __future__ import annotations

from typing import Any

from conformance.formats.model import talk
from conformance.formats.model.talk import CALL, RESULT, FlatConversation
from conformance.formats.responses.input import read_input
from conformance.rules.laws.source_conversation import read_source
from tests.rules.checks.by_laws.chat_messages.samples import HELLO, IMAGE, REASONING, call, output, said


def read(given: Any) -> FlatConversation:
    return read_source(read_input(given), {"image": "user"})


def test_calls_before_a_result_are_one_turn_with_the_text_before_them() -> None:
    owed = read([HELLO, said("first"), said("then"), call("a"), call("b"), output("a"), output("b")])
    (turn,) = owed.rounds
    assert [owed.all[number].id for number in turn.calls] == ["a", "b"]
    assert [owed.all[number].value for number in turn.own] == ["then"]
    assert list(owed.speakers) == ["user", "assistant"] and not owed.marks


def test_a_result_belongs_to_the_last_call_of_its_id_that_has_none() -> None:
    owed = read([call("a"), output("a"), call("a"), output("a", "B")])
    calls = [element.number for element in owed.of_kind(CALL)]
    assert [element.call for element in owed.of_kind(RESULT)] == calls
    assert owed.answered == set(calls) and not owed.unanswered


def test_what_is_unusual_is_marked() -> None:
    for items, mark in (
        ([REASONING], talk.REASONING),
        ([call("a")], talk.UNANSWERED),
        ([output("a")], talk.ORPHAN),
        ([call("a"), HELLO, output("a")], talk.DELAYED),
        ([call("a"), said("Hm.")], talk.AFTERTHOUGHT),
        ([call("a"), call("a")], talk.DOUBLE),
        ([said()], talk.SILENT),
        ([call("a"), output("a", [IMAGE])], talk.ATTACHED),
        ([{"role": "assistant", "content": [IMAGE]}], talk.ODD_PART),
        ([{"role": "system", "content": [IMAGE]}], talk.ODD_PART),
    ):
        assert mark in read(items).marks, items


def test_instructions_have_their_place_among_the_turns() -> None:
    owed = read({"instructions": "A", "input": [HELLO, {"role": "system", "content": "B"}, HELLO]})
    assert [(instruction.fact.value, instruction.low, instruction.high) for instruction in owed.instructions] == [
        ("A", 0, 0),
        ("B", 1, 1),
    ]
    waiting = read([call("a"), {"role": "system", "content": "B"}, output("a")])
    assert [(instruction.low, instruction.high) for instruction in waiting.instructions] == [(0, 1)]


def test_whether_the_system_speaks_and_says_something_is_known() -> None:
    assert (read([HELLO]).has_system, read([HELLO]).has_blank) == (False, False)
    blank = read([{"role": "system", "content": " "}])
    assert (blank.has_system, blank.has_blank) == (True, True)
    assert read({"instructions": "", "input": []}).has_system is False
