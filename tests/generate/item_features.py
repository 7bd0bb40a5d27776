"""What Responses input can hold, each thing by a name, and which of them one holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from tests.generate.conversation_features import arguments_of
from tests.generate.schema_features import texts_of

ROLES = ("user", "assistant", "system", "developer")
HOSTED = (
    *("web_search_call", "file_search_call", "image_generation_call", "code_interpreter_call", "mcp_list_tools"),
    *("mcp_call", "computer_call", "item_reference"),
)
UNKNOWN = ("telepathy_call", "compaction_summary", "new_item")
OUTPUT_PARTS = ("input_text", "output_text", "input_image", "input_file")

WANTED = {
    *("a list", "an object", "instructions", "instructions null", "a text as input"),
    *(f"{role} with {form}" for role in ROLES for form in ("a text", "a list")),
    *("message by its type", "message by its role", "user of an empty text", "assistant of an empty text"),
    *(f"image with detail {detail}" for detail in ("absent", "auto", "low", "high")),
    *("image by URL", "image by data", "image by id", "image first", "image alone", "several texts"),
    *("file by id", "file by data", "file by URL", "audio"),
    *("assistant item with an id", "assistant item without an id", "no annotations", "several output texts"),
    *("refusal alone", "refusal beside text"),
    *(f"{count} calls at once" for count in (1, 2, 3)),
    *("calls behind a message", "calls of one name at once", "call with an id", "call without an id"),
    *("call completed", "call in_progress", "an id that comes again", "calls in two turns in a row"),
    *(f"call_id of {prefix}" for prefix in ("call", "toolu", "fc")),
    *(f"arguments {given}" for given in ("empty", "malformed", "null", "not ASCII", "spaced", "beyond 2**53")),
    *("output text", "output empty", "output like JSON", "output of one part", "output of several parts"),
    *(f"output with {part}" for part in OUTPUT_PARTS),
    *("output of an image by id", "output of no text", "output with a text behind an image or a file"),
    *(
        "several outputs in a row",
        "outputs in another order",
        "a call without its output",
        "an output without its call",
    ),
    *(f"a message between calls and outputs: {role}" for role in ("user", "developer", "system")),
    *("a message between outputs", "custom call", "custom call's output"),
    *(
        "reasoning",
        "reasoning with a summary",
        "reasoning encrypted",
        "reasoning with content",
        "reasoning before a call",
    ),
    *("reasoning between calls", *(f"item {kind}" for kind in (*HOSTED, *UNKNOWN))),
    *("no object", "no type", "type that is no text", "a broken call", "a broken output", "a broken message"),
    *("a Chat message", "an empty object", "no items", "one item"),
    *("not ASCII", "beyond the first plane", "quote", "control character", "line end", "U+2028", "combining mark"),
}


def seen(given: Any) -> Iterator[str]:
    """Yield what Responses input holds."""
    yield from texts_of(json.dumps(given, ensure_ascii=False))
    items = given
    if isinstance(given, dict):
        yield (
            "an object"
            if "instructions" not in given
            else "instructions"
            if given["instructions"]
            else "instructions null"
        )
        items = given["input"]
        if isinstance(items, str):
            yield "a text as input"
            return
    else:
        yield "a list"
    if len(items) < 2:
        yield "one item" if items else "no items"
    for item in items:
        yield from _of_item(item) if isinstance(item, dict) else ["no object"]
    yield from _of_order([item for item in items if isinstance(item, dict)])


def _of_item(item: dict[str, Any]) -> Iterator[str]:
    kind, role = item.get("type", "message" if "role" in item else None), item.get("role")
    if not item:
        yield "an empty object"
    elif kind is None and "type" not in item:
        yield "no type"
    elif not isinstance(kind, str):
        yield "type that is no text"
    elif kind == "message":
        yield from _of_message(item, role)
    elif kind == "function_call":
        yield from _of_call(item)
    elif kind == "function_call_output":
        yield from _of_output(item)
    elif kind == "reasoning":
        yield "reasoning"
        summary, content, encrypted = (item.get(key) for key in ("summary", "content", "encrypted_content"))
        yield from (name for held, name in ((summary, "reasoning with a summary"), (content, "reasoning with content"),
                                            (encrypted, "reasoning encrypted")) if held)  # fmt: skip
    elif kind in ("custom_tool_call", "custom_tool_call_output"):
        yield "custom call" if kind == "custom_tool_call" else "custom call's output"
    else:
        yield f"item {kind}"


def _of_message(item: dict[str, Any], role: Any) -> Iterator[str]:
    content = item.get("content")
    if role == "tool":
        yield "a Chat message"
        return
    if role not in ROLES or content is None:
        yield "a broken message"
        return
    yield "message by its type" if "type" in item else "message by its role"
    if isinstance(content, str):
        yield f"{role} with a text"
        if not content:
            yield f"{role} of an empty text"
        return
    yield f"{role} with a list"
    kinds = [part["type"] for part in content]
    for part in content:
        yield from _of_part(part)
    if kinds and kinds[0] == "input_image":
        yield "image first" if len(kinds) > 1 else "image alone"
    if kinds.count("input_text") > 1:
        yield "several texts"
    if role == "assistant":
        yield "assistant item with an id" if "id" in item else "assistant item without an id"
        if "refusal" in kinds:
            yield "refusal beside text" if len(kinds) > 1 else "refusal alone"
        if kinds.count("output_text") > 1:
            yield "several output texts"
        if any(part.get("text") == "" for part in content):
            yield "assistant of an empty text"


def _of_part(part: dict[str, Any]) -> Iterator[str]:
    kind = part["type"]
    if kind == "input_image":
        yield f"image with detail {part.get('detail', 'absent')}"
        url = part.get("image_url")
        yield "image by id" if url is None else "image by data" if url.startswith("data:") else "image by URL"
    elif kind == "input_file":
        yield "file by data" if "file_data" in part else "file by URL" if "file_url" in part else "file by id"
    elif kind == "input_audio":
        yield "audio"
    elif kind == "output_text" and "annotations" not in part:
        yield "no annotations"


def _of_call(item: dict[str, Any]) -> Iterator[str]:
    if not item.get("call_id") or not item.get("name"):
        yield "a broken call"
        return
    yield "call with an id" if "id" in item else "call without an id"
    if "status" in item:
        yield f"call {item['status']}"
    yield f"call_id of {item['call_id'].partition('_')[0]}"
    yield from arguments_of(item["arguments"])
    try:
        if '"value"' not in item["arguments"] and any(
            type(number) is int and abs(number) > 2**53 for number in _numbers(json.loads(item["arguments"]))
        ):
            yield "arguments beyond 2**53"
    except ValueError:
        pass


def _numbers(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list):
        for member in value.values() if isinstance(value, dict) else value:
            yield from _numbers(member)
    else:
        yield value


def _of_output(item: dict[str, Any]) -> Iterator[str]:
    output = item.get("output")
    if not item.get("call_id") or output is None:
        yield "a broken output"
    elif isinstance(output, str):
        yield "output empty" if not output else "output like JSON" if output[0] in "{[" else "output text"
    else:
        kinds = [part["type"] for part in output]
        yield "output of one part" if len(kinds) == 1 else "output of several parts"
        yield from (f"output with {kind}" for kind in kinds)
        if any("file_id" in part for part in output):
            yield "output of an image by id"
        texts = [kind.endswith("text") for kind in kinds]
        if not any(texts):
            yield "output of no text"
        if (False, True) in pairwise(texts):
            yield "output with a text behind an image or a file"


def _of_order(items: list[dict[str, Any]]) -> Iterator[str]:
    kinds = [item.get("type", item.get("role")) for item in items]
    calls = [item for item in items if item.get("type") == "function_call" and item.get("call_id")]
    outputs = [item.get("call_id") for item in items if item.get("type") == "function_call_output"]
    ids = [call["call_id"] for call in calls]
    if len(set(ids)) < len(ids):
        yield "an id that comes again"
    if any(one not in outputs for one in ids):
        yield "a call without its output"
    if any(isinstance(one, str) and one not in ids for one in outputs):
        yield "an output without its call"
    known = [one for one in outputs if one in ids]
    if len(set(ids)) == len(ids) and known != sorted(known, key=ids.index):
        yield "outputs in another order"
    yield from _of_neighbours(items, kinds)
    at_once: list[str] = []
    for item, kind in zip([*items, {}], [*kinds, None], strict=True):
        if kind == "function_call" and item.get("name"):
            at_once.append(item["name"])
        elif at_once and kind != "reasoning":
            yield f"{len(at_once)} calls at once"
            if len(set(at_once)) < len(at_once):
                yield "calls of one name at once"
            at_once = []


def _of_neighbours(items: list[dict[str, Any]], kinds: list[Any]) -> Iterator[str]:
    pairs = list(zip(pairwise(kinds), pairwise(items), strict=True))
    for (one, other), (before, _after) in pairs:
        if (one, other) == ("function_call_output", "function_call_output"):
            yield "several outputs in a row"
        if other == "function_call":
            if before.get("role") == "assistant":
                yield "calls behind a message"
            if one == "reasoning":
                yield "reasoning before a call"
            if one == "function_call_output":
                yield "calls in two turns in a row"
    for (one, middle, last), item in zip(zip(kinds, kinds[1:], kinds[2:], strict=False), items[1:], strict=False):
        if (one, middle, last) == ("function_call", "reasoning", "function_call"):
            yield "reasoning between calls"
        if last == "function_call_output" and item.get("role") in ROLES:
            if one == "function_call":
                yield f"a message between calls and outputs: {item['role']}"
            elif one == "function_call_output":
                yield "a message between outputs"
