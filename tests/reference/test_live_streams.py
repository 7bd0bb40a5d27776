"""Streams that are converted while they come are the whole streams, and come in time."""

from __future__ import annotations

import json
import sys
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
    """Events with the pieces of each text joined, wherever they were cut, and without what is known late.

    That is what a later chunk says of the whole answer or of the tokens of an earlier piece, and of an Anthropic stream
    that has no good end the arguments that were cut, and the end of a block.
    """
    made: list[Any] = []
    for event in _copy(events):
        if target == "responses":
            event.pop("sequence_number")
            for name in _OF_ALL:
                event.get("response", {}).pop(name, None)
            if "delta" in event:
                event.pop("logprobs", None)
        text = _text_of(target, event)
        if text and made and (before := _text_of(target, made[-1])) and before[0] == text[0]:
            made[-1] = _with_text(target, made[-1], before[1] + text[1])
        else:
            made.append(event)
    is_cut = target == "anthropic" and bool(made) and _ends_badly(made)
    return _copy([event for event in made if not (is_cut and _is_of_a_cut(event))])


def _copy(events: list[Any]) -> list[Any]:
    """Both halves of a character that are beside each other are one then."""
    return json.loads(json.dumps(events))  # type: ignore[no-any-return]


def _ends_badly(events: list[Any]) -> bool:
    reasons = [event["delta"]["stop_reason"] for event in events if event["type"] == "message_delta"]
    return events[-1]["type"] == "error" or reasons[0] not in ("end_turn", "tool_use")


def _is_of_a_cut(event: Any) -> bool:
    return event["type"] == "content_block_stop" or "partial_json" in event.get("delta", {})


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


@WAYS
def test_each_piece_of_a_text_comes_with_its_event(source: str, target: str) -> None:
    texts = ["One", " two", " three"]
    events = STREAMS[source](texts)
    stream = live_stream(source, target)
    seen = ""
    for event in events:
        own = json.dumps(event)
        new = json.dumps(stream.take(event))
        for text in texts:
            if json.dumps(text) in own:
                assert json.dumps(text) in new
        seen += new
    assert all(json.dumps(text) in seen for text in texts)
    assert not any(json.dumps(text) in json.dumps([e for e in stream.end() if "delta" in e]) for text in texts)


def chat(texts: list[str]) -> list[Any]:
    head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    deltas: list[tuple[Any, Any]] = [*(({"content": text}, None) for text in texts), ({}, "stop")]
    return [head | {"choices": [{"index": 0, "delta": delta, "finish_reason": end}]} for delta, end in deltas]


def anthropic(texts: list[str]) -> list[Any]:
    pieces = [{"type": "text_delta", "text": text} for text in texts]
    message = {"id": "msg_1", "model": "m", "role": "assistant", "content": []}
    return [
        {"type": "message_start", "message": message},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        *({"type": "content_block_delta", "index": 0, "delta": piece} for piece in pieces),
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}},
        {"type": "message_stop"},
    ]


def gemini(texts: list[str]) -> list[Any]:
    contents = [{"content": {"role": "model", "parts": [{"text": text}]}, "index": 0} for text in texts]
    contents[-1]["finishReason"] = "STOP"
    return [{"candidates": [content], "responseId": "1", "modelVersion": "m"} for content in contents]


def responses(texts: list[str]) -> list[Any]:
    return live_stream("chat", "responses")._whole(chat(texts))


STREAMS = {"chat": chat, "anthropic": anthropic, "gemini": gemini, "responses": responses}


def test_a_text_that_goes_on_otherwise_than_it_began_is_refused() -> None:
    events = responses(["One", " two"])
    events[-1]["response"]["output"][0]["content"][0]["text"] = "Another"
    with pytest.raises(ValueError, match="goes on otherwise"):
        given_by(live_stream("responses", "anthropic"), events)


def test_a_long_stream_is_converted_in_time_that_grows_with_it() -> None:
    """Twice as many chunks make twice as much work: what is counted is calls, not seconds."""

    def calls(count: int) -> int:
        seen = 0

        def count_calls(_frame: Any, event: str, _arg: Any) -> None:
            nonlocal seen
            seen += event in ("call", "c_call")

        events = chat(["word "] * count)
        sys.setprofile(count_calls)
        try:
            given_by(live_stream("chat", "anthropic"), events)
        finally:
            sys.setprofile(None)
        return seen

    calls(10)
    assert calls(400) < 2.3 * calls(200)
