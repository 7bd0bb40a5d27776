"""Real recorded traffic: what the APIs took and sent is accepted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conformance.oracles import refusals_of
from conformance.reference import events_of_sse

FOLDER = Path(__file__).parents[2].parent / "shared" / "recordings"
EVENTS = {"chat": "chat-chunk", "responses": "responses-event"}

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="there is no ../shared/recordings")


def recorded() -> Iterator[tuple[str, str, Any]]:
    """Each request that was answered with status 2xx, the answer, and the events of one that was streamed."""
    for path in sorted(FOLDER.glob("[0-9]*.json")):
        for interaction in json.loads(path.read_text("utf-8"))["interactions"]:
            answer, api = interaction["response"], interaction["api"]
            if not 200 <= answer["status"] < 300:
                continue
            yield path.name, f"{api}-request", interaction["request"]["json"]
            if "json" in answer:
                yield path.name, f"{api}-response", answer["json"]
            else:
                yield from ((path.name, EVENTS[api], event) for event in events_of_sse(answer["text"]))


def test_nothing_that_was_accepted_is_refused() -> None:
    counted: Counter[str] = Counter()
    refused = []
    for name, kind, value in recorded():
        counted[kind] += 1
        refused += [(name, kind, one) for one in refusals_of(kind, value)]
    assert refused == []
    assert counted.keys() >= {
        "chat-request",
        "chat-response",
        "responses-request",
        "responses-response",
        *EVENTS.values(),
    }
    assert min(counted.values()) > 20
