"""What the output of a Responses model can hold, each thing by a name, and which of them one holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from tests.generate.conversation_features import arguments_of
from tests.generate.schema_features import texts_of

TO_MESSAGE, TO_CALLS = "responses-output-to-chat-message", "responses-output-to-tool-calls"
TO_CHAT = "responses-response-to-chat-response"

_HOSTED = ("web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call", "mcp_call")
_TEXTS = ("not ASCII", "beyond the first plane", "quote", "control character", "line end", "U+2028", "combining mark")
_BOTH = {
    *(f"{count} calls" for count in (0, 1, 2, 3)),
    *("calls of one name", "text before a call", "text behind a call", "several messages", "nothing but calls"),
    *(f"call {status}" for status in ("completed", "in_progress", "incomplete", "of no status")),
    *(f"arguments {given}" for given in ("{}", "empty", "malformed", "not ASCII", "spaced")),
    *(
        "call without an id",
        "message of one text",
        "message of several texts",
        "message of no part",
        "empty output text",
    ),
    *("refusal alone", "refusal beside text", "annotations empty", "no annotations"),
    *(
        "reasoning",
        "reasoning with a summary",
        "reasoning with content",
        "reasoning encrypted",
        "nothing but reasoning",
    ),
    *("reasoning before a call", "no items", *(f"item {kind}" for kind in _HOSTED), "item custom_tool_call"),
    *("item local_shell_call", "item an_item_of_next_year", "response incomplete", "response failed", "a broken item"),
    *_TEXTS,
}
WANTED = {
    TO_MESSAGE: _BOTH
    | {
        *("a list", "a response", "message incomplete", "a phase", "annotations", "content null", "no content"),
        *("refusal empty", "inline call", "arguments null", "arguments beyond 2**53", "keys the other way round"),
        *(f"part {kind}" for kind in ("output_image", "a_part_of_next_year", "reasoning_text", "text")),
        *("item mcp_list_tools", "item compaction", "item apply_patch_call", "item shell_call", "item computer_call"),
        *("item mcp_approval_request", "no object", "no type", "a broken message", "a broken call", "a broken part"),
        "somebody else's message",
    },
    TO_CALLS: _BOTH
    | {
        *("response completed", "a text item", "item tool_search_call"),
        *("call null", "call without a call_id", "call_id null", "call_id empty", "call without any id"),
        "nameless call",
        *("arguments blank", "no arguments", "arguments as null", "arguments as an object", "arguments no object"),
        *("arguments beyond doubles", "arguments cut", "a namespace", "usage", "no usage", "usage of the other API"),
        *("reason max_output_tokens", "reason content_filter", "no reason", "incomplete with calls"),
        "failed with calls",
        *("incomplete without calls",),
    },
}  # fmt: skip
WANTED[TO_CHAT] = WANTED[TO_CALLS] | {
    *(
        "reason steered",
        "reason None",
        "response cancelled",
        "metadata",
        "a tier",
        "cached tokens",
        "log probabilities",
    ),
    *(f"cites by {kind}" for kind in ("url_citation", "file_citation", "container_file_citation", "file_path")),
}


def seen(operation: str, given: Any) -> Iterator[str]:
    """Yield what an output holds."""
    yield from texts_of(json.dumps(given, ensure_ascii=False))
    items = given
    if isinstance(given, dict):
        items = given["output"]
        yield "a response"
        yield f"response {given['status']}"
        yield from _of_response(given)
    else:
        yield "a list"
    if not items:
        yield "no items"
    for item in items:
        yield from _of_item(item) if isinstance(item, dict) else ["no object", "a broken item"]
    yield from _of_order([item for item in items if isinstance(item, dict)])


def _of_response(response: dict[str, Any]) -> Iterator[str]:
    if response.get("usage"):
        yield "usage of the other API" if "prompt_tokens" in response["usage"] else "usage"
    else:
        yield "no usage"
    calls = any(
        isinstance(item, dict) and item.get("type") == "function_call" and item.get("status") == "completed"
        for item in response["output"]
    )
    yield from (name for key, name in (("metadata", "metadata"), ("service_tier", "a tier")) if response.get(key))
    if ((response.get("usage") or {}).get("input_tokens_details") or {}).get("cached_tokens"):
        yield "cached tokens"
    status = response["status"]
    if status == "incomplete":
        details = response["incomplete_details"]
        yield f"reason {details.get('reason')}" if details else "no reason"
        yield "incomplete with calls" if calls else "incomplete without calls"
    elif status == "failed" and calls:
        yield "failed with calls"


def _of_item(item: dict[str, Any]) -> Iterator[str]:
    kind = item.get("type")
    if list(item)[-1:] == ["type"] and len(item) > 3:
        yield "keys the other way round"
    if kind == "message":
        yield from _of_message(item)
    elif kind == "function_call":
        yield from _of_call(item)
    elif kind == "output_text":
        yield "a text item"
    elif kind == "reasoning":
        yield "reasoning"
        named = (("summary", "with a summary"), ("content", "with content"), ("encrypted_content", "encrypted"))
        yield from (f"reasoning {name}" for key, name in named if item.get(key))
    elif isinstance(kind, str):
        yield f"item {kind}"
    else:
        yield "no type"
        yield "a broken item"


def _of_message(item: dict[str, Any]) -> Iterator[str]:
    if item.get("role") != "assistant":
        yield "somebody else's message"
        return
    content = item.get("content", "absent")
    if item.get("status") == "incomplete":
        yield "message incomplete"
    if "phase" in item:
        yield "a phase"
    if content == "absent" or content is None:
        yield "no content" if content == "absent" else "content null"
        return
    if not isinstance(content, list):
        yield "a broken message"
        yield "a broken item"
        return
    kinds = [part.get("type") if isinstance(part, dict) else None for part in content]
    if not kinds:
        yield "message of no part"
    if kinds.count("output_text") == len(kinds) and kinds:
        yield "message of one text" if len(kinds) == 1 else "message of several texts"
    if "refusal" in kinds:
        yield "refusal beside text" if "output_text" in kinds else "refusal alone"
    for part in content:
        yield from _of_part(part)


def _of_part(part: Any) -> Iterator[str]:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind == "output_text" and isinstance(part.get("text"), str):
        notes = part.get("annotations", "absent")
        yield "no annotations" if notes == "absent" else "annotations" if notes else "annotations empty"
        yield from (f"cites by {note['type']}" for note in notes if notes != "absent")
        if part.get("logprobs"):
            yield "log probabilities"
        if part["text"] == "":
            yield "empty output text"
    elif kind == "refusal" and "refusal" in part:
        if part["refusal"] == "":
            yield "refusal empty"
    elif kind == "tool_use" and {"id", "name", "input"} <= part.keys():
        yield "inline call"
    elif kind in ("output_text", "refusal", "tool_use", None):
        yield "a broken part"
    else:
        yield f"part {kind}"


def _of_call(item: dict[str, Any]) -> Iterator[str]:
    if not isinstance(item.get("name", ""), str) or not isinstance(item.get("call_id", ""), str | None):
        yield "a broken call"
        return
    status = item.get("status", "of no status")
    yield f"call {'null' if status is None else status}"
    ids = "id" in item, "call_id" in item
    if not ids[0]:
        yield "call without an id"
    if not ids[1]:
        yield "call without a call_id" if ids[0] else "call without any id"
    elif not item["call_id"]:
        yield "call_id null" if item["call_id"] is None else "call_id empty"
    if "name" not in item:
        yield "nameless call"
    if "namespace" in item:
        yield "a namespace"
    yield from given_arguments(item)
    if any(str(item.get(key, "")).endswith("_x") for key in ("id", "call_id")):
        yield "a broken call"
        yield "a broken item"


def given_arguments(call: dict[str, Any]) -> Iterator[str]:
    """Yield what the arguments of a call are."""
    arguments = call.get("arguments", "absent")
    if arguments == "absent":
        yield "no arguments"
    elif arguments is None:
        yield "arguments as null"
    elif isinstance(arguments, dict):
        yield "arguments as an object"
    else:
        yield from arguments_of(arguments)
        if "9007199254740993" in arguments:
            yield "arguments beyond 2**53"
        if "1e999" in arguments:
            yield "arguments beyond doubles"
        if arguments.startswith("{") and arguments.count("{") > arguments.count("}"):
            yield "arguments cut"


def _of_order(items: list[dict[str, Any]]) -> Iterator[str]:
    kinds = [item.get("type") for item in items]
    names = [item.get("name") for item in items if item.get("type") == "function_call"]
    yield f"{len(names)} calls"
    if len(set(map(str, names))) < len(names):
        yield "calls of one name"
    texts = ("message", "output_text")
    for one, other in pairwise(kinds):
        if other == "function_call":
            yield from (
                ["text before a call"] if one in texts else ["reasoning before a call"] if one == "reasoning" else []
            )
        elif one == "function_call" and other in texts:
            yield "text behind a call"
    if kinds.count("message") > 1:
        yield "several messages"
    for kind, name in (("function_call", "calls"), ("reasoning", "reasoning")):
        if kinds and set(kinds) == {kind}:
            yield f"nothing but {name}"
