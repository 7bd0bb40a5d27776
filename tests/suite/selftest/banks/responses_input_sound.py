"""Sound converters for chat-messages-to-responses-input, in other forms than the reference."""

from __future__ import annotations

import json
from typing import Any

from conformance.reference import chat_messages_to_responses_input as reference
from conformance.reference import responses_input_to_chat_messages as way_back
from tests.suite.selftest.banks.bank import references
from tests.suite.selftest.banks.responses_input import (
    BACK,
    INLINE,
    MESSAGES,
    Item,
    content_parts,
    in_input,
    s3_message,
)
from tests.suite.selftest.model import Sound

# Sound converters.


def s3_form(messages: Any) -> Any:
    """S3's form with what the listing leaves out: no calls where the list is empty, lists joined, refusals kept."""
    reference(messages, tool_turns="text")
    made = []
    for message in messages:
        message = {key: value for key, value in message.items() if key != "tool_calls" or value}
        if message["role"] == "tool":
            content = message.get("content")
            images = [p for p in content_parts(message) if p.get("type") != "text"]
            reported = "\n".join(p["text"] for p in content_parts(message) if p.get("type") == "text")
            text = s3_message(message | {"content": reported if isinstance(content, list) else content})
            text["content"] += reference([{"role": "user", "content": images}])["input"][0]["content"] if images else []
            made.append(text)
        elif message["role"] != "assistant" or message.get("tool_calls"):
            refused = [part for part in content_parts(message) if part.get("type") == "refusal"]
            if message["role"] == "assistant" and (refused or message.get("refusal")):
                said = {"role": "assistant", "content": refused or None, "refusal": message.get("refusal")}
                made += reference([said])["input"]
            made.append(s3_message(message))
        else:
            made += reference([message], inline_tools="parts")["input"]
    return made


def s4_form(messages: Any) -> Any:
    """S4's form with what its rules ask for: calls behind their message, nothing empty, nothing lost."""
    reference(messages)
    made: list[Item] = []
    for message in messages:
        if message["role"] == "tool":
            content = _shallow(message.get("content"))
            part = {"type": "tool_result", "tool_use_id": message["tool_call_id"], "content": content}
            made.append({"role": "user", "content": [part]})
        else:
            made += reference([message], inline_tools="parts", system_placement="input")["input"]
    return made


def _shallow(content: Any) -> Any:
    if not isinstance(content, list):
        return content
    return [{key: value for key, value in part.items() if key != "cache_control"} for part in content]


def most_free(messages: Any) -> Any:
    """Takes every freedom: items and parts with all they may bear, images of results in a message of their own."""
    moved: list[Item] = []
    result: list[Item] = []
    for item in in_input(messages)["input"]:
        if "output" in item:
            if isinstance(item["output"], list):
                moved += [part for part in item["output"] if "image" in part.get("type", "")]
                texts = [part["text"] for part in item["output"] if part.get("type") == "input_text"]
                item = item | {"output": "\n".join(texts)}
            result.append(item | _fields_of(item, f"fco_{len(result)}"))
            continue
        if moved:
            result.append({"role": "user", "content": moved})
            moved = []
        result.append(_adorned(item, len(result)))
    return result + ([{"role": "user", "content": moved}] if moved else [])


def _fields_of(item: Item, identity: str) -> Item:
    """The optional fields of a call or its output; the API knows no status of the output of a custom tool."""
    return {"id": identity} | ({} if item["type"] == "custom_tool_call_output" else {"status": "completed"})


def _adorned(item: Item, number: int) -> Item:
    if "role" not in item:
        return item | _fields_of(item, f"fc_{number}")
    content = []
    for part in item["content"]:
        if part["type"] == "output_text":
            part = part | {"annotations": []}
        elif part["type"] == "input_image":
            part = {"detail": "auto"} | part
        elif part["type"] == "refusal":
            part = {"type": "output_text", "text": part["refusal"]}
        content.append(part)
    role = "developer" if item["role"] == "system" else item["role"]
    return {"type": "message", "role": role, "content": content, "status": "completed"}


def everything_instructing(messages: Any) -> Any:
    """All system and developer messages go to the instructions; silent messages of the assistant vanish."""
    reference(messages)
    reported = [m for m in messages if m["role"] in ("system", "developer")]
    joined = ["\n".join(p["text"] for p in content_parts(m) if p.get("type") == "text") if content_parts(m)
              else m["content"] for m in reported]  # fmt: skip
    others = [m for m in messages if m not in reported]
    result = reference(
        [
            m
            for m in others
            if m.get("content") != "" or m["role"] != "assistant" or m.get("tool_calls") or m.get("refusal")
        ]
    )
    text = "\n\n".join(filter(None, joined))
    return result | ({"instructions": text} if text else {})


