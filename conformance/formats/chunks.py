"""Joins the chunks of a Chat stream to the response that they are pieces of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from conformance.values import JSON

Object = dict[str, Any]

# Texts that come in pieces: of a message, a call, what is called, and audio. The thoughts are members of other hosts.
_GROWING = {"content", "refusal", "reasoning", "reasoning_content", "arguments", "input", "data", "transcript"}
_OF_CHUNKS = {"choices", "object", "obfuscation"}  # what a response does not have, or has otherwise


def joined(chunks: Sequence[JSON]) -> Object:
    """Return the Chat Completions response whose chunks these are; what is no chunk is passed over.

    Pieces of text and of arguments are joined in their order; of any other value the last one that is not null stays.
    """
    body: Object = {"object": "chat.completion"}
    choices: dict[int, Object] = {}
    for chunk in _objects(chunks):
        body |= {key: value for key, value in chunk.items() if key not in _OF_CHUNKS and value is not None}
        for piece in _objects(chunk.get("choices")):
            index = _index(piece, 0)
            choice = choices.setdefault(index, {"index": index, "message": {"role": "assistant", "content": None}})
            for delta in _objects([piece.get("delta")]):
                _add_message(choice["message"], delta)
            _add(choice, {"logprobs": piece["logprobs"]} if isinstance(piece.get("logprobs"), dict) else {})
            if piece.get("finish_reason"):
                choice["finish_reason"] = piece["finish_reason"]
    for choice in choices.values():
        calls = choice["message"].get("tool_calls")
        if calls is not None:
            choice["message"]["tool_calls"] = [calls[index] for index in sorted(calls)]
    return body | {"choices": [choices[index] for index in sorted(choices)]}


def is_whole(chunks: Sequence[JSON]) -> bool:
    """Whether a stream went to its end: all choices have a reason to have finished, and no chunk is an error."""
    choices = joined(chunks)["choices"]
    broken = any("error" in chunk and "choices" not in chunk for chunk in _objects(chunks))
    return bool(choices) and not broken and all("finish_reason" in choice for choice in choices)


def _add_message(message: Object, delta: Object) -> None:
    _add(message, {key: value for key, value in delta.items() if key != "tool_calls"})
    for piece in _objects(delta.get("tool_calls")):
        calls = message.setdefault("tool_calls", {})
        call = calls.setdefault(_index(piece, len(calls)), {})  # hosts that send whole calls leave the index off
        _add(call, {key: value for key, value in piece.items() if key != "index"})


def _add(whole: Object, pieces: Object) -> None:
    for key, value in pieces.items():
        earlier = whole.get(key)
        if isinstance(value, dict):  # a function, a custom tool, audio
            if not isinstance(earlier, dict):
                whole[key] = {}
            _add(whole[key], value)
        elif isinstance(value, list) and isinstance(earlier, list):
            whole[key] = [*earlier, *value]
        elif isinstance(value, str) and isinstance(earlier, str) and key in _GROWING:
            whole[key] = earlier + value
        elif value not in (None, "") or earlier is None:  # some hosts repeat ids and names as empty texts
            whole[key] = value


def _objects(values: JSON) -> Iterator[Object]:
    for value in values if isinstance(values, list | tuple) else ():
        if isinstance(value, dict):
            yield value


def _index(piece: Object, otherwise: int) -> int:
    index = piece.get("index")
    return index if isinstance(index, int) and not isinstance(index, bool) else otherwise
