"""Real recorded traffic: what the APIs took and sent is accepted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.apis.oracles import refusals_of
from conformance.reference import events_of_sse

FOLDER = Path(__file__).parents[3].parent / "shared" / "recordings"
OF_ANTHROPIC = FOLDER.with_name("recordings-anthropic-gemini")
EVENTS = {"chat": "chat-chunk", "responses": "responses-event", "anthropic": "anthropic-event"}
# What the API refused for other reasons than the form of the request: a model that it does not have, a key.
OTHER_REASONS = (401, 404)

needs_openai = pytest.mark.skipif(not FOLDER.is_dir(), reason="there is no ../shared/recordings")
needs_anthropic = pytest.mark.skipif(not OF_ANTHROPIC.is_dir(), reason=f"there is no ../shared/{OF_ANTHROPIC.name}")


def interactions(folder: Path) -> Iterator[tuple[str, Any]]:
    """Each recorded exchange with an API that has an oracle, and its file."""
    for path in sorted(folder.glob("[0-9]*.json")):
        document = json.loads(path.read_text("utf-8"))
        for interaction in document["interactions"] if isinstance(document, dict) else ():
            if interaction["api"] in EVENTS:
                yield path.name, interaction


def recorded(folder: Path) -> Iterator[tuple[str, str, Any]]:
    """Each request that was answered with status 2xx, the answer, and the events of one that was streamed."""
    for name, interaction in interactions(folder):
        answer, api = interaction["response"], interaction["api"]
        if not 200 <= answer["status"] < 300:
            continue
        yield name, f"{api}-request", interaction["request"]["json"]
        if "json" in answer:
            yield name, f"{api}-response", answer["json"]
        else:
            yield from ((name, EVENTS[api], event) for event in events_of_sse(answer["text"]))


@needs_openai
def test_nothing_that_was_accepted_is_refused() -> None:
    counted: Counter[str] = Counter()
    refused = []
    for name, kind, value in recorded(FOLDER):
        counted[kind] += 1
        refused += [(name, kind, refusal) for refusal in refusals_of(kind, value)]
    assert refused == []
    assert counted.keys() >= {
        "chat-request",
        "chat-response",
        "responses-request",
        "responses-response",
        "chat-chunk",
        "responses-event",
    }
    assert min(counted.values()) > 20


@needs_anthropic
def test_nothing_that_anthropic_accepted_is_refused() -> None:
    counted: Counter[str] = Counter()
    refused = []
    for name, kind, value in recorded(OF_ANTHROPIC):
        counted[kind] += 1
        refused += [(name, kind, refusal) for refusal in refusals_of(kind, value)]
    assert refused == []
    assert counted.keys() == {"anthropic-request", "anthropic-response", "anthropic-event"}
    assert min(counted.values()) > 20


@needs_anthropic
def test_what_anthropic_refused_for_its_form_is_refused_in_the_same_words() -> None:
    found = 0
    for _name, interaction in interactions(OF_ANTHROPIC):
        answer = interaction["response"]
        if answer["status"] >= 400 and answer["status"] not in OTHER_REASONS:
            found += 1
            first = refusals_of("anthropic-request", interaction["request"]["json"])[0]
            assert first.body() == {**answer["json"], "request_id": None}
    assert found
