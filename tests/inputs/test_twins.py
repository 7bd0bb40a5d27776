"""Twins differ from an input in one place, where its output shows it."""

from __future__ import annotations

import copy
from typing import Any

from conformance.base.values import packed
from conformance.inputs.twins import CASE, LETTERS, LOST_BY_KEYS, MEMBER_LEFT_OUT, OTHER_VALUE, SPACE, twins

TOOL = {
    "name": "store",
    "description": "Stores a value",
    "inputSchema": {"type": "object", "properties": {"a": {"enum": [True, 1, 2.0, "x"], "x-note": "of the author"}}},
}
OUTPUT = {"name": "store", "description": "Stores a value", "parameters": {"enum": [True, 1, 2.0, "x"]}}


def of_kind(kind: str) -> dict[str, Any]:
    return {twin.name: twin.input for twin in twins(TOOL, OUTPUT) if twin.kind == kind}


def test_every_kind_of_change_is_made_and_each_twin_is_another_value() -> None:
    before = copy.deepcopy(TOOL)
    found = list(twins(TOOL, OUTPUT))
    assert {twin.kind for twin in found} == {*LOST_BY_KEYS, OTHER_VALUE, MEMBER_LEFT_OUT}
    assert all(packed(twin.input) != packed(TOOL) for twin in found)
    assert before == TOOL


def test_the_longest_text_changes_its_case_its_spaces_and_its_letters() -> None:
    changed = [of_kind(kind)[""]["description"] for kind in ("case", "space", "order of letters")]
    assert changed == ["sTORES A VALUE", "Stores a value ", "eulav a serotS"]


def test_the_parts_of_a_text_change_their_case_with_it() -> None:
    events = [{"type": "delta", "delta": "ab"}, {"type": "delta", "delta": "cd"}, {"type": "done", "text": "abcd"}]
    changed = next(twin.input for twin in twins(events, ["abcd"]) if twin.kind == "case")
    assert [event.get("delta", event.get("text")) for event in changed] == ["AB", "CD", "ABCD"]
    assert [event["type"] for event in changed] == ["delta", "delta", "done"]


def test_values_that_python_compares_as_equal_take_each_others_place() -> None:
    first = [of_kind(kind)[""]["inputSchema"]["properties"]["a"]["enum"] for kind in LOST_BY_KEYS[4:]]
    assert [packed(enum) for enum in first] == [
        packed(enum) for enum in ([1, 1, 2.0, "x"], [True, True, 2.0, "x"], [True, 1.0, 2.0, "x"], [True, 1, 2, "x"])
    ]


def test_what_the_output_does_not_show_keeps_its_value() -> None:
    assert "x-note" not in of_kind(OTHER_VALUE)
    assert of_kind(OTHER_VALUE)["name"]["name"] == "storex"


def test_each_member_is_left_out_once() -> None:
    assert of_kind(MEMBER_LEFT_OUT).keys() >= {"name", "inputSchema", "x-note"}
    assert "name" not in of_kind(MEMBER_LEFT_OUT)["name"]


def test_the_text_that_changes_is_no_word_of_the_format() -> None:
    value = {"role": "assistant", "content": "Hi", "id": "chatcmpl-123", "model": "gpt-4o-2024-08-06"}
    made = [twin.input for twin in twins(value, value) if twin.kind in (CASE, SPACE, LETTERS)]
    assert [element["content"] for element in made] == ["Hi ", "iH", "hI"]
    assert [element["role"] for element in made] == ["assistant"] * 3
    assert [twin.input for twin in twins({"role": "user"}, {"role": "user"}) if twin.kind == CASE] == [{"role": "USER"}]
