"""Requests, tools and messages that the tests of the oracles are made of."""

from __future__ import annotations

from typing import Any

OBJECT = {"type": "object", "properties": {}}
USER = {"role": "user", "content": "hi"}
USER_ITEM = {"type": "message", **USER}
CALL = {"type": "function_call", "call_id": "call_1", "name": "look", "arguments": "{}"}
OUTPUT = {"type": "function_call_output", "call_id": "call_1", "output": "fine"}
CALLING = {
    "role": "assistant",
    "content": None,
    "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "look", "arguments": "{}"}}],
}
ANSWER = {"role": "tool", "tool_call_id": "call_1", "content": "fine"}


def chat(*messages: dict[str, Any], **given: Any) -> dict[str, Any]:
    return {"model": "gpt-4o", "messages": list(messages) or [USER], **given}


def responses(*items: dict[str, Any], **given: Any) -> dict[str, Any]:
    return {"model": "gpt-4o", "input": list(items) or "hi", **given}


def flat(name: str = "look", parameters: Any = OBJECT, **given: Any) -> dict[str, Any]:
    return {"type": "function", "name": name, "parameters": parameters, **given}


def nested(name: str = "look", parameters: Any = OBJECT, **given: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, "parameters": parameters, **given}}


def closed(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def anthropic(*messages: dict[str, Any], **given: Any) -> dict[str, Any]:
    return {"model": "claude-haiku-4-5", "max_tokens": 9, "messages": list(messages) or [USER], **given}


def says(role: str, *blocks: Any) -> dict[str, Any]:
    """A message of Anthropic's API. blocks: text for a block of text."""
    return {
        "role": role,
        "content": [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks],
    }


def use(id_: str = "toolu_1", **given: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": id_, "name": "look", "input": {}, **given}


def result(id_: str = "toolu_1", content: Any = "fine", **given: Any) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": id_, "content": content, **given}


SEARCH = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "x"}}


def found(id_: str = "srvtoolu_1") -> dict[str, Any]:
    return {"type": "web_search_tool_result", "tool_use_id": id_, "content": []}


def picture(data: str, media_type: str = "image/png", type_: str = "image") -> dict[str, Any]:
    return {"type": type_, "source": {"type": "base64", "media_type": media_type, "data": data}}
