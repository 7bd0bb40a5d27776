"""Answers of a script as Anthropic's Messages API gives them: messages, events, errors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from conformance.apis.oracles.finding import ANTHROPIC_TYPES, anthropic_error
from conformance.base.values import JSON

ANTHROPIC: Final = "anthropic"
ROUTE: Final = "/messages"
OVERLOADED: Final = 529  # the status, and in a stream the error, of an API that has too much to do
SIGNATURE: Final = "c2lnbmVk"  # of thinking; it has to come back with it

Object = dict[str, Any]

# The API's own words for what is wrong with a request before it is read; by the rules of `wording`.
_WORDS: Final = {
    "http-key": "x-api-key header is required",
    "http-version": "anthropic-version: header is required",
    "http-json": "The request body is not valid JSON",
    "http-route": "Not found",
    "http-method": "Method Not Allowed",
    "http-size": "Request exceeds the maximum size",
    "server": "Internal server error",
}
# What of a block comes in pieces: its member, the type of the delta, and the member of that.
_GROWING: Final = {
    "text": ("text", "text_delta", "text"),
    "thinking": ("thinking", "thinking_delta", "thinking"),
    "tool_use": ("input", "input_json_delta", "partial_json"),
}


class CutInput(dict[str, Any]):
    """The input of a call whose arguments were cut: empty in a whole answer. text: what a stream sends of it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


def completed(answer: JSON, number: int, model: JSON) -> Object | None:
    """Return the full body of an answer: a text, a list of blocks, or a body; None for what is none of these."""
    given: Object = answer if isinstance(answer, dict) else {}
    content = given.get("content") if given else answer
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    if not isinstance(content, list):
        return None
    blocks = [_block(block, f"{number}_{index}") for index, block in enumerate(content)]
    calls = any(isinstance(block, dict) and block.get("type") == "tool_use" for block in blocks)
    body: Object = {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": model,
        "stop_reason": "tool_use" if calls else "end_turn",
        "stop_sequence": None,
        "stop_details": None,
        "usage": {
            "input_tokens": 10,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
            "output_tokens": 10,
            "service_tier": "standard",
        },
    }
    return {**body, **given, "content": blocks}


def _block(block: JSON, place: str) -> JSON:
    if isinstance(block, str):
        return {"type": "text", "text": block}
    if isinstance(block, dict) and block.get("type") == "tool_use":
        return {"id": f"toolu_{place}", "input": {}, **block}
    return block


def events_of(body: Object, pieces: Any) -> Iterator[Object]:
    """Yield the events of a message. pieces: cuts a text."""
    begun = {**body, "content": [], "stop_reason": None, "stop_sequence": None, "stop_details": None}
    usage = body["usage"]
    first = {**usage, "output_tokens": 1} if isinstance(usage, dict) else usage  # a script may hold anything
    yield {"type": "message_start", "message": {**begun, "usage": first}}
    for index, block in enumerate(body["content"]):
        at = {"index": index}
        if not isinstance(block, dict):
            yield {"type": "content_block_start", **at, "content_block": block}
            yield {"type": "content_block_stop", **at}
            continue
        member, delta, piece = _GROWING.get(str(block.get("type")), ("", "", ""))
        text = _text(block.get(member))
        empty: Object = {}
        if text is not None:
            empty = {member: {} if member == "input" else "", **({"signature": ""} if member == "thinking" else {})}
        yield {"type": "content_block_start", **at, "content_block": {**block, **empty}}
        # The arguments of a call begin with an empty piece, which is all where there are none.
        begun_by = [""] if member == "input" else []
        for part in (*begun_by, *pieces(text)) if text is not None else ():
            yield {"type": "content_block_delta", **at, "delta": {"type": delta, piece: part}}
        if member == "thinking" and text is not None:
            signed = {"type": "signature_delta", "signature": block.get("signature", "")}
            yield {"type": "content_block_delta", **at, "delta": signed}
        yield {"type": "content_block_stop", **at}
        if index == 0:
            yield {"type": "ping"}
    ended = {key: body[key] for key in ("stop_reason", "stop_sequence", "stop_details")}
    last = {"output_tokens": usage.get("output_tokens")} if isinstance(usage, dict) else usage
    yield {"type": "message_delta", "delta": ended, "usage": last}
    yield {"type": "message_stop"}


def _text(value: JSON) -> str | None:
    if isinstance(value, CutInput):
        return value.text
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")) if value else ""
    return value if isinstance(value, str) else None


def error_event() -> Object:
    """Return the event that ends a stream where the API has too much to do."""
    error = anthropic_error(OVERLOADED, "Overloaded")
    return {"type": "error", "error": error["error"]}


def error_of(status: int, body: JSON, rule: str | None, request_id: str | None = None) -> Object:
    """Return the body of an error in Anthropic's form, whichever form it has.

    body: `{"error": {"message", "type"}}`. rule: of a refusal, which may have words of its own.
    """
    error = body.get("error") if isinstance(body, dict) else None
    said = error if isinstance(error, dict) else {}
    type_ = said.get("type")
    if type_ not in ANTHROPIC_TYPES.values() or (type_ == ANTHROPIC_TYPES[400] and status != 400):
        type_ = None  # a word of OpenAI's APIs, or theirs for any refusal
    made = anthropic_error(status, _WORDS.get(rule or "", str(said.get("message"))), type_)
    return {**made, "request_id": request_id}
