"""The reference's own tables of members, beside the one that the suite compares by."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from conformance.formats.members import CHAT, MEMBERS, RESPONSES, alone, is_idle
from conformance.reference import chat_request, responses_request

MODULES: dict[str, Any] = {CHAT: chat_request, RESPONSES: responses_request}
CONVERT = {
    CHAT: chat_request.chat_request_to_responses_request,
    RESPONSES: responses_request.responses_request_to_chat_request,
}
PLAIN: dict[str, Any] = {CHAT: {"messages": [{"role": "user", "content": "Hello"}]}, RESPONSES: {"input": "Hello"}}
# Alone, and of no weight for the answer, or a part of a conversation, or with a rule of its own.
APART = {"client", "previous", "held", "template", "conversation", "search"}
# What an empty list of modalities, or an empty text, asks for is not known: the reference reports it.
UNKNOWN = {("stop", ""), ("modalities", "[]")}


@pytest.mark.parametrize("format_", [CHAT, RESPONSES])
def test_the_reference_passes_on_members_that_both_formats_have(format_: str) -> None:
    same = {
        member.at[format_][0]
        for member in MEMBERS
        if member.is_same and not member.is_moved and len(member.at[format_]) == 1
    }
    assert set(MODULES[format_]._SAME) - {"store"} <= same


@pytest.mark.parametrize("format_", [CHAT, RESPONSES])
def test_the_reference_knows_the_members_that_one_format_alone_has(format_: str) -> None:
    found = {
        element.at[format_][0]
        for element in alone(format_)
        if element.setting not in APART and len(element.at[format_]) == 1
    }
    assert set(MODULES[format_]._UNSUPPORTED) == found


@pytest.mark.parametrize("format_", [CHAT, RESPONSES])
def test_what_asks_for_nothing_to_the_reference_does_so_to_the_suite(format_: str) -> None:
    for name, values in MODULES[format_]._UNSUPPORTED.items():
        assert all(is_idle(format_, (name,), value) for value in values)


@pytest.mark.parametrize("format_", [CHAT, RESPONSES])
def test_the_reference_converts_what_asks_for_nothing_without_a_word(format_: str, caplog: Any) -> None:
    for member in MEMBERS:
        for value in member.idle.get(format_, ()):
            path = member.at[format_]
            if (path[0], str(value)) in UNKNOWN:
                continue
            members = {path[0]: {path[1]: value} if len(path) > 1 else value}
            store = {} if format_ == RESPONSES else {"store": False}
            CONVERT[format_]({"model": "gpt-4o", **store, **copy.deepcopy(PLAIN[format_]), **members})
            assert not caplog.text, (path, value)
