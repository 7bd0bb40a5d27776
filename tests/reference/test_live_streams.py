"""Streams that are converted while they come are the whole streams, and come in time."""

from __future__ import annotations

import json
from itertools import permutations
from typing import Any

import pytest

from conformance.inputs.examples import draw
from conformance.reference.live_streams import LiveStream, live_stream
from conformance.rules.contracts import load_specifications

DIRECTIONS = list(permutations(("chat", "responses", "anthropic", "gemini"), 2))
WAYS = pytest.mark.parametrize(("source", "target"), DIRECTIONS)
CONTRACTS = load_specifications().contracts
# Of the first events of a Responses stream: what a later chunk says of the whole answer is in the last one.
_OF_ALL = ("service_tier", "metadata")


def exchange(source: str, target: str, value: Any) -> tuple[Any, Any]:
    if target != "responses":
        return None, value
    held = value if isinstance(value, dict) else {}
    return held.get("request"), held.get("chunks" if source == "chat" else "events")


def inputs(source: str, target: str, drawn: int) -> list[Any]:
    operation = f"{source}-stream-to-{target}-stream"
    return [*(case.input for case in CONTRACTS[operation].cases), *draw(operation, drawn, 1)]


def given_by(stream: LiveStream, events: list[Any]) -> tuple[list[Any], list[Any]]:
    """What comes before the end, and with it."""
    before = [made for event in events for made in stream.take(event)]
    return before, stream.end()


def joined(target: str, events: list[Any]) -> list[Any]:
    """Events with the pieces of each text joined, wherever they were cut, and without what a later chunk may add."""
    made: list[Any] = []
    for event in json.loads(json.dumps(events)):
        if target == "responses":
            event.pop("sequence_number")
            for name in _OF_ALL:
                event.get("response", {}).pop(name, None)
        text = _text_of(target, event)
        if text and made and (before := _text_of(target, made[-1])) and before[0] == text[0]:
            made[-1] = _with_text(target, made[-1], before[1] + text[1])
        else:
            made.append(event)
    return made


def _text_of(target: str, event: Any) -> tuple[Any, str] | None:
    if target == "responses" and event["type"].endswith(".delta"):
        return (event["type"], event["output_index"]), event["delta"]
    if target == "anthropic" and event["type"] == "content_block_delta":
        return (event["index"],), next(value for key, value in event["delta"].items() if key != "type")
    if target == "gemini" and "candidates" in event and "text" in event["candidates"][0]["content"]["parts"][0]:
        return (len(event),), event["candidates"][0]["content"]["parts"][0]["text"]
    return None


def _with_text(target: str, event: Any, text: str) -> Any:
    if target == "responses":
        return event | {"delta": text}
    if target == "anthropic":
        return event | {"delta": {key: value if key == "type" else text for key, value in event["delta"].items()}}
    event["candidates"][0]["content"]["parts"][0]["text"] = text
    return event


@WAYS
def test_what_comes_while_a_stream_comes_is_the_whole_stream(source: str, target: str) -> None:
    early = 0
    for value in inputs(source, target, 150):
        request, events = exchange(source, target, value)
        if not isinstance(events, list) or not all(isinstance(event, dict) for event in events):
            continue
        request = request if isinstance(request, dict) else None
        try:
            whole = live_stream(source, target, request)._whole(events)
        except ValueError as refused:
            with pytest.raises(type(refused)):
                given_by(live_stream(source, target, request), events)
            continue
        before, rest = given_by(live_stream(source, target, request), events)
        assert joined(target, before + rest) == joined(target, whole), json.dumps(value)
        early += bool(before)
    assert early > 100
