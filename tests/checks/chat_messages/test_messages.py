"""What Chat messages say, each with its speaker."""

from __future__ import annotations

from conformance.checks.chat_messages.kinds import EMPTY
from conformance.checks.chat_messages.messages import read_messages
from conformance.formats.facts import CALL, IMAGE, OTHER, RESULT, TEXT
from tests.checks.chat_messages.samples import SHOWN, calls, tool


def test_facts_are_numbered_through_all_messages() -> None:
    got = read_messages([{"role": "user", "content": ["a", SHOWN]}, calls("x"), tool("x", "ok"), None])
    assert [(said.fact.kind, said.number) for said in got.all] == [(TEXT, 0), (IMAGE, 1), (CALL, 2), (RESULT, 3)]
    assert got.speakers == ("user", "assistant", "tool", "")
    assert got.all[3].texts == ("ok",)


def test_an_empty_message_of_the_user_says_that_it_is_empty() -> None:
    (said,) = read_messages([{"role": "user", "content": []}]).all
    assert said.fact.kind == EMPTY
    assert read_messages([{"role": "assistant", "content": None}]).all == ()


def test_parts_without_a_form_in_chat_are_other() -> None:
    (said,) = read_messages([{"role": "user", "content": [{"type": "image_url", "image_url": {}}]}]).all
    assert said.fact.kind == OTHER
