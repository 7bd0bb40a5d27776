"""Joins the chunks of a Chat stream to the response that they are pieces of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from conformance.base.values import JSON
from conformance.formats.facts import Path

Object = dict[str, Any]

# Texts that come in pieces: of a message, a call, what is called, and audio. The thoughts are members of other hosts.
_GROWING = {"content", "refusal", "reasoning", "reasoning_content", "arguments", "input", "data", "transcript"}
_ONCE = {"id", "type", "name"}  # of a call: the first that says something stays, as hosts repeat them
_OF_CHUNKS = {"choices", "object", "obfuscation"}  # what a response does not have, or has otherwise
_HEAD = {"id", "created", "model"}


class CallPiece(NamedTuple):
    """One entry of a delta's `tool_calls`.

    number: its position among all of the stream. choice: the index of its choice. call: which of the choice's calls it
    belongs to.
    """

    number: int
    at: Path
    choice: int
    call: int
    piece: Object


class CallsOfChoice:
    """Which call each piece belongs to: the one of its index. Hosts that leave the index out give an id or a name to
    the first piece of a call.
    """

    def __init__(self) -> None:
        self._by_id: dict[str, int] = {}
        self._known: set[int] = set()
        self._last: int | None = None

    def of(self, piece: Object) -> int:
        """Return the call of the next piece."""
        index, own = piece.get("index"), piece.get("id")
        further = max(self._known, default=-1) + 1
        if isinstance(index, int) and not isinstance(index, bool):
            call = index
        elif isinstance(own, str) and own:
            call = self._by_id.get(own, further)
        else:
            call = further if self._last is None or _name(piece) else self._last
        if isinstance(own, str) and own:
            self._by_id.setdefault(own, call)
        self._known.add(call)
        self._last = call
        return call


def call_pieces(chunks: Sequence[JSON]) -> Iterator[CallPiece]:
    """Yield the pieces of calls of a stream, in their order."""
    calls: dict[int, CallsOfChoice] = {}
    count = 0
    for number, chunk in enumerate(chunks if isinstance(chunks, list | tuple) else ()):
        for position, choice in _entries(chunk, "choices"):
            index = _index(choice, 0)
            for place, piece in _entries(choice.get("delta"), "tool_calls"):
                call = calls.setdefault(index, CallsOfChoice()).of(piece)
                yield CallPiece(count, (number, "choices", position, "delta", "tool_calls", place), index, call, piece)
                count += 1


def joined(chunks: Sequence[JSON]) -> Object:
    """Return the Chat Completions response whose chunks these are; what is no chunk is passed over.

    Pieces of text and of arguments are joined in their order; of any other value the last one that is not null stays,
    but the first id, type and name of a call.
    """
    body: Object = {"object": "chat.completion"}
    choices: dict[int, Object] = {}
    for chunk in objects(chunks):
        body |= {key: value for key, value in said_of_all(chunk, body).items() if key not in _OF_CHUNKS}
        for piece in objects(chunk.get("choices")):
            index = _index(piece, 0)
            choice = choices.setdefault(index, {"index": index, "message": {"role": "assistant", "content": None}})
            for delta in objects([piece.get("delta")]):
                _add(choice["message"], {key: value for key, value in delta.items() if key != "tool_calls"})
            _add(choice, {"logprobs": piece["logprobs"]} if isinstance(piece.get("logprobs"), dict) else {})
            if piece.get("finish_reason"):
                choice["finish_reason"] = piece["finish_reason"]
    calls: dict[tuple[int, int], Object] = {}
    for call_piece in call_pieces(chunks):
        call = calls.setdefault((call_piece.choice, call_piece.call), {})
        _add(call, {key: value for key, value in call_piece.piece.items() if key != "index"}, once=_ONCE)
    for place in sorted(calls):
        choices[place[0]]["message"].setdefault("tool_calls", []).append(calls[place])
    return body | {"choices": [choices[index] for index in sorted(choices)]}


def said_of_all(chunk: Object, body: Object) -> Object:
    """Return the members of a chunk that say something of the answer. body: those known before.

    Azure's filter gives its results in chunks whose id, model and time are empty.
    """
    said = {key: value for key, value in chunk.items() if value is not None}
    if said.get("id") != "":
        return said
    return {key: value for key, value in said.items() if value or key not in _HEAD or key not in body}


def came(chunks: Sequence[JSON], body: Object, path: Sequence[str]) -> Path:
    """Return where what is at a path in the joined response came: the first piece of a call, the end of a choice.

    What is neither is about the whole: the last chunk. chunks, body: of a stream whose choices all have an index.
    """
    last: Path = (len(chunks) - 1,)
    if len(path) < 2 or path[0] != "choices":
        return last
    index = body["choices"][int(path[1])]["index"]
    match path[2:]:
        case ["message", "tool_calls", number, *inner]:
            first = {
                call_piece.call: call_piece
                for call_piece in reversed([*call_pieces(chunks)])
                if call_piece.choice == index
            }
            return (*first[sorted(first)[int(number)]].at, *inner)
    ends = (
        (number, "choices", position, "finish_reason")
        for number, chunk in enumerate(chunks)
        for position, choice in _entries(chunk, "choices")
        if choice["index"] == index and choice.get("finish_reason")
    )
    return next(ends, last)


def is_whole(chunks: Sequence[JSON]) -> bool:
    """Whether a stream went to its end: all choices have a reason to have finished, and no chunk is an error."""
    choices = joined(chunks)["choices"]
    return bool(choices) and error_of(chunks) is None and all("finish_reason" in choice for choice in choices)


def error_of(chunks: Sequence[JSON]) -> JSON:
    """Return the error that a stream holds; None where there is none."""
    return next((chunk["error"] for chunk in objects(chunks) if chunk.get("error")), None)


def _add(whole: Object, pieces: Object, once: frozenset[str] | set[str] = frozenset()) -> None:
    for key, value in pieces.items():
        earlier = whole.get(key)
        if isinstance(value, dict):  # a function, a custom tool, audio
            if not isinstance(earlier, dict):
                whole[key] = {}
            _add(whole[key], value, once if key in ("function", "custom") else frozenset())
        elif isinstance(value, list) and isinstance(earlier, list):
            whole[key] = [*earlier, *value]
        elif isinstance(value, str) and isinstance(earlier, str) and key in _GROWING:
            whole[key] = with_piece(earlier, value)
        elif (key not in once or not earlier) and (value not in (None, "") or earlier is None):
            whole[key] = value  # some hosts repeat ids and names, also as empty texts


def with_piece(text: str, piece: str) -> str:
    """Return a text with its next piece. A piece may end between the two surrogates of a character."""
    if "\ud800" <= text[-1:] <= "\udbff" and "\udc00" <= piece[:1] <= "\udfff":
        return text[:-1] + paired(text[-1] + piece[0]) + piece[1:]
    return text + piece


def paired(text: str) -> str:
    """Return a text in which each pair of surrogates is the character that they encode."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


def _name(piece: Object) -> JSON:
    return any(isinstance(inner, dict) and inner.get("name") for inner in (piece.get("function"), piece.get("custom")))


def _entries(holder: JSON, key: str) -> Iterator[tuple[int, Object]]:
    """Yield the objects of a list that an object has, each with its position."""
    values = holder.get(key) if isinstance(holder, dict) else None
    for position, value in enumerate(values if isinstance(values, list) else ()):
        if isinstance(value, dict):
            yield position, value


def objects(values: JSON) -> Iterator[Object]:
    """Yield the objects of a list; none of what is no list."""
    for value in values if isinstance(values, list | tuple) else ():
        if isinstance(value, dict):
            yield value


def _index(piece: Object, otherwise: int) -> int:
    index = piece.get("index")
    return index if isinstance(index, int) and not isinstance(index, bool) else otherwise
