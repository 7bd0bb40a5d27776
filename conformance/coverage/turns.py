"""Conversations and answers of both APIs as a flat list of steps: texts, calls and results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from conformance.formats.chat.chunks import is_whole, joined
from conformance.values import JSON

CALL, RESULT = "call", "result"
_ITEMS = {
    "function_call": (CALL, "arguments"),
    "custom_tool_call": (CALL, "input"),
    "function_call_output": (RESULT, "output"),
    "custom_tool_call_output": (RESULT, "output"),
}


class Step(NamedTuple):
    """One step. kind: the role of a text, CALL, RESULT, or the type of another item. text: its arguments or output."""

    kind: str
    id: str = ""
    name: str = ""
    text: str = ""


def steps_of(source: str, given: JSON) -> Iterator[Step]:
    """Yield the steps of a value of a format of conversations or answers."""
    if source == "chat-messages":
        for message in given:
            yield from _of_message(message)
    elif source == "chat-response":
        for choice in given.get("choices", ())[:1]:  # an answer that failed has none
            yield from _of_message(choice["message"])
    elif source == "chat-stream":
        if is_whole(given):
            yield from _of_message(joined(given)["choices"][0]["message"])
    else:
        items = given.get("input", given.get("output")) if isinstance(given, dict) else given
        for item in items if isinstance(items, list) else ():
            yield _of_item(item)


def _of_message(message: JSON) -> Iterator[Step]:
    if message["role"] in ("tool", "function"):
        yield Step(RESULT, message.get("tool_call_id", ""), text=str(message.get("content")))
        return
    if message.get("content") or message.get("refusal") or message["role"] != "assistant":
        yield Step(message["role"])
    for call in message.get("tool_calls") or ():
        held = call.get("function") or call.get("custom") or {}
        text = held.get("arguments", held.get("input"))
        yield Step(CALL, call.get("id") or "", held.get("name") or "", str(text))


def _of_item(item: JSON) -> Step:
    kind = item.get("type", "message")
    if kind in _ITEMS:
        step, member = _ITEMS[kind]
        return Step(step, item.get("call_id", ""), item.get("name", ""), str(item.get(member)))
    return Step(item["role"] if kind == "message" else kind)
