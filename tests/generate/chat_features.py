"""What a Chat Completions response can hold, each thing by a name, and which of them one holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.generate.output_features import given_arguments
from tests.generate.schema_features import texts_of

WANTED = {
    *(f"content {content}" for content in ("null", "a text", "empty")),
    *("refusal", "refusal null", "no refusal"),
    *(f"{count} calls" for count in (0, 1, 2, 3)),
    *("tool_calls null", "tool_calls empty", "text beside calls", "calls of one name", "refusal beside calls"),
    *(f"finish_reason {reason}" for reason in ("stop", "tool_calls", "length", "content_filter", "None")),
    "call null",
    *("calls under stop", "calls under length", "tool_calls without a call", "a second choice", "usage", "no usage"),
    *("id null", "id empty", "no id", "no type", "nameless call", "custom call", "call without a function"),
    *(f"arguments {given}" for given in ("{}", "empty", "blank", "malformed", "cut", "no object", "not ASCII")),
    *("arguments spaced", "no arguments", "arguments as null", "arguments as an object"),
    *("arguments beyond 2**53", "arguments beyond doubles"),
    *("not ASCII", "beyond the first plane", "quote", "control character", "line end", "U+2028", "combining mark"),
}  # fmt: skip


def seen(response: dict[str, Any]) -> Iterator[str]:
    """Yield what a response holds."""
    yield from texts_of(json.dumps(response, ensure_ascii=False))
    first = response["choices"][0]
    message, finish = first["message"], first["finish_reason"]
    yield f"finish_reason {finish}"
    yield "usage" if response.get("usage") else "no usage"
    if len(response["choices"]) > 1:
        yield "a second choice"
    content = message["content"]
    yield "content null" if content is None else "content a text" if content else "content empty"
    yield "no refusal" if "refusal" not in message else "refusal" if message["refusal"] else "refusal null"
    calls = message.get("tool_calls")
    if not calls:
        yield "0 calls"
        yield from ["tool_calls null" if calls is None else "tool_calls empty"] if "tool_calls" in message else []
        yield from ["tool_calls without a call"] if finish == "tool_calls" else []
        return
    yield f"{len(calls)} calls"
    yield from ["text beside calls"] if content else []
    yield from ["refusal beside calls"] if message.get("refusal") else []
    yield from [f"calls under {finish}"] if finish in ("stop", "length") else []
    names = [call["function"]["name"] for call in calls if call and (call.get("function") or {}).get("name")]
    yield from ["calls of one name"] if len(set(names)) < len(names) else []
    for call in calls:
        yield from _of_call(call)


def _of_call(call: Any) -> Iterator[str]:
    if call is None:
        yield "call null"
    elif call.get("type") == "custom":
        yield "custom call"
    elif call["function"] is None:
        yield "call without a function"
    else:
        yield "no id" if "id" not in call else "id null" if call["id"] is None else "id" if call["id"] else "id empty"
        yield from ["no type"] if "type" not in call else []
        yield from ["nameless call"] if "name" not in call["function"] else []
        yield from given_arguments(call["function"])
