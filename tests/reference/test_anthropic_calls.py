"""anthropic-response-to-tool-calls and anthropic-stream-to-tool-calls: streams, failures, and recorded answers."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conformance.reference import ToolError
from conformance.reference import anthropic_response_to_tool_calls as of_message
from conformance.reference import anthropic_stream_to_tool_calls as of_events
from tests.formats.recorded import ANSWER, FOLDERS, REASON, STREAM, recorded
from tests.reference.anthropic_answers import CALL, FOUND, HOSTED, events, gathered, message, text

EMPTY = {**CALL, "id": "t2", "input": {}}
OVERLOADED = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}


@pytest.mark.parametrize("blocks", [(text("a"),), (text("a"), CALL), (HOSTED, FOUND, EMPTY)])
def test_a_stream_gives_what_its_message_gives(blocks: Any) -> None:
    for stop in ("end_turn", "tool_use", "max_tokens"):
        assert of_events(events(*blocks, stop=stop)) == of_message(message(*blocks, stop=stop)) | {"done": True}


@pytest.mark.parametrize("length", range(1, 8))
def test_a_cut_stream_is_not_done_and_has_no_calls(length: int) -> None:
    got = of_events(events(CALL, stop="tool_use")[:length])
    assert (got["done"], got["tool_calls"]) == (False, [])


def test_a_failure_is_reported_or_raised() -> None:
    story = [*events(CALL)[:4], OVERLOADED]
    for got in (of_events(story), of_message(OVERLOADED)):
        assert (got["tool_calls"], got["error"]["message"]) == ([], "Overloaded")
    with pytest.raises(ToolError, match="Overloaded"):
        of_events(story, error_event="raise")
    with pytest.raises(ToolError, match="Overloaded"):
        of_message(OVERLOADED, failed_response="raise")


def test_text_is_read_as_its_events() -> None:
    story = events(text("a"), CALL, stop="tool_use")
    sent = "".join(f"event: {piece['type']}\ndata: {json.dumps(piece)}\n\n" for piece in story)
    assert of_events(sent) == of_events(story)


@pytest.mark.parametrize("given", [None, 7, {}, [7]])
def test_what_is_no_answer_is_an_error(given: Any) -> None:
    for convert in (of_message, of_events):
        with pytest.raises(ToolError):
            convert(given)


@pytest.mark.skipif(not FOLDERS, reason=REASON)
def test_recorded_answers_have_the_calls_of_their_blocks() -> None:
    answers = [
        source for source in recorded("anthropic") if source.form in (ANSWER, STREAM) and "error" not in source.value
    ]
    assert len(answers) > 50
    for answer in answers:
        got = of_events(answer.value) if answer.form == STREAM else of_message(answer.value)
        blocks = (gathered(answer.value) if answer.form == STREAM else answer.value)["content"]
        wanted = [(block["id"], block["input"]) for block in blocks if block["type"] == "tool_use"]
        assert [(call["id"], call["arguments"]) for call in got["tool_calls"]] == wanted, answer.where
