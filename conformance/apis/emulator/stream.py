"""A body as the events of a stream: what the APIs send in pieces comes in pieces here too."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from conformance.apis.emulator import anthropic, gemini
from conformance.apis.emulator.anthropic import ANTHROPIC
from conformance.apis.emulator.bodies import CHAT, error_body
from conformance.apis.emulator.gemini import ARRAY, GEMINI
from conformance.base.values import JSON

_FAILED = "The server had an error while processing your request. Sorry about that!"
PIECE = 5  # characters in a piece of text or arguments: pieces end inside words, names and numbers
END = b"data: [DONE]\n\n"

Object = dict[str, Any]

_GROWING = {"function": "arguments", "custom": "input"}  # by the type of a call: what of it comes in pieces
_ENDINGS = {"completed": "response.completed", "incomplete": "response.incomplete", "failed": "response.failed"}


def events_of(api: str, body: Object, request: Object, form: str | None = None) -> list[bytes]:
    """Return the server-sent events that a full body is sent as, in order. form: of Gemini's, SSE or ARRAY."""
    if api == CHAT:
        options = request.get("stream_options")
        usage = isinstance(options, dict) and options.get("include_usage") is True
        return stream_of(api, chat_chunks(body, usage=usage))
    if api == ANTHROPIC:
        return stream_of(api, anthropic.events_of(body, _pieces))
    if api == GEMINI:
        return stream_of(api, gemini.chunks_of(body, _pieces), form)
    return stream_of(api, responses_events(body))


def failure_of(api: str, number: int, form: str | None = None) -> bytes:
    """Return the event that an API ends a stream with where it fails. number: of events before it. form: Gemini's."""
    if api == GEMINI:
        return gemini.ended(gemini.error_chunk(), number, form)
    if api == ANTHROPIC:
        return _event(anthropic.error_event(), "error")
    if api == CHAT:
        return _event(error_body(_FAILED, "server_error"))
    said = {"code": "server_error", "message": _FAILED, "param": None}
    return _event({"type": "error", **said, "sequence_number": number}, "error")


def stream_of(api: str, events: Iterable[JSON], form: str | None = None) -> list[bytes]:
    """Return events of an API as server-sent events, with the end that its streams have. form: Gemini's; ARRAY for one
    JSON array of them."""
    if api == GEMINI:
        return list((gemini.as_array if form == ARRAY else gemini.as_events)(events))
    if api == CHAT:
        return [*map(_event, events), END]
    return [_event(event, event.get("type") if isinstance(event, dict) else None) for event in events]


def _event(data: JSON, kind: str | None = None) -> bytes:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    # A lone surrogate is written as the escape that JSON has for it.
    return (f"event: {kind}\n" if kind else "").encode() + f"data: {text}\n\n".encode("utf-8", "backslashreplace")


def chat_chunks(body: Object, *, usage: bool) -> list[Object]:
    """Return the chunks of a Chat completion: a role chunk first, then its fields in pieces, one call a chunk.

    usage: whether the request asked for it; then it comes in a chunk of its own, and is null in all others.
    """
    head = {key: value for key, value in body.items() if key not in ("choices", "usage")}
    head |= {"object": "chat.completion.chunk"}
    rest = {"usage": None} if usage else {}
    chunks = [
        {
            **head,
            "choices": [{"index": choice.get("index"), "delta": delta, "logprobs": None, "finish_reason": end}],
            **rest,
        }
        for choice in _objects(body["choices"])
        if isinstance(choice.get("message"), dict)
        for delta, end in _deltas(choice)
    ]
    return [*chunks, {**head, "choices": [], "usage": body["usage"]}] if usage else chunks


def _deltas(choice: Object) -> Iterator[tuple[Object, JSON]]:
    message = choice["message"]
    begun = "" if isinstance(message.get("content"), str) else None
    yield {"role": message.get("role"), "content": begun, "refusal": None}, None
    for key, value in message.items():
        if key in ("content", "refusal") and isinstance(value, str):
            for piece in _pieces(value):
                yield {key: piece}, None
        elif key == "tool_calls" and isinstance(value, list):
            for index, call in enumerate(_objects(value)):
                for delta in _call_deltas(call):
                    yield {"tool_calls": [{"index": index, **delta}]}, None
        elif key not in ("role", "content", "refusal") and value is not None:
            yield {key: value}, None
    yield {}, choice.get("finish_reason")


