"""Bodies of any shape have a stream: what is none of the API's own is left out or sent whole."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.emulator import CHAT, RESPONSES, completed
from conformance.apis.emulator.api import ScriptedApi
from conformance.apis.emulator.scripts import planned_script
from conformance.apis.emulator.stream import chat_chunks, responses_events
from conformance.reference import events_of_sse

HELLO = [{"role": "user", "content": "Hello."}]

CHAT_ODD: list[Any] = [
    {"choices": 7},
    {"choices": [7, {"message": 7}]},
    {"choices": [{"message": {"content": [1], "tool_calls": [7, {"function": 7}, {"id": 1}], "x": None, "y": 1}}]},
]
RESPONSES_ODD: list[Any] = [
    {"output": 7},
    {"output": [], "status": []},
    [7, {"type": "message", "content": 7}, {"type": "reasoning", "summary": [7]}, {"type": [], "id": []}],
    [{"type": "message", "content": [7, {"type": "output_text"}]}, {"type": "function_call", "arguments": None}],
]


@pytest.mark.parametrize("answer", CHAT_ODD, ids=str)
def test_an_odd_chat_body_has_chunks(answer: Any) -> None:
    body = completed(CHAT, answer, 0, "m")
    assert body is not None
    chunks = chat_chunks(body, usage=True)
    assert chunks[-1]["usage"] == body["usage"]
    assert [len(chunk["choices"]) for chunk in chunks[:-1]] == [1] * (len(chunks) - 1)


@pytest.mark.parametrize("answer", RESPONSES_ODD, ids=str)
def test_an_odd_response_has_events(answer: Any) -> None:
    body = completed(RESPONSES, answer, 0, "m")
    assert body is not None
    events = responses_events(body)
    assert [event["sequence_number"] for event in events] == list(range(len(events)))
    assert (events[0]["type"], events[-1]) == (
        "response.created",
        {"type": "response.completed", "response": body, "sequence_number": len(events) - 1},
    )


def test_what_is_no_text_is_sent_whole() -> None:
    body = completed(CHAT, {"content": None, "hologram": {"depth": 3}}, 0, "m")
    assert body is not None
    deltas = [chunk["choices"][0]["delta"] for chunk in chat_chunks(body, usage=False)]
    assert deltas == [{"role": "assistant", "content": None, "refusal": None}, {"hologram": {"depth": 3}}, {}]


@pytest.mark.parametrize("api", [CHAT, RESPONSES])
def test_the_events_of_a_script_are_sent_as_they_are(api: str) -> None:
    events = [{"type": "response.created", "odd": "\ud800"}, {"type": "response.new.event"}, {"none": "of theirs"}]
    asked = {"model": "m", "messages" if api == CHAT else "input": HELLO}
    reply = ScriptedApi(planned_script([{"events": events}])).answer(api, asked)
    assert (reply.status, reply.content_type, reply.answer) == (200, "text/event-stream; charset=utf-8", 0)
    assert events_of_sse(b"".join(reply.pieces)) == events
    assert reply.pieces[-1].endswith(b"[DONE]\n\n") is (api == CHAT)
