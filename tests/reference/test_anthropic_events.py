"""anthropic-stream-to-chat-stream and anthropic-stream-to-responses-stream."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.oracles import refusals_of
from conformance.reference import AnswerError
from conformance.reference import anthropic_stream_to_chat_stream as to_chat
from conformance.reference import anthropic_stream_to_responses_stream as to_responses
from tests.formats.recorded import FOLDERS, REASON, STREAM, recorded
from tests.reference.anthropic_answers import CALL, FOUND, HOSTED, THOUGHT, events, text
from tests.reference.exchanges import refused

OVERLOADED = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}


def test_hosted_steps_of_a_stream_are_reported(caplog: Any) -> None:
    to_chat(events(HOSTED, FOUND, text("t")))
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == [
        "events[2].content_block",
        "events[6].content_block",
    ]


@pytest.mark.parametrize("length", range(1, 9))
def test_a_cut_stream_never_ends(length: int) -> None:
    story = events(text("ab"), CALL, stop="tool_use")
    chunks = to_chat(story[:length])
    assert not any(choice["finish_reason"] for chunk in chunks for choice in chunk["choices"])
    with pytest.raises(AnswerError, match="message_stop"):
        to_responses({"events": story[:length]})
    assert to_responses({"events": story[:length]}, failed_answer="failed")[-1]["type"] == "response.failed"


def test_an_error_in_a_stream_is_raised_or_named() -> None:
    story = [*events(text("ab"))[:4], OVERLOADED]
    for convert in (to_chat, lambda value: to_responses({"events": value})):
        with pytest.raises(AnswerError, match="Overloaded"):
            convert(story)
    chunks = to_chat(story, failed_answer="report")
    assert chunks[-1]["error"]["message"] == "Overloaded"
    assert not any(choice["finish_reason"] for chunk in chunks for choice in chunk.get("choices", ()))
    made = to_responses({"events": story}, failed_answer="error-event")[-1]
    assert (made["type"], made["message"]) == ("error", "Overloaded")


def test_a_stream_that_ends_for_no_known_reason_is_an_error() -> None:
    with pytest.raises(AnswerError, match="stop_reason"):
        to_chat(events(text("a"), stop="bored"))
    assert "bored" in to_chat(events(text("a"), stop="bored"), failed_answer="report")[-1]["error"]["message"]


def test_thoughts_are_reported_once_or_members(caplog: Any) -> None:
    to_chat(events({**THOUGHT, "thinking": "h"}, text("a")))
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == [
        "events[3].delta.thinking",
        "events[4].delta.signature",
    ]
    chunks = to_chat(events(THOUGHT, text("a")), reasoning="dialect")
    assert chunks[0]["choices"][0]["delta"] == {"role": "assistant", "reasoning_content": "h"}


def test_unknown_events_and_members_are_reported(caplog: Any) -> None:
    story = [{"type": "news"}, *events(text("ab"), container={"id": "c"})]
    to_chat(story)
    places = [record.getMessage().partition(":")[0] for record in caplog.records]
    assert places == ["events[0]", "events[7].delta.container"]


@pytest.mark.parametrize("given", [None, {}, [7], "data: {}"])
def test_what_is_no_list_of_events_is_an_error(given: Any) -> None:
    with pytest.raises(AnswerError):
        to_chat(given)
    with pytest.raises(AnswerError):
        to_responses({"events": given})


@pytest.mark.skipif(not FOLDERS, reason=REASON)
def test_recorded_streams_convert() -> None:
    given = [source.value for source in recorded("anthropic") if source.form == STREAM]
    assert len(given) > 5
    for story in given:
        assert not [refusal for chunk in to_chat(story) for refusal in refusals_of("chat-chunk", chunk)]
        assert not refused(to_responses({"events": story}))