def leaves_out_what_is_broken(messages: Any) -> Any:
    """What does not convert is left out, and so is what it does not know."""
    if not isinstance(messages, list):
        return {"input": []}
    kept = []
    for message in messages:
        try:
            reference([message])
        except ValueError:
            continue
        kept.append(message)
    return json.loads(json.dumps(reference(kept)))


def strict_about_parts(messages: Any) -> Any:
    """Audio, and parts of unknown types, are named in an error."""
    for message in messages if isinstance(messages, list) else ():
        for part in content_parts(message) if isinstance(message, dict) else ():
            known = ("text", "image_url", "file", "refusal", *INLINE)
            if isinstance(part, dict) and part.get("type") not in known:
                raise ValueError(f"cannot convert a part of type {part.get('type')}")
    return reference(messages)


def joins_instructions(messages: Any) -> Any:
    """Neighbouring system or developer messages are one text, joined by newlines; each output is a list of parts."""
    made: list[Item] = []
    for item in in_input(messages)["input"]:
        if isinstance(item.get("output"), str):
            item = item | {"output": [{"type": "input_text", "text": item["output"]}]}
        if item.get("role") in ("system", "developer"):
            item = item | {"content": _joined_texts(item["content"])}
            if made and made[-1].get("role") == item["role"]:
                item = item | {"content": _joined_texts(made.pop()["content"] + item["content"])}
        made.append(item)
    return made


def _joined_texts(parts: list[Any]) -> list[Any]:
    if any(part["type"] != "input_text" for part in parts):
        return parts
    return [{"type": "input_text", "text": "\n".join(part["text"] for part in parts if part["text"])}]


def without_breakpoints(messages: Any) -> Any:
    """Parts lose the breakpoints of the cache."""
    return {**(made := reference(messages)), "input": [_unmarked(item) for item in made["input"]]}


def _unmarked(item: Item) -> Item:
    """Return an item whose parts have no breakpoint."""
    for key in ("content", "output"):
        if isinstance(item.get(key), list):
            parts = [
                {name: value for name, value in part.items() if name != "prompt_cache_breakpoint"} for part in item[key]
            ]
            item = item | {key: parts}
    return item


def another_way_back(given: Any) -> Any:
    """Brings each text of a result as a list of parts, images with their detail, and calls in a message of their own."""
    made: list[Item] = []
    for message in way_back(given):
        if message["role"] == "tool" and isinstance(message["content"], str):
            message = message | {"content": [{"type": "text", "text": message["content"]}]}
        if message["role"] == "assistant" and message.get("tool_calls") and message.get("content"):
            made.append({key: value for key, value in message.items() if key != "tool_calls"})
            message = message | {"content": None}
        for part in content_parts(message):
            if part.get("type") == "image_url":
                part["image_url"].setdefault("detail", "auto")
        made.append(message)
    return made


CHOICES = {
    "tool_turns": ("items", "parts", "text"),
    "group_tool_results": ("grouped", "separate"),
    "inline_tools": ("items", "parts"),
    "system_placement": ("instructions", "input"),
}


def _shown(answers: dict[str, str]) -> dict[str, str]:
    """Only results in parts show whether they are grouped."""
    grouped = answers["tool_turns"] == "parts"
    return {name: answer for name, answer in answers.items() if grouped or name != "group_tool_results"}


# Entries of tool_calls that no document gives a meaning.
_NO_CALLS = tuple(
    [{"role": "assistant", "content": "Hi", "tool_calls": [call]}]
    for call in (None, 7, {"id": "call_0", "function": "f"})
)
_REFUSING = [{"role": "assistant", "content": None, "refusal": "No.", "tool_calls": [7]}]

SOUND = (
    *references(MESSAGES, reference, CHOICES, 5, shows=_shown),
    Sound("s3_form", MESSAGES, s3_form, answers=(("tool-turns", "text"),)),
    Sound("s4_form", MESSAGES, s4_form, answers=(("tool-turns", "parts"), ("group-tool-results", "separate"))),
    Sound("most_free", MESSAGES, most_free, answers=(("tool-turns", "items"), ("system-placement", "input"))),
    Sound("joins_instructions", MESSAGES, joins_instructions, answers=(("system-placement", "input"),)),
    Sound("everything_instructing", MESSAGES, everything_instructing),
    Sound("leaves_out_what_is_broken", MESSAGES, leaves_out_what_is_broken, inputs=(*_NO_CALLS, _REFUSING)),
    Sound("strict_about_parts", MESSAGES, strict_about_parts),
    Sound("without_breakpoints", MESSAGES, without_breakpoints),
    Sound("reference there and back", MESSAGES, reference, others={BACK: way_back}),
    Sound("another_way_back", MESSAGES, reference, others={BACK: another_way_back}),
)
