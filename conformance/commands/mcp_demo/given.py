"""An MCP server of tools that a file gives, each with the result that it always has.

The file is read anew for each request: a client that stays connected sees the tools of the moment. It is written with
the standard library alone, because a driver may start one for each conversation and importing the mcp package takes
over a second. It answers what the handshake revisions of the protocol define for a server of tools; a client of a
later revision asks `server/discover` first, and falls back to the handshake when that is unknown.
"""

from __future__ import annotations

import json
import sys
from typing import Any

REVISIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS = -32700, -32600, -32601, -32602

Answer = dict[str, Any]


class _Refused(Exception):
    """A request that is answered with an error of JSON-RPC: its code and message."""


def serve(path: str) -> None:
    """Serve until standard input ends.

    path: of JSON, `{tools, results, contents}`: tools as `tools/list` answers them, and by name a tool's value; a
    string is its text, `{"error": text}` a tool that fails, anything else the text of its JSON. contents: by name,
    whole answers to `tools/call`. Raises OSError and ValueError for a file that cannot be read or holds other tools.
    """
    _read(path)
    for line in sys.stdin.buffer:
        answer = _answer(line, path)
        if answer is not None:
            sys.stdout.buffer.write(json.dumps({"jsonrpc": "2.0", **answer}).encode() + b"\n")
            sys.stdout.buffer.flush()


def _answer(line: bytes, path: str) -> Answer | None:
    """Return the answer to one message; None to a notification, an answer or a blank line."""
    if not line.strip():
        return None
    try:
        message = json.loads(line)
    except ValueError:
        return {"id": None, "error": {"code": PARSE_ERROR, "message": "Parse error"}}
    if not isinstance(message, dict):
        return {"id": None, "error": {"code": INVALID_REQUEST, "message": "Invalid request"}}
    if "id" not in message or "method" not in message:
        return None
    try:
        params = message.get("params", {})
        if not isinstance(params, dict):
            raise _Refused(INVALID_PARAMS, "params must be an object")
        return {"id": message["id"], "result": _result(message["method"], params, path)}
    except _Refused as refused:
        code, text = refused.args
        return {"id": message["id"], "error": {"code": code, "message": text}}


def _result(method: str, params: Answer, path: str) -> Answer:
    if method == "initialize":
        wanted = params.get("protocolVersion")
        return {
            "protocolVersion": wanted if wanted in REVISIONS else REVISIONS[-1],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "conformance-given", "version": "1"},
        }
    if method == "ping":
        return {}
    if method == "tools/list":
        return {"tools": _read(path)[0]}
    if method == "tools/call":
        return _answer_to_call(params, *_read(path)[1:])
    raise _Refused(METHOD_NOT_FOUND, f"Method not found: {method}")


def _answer_to_call(params: Answer, results: dict[str, Any], contents: dict[str, Any]) -> Answer:
    name = params.get("name")
    if not isinstance(name, str):
        raise _Refused(INVALID_PARAMS, "params.name must be a string")
    if not isinstance(params.get("arguments"), dict | None):
        raise _Refused(INVALID_PARAMS, "params.arguments must be an object")
    if name in contents:
        return dict(contents[name])
    if name not in results:
        return _content(f"there is no result for a tool {name!r}", failed=True)
    value = results[name]
    if isinstance(value, dict) and value.keys() == {"error"}:
        return _content(str(value["error"]), failed=True)
    return _content(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _content(text: str, *, failed: bool = False) -> Answer:
    return {"content": [{"type": "text", "text": text}], "isError": failed}


def _read(path: str) -> tuple[list[Answer], dict[str, Any], dict[str, Any]]:
    with open(path, encoding="utf-8") as file:
        given = json.load(file)
    for tool in given["tools"]:
        if not isinstance(tool["name"], str):
            raise ValueError(f"the name of a tool is no string: {tool['name']!r}")
        if not isinstance(tool["inputSchema"], dict) or tool["inputSchema"].get("type") != "object":
            raise ValueError(f'the inputSchema of {tool["name"]} has no type "object"')
    return given["tools"], given.get("results", {}), given.get("contents", {})
