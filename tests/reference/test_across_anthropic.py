"""Answers and streams of Anthropic's by way of Chat, and there and back: what they say is the same."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.apis.recordings import read_folder
from conformance.apis.recordings.inputs import harvest
from conformance.formats.exchanges import ANSWERS, whole_of
from conformance.formats.model.answer import PAUSE, SEQUENCE
from conformance.inputs.anthropic_answers import make_response, make_stream
from conformance.inputs.choices import Dealing
from conformance.reference import AnswerError
from conformance.reference import anthropic_response_to_chat_response as to_chat
from conformance.reference import anthropic_response_to_responses_response as to_responses
from conformance.reference import anthropic_stream_to_chat_stream as to_chunks
from conformance.reference import anthropic_stream_to_responses_stream as to_events
from conformance.reference import chat_response_to_responses_response as on_to_responses
from conformance.reference import chat_stream_to_responses_stream as on_to_events
from conformance.reference import responses_response_to_anthropic_response as back
from conformance.rules.contracts import load_specifications
from conformance.rules.laws.same_answer import differences

FOLDER = Path(__file__).parents[2].parent / "shared" / "recordings-anthropic-gemini"


def differing(format: str, value: Any, other: Any, **more: bool) -> list[Any]:
    """Return what two answers of a format do not both say."""
    first, second = (ANSWERS[format](each).answer for each in (value, other))
    assert first is not None and second is not None
    return list(differences(first, second, **more))


def check(message: Any) -> None:
    """Check a message by way of Chat and back. OpenAI has no words for a stop sequence and for a pause."""
    direct = to_responses({"response": message})
    across = on_to_responses({"response": to_chat(message, reasoning="dialect")})
    assert differing("responses-response", direct, across) == []
    returned = back(direct, reasoning="unsigned")
    found = differing("anthropic-response", message, returned, with_thoughts=False)
    assert [finding for finding in found if finding[:2] not in (("end", SEQUENCE), ("end", PAUSE))] == []


def answers() -> Iterator[Any]:
    """Yield the answers of the cases, and drawn ones."""
    contract = load_specifications().contracts["anthropic-response-to-chat-response"]
    # Toward Anthropic an id that two calls have is another one for the second.
    yield from (case.input for case in contract.cases if "KEEP-2a" not in case.rules)
    choices = Dealing(random.Random(3))
    yield from (make_response(choices) for _ in range(100))


def test_by_way_of_chat_and_there_and_back_an_answer_says_the_same() -> None:
    checked = 0
    for message in answers():
        try:
            to_responses({"response": message})
        except AnswerError:
            continue
        check(message)
        checked += 1
    assert checked > 100


@pytest.mark.skipif(not FOLDER.is_dir(), reason="there are no recordings of Anthropic's beside this checkout")
def test_so_do_recorded_answers() -> None:
    found = harvest(read_folder(str(FOLDER)).interactions).inputs["anthropic-response-to-chat-response"]
    assert len({json.dumps(finding, sort_keys=True) for finding in found}) > 50
    for message in found:
        if message["stop_reason"] is not None:
            check(message)


def check_stream(events: Any) -> None:
    """Check a stream by way of Chat, and that its last event has the response that the whole answer becomes."""
    direct = to_events({"events": events})
    across = on_to_events({"chunks": to_chunks(events, reasoning="dialect")})
    assert differing("responses-stream", direct, across) == []
    whole = to_responses({"response": whole_of("anthropic-stream", events)})
    assert differing("responses-response", direct[-1]["response"], whole) == []


def streams() -> Iterator[Any]:
    """Yield the streams of the cases, and drawn ones."""
    contract = load_specifications().contracts["anthropic-stream-to-chat-stream"]
    yield from (case.input for case in contract.cases)
    choices = Dealing(random.Random(3))
    yield from (make_stream(choices) for _ in range(100))


def test_by_way_of_chat_a_stream_says_the_same_and_ends_with_the_whole_answer() -> None:
    checked = 0
    for events in streams():
        try:
            to_events({"events": events})
        except AnswerError:
            with pytest.raises(AnswerError):
                on_to_events({"chunks": to_chunks(events, reasoning="dialect")})
            continue
        check_stream(events)
        checked += 1
    assert checked > 70


@pytest.mark.skipif(not FOLDER.is_dir(), reason="there are no recordings of Anthropic's beside this checkout")
def test_so_do_recorded_streams() -> None:
    found = harvest(read_folder(str(FOLDER)).interactions).inputs["anthropic-stream-to-chat-stream"]
    whole = [events for events in found if events and events[-1].get("type") == "message_stop"]
    assert len(whole) > 5
    for events in whole:
        check_stream(events)
