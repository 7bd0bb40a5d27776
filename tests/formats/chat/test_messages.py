"""Messages that a converter wrote."""

from __future__ import annotations

from typing import Any

from conformance.formats.chat.messages import read_messages
from conformance.formats.model.conversation import SYSTEM, USER
from conformance.formats.model.talk import CALL, EMPTY, REFUSAL, RESULT, FlatConversation
from tests.rules.checks.by_laws.chat_messages.samples import SHOWN, calls, tool


def said(*messages: Any) -> FlatConversation:
    talk = read_messages(list(messages)).talk
    assert talk is not None
    return talk


def test_pieces_are_numbered_through_all_messages() -> None:
    got = said({"role": "user", "content": ["a", SHOWN]}, calls("x"), tool("x", "ok"), None)
    assert [(element.kind, element.number) for element in got.all] == [
        ("text", 0),
        ("image", 1),
        (CALL, 2),
        (RESULT, 3),
    ]
    assert list(got.speakers) == ["user", "assistant", "tool", ""]
    assert got.all[3].texts == ("ok",)


def test_a_developer_speaks_for_the_system() -> None:
    assert list(said({"role": "developer", "content": "Be kind."}).speakers) == [SYSTEM]


def test_an_empty_message_of_the_user_says_that_it_is_empty() -> None:
    (element,) = said({"role": "user", "content": [{"type": "text", "text": ""}]}).all
    assert (element.kind, element.speaker) == (EMPTY, USER)
    assert list(said({"role": "assistant", "content": None}).all) == []


def test_a_message_without_anything_is_hollow() -> None:
    refusing = {"role": "assistant", "content": None, "refusal": "No."}
    got = said({"role": "assistant", "content": None}, calls("x"), refusing, {"role": "tool"}, None)
    assert got.hollow == [0, 3]
    assert [element.kind for element in got.all] == [CALL, REFUSAL, RESULT]


def test_an_id_that_is_no_text_is_none() -> None:
    (element,) = said({"role": "tool", "tool_call_id": 7, "content": "x"}).all
    assert element.id is None


def test_what_is_no_list_is_no_conversation() -> None:
    assert read_messages({"messages": []}).talk is None
