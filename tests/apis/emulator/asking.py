"""Requests that offer tools, in the form of each API."""

from __future__ import annotations

import json
from typing import Any

from conformance.apis.emulator import CHAT, ROUTES
from conformance.apis.emulator.anthropic import ANTHROPIC, ROUTE

CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
NONE = {"type": "object", "properties": {}}


def request(api: str, names: tuple[str, ...] = ("look", "wait"), **given: Any) -> dict[str, Any]:
    """A request that offers tools: the first takes a city, the others nothing."""
    tools: list[dict[str, Any]] = [
        {"name": name, "parameters": NONE if index else CITY} for index, name in enumerate(names)
    ]
    if api == ANTHROPIC:
        asked = {"messages": [{"role": "user", "content": "Is it warm?"}], "max_tokens": 9}
        tools = [{"name": tool["name"], "input_schema": tool["parameters"]} for tool in tools]
    elif api == CHAT:
        asked = {"messages": [{"role": "user", "content": "Is it warm?"}]}
        tools = [{"type": "function", "function": tool} for tool in tools]
    else:
        asked = {"input": "Is it warm?"}
        tools = [{"type": "function", **tool} for tool in tools]
    return {"model": "any-model", **asked, **({"tools": tools} if tools else {}), **given}


def route(api: str) -> str:
    return {**ROUTES, ANTHROPIC: ROUTE}[api]


def calls_in(api: str, body: dict[str, Any]) -> list[tuple[str, str]]:
    """The names and arguments of the calls in a body."""
    if api == CHAT:
        made = body["choices"][0]["message"].get("tool_calls", [])
        return [(call["function"]["name"], call["function"]["arguments"]) for call in made]
    if api == ANTHROPIC:
        blocks = [block for block in body["content"] if block["type"] == "tool_use"]
        return [(block["name"], json.dumps(block["input"], separators=(",", ":"))) for block in blocks]
    return [(item["name"], item["arguments"]) for item in body["output"] if item["type"] == "function_call"]


def text_in(api: str, body: dict[str, Any]) -> str | None:
    """The text or the refusal in a body."""
    if api == CHAT:
        message = body["choices"][0]["message"]
        reported = message["content"] or message["refusal"]
    elif api == ANTHROPIC:
        texts = "".join(block["text"] for block in body["content"] if block["type"] == "text")
        reported = texts or (body["stop_details"] or {}).get("explanation")
    else:
        parts = [part for item in body["output"] if item["type"] == "message" for part in item["content"]]
        reported = "".join(part.get("text", part.get("refusal")) for part in parts) or None
    assert reported is None or isinstance(reported, str)
    return reported
