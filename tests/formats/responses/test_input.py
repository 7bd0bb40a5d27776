"""The input of a Responses request, entry by entry."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.formats.model.conversation import MODEL, SYSTEM, TOOL, USER, Call, Result
from conformance.formats.model.talk import BROKEN, CUSTOM, HOSTED, REASONING, UNKNOWN
from conformance.formats.responses.input import input_items, read_input
from tests.rules.checks.by_laws.chat_messages.samples import HELLO, call, output, said


def test_an_input_is_a_list_an_object_with_one_or_an_object_with_a_text() -> None:
    assert input_items([HELLO]) == ([HELLO], ())
    assert input_items({"input": [HELLO]}) == ([HELLO], ("input",))
    assert input_items({"input": "Hello"}) == ([HELLO], ("input",))
    assert input_items("Hello") == (None, ())


def test_messages_calls_and_results_have_no_mark() -> None:
    entries = list(read_input({"instructions": "A", "input": [HELLO, said("Hm."), call("a"), output("a", "B")]}))
    assert [entry.mark for entry in entries] == [None] * 5
    assert [entry.turn.speaker for entry in entries] == [SYSTEM, USER, MODEL, MODEL, TOOL]
    assert entries[0].turn.is_apart
    asked, came = entries[3].turn.says[0], entries[4].turn.says[0]
    assert isinstance(asked, Call) and (asked.id, asked.name, asked.arguments.text) == ("a", "f", "{}")
    assert isinstance(came, Result) and (came.id, came.form) == ("a", "text")
    assert came.at[0] == ("input", 3)


@pytest.mark.parametrize(
    ("item", "mark"),
    [
        ({"type": "reasoning"}, REASONING),
        ({"type": "web_search_call"}, HOSTED),
        ({"type": "telepathy_call", "call_id": "c"}, UNKNOWN),
        ({"type": "custom_tool_call", "call_id": "c"}, CUSTOM),
        ({"type": "function_call", "call_id": "c"}, BROKEN),
        ({"type": "function_call_output", "call_id": "c"}, BROKEN),
        ({"role": "tool", "content": "x"}, BROKEN),
        ({"role": "user"}, BROKEN),
        ({"type": 7}, BROKEN),
        (None, BROKEN),
    ],
)
def test_what_is_beside_them_is_marked(item: Any, mark: str) -> None:
    (entry,) = read_input([item])
    assert entry.mark == mark
    assert entry.id == (item.get("call_id") if isinstance(item, dict) else None)


def test_instructions_that_are_no_text_are_broken() -> None:
    assert [entry.mark for entry in read_input({"instructions": 7, "input": []})] == [BROKEN]
    assert list(read_input({"instructions": None, "input": []})) == []
