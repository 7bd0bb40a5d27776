"""Defects of the chunks of a Chat stream, against the laws of streams."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from conformance.formats.chat.read import CALLS
from tests.suite.selftest.mutators.model import Mutator, of_value

Chunk = dict[str, Any]
Chunks = list[Chunk]
OfChunks = Callable[[Chunks], Chunks]


def _choices(chunk: Chunk) -> list[Chunk]:
    return [choice for choice in chunk.get("choices") or () if isinstance(choice, dict)]


def _is_end(chunk: Chunk) -> bool:
    return any(choice.get("finish_reason") for choice in _choices(chunk))


def _edited(change: Callable[[Chunk], Any]) -> OfChunks:
    """Make a change of each choice of each chunk, in place."""

    def changed(chunks: Chunks) -> Chunks:
        made = copy.deepcopy(chunks)
        for chunk in made:
            for choice in _choices(chunk):
                change(choice)
        return made

    return changed


def _calls(change: Callable[[Chunk, list[Any]], Any]) -> OfChunks:
    """Make a change of each piece of a call, in place. change: gets the piece, and the ids of the calls so far."""

    def changed(chunks: Chunks) -> Chunks:
        ids: list[Any] = []

        def of_choice(choice: Chunk) -> None:
            for piece in (choice.get("delta") or {}).get(CALLS) or ():
                if piece.get("id"):
                    ids.append(piece["id"])
                change(piece, ids)

        return _edited(of_choice)(chunks)

    return changed


def _named(piece: Chunk, ids: list[Any]) -> None:
    piece["id"] = ids[-1]


def _unnamed(piece: Chunk, _ids: list[Any]) -> None:
    piece.pop("id", None)
    piece.pop("type", None)
    piece.get("function", {}).pop("name", None)


def _indexed(change: Callable[[int], Any]) -> OfChunks:
    return _calls(lambda piece, _ids: piece.update(index=change(piece["index"])))


def _more(chunks: Chunks) -> Chunks:
    """Say the last text once more behind the end."""
    said = [chunk for chunk in chunks if any((each.get("delta") or {}).get("content") for each in _choices(chunk))]
    return [*chunks, *said[-1:]]


def _ended_twice(chunks: Chunks) -> Chunks:
    return [element for chunk in chunks for element in [chunk] * (2 if _is_end(chunk) else 1)]


def _without_end(chunks: Chunks) -> Chunks:
    return [chunk for chunk in chunks if not _is_end(chunk)]


def _ids(chunks: Chunks) -> Chunks:
    return [
        {**chunk, "id": f"chatcmpl-{number}"} if "choices" in chunk else chunk for number, chunk in enumerate(chunks)
    ]


def _where_cut(change: OfChunks) -> OfChunks:
    """Make a change of streams that do not say how they end."""
    return lambda chunks: chunks if any(map(_is_end, chunks)) else change(chunks)


def _custom(call: Chunk, _ids: list[Any]) -> None:
    given = call.pop("function", {})
    call["custom"] = {"input" if name == "arguments" else name: value for name, value in given.items()}
    if "type" in call:
        call["type"] = "custom"


def _with_single_quotes(call: Chunk, _ids: list[Any]) -> None:
    """Write arguments as Python writes an object."""
    given = call.get("function", {})
    if "arguments" in given:
        given["arguments"] = given["arguments"].replace('"', "'")


def _without_errors(chunks: Chunks) -> Chunks:
    return [{name: value for name, value in chunk.items() if name != "error"} for chunk in chunks]


def _without_usage_of_calls(chunks: Chunks) -> Chunks:
    """Leave the usage out where a call is made."""
    calls = any((each.get("delta") or {}).get(CALLS) for chunk in chunks for each in _choices(chunk))
    return [{name: value for name, value in chunk.items() if name != "usage"} for chunk in chunks] if calls else chunks


def at_one_index(chunks: Chunks) -> Chunks:
    """Take each piece of a call without an index for one of the first call, in place."""
    for piece in _pieces_of_calls(chunks):
        piece.setdefault("index", 0)
    return chunks


def without_others(chunks: Chunks) -> Chunks:
    """Take the pieces of calls without an index out of a stream, in place."""
    for chunk in chunks:
        for choice in _choices(chunk):
            if isinstance((choice.get("delta") or {}).get(CALLS), list):
                choice["delta"][CALLS] = [piece for piece in choice["delta"][CALLS] if "index" in piece]
    return chunks


def without_texts_beside_calls(chunks: Chunks) -> Chunks:
    """Take the pieces of texts that are in one delta with a piece of a call out of a stream, in place."""
    for delta in [choice.get("delta") or {} for chunk in chunks for choice in _choices(chunk)]:
        if delta.get(CALLS) and delta.get("content"):
            delta["content"] = None
    return chunks


def _pieces_of_calls(chunks: Chunks) -> list[Chunk]:
    deltas = [choice.get("delta") or {} for chunk in chunks for choice in _choices(chunk)]
    return [piece for delta in deltas for piece in delta.get(CALLS) or () if isinstance(piece, dict)]


def _other(name: str, check: str, change: OfChunks, **more: Any) -> Mutator:
    def changed(value: Any) -> Any:
        return change(value) if isinstance(value, list) and value else value

    return Mutator(name=name, check=check, change=of_value(changed), **more)


_ONCE, _OPEN, _COUNTED = "stream-ends-once", "opened-and-closed", "places-counted"
_FAILED = {"failed-answer": "failed"}
CUT_CALLS = "calls of a stream that breaks off"  # what a Responses stream said before it broke off is free
IN_CHUNKS = "an error in a chunk"  # of Responses streams it is a failure of the call
MUTATORS = (
    _other("gives_each_chunk_an_id", _ONCE, _ids),
    _other("loses_the_usage_beside_calls", "usage-true", _without_usage_of_calls),
    _other("says_no_role", _ONCE, _edited(lambda value: (value.get("delta") or {}).pop("role", None))),
    _other("counts_the_choice_from_1", _ONCE, _edited(lambda value: value.update(index=1))),
    _other("has_no_finish_reason", _ONCE, _without_end),
    _other("finishes_twice", _ONCE, _ended_twice),
    _other("says_more_when_it_has_finished", _ONCE, _more),
    _other("names_calls_in_each_piece", _OPEN, _calls(_named)),
    _other("names_no_calls", _OPEN, _calls(_unnamed)),
    _other("counts_calls_from_1", _COUNTED, _indexed(lambda index: index + 1)),
    _other("counts_blocks_instead_of_calls", _COUNTED, _indexed(lambda index: 2 * index + 1)),
    _other("gives_all_calls_one_index", _OPEN, _indexed(lambda _index: 0)),
    _other("calls_custom_tools_where_it_breaks_off", "no-call-added", _where_cut(_calls(_custom)), needs=CUT_CALLS),
    _other(
        "writes_python_where_it_breaks_off", "no-call-added", _where_cut(_calls(_with_single_quotes)), needs=CUT_CALLS
    ),
    _other("says_nothing_of_an_error_in_a_chunk", "failure-named", _without_errors, answers=_FAILED, needs=IN_CHUNKS),
)
