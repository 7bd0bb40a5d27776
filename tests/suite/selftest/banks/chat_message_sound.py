"""Sound converters of Responses output: built differently, and taking what the rules leave free."""

from __future__ import annotations

import json
import logging
from typing import Any

from conformance.reference import responses_output_to_chat_message as reference
from tests.suite.selftest.banks.bank import quietly, references
from tests.suite.selftest.banks.chat_message import (
    KNOWN,
    OPERATION,
    PLACEHOLDER,
    Item,
    Message,
    content_of,
    items_of,
    objects,
    parts,
    texts,
    thoughts,
)
from tests.suite.selftest.model import Sound

LOG = logging.getLogger(__name__)

CHOICES = {"text_join": ("nothing", "newline", "blank-line"), "empty_output": ("null", "placeholder")}


def _call_of(item: Item) -> Message:
    return {
        "id": item["call_id"],
        "type": "function",
        "function": {"name": item["name"], "arguments": item["arguments"]},
    }


def like_an_sdk(output: Any) -> Message:
    """Every key that a message may have; text joined by lines, messages by blank lines; a custom tool as a function."""
    found: Message = {"role": "assistant", "content": None, "refusal": None, "annotations": [], "audio": None}
    found |= {"function_call": None, "tool_calls": None, "reasoning_content": None}
    said, refused, called = [], [], []
    for item in output["output"] if isinstance(output, dict) else output:
        if item["type"] == "message":
            content = item.get("content") or []
            said.append("\n".join(part["text"] for part in content if part["type"] == "output_text"))
            found["annotations"] += [annotation for part in content for annotation in part.get("annotations", ())]
            refused += [part["refusal"] for part in content if part["type"] == "refusal"]
            called += [_inline_of(part) for part in content if part["type"] == "tool_use"]
        elif item["type"] == "function_call":
            called.append(_call_of(item))
        elif item["type"] == "custom_tool_call":
            called.append(_call_of(item | {"arguments": json.dumps({"input": item["input"]})}))
        elif item["type"] == "reasoning":
            found["reasoning_content"] = thoughts([item])
        else:
            LOG.warning("left out: %s", item["type"])
    if any(texts(output)):
        found["content"] = "\n\n".join(filter(None, said))
    found["refusal"] = " ".join(refused) or None
    found["tool_calls"] = called or None
    return found


def _inline_of(part: Item) -> Message:
    written = json.dumps(dict(sorted(part["input"].items())), ensure_ascii=False, indent=1)
    return {"function": {"arguments": written, "name": part["name"]}, "type": "function", "id": part["id"]}


def in_parts(output: Any) -> Message:
    """Content is a list of parts, refusals among them; cut calls and what is malformed are left out."""
    content: list[Message] = []
    called: list[Any] = []
    if not isinstance(output, list | dict):
        raise TypeError("there is no output")
    for item in items_of(output):
        if not isinstance(item, dict) or item.get("type") not in ("message", "function_call"):
            LOG.warning("left out: %r", item)
        elif item["type"] == "message":
            for part in content_of(item):
                _take_part(part, content, called)
        elif item.get("status", "completed") == "completed" and all(
            isinstance(item.get(key), str) for key in ("call_id", "name", "arguments")
        ):
            called.append(_call_of(item))
    message: Message = {"role": "assistant", "content": content or (None if called else PLACEHOLDER)}
    return message | ({"tool_calls": called} if called else {})


def _take_part(part: Any, content: list[Message], called: list[Message]) -> None:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind in ("output_text", "text") and isinstance(part.get("text"), str):
        content.append({"type": "text", "text": part["text"]})
        if part.get("annotations"):
            LOG.warning("left out: %r", part["annotations"])
    elif kind == "refusal" and isinstance(part.get("refusal"), str):
        content.append({"type": "refusal", "refusal": part["refusal"]})
    elif kind == "tool_use" and isinstance(part.get("input"), dict) and isinstance(part.get("id"), str):
        called.append(_inline_of(part | {"name": str(part.get("name"))}))


def refusal_in_content(output: Any) -> Message:
    """A refusal is text like any other; an empty text is null."""
    message = reference(output, empty_output="null")
    refused = message.pop("refusal", None)
    if refused is not None:
        message["content"] = "\n\n".join(filter(None, (message["content"], refused)))
    return message | {"content": message["content"] or None}


def _action_call(item: Item) -> Message:
    written = {"name": item["type"].removesuffix("_call"), "arguments": json.dumps(item)}
    return {"id": item.get("call_id", item.get("id")), "type": "function", "function": written}


def actions_are_calls(output: Any) -> Message:
    """What waits for the client is a call, of a function named after it; nothing is logged."""
    waits = ("apply_patch_call", "local_shell_call", "shell_call", "computer_call", "mcp_approval_request")
    message = quietly(reference)(output)
    if "annotations" in json.dumps(output):
        LOG.warning("citations are left out")
    acted = [_action_call(item) for item in items_of(output) if isinstance(item, dict) and item.get("type") in waits]
    if acted:
        message["tool_calls"] = [*message.get("tool_calls", ()), *acted]
        message["content"] = None if message["content"] == PLACEHOLDER and not texts(output) else message["content"]
    return message


def like_a_gateway(output: Any) -> Message:
    """Another API's thinking is kept beside the text; a citation is reported as left out if the text does not name it."""
    message = quietly(reference)(output)
    for item in items_of(output):
        if not isinstance(item, dict) or item.get("type") not in KNOWN:
            LOG.warning("left out: %r", item)
    for part in parts(output, "output_text"):
        links = [annotation.get("url") for annotation in part.get("annotations") or () if isinstance(annotation, dict)]
        if any(link and str(link) not in part["text"] for link in links):
            LOG.warning("citations are left out")
    thought = [item["thinking"] for item in objects(output, "thinking") if isinstance(item.get("thinking"), str)]
    return message | ({"reasoning_content": "\n".join(thought)} if thought else {})


_CITED = [
    {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "status": "completed",
        "content": [
            {
                "type": "output_text",
                "text": "See https://example.org/trains.",
                "annotations": [
                    {
                        "type": "url_citation",
                        "url": "https://example.org/trains",
                        "title": "Trains",
                        "start_index": 4,
                        "end_index": 30,
                    }
                ],
            }
        ],
    }
]

SOUND = (
    *references(OPERATION, reference, CHOICES, 4),
    Sound("like_an_sdk", OPERATION, like_an_sdk, answers=(("text-join", "newline"), ("empty-output", "null"))),
    Sound("in_parts", OPERATION, in_parts, answers=(("empty-output", "placeholder"),)),
    Sound("refusal_in_content", OPERATION, refusal_in_content, answers=(("empty-output", "null"),)),
    Sound("actions_are_calls", OPERATION, actions_are_calls, answers=(("text-join", "nothing"),)),
    Sound(
        "like_a_gateway",
        OPERATION,
        like_a_gateway,
        answers=(("text-join", "nothing"),),
        inputs=(_CITED,),
    ),
    Sound(
        "through_json_text", OPERATION, lambda output: json.loads(json.dumps(reference(json.loads(json.dumps(output)))))
    ),
)
