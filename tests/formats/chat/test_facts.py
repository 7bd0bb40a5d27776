"""Chat messages as facts."""

from __future__ import annotations

from typing import Any

from conformance.formats.chat.facts import read_messages
from conformance.formats.facts import AUDIO, CALL, IMAGE, REFUSAL, RESULT, TEXT

CALLED = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
CUSTOM = {"id": "call_2", "type": "custom", "custom": {"name": "g", "input": "x"}}


def facts(*messages: Any) -> list[tuple[str, tuple[str | int, ...], Any]]:
    return [(fact.kind, fact.at, fact.value) for fact in read_messages(list(messages))]


def test_a_message_says_its_content_then_its_refusal_its_audio_and_its_calls() -> None:
    message = {
        "role": "assistant", "content": "a", "refusal": "no", "audio": {"id": "audio_1"},
        "tool_calls": [CALLED, CUSTOM],
    }  # fmt: skip
    assert facts(message) == [
        (TEXT, (0, "content"), "a"),
        (REFUSAL, (0, "refusal"), "no"),
        (AUDIO, (0, "audio"), {"id": "audio_1"}),
        (CALL, (0, "tool_calls", 0), ("call_1", "f", "{}")),
        (CALL, (0, "tool_calls", 1), ("call_2", "g", "x")),
    ]


def test_a_tool_message_is_a_result_followed_by_what_is_in_it() -> None:
    content = [{"type": "text", "text": "a"}, {"type": "image_url", "image_url": {"url": "u"}}]
    found = list(read_messages([{"role": "tool", "tool_call_id": "call_1", "content": content}]))
    assert [fact.kind for fact in found] == [RESULT, TEXT, IMAGE]
    assert [fact.inside for fact in found] == [False, True, True]
    assert (found[0].id, found[0].payload) == ("call_1", content)


def test_members_of_the_wrong_type_are_kept_and_the_fact_is_not_whole() -> None:
    for call in (None, {}, {"id": 1, "function": {"name": "f", "arguments": "{}"}}, {"id": "1", "function": "f"}):
        (fact,) = read_messages([{"role": "assistant", "tool_calls": [call]}])
        assert not fact.is_whole
    (result,) = read_messages([{"role": "tool", "content": None}])
    assert not result.is_whole


def test_what_is_no_message_says_nothing() -> None:
    assert facts(None, {}, {"role": 1, "content": "a"}, {"role": "user"}) == []
    assert list(read_messages("text")) == []
