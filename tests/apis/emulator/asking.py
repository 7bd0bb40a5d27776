"""Requests that offer tools, in the form of each API."""

from __future__ import annotations

import json
from typing import Any

from conformance.apis.emulator import CHAT, GEMINI, ROUTES
from conformance.apis.emulator.anthropic import ANTHROPIC

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
    elif api == GEMINI:
        asked = {"contents": [{"role": "user", "parts": [{"text": "Is it warm?"}]}]}
        declared = [{"name": tool["name"], "parametersJsonSchema": tool["parameters"]} for tool in tools]
        tools = [{"functionDeclarations": declared}] if tools else []
        return {**asked, **({"tools": tools} if tools else {}), **given}
    elif api == CHAT:
        asked = {"messages": [{"role": "user", "content": "Is it warm?"}]}
        tools = [{"type": "function", "function": tool} for tool in tools]
    else:
        asked = {"input": "Is it warm?"}
        tools = [{"type": "function", **tool} for tool in tools]
    return {"model": "any-model", **asked, **({"tools": tools} if tools else {}), **given}


def route(api: str) -> str:
    return ROUTES[api]


def streaming(api: str) -> tuple[str, dict[str, Any]]:
    """The route of a request for a stream, and the request."""
    if api == GEMINI:
        return ROUTES[api].replace(":generate", ":streamGenerate") + "?alt=sse", request(api)
    return route(api), request(api, stream=True)


def calls_in(api: str, body: dict[str, Any]) -> list[tuple[str, str]]:
    """The names and arguments of the calls in a body."""
    if api == CHAT:
        made = body["choices"][0]["message"].get("tool_calls", [])
        return [(call["function"]["name"], call["function"]["arguments"]) for call in made]
    if api == ANTHROPIC:
        blocks = [block for block in body["content"] if block["type"] == "tool_use"]
        return [(block["name"], json.dumps(block["input"], separators=(",", ":"))) for block in blocks]
    if api == GEMINI:
        parts = body["candidates"][0]["content"].get("parts", [])
        found = [part["functionCall"] for part in parts if "functionCall" in part]
        return [(call["name"], json.dumps(call["args"], separators=(",", ":"))) for call in found]
    return [(item["name"], item["arguments"]) for item in body["output"] if item["type"] == "function_call"]


def text_in(api: str, body: dict[str, Any]) -> str | None:
    """The text or the refusal in a body."""
    if api == CHAT:
        message = body["choices"][0]["message"]
        reported = message["content"] or message["refusal"]
    elif api == ANTHROPIC:
        texts = "".join(block["text"] for block in body["content"] if block["type"] == "text")
        reported = texts or (body["stop_details"] or {}).get("explanation")
    elif api == GEMINI:
        (candidate,) = body["candidates"]
        said = "".join(
            part.get("text", "") for part in candidate["content"].get("parts", ()) if not part.get("thought")
        )
        reported = said or candidate.get("finishMessage")
    else:
        parts = [part for item in body["output"] if item["type"] == "message" for part in item["content"]]
        reported = "".join(part.get("text", part.get("refusal")) for part in parts) or None
    assert reported is None or isinstance(reported, str)
    return reported
