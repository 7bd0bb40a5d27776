"""The entries of an input's list, and the input that holds one of them."""

from __future__ import annotations

from conformance.running.engine.entries import entries_of, with_only

REQUEST = "registry-request-to-chat-request"
LIST, SINGLE = "mcp-tools-to-chat-tools", "mcp-tool-to-chat-tool"


def test_a_list_and_a_list_inside_a_request_have_entries() -> None:
    assert entries_of(LIST, [1, 2]) == [1, 2]
    assert entries_of(REQUEST, {"tools": [1], "model": "m"}) == [1]


def test_other_inputs_have_none() -> None:
    assert entries_of(SINGLE, [1, 2]) is None
    assert entries_of(LIST, {"tools": [1]}) is None
    assert entries_of(REQUEST, {"model": "m"}) is None and entries_of(REQUEST, [1]) is None


def test_an_input_with_one_entry_shares_nothing_with_the_whole() -> None:
    whole = {"tools": [{"a": 1}, {"b": 2}], "options": {"c": 3}}
    alone = with_only(REQUEST, whole, whole["tools"][1])
    assert alone == {"tools": [{"b": 2}], "options": {"c": 3}}
    assert alone["options"] is not whole["options"]
    assert with_only(LIST, [1, 2], 2) == [2]
