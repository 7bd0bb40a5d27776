"""Joins the chunks of a Chat stream to the response that they are pieces of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from conformance.values import JSON

Object = dict[str, Any]


def joined(chunks: Sequence[JSON]) -> Object:
    """Return the Chat Completions response whose chunks these are; what is no chunk is passed over.

    Pieces of text and of arguments are joined in their order; of any other value the last one that is not null stays.
    """
    body: Object = {"object": "chat.completion"}
    choices: dict[int, Object] = {}
    for chunk in chunks:
        if not isinstance(chunk, dict):
            continue
        body |= {key: value for key, value in chunk.items() if key not in ("choices", "object") and value is not None}
        for piece in chunk.get("choices") or ():
            index = piece.get("index", 0)
            choice = choices.setdefault(index, {"index": index, "message": {"role": "assistant", "content": None}})
            _add(choice["message"], piece.get("delta") or {})
            if piece.get("finish_reason") is not None:
                choice["finish_reason"] = piece["finish_reason"]
    return body | {"choices": [choices[index] for index in sorted(choices)]}


def _add(message: Object, delta: Object) -> None:
    for key, value in delta.items():
        if key == "tool_calls":
            for piece in value or ():
                _add_call(message.setdefault("tool_calls", []), piece)
        elif key in ("content", "refusal") and isinstance(value, str):
            message[key] = (message.get(key) or "") + value
        elif value is not None:
            message[key] = value


def _add_call(calls: list[Object], piece: Object) -> None:
    """Add a piece to the call that it is of: the one of its index."""
    index = piece.get("index", len(calls))
    while len(calls) <= index:
        calls.append({"function": {"arguments": ""}})
    call = calls[index]
    call |= {key: value for key, value in piece.items() if key not in ("index", "function") and value is not None}
    for key, value in (piece.get("function") or {}).items():
        if key == "arguments":
            call["function"]["arguments"] += value or ""
        elif value is not None:
            call["function"][key] = value
