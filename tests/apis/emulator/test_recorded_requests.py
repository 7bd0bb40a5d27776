"""Requests that the real API took are taken here, and what is answered is what the API could answer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.apis.emulator import CHAT, GEMINI, RESPONSES
from conformance.apis.emulator.anthropic import ANTHROPIC
from conformance.apis.emulator.api import ScriptedApi
from conformance.apis.emulator.gemini import ARRAY, SSE
from conformance.apis.emulator.scripts import named_script
from conformance.apis.oracles import refusals_of

FOLDER = Path(__file__).parents[4] / "shared" / "recordings"
OF_ANTHROPIC = FOLDER.with_name("recordings-anthropic-gemini")
LEAST = 90  # of its 111 requests: so many had status 200
# What this API says of its own: its script calls a tool and none is offered; what went before was said elsewhere.
OWN = {"script", "previous", "item"}


def requests() -> Iterator[tuple[str, Any]]:
    for path in sorted(FOLDER.glob("[0-9]*.json")):
        for interaction in json.loads(path.read_text("utf-8"))["interactions"]:
            asked = (interaction["request"] or {}).get("json")
            if isinstance(asked, dict) and interaction["response"]["status"] == 200:
                yield CHAT if "messages" in asked else RESPONSES, asked


def requests_to(api: str) -> Iterator[Any]:
    for path in sorted(OF_ANTHROPIC.glob("[0-9]*.json")):
        for interaction in json.loads(path.read_text("utf-8"))["interactions"]:
            if interaction["api"] == api and interaction["response"]["status"] == 200:
                yield interaction["request"]["json"]


@pytest.mark.skipif(not OF_ANTHROPIC.is_dir(), reason=f"there is no ../shared/{OF_ANTHROPIC.name}")
def test_recorded_requests_to_anthropic_are_answered() -> None:
    asked = list(requests_to(ANTHROPIC))
    assert len(asked) >= 75
    for request in asked:
        reply = ScriptedApi(named_script("text")).answer(ANTHROPIC, request, "key")
        assert (reply.status, reply.rule) == (200, None)
        if request.get("stream"):
            events = [json.loads(piece.decode().partition("data: ")[2]) for piece in reply.pieces]
            assert [refusals_of("anthropic-event", event) for event in events] == [()] * len(events)
        else:
            assert refusals_of("anthropic-response", json.loads(reply.pieces[0])) == ()


@pytest.mark.skipif(not OF_ANTHROPIC.is_dir(), reason=f"there is no ../shared/{OF_ANTHROPIC.name}")
@pytest.mark.parametrize("stream", [None, SSE, ARRAY])
def test_recorded_requests_to_gemini_are_answered(stream: str | None) -> None:
    asked = list(requests_to(GEMINI))
    assert len(asked) >= 75
    for request in asked:
        reply = ScriptedApi(named_script("text")).answer(GEMINI, request, "key", stream)
        assert (reply.status, reply.rule) == (200, None)
        pieces = (
            [piece.partition(b"data: ")[2] for piece in reply.pieces] if stream == SSE else [b"".join(reply.pieces)]
        )
        heard = [json.loads(piece) for piece in pieces]
        chunks = heard[0] if stream == ARRAY else heard
        assert [refusals_of("gemini-response", chunk) for chunk in chunks] == [()] * len(chunks)


@pytest.mark.skipif(not FOLDER.is_dir(), reason="no recorded traffic beside the checkout")
@pytest.mark.parametrize("script", ["text", "parallel-calls"])
def test_recorded_requests_are_answered(script: str) -> None:
    asked = list(requests())
    assert len(asked) >= LEAST
    for api, request in asked:
        reply = ScriptedApi(named_script(script)).answer(api, request, "key")
        if reply.rule is not None:
            assert reply.rule in OWN, (request, reply.pieces)
        elif request.get("stream"):
            kind = "chat-chunk" if api == CHAT else "responses-event"
            reported = [piece.decode().partition("data: ")[2] for piece in reply.pieces]
            events = [json.loads(text) for text in reported if text != "[DONE]\n\n"]
            assert [refusals_of(kind, event) for event in events] == [()] * len(events)
        else:
            kind = "chat-response" if api == CHAT else "responses-response"
            assert refusals_of(kind, json.loads(reply.pieces[0])) == ()
