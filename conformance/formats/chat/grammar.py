"""The grammar of the chunks of one answer, as clients join them.

chunk:  the same id and model, a time of creation (created) that is none before the first, and a choice of index 0
choice: role (text | call with index, id, type and name | further piece of a call with its index)* finish_reason
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from conformance.base.values import ABSENT, JSON
from conformance.base.wording import brief, but_got
from conformance.formats.chat.chunks import objects
from conformance.formats.facts import is_filled
from conformance.formats.model.reading import GrammarError

Object = dict[str, Any]
# What a chunk says of a choice: the position of the chunk, the choice and its delta.
_Piece: TypeAlias = tuple[int, Object, Object]
_HEAD: Final = ("id", "created", "model")
_SAID: Final = ("content", "refusal", "tool_calls")


def disorder_of(chunks: JSON) -> tuple[tuple[str, ...], tuple[GrammarError, ...]]:
    """Return the kinds of disorder that are looked for, and all that breaks the grammar. What is no chunk is free."""
    if not isinstance(chunks, list):
        return ("list",), (GrammarError("list/no-list", (), f"wanted a list of chunks, {but_got(chunks)}"),)
    own = [chunk for chunk in chunks if isinstance(chunk, dict) and "choices" in chunk]
    choices = [(at, choice) for at, entry in enumerate(own) for choice in objects(entry["choices"])]
    pieces = [(at, choice, _object(choice.get("delta"))) for at, choice in choices]
    calls = [(at, call) for at, _choice, delta in pieces for call in objects(delta.get("tool_calls"))]
    kinds = ("head", *(("role",) if pieces else ()), *(("call",) if calls else ()), "end")
    return kinds, (*_heads(own, pieces), *_roles(pieces), *_calls(calls), *_ends(pieces))


def _heads(chunks: list[Object], pieces: list[_Piece]) -> Iterator[GrammarError]:
    for key in _HEAD:
        values = [chunk.get(key) for chunk in chunks]
        other = next((at for at, value in enumerate(values) if not _continues(key, values[0], value)), None)
        if other is not None:
            message = f"{key} of chunk {other + 1}: {brief(values[other])}, and {brief(values[0])} in the first chunk"
            yield GrammarError(f"head/{key}", (other, key), message)
    for at, choice, _delta in pieces:
        if choice.get("index") != 0:
            message = f"index of the choice in chunk {at + 1}: wanted 0, {but_got(choice.get('index', ABSENT))}"
            yield GrammarError("head/index", (at, "choices"), message)


def _continues(key: str, first: JSON, value: JSON) -> bool:
    """Whether a chunk can be of the answer that a first one begins. Hosts may stamp each chunk with its own time."""
    numbers = key == "created" and type(first) in (int, float) and type(value) in (int, float)
    return bool(value >= first if numbers else value == first)


def _roles(pieces: list[_Piece]) -> Iterator[GrammarError]:
    legal: tuple[JSON, ...] = ("assistant",)
    for at, _choice, delta in pieces:
        if delta.get("role") not in legal:
            message = f"role in chunk {at + 1}: wanted assistant, {but_got(delta.get('role', ABSENT))}"
            yield GrammarError("role", (at, "choices"), message)
            if len(legal) == 1:
                return
        legal = ("assistant", None, "")


def _calls(pieces: list[tuple[int, Object]]) -> Iterator[GrammarError]:
    opened: list[JSON] = []
    for at, call in pieces:
        index, name = call.get("index"), _object(call.get("function", call.get("custom"))).get("name")
        if index in opened:
            if call.get("id") or name:
                message = f"the id or the name of call {brief(index)} came before, and comes again: {brief(call)}"
                yield GrammarError("call/again", (at, "choices"), message)
            continue
        if index != len(opened):
            message = f"index of the next call: wanted {len(opened)}, {but_got(index)}"
            yield GrammarError("call/index", (at, "choices"), message)
        opened.append(index)
        if not is_filled(call.get("id")) or not is_filled(name):
            yield GrammarError(
                "call/opening", (at, "choices"), f"a call opens with its id and its name, got {brief(call)}"
            )
        elif call.get("type") not in ("function", "custom"):
            message = f"type of a call: wanted function, {but_got(call.get('type', ABSENT))}"
            yield GrammarError("call/type", (at, "choices"), message)


def _ends(pieces: list[_Piece]) -> Iterator[GrammarError]:
    ends = [at for at, choice, _delta in pieces if choice.get("finish_reason") is not None]
    if len(ends) != 1:
        yield GrammarError("end/ends", (), f"wanted one chunk with a finish_reason, got {len(ends)}")
        return
    for at, _choice, delta in pieces:
        if at > ends[0] and any(map(delta.get, _SAID)):
            yield GrammarError(
                "end/behind-the-end", (at, "choices"), f"behind the end chunk {at + 1} has {brief(delta)}"
            )


def _object(value: JSON) -> Object:
    return value if isinstance(value, dict) else {}
