"""Loops by Gemini's API, for the tests of the loop."""

from __future__ import annotations

from typing import Any

from tests.rules.checks.by_laws.tool_loop.samples import PARAMETERS, loop

DECLARED = {"name": "ping", "description": "Pings.", "parametersJsonSchema": PARAMETERS}
ASKED = {"role": "user", "parts": [{"text": "Ping both?"}]}
SIGNED = {"thoughtSignature": "c2lnbmVk"}
PONG = {"output": "pong"}


def part(name: str = "ping", n: int = 1, **more: Any) -> dict[str, Any]:
    return {"functionCall": {"name": name, "args": {"n": n}}, **more}


def answered(response: Any = None, name: str = "ping", **more: Any) -> dict[str, Any]:
    return {"functionResponse": {"name": name, "response": PONG if response is None else response, **more}}


def said(*parts: Any) -> dict[str, Any]:
    return {"role": "model", "parts": list(parts)}


def back(*parts: Any) -> dict[str, Any]:
    return {"role": "user", "parts": list(parts)}


def gemini(*script: Any, **more: Any) -> dict[str, Any]:
    return loop(*script, api="gemini", **more)


def contents(*messages: Any, **more: Any) -> dict[str, Any]:
    return {"contents": [ASKED, *messages], "tools": [{"functionDeclarations": [DECLARED]}], **more}


def output(*ids: str | None) -> dict[str, Any]:
    return {"answer": "Pong.", "calls": [{"id": id_, "name": "ping", "arguments": {"n": 1}} for id_ in ids]}
