"""What three hundred generated conversations must contain, whatever the seed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from conformance.formats.chat.conversation import read_conversation
from conformance.inputs import draw

MESSAGES = "chat-messages-to-responses-input"
EXPECTED = {
    *("user", "assistant", "system", "developer", "tool", "later system", "well paired", "broken", "orphan"),
    *("text", "image_url", "file", "input_audio", "refusal", "tool_use", "tool_result", "another part"),
    *("parallel calls", "results in another order", "several rounds", "reused id", "same name twice", "long id"),
    *("null beside calls", "empty beside calls", "absent beside calls", "text beside calls", "no calls"),
    *("empty user", "refusal field", "detail", "name", "result list", "image in a result"),
    *(f"cache_control on {what}" for what in ("a message", "a part", "a call", "a result", "a part of a result")),
}


def features(messages: list[Any]) -> Iterator[str]:
    conversation = read_conversation(messages)
    yield "broken" if conversation.broken else "whole"
    if conversation.is_well_paired:
        yield "well paired"
    calls = [call["id"] for m in messages if isinstance(m, dict) for call in calls_of(m)]
    if len(set(calls)) < len(calls):
        yield "reused id"
    if any(len(identity) == 40 for identity in calls):
        yield "long id"
    asked = 0
    for position, message in enumerate(messages):
        if not isinstance(message, dict) or not isinstance(message.get("role"), str):
            continue
        asked += message["role"] == "user"
        yield message["role"]
        if asked > 1:
            yield "several rounds"
        if asked and message["role"] in ("system", "developer"):
            yield "later system"
        yield from of_message(messages, position, message)


def calls_of(message: Any) -> list[Any]:
    calls = message.get("tool_calls")
    return [call for call in calls if isinstance(call, dict) and "id" in call] if isinstance(calls, list) else []


def of_message(messages: list[Any], position: int, message: Any) -> Iterator[str]:
    role, content = message["role"], message.get("content", "absent")
    if "cache_control" in message:
        yield "cache_control on a result" if role == "tool" else "cache_control on a message"
    yield from (name for name, there in (("name", "name" in message), ("refusal field", "refusal" in message)) if there)
    if role == "tool" and position == 0:
        yield "orphan"
    if role == "user" and content == "":
        yield "empty user"
    calls = calls_of(message)
    if message.get("tool_calls") == []:
        yield "no calls"
    if calls:
        yield {None: "null", "": "empty", "absent": "absent"}.get(content if content is None or isinstance(content, str)
                                                                  else "text", "text") + " beside calls"  # fmt: skip
        names = [call["function"]["name"] for call in calls if isinstance(call.get("function"), dict) and
                 "name" in call["function"]]  # fmt: skip
        results = [m.get("tool_call_id") for m in messages[position + 1 : position + 1 + len(calls)]
                   if isinstance(m, dict)]  # fmt: skip
        yield from ["parallel calls"] if len(calls) > 1 else []
        yield from ["same name twice"] if len(set(names)) < len(names) else []
        yield from ["cache_control on a call"] if any("cache_control" in call for call in calls) else []
        ids = [call["id"] for call in calls]
        yield from ["results in another order"] if results != ids and sorted(map(str, results)) == sorted(ids) else []
    for part in content if isinstance(content, list) else ():
        yield from of_part(role, part)


def of_part(role: str, part: Any) -> Iterator[str]:
    if not isinstance(part, dict):
        return
    kind = part.get("type")
    known = ("text", "image_url", "file", "input_audio", "refusal", "tool_use", "tool_result")
    yield kind if kind in known else "another part"
    if role == "tool":
        yield "image in a result" if kind == "image_url" else "result list"
    if "cache_control" in part:
        yield "cache_control on a part of a result" if role == "tool" else "cache_control on a part"
    if kind == "image_url" and isinstance(part.get("image_url"), dict) and "detail" in part["image_url"]:
        yield "detail"


@pytest.mark.parametrize("seed", [0, 1])
def test_conversations_have_all_that_a_message_may_hold(seed: int) -> None:
    found = {feature for messages in draw(MESSAGES, 300, seed) for feature in features(messages)}
    assert set() == EXPECTED - found
