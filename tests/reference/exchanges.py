"""Chat answers with what is right of them as responses, and readers of responses."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.oracles import refusals_of

Object = dict[str, Any]

HEAD: Object = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1_760_000_000, "model": "m"}
CITATION = {"url": "https://example.org/", "title": "A", "start_index": 0, "end_index": 5}
CUSTOM = {"tools": [{"type": "custom", "name": "apply_patch"}]}
SPACE = {
    "tools": [
        {
            "type": "namespace",
            "name": "mcp__x",
            "description": "X.",
            "tools": [{"type": "function", "name": "f", "parameters": {}}],
        }
    ]
}


def chunk(finish: str | None = None, **delta: Any) -> Object:
    """A chunk of choice 0."""
    return HEAD | {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def called(index: int, id_: str, name: str, arguments: str) -> Object:
    """The first piece of a call of a function."""
    return {"index": index, "id": id_, "type": "function", "function": {"name": name, "arguments": arguments}}


def more(index: int, arguments: str) -> Object:
    """A later piece of a call of a function."""
    return {"index": index, "function": {"arguments": arguments}}


END, TOOLS_END = chunk("stop"), chunk("tool_calls")
USAGE = {"prompt_tokens": 9, "completion_tokens": 2, "total_tokens": 11}
# Streams on which converters broke.
EXCHANGES: dict[str, Object] = {
    "text": {"chunks": [chunk(content="Hi"), END]},
    "two calls in one chunk": {
        "chunks": [
            chunk(tool_calls=[called(0, "a", "f", ""), called(1, "b", "g", "")]),
            chunk(tool_calls=[more(0, '{"x"')]),
            chunk(tool_calls=[more(1, '{"y"')]),
            chunk(tool_calls=[more(0, ":1}")]),
            chunk(tool_calls=[more(1, ":2}")]),
            TOOLS_END,
        ]
    },
    "a thought before a call": {
        "chunks": [chunk(reasoning_content="t"), chunk(tool_calls=[called(0, "a", "f", "{}")]), TOOLS_END]
    },
    "text, call, text": {
        "chunks": [chunk(content="A"), chunk(tool_calls=[called(0, "a", "f", "{}")]), chunk(content="B"), TOOLS_END]
    },
    "usage after the end": {"chunks": [chunk(content="Hi"), END, HEAD | {"choices": [], "usage": USAGE}]},
    "arguments cut short": {"chunks": [chunk(tool_calls=[called(0, "a", "f", '{"a":')]), chunk("length")]},
    "a custom tool as a function": {
        "request": CUSTOM,
        "chunks": [chunk(tool_calls=[called(0, "a", "apply_patch", '{"input":"*** Begin"}')]), TOOLS_END],
    },
    "a tool of a namespace": {
        "request": SPACE,
        "chunks": [chunk(tool_calls=[called(0, "a", "mcp__x__f", "{}")]), TOOLS_END],
    },
    "the name in the first piece only": {
        "chunks": [chunk(tool_calls=[called(0, "a", "f", "")]), chunk(tool_calls=[more(0, "{}")]), TOOLS_END]
    },
    "empty texts beside thoughts": {
        "chunks": [*[chunk(content="", reasoning_content="t")] * 2, chunk(content="A"), END]
    },
    "a refusal": {"chunks": [chunk(content="", refusal="No"), END]},
    "a citation": {
        "chunks": [chunk(content="Hello"), chunk(annotations=[{"type": "url_citation", "url_citation": CITATION}]), END]
    },
}
CUT: Object = {"chunks": [chunk(content="Hi")]}
BROKEN: Object = {"chunks": [chunk(content="Hi"), {"error": {"message": "x"}}]}


def refused(events: list[Object]) -> list[Any]:
    """What the pinned schemas object to in the events of a stream."""
    found = [refusal for event in events for refusal in refusals_of("responses-event", event)]
    return found + list(refusals_of("responses-response", events[-1].get("response", events[0]["response"])))


def read_by_the_package(events: list[Object]) -> list[Object]:
    """The items that OpenAI's package accumulates of the events: of deltas, and of what opens items and parts."""
    streaming = pytest.importorskip("openai.lib.streaming.responses._responses")
    models = pytest.importorskip("openai._models")
    types = pytest.importorskip("openai.types.responses")
    state = streaming.ResponseStreamState(input_tools=streaming.omit, text_format=streaming.omit)
    for event in events:
        state.handle_event(models.construct_type(type_=types.ResponseStreamEvent, value=event))
    items = state._ResponseStreamState__current_snapshot.output
    return [item.to_dict() for item in items]