def _call_deltas(call: Object) -> Iterator[Object]:
    for kind, grows in _GROWING.items():
        inner = call.get(kind)
        if isinstance(inner, dict) and isinstance(inner.get(grows), str):
            yield {**call, kind: {**inner, grows: ""}}
            for piece in _pieces(inner[grows]):
                yield {kind: {grows: piece}}
            return
    yield call


def responses_events(body: Object) -> list[Object]:
    """Return the events of a response, numbered."""
    begun = {**body, "status": "in_progress", "output": [], "usage": None, "error": None, "incomplete_details": None}
    events: list[Object] = [
        {"type": "response.created", "response": begun},
        {"type": "response.in_progress", "response": begun},
    ]
    for index, item in enumerate(_objects(body["output"])):
        events += ({**event, "output_index": index} for event in _item_events(item, index))
    events.append({"type": _ENDINGS.get(str(body.get("status")), "response.completed"), "response": body})
    return [{**event, "sequence_number": number} for number, event in enumerate(events)]


def _item_events(item: Object, index: int) -> Iterator[Object]:
    kind = item.get("type")
    inner: Iterator[Object] = iter(())
    added: Object = item
    if kind == "message" and isinstance(item.get("content"), list):
        added = {**item, "content": [], "status": "in_progress"}
        inner = _content_events(item["content"])
    elif kind == "function_call" and isinstance(item.get("arguments"), str):
        added = {**item, "arguments": "", "status": "in_progress"}
        inner = _growing("response.function_call_arguments", "arguments", item["arguments"], {"name": item.get("name")})
    elif kind == "custom_tool_call" and isinstance(item.get("input"), str):
        added = {**item, "input": ""}
        inner = _growing("response.custom_tool_call_input", "input", item["input"], {})
    elif kind == "reasoning" and isinstance(item.get("summary"), list):
        added = {**item, "summary": []}
        inner = _summary_events(item["summary"])
    yield {"type": "response.output_item.added", "item": added}
    for event in inner:
        yield {**event, "item_id": item.get("id") or f"item_{index}"}
    yield {"type": "response.output_item.done", "item": item}


def _growing(event: str, key: str, text: str, at_end: Object) -> Iterator[Object]:
    for piece in _pieces(text):
        yield {"type": f"{event}.delta", "delta": piece}
    yield {"type": f"{event}.done", key: text, **at_end}


def _content_events(content: list[JSON]) -> Iterator[Object]:
    for index, part in enumerate(content):
        kind = part.get("type") if isinstance(part, dict) else None
        key = {"output_text": "text", "refusal": "refusal"}.get(str(kind))
        at = {"content_index": index}
        if key is None or not isinstance(part.get(key), str):
            yield {"type": "response.content_part.added", "part": part, **at}
        else:
            more: Object = {"logprobs": []} if key == "text" else {}
            yield {"type": "response.content_part.added", "part": {**part, key: ""}, **at}
            for event in _growing(f"response.{kind}", key, part[key], {}):
                yield {**event, **more, **at}
        yield {"type": "response.content_part.done", "part": part, **at}


def _summary_events(summary: list[JSON]) -> Iterator[Object]:
    for index, part in enumerate(summary):
        if not isinstance(part, dict) or not isinstance(part.get("text"), str):
            continue
        at = {"summary_index": index}
        yield {"type": "response.reasoning_summary_part.added", "part": {**part, "text": ""}, **at}
        for event in _growing("response.reasoning_summary_text", "text", part["text"], {}):
            yield {**event, **at}
        yield {"type": "response.reasoning_summary_part.done", "part": part, **at}


def _objects(value: JSON) -> list[Object]:
    """Return the objects of what should be a list of them: a script may hold anything, and nothing else has events."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _pieces(text: str) -> Iterator[str]:
    return (text[start : start + PIECE] for start in range(0, len(text), PIECE))
