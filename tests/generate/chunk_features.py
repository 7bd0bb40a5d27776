"""What a Chat stream can hold, each thing by a name, and which of them one holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.coverage.chat_streams import marks
from conformance.formats.chunks import call_pieces, is_whole, joined
from tests.generate import chat_features

# What the response of a stream cannot have: chunks bring no null calls, and without a finish_reason they break off.
_OF_RESPONSES = {
    *("finish_reason None", "call null", "call without a function", "refusal null", "tool_calls null"),
    *("tool_calls empty", "content empty", "id null", "no id"),
}
WANTED = {
    *(f"response: {name}" for name in chat_features.WANTED - _OF_RESPONSES),
    *("chunks: the role alone first", "chunks: the role with the first text", "chunks: the role repeated"),
    *("chunks: no role", "chunks: usage in a chunk without choices", "chunks: usage with the finish_reason"),
    *("chunks: usage so far in every chunk", "chunks: results of a filter first"),
    "chunks: breaks off inside arguments",
    *("chunks: an error inside arguments", "chunks: a finish_reason with a piece", "chunks: a second choice"),
    *("chunks: a second finish_reason", "calls: no index", "calls: several, mixed", "calls: several in one chunk"),
    *("calls: an id repeated", "calls: an empty id later", "calls: a null id later", "a null chunk", "another id"),
}  # fmt: skip


def seen(chunks: list[Any]) -> Iterator[str]:
    """Yield what a stream holds."""
    yield from marks(chunks)
    yield from ["a null chunk"] if None in chunks else []
    ids: dict[int, set[str]] = {}
    for one in call_pieces(chunks):
        if one.choice == 0 and one.piece.get("id"):
            ids.setdefault(one.call, set()).add(one.piece["id"])
    yield from ["another id"] if any(len(given) > 1 for given in ids.values()) else []
    if is_whole(chunks):
        yield from (f"response: {name}" for name in chat_features.seen(joined(chunks)))
