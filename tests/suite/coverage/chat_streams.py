"""The situations of Chat streams: how an answer is split into chunks, and how it ends."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TypeAlias

from conformance.base.values import JSON
from conformance.formats.chat.chunks import CallPiece, call_pieces, error_of, joined
from conformance.formats.chat.read import CALLS, listed_calls, read_message
from tests.suite.coverage.streams import marks_of_pieces, rows_of_pieces

_TEXTS = ("arguments", "input", "content", "refusal")

Chunk: TypeAlias = dict[str, JSON]
Key: TypeAlias = tuple[int, int, str]  # of a text: its choice, its call, its member


def rows() -> Iterator[str]:
    """Yield the rows of a stream's situations."""
    yield from rows_of_pieces([text for text in _TEXTS if text != "input"])
    yield from ("input: one piece", "input: several pieces")
    yield from (f"chunks: {name}" for name in _SITUATIONS)
    yield from (f"calls: {name}" for name in _OF_CALLS)
    yield from (f"chunks: {how} after {kind}" for how in _EARLY for kind in _LAST)
    yield from (
        f"chunks: {_between(element, other)}" for element in _GROWING for other in _GROWING if (element, other) != _SAID
    )
    yield from sorted(OF_HOSTS)


# Rows that count on streams of any standing: hosts differ from the API.
OF_HOSTS = frozenset({
    "calls: no index", "chunks: a second finish_reason", "chunks: usage without choices", "chunks: null choices",
    "chunks: results of a filter without a delta", "chunks: sound without a finish_reason",
})  # fmt: skip


def marks(stream: JSON) -> Iterator[str]:
    """Yield the rows of its situations that a stream covers."""
    chunks = [chunk for chunk in stream if isinstance(chunk, dict)] if isinstance(stream, list) else []
    if not any(chunk.get("choices") for chunk in chunks):
        return
    for (_choice, _call, text), pieces in _texts(chunks).items():
        if text != "input" or len(pieces) < 2:
            yield from (f"{text}: {name}" for name in marks_of_pieces(pieces))
        yield f"{text}: {'several pieces' if len(pieces) > 1 else 'one piece'}"
    yield from (f"chunks: {name}" for name, fits in {**_SITUATIONS, **_DAMAGE}.items() if fits(chunks))
    yield from (f"chunks: {name}" for name in _order_of(chunks))
    calls = list(call_pieces(chunks))
    yield from (f"calls: {name}" for name, fits in {**_OF_CALLS, **_DAMAGE_OF_CALLS}.items() if fits(calls))


_EARLY = ("breaks off", "an error")
_GROWING = ("content", "arguments", "input")  # by turns; a refusal has no text or call beside it
_SAID = ("content", "content")  # an answer has one text
_LAST = ("the role", "the beginning of a call", "content", "refusal", "arguments", "input")


def _order_of(chunks: list[Chunk]) -> Iterator[str]:
    """Yield what comes between the pieces of which text, and the last piece of a stream that ends early."""
    pieces = list(_pieces(chunks))
    whole = Counter(key for key, _piece in pieces)
    seen: Counter[Key] = Counter()
    for key, _piece in pieces:
        yield from (
            _between(key[2], element[2]) for element in seen if element != key and seen[element] < whole[element]
        )
        seen[key] += 1
    if not _finishes(chunks):
        how = _EARLY[error_of(chunks) is not None]
        yield f"{how} after {_last(pieces, [chunk for chunk in chunks if chunk.get('choices')])}"


def _between(text: str, other: str) -> str:
    return f"{text} between pieces of {other}"


def _last(pieces: list[tuple[Key, str]], chunks: list[Chunk]) -> str:
    delta = next(iter(_deltas(chunks[-1:])), {})
    if not any(delta.get(name) for name in ("content", "refusal", CALLS)):
        return "the role" if "role" in delta else "nothing"
    key, piece = pieces[-1] if pieces else ((0, 0, ""), "")
    return key[-1] if piece else "the beginning of a call"


def _texts(chunks: list[Chunk]) -> dict[Key, list[str]]:
    """Return the pieces of each text."""
    texts: defaultdict[Key, list[str]] = defaultdict(list)
    for key, piece in _pieces(chunks):
        texts[key].append(piece)
    return texts


def _pieces(chunks: list[Chunk]) -> Iterator[tuple[Key, str]]:
    """Yield the pieces of the texts of answers, and of all calls, in their order."""
    calls: defaultdict[int, list[CallPiece]] = defaultdict(list)
    for piece in call_pieces(chunks):
        calls[int(piece.at[0])].append(piece)
    for number, chunk in enumerate(chunks):
        for delta in _deltas([chunk]):
            yield from (((0, 0, key), delta[key]) for key in ("content", "refusal") if isinstance(delta.get(key), str))
        for piece in calls[number]:
            for holder, key in (("function", "arguments"), ("custom", "input")):
                inner = piece.piece.get(holder)
                if isinstance(inner, dict) and isinstance(inner.get(key), str):
                    yield (piece.choice, piece.call, key), inner[key]


def _choices(chunks: list[Chunk]) -> list[Chunk]:
    found = (chunk.get("choices") for chunk in chunks)
    return [choice for choices in found if isinstance(choices, list) for choice in choices if isinstance(choice, dict)]


def _deltas(chunks: list[Chunk]) -> list[Chunk]:
    return [choice["delta"] for choice in _choices(chunks) if isinstance(choice.get("delta"), dict)]


def _finishes(chunks: list[Chunk]) -> list[JSON]:
    return [
        choice["finish_reason"]
        for choice in _choices(chunks)
        if choice.get("finish_reason") and choice.get("index") == 0
    ]


def _with_usage(chunks: list[Chunk]) -> list[Chunk]:
    return [chunk for chunk in chunks if chunk.get("usage")]


_SITUATIONS: dict[str, Callable[[list[Chunk]], bool]] = {
    "the role alone first": lambda chunks: _first(chunks).keys() <= {"role", "content", "refusal"}
    and not _first(chunks).get("content") and "role" in _first(chunks),
    "the role with the first call": lambda chunks: (
        "role" in _first(chunks) and bool(listed_calls(read_message(_first(chunks))))
    ),
    "the role with the first text": lambda chunks: bool("role" in _first(chunks) and _first(chunks).get("content")),
    "the role repeated": lambda chunks: sum("role" in delta for delta in _deltas(chunks)) > 1,
    "no role": lambda chunks: not any("role" in delta for delta in _deltas(chunks)),
    "usage in a chunk without choices": lambda chunks: any(chunk.get("choices") == [] for chunk in _with_usage(chunks)),
    "usage with the finish_reason": lambda chunks: any(_finishes([chunk]) for chunk in _with_usage(chunks)),
    "usage so far in every chunk": lambda chunks: len(_with_usage(chunks)) > 1,
    "no usage": lambda chunks: not _with_usage(chunks),
    "results of a filter first": lambda chunks: chunks[0].get("choices") == [],
    "a finish_reason of its own": lambda chunks: any(
        choice.get("finish_reason") and not choice.get("delta") for choice in _choices(chunks)
    ),
    "a finish_reason with a piece": lambda chunks: any(
        choice.get("finish_reason") and choice.get("delta") for choice in _choices(chunks)
    ),
    "a time of its own in each": lambda chunks: len({str(chunk.get("created") or "") for chunk in chunks} - {""}) > 1,
    "a second choice": lambda chunks: len(joined(chunks)["choices"]) > 1,
    "noise of its own in each": lambda chunks: len({chunk.get("obfuscation") for chunk in chunks} - {None}) > 1,
    "results of a filter beside a piece": lambda chunks: any(
        choice.get("content_filter_results") and choice.get("delta") for choice in _choices(chunks)
    ),
    "times in the usage": lambda chunks: any("latency_checkpoint" in chunk["usage"] for chunk in _with_usage(chunks)),
    "another host's end": lambda chunks: any(choice.get("native_finish_reason") for choice in _choices(chunks)),
    "counts in a member of a host": lambda chunks: any("usage" in (chunk.get("x_groq") or {}) for chunk in chunks),
}  # fmt: skip
_DAMAGE: dict[str, Callable[[list[Chunk]], bool]] = {
    "a second finish_reason": lambda chunks: len(_finishes(chunks)) > 1,
    "usage without choices": lambda chunks: any("choices" not in chunk for chunk in _with_usage(chunks)),
    "null choices": lambda chunks: any("choices" in chunk and chunk["choices"] is None for chunk in chunks),
    "results of a filter without a delta": lambda chunks: any(
        choice.get("content_filter_results") and "delta" not in choice for choice in _choices(chunks)
    ),
    "sound without a finish_reason": lambda chunks: (
        not _finishes(chunks) and any("expires_at" in (delta.get("audio") or {}) for delta in _deltas(chunks))
    ),
}


def _first(chunks: list[Chunk]) -> Chunk:
    return next(iter(_deltas(chunks)), {})


def _has_calls(chunks: list[Chunk]) -> bool:
    return any(True for _piece in call_pieces(chunks))


def _order(pieces: list[CallPiece]) -> list[int]:
    return [piece.call for piece in pieces if piece.choice == 0]


def _again(pieces: list[CallPiece], fits: Callable[[JSON], bool]) -> bool:
    """Whether a later piece of a call has an id, or one that is empty."""
    known: set[tuple[int, int]] = set()
    for piece in pieces:
        if (piece.choice, piece.call) in known and "id" in piece.piece and fits(piece.piece["id"]):
            return True
        known.add((piece.choice, piece.call))
    return False


_OF_CALLS: dict[str, Callable[[list[CallPiece]], bool]] = {
    "none": lambda pieces: not pieces,
    "one": lambda pieces: len({piece.call for piece in pieces}) == 1,
    "several, one after another": lambda pieces: (
        len(set(_order(pieces))) > 1 and _order(pieces) == sorted(_order(pieces))
    ),
    "several in one chunk": lambda pieces: any(element.at[0] == other.at[0] for element, other in pairwise(pieces)),
    "an id repeated": lambda pieces: _again(pieces, bool),
    "an empty id later": lambda pieces: _again(pieces, lambda value: value == ""),
    "a null id later": lambda pieces: _again(pieces, lambda value: value is None),
    "of a custom tool": lambda pieces: any("custom" in piece.piece for piece in pieces),
}
_DAMAGE_OF_CALLS: dict[str, Callable[[list[CallPiece]], bool]] = {
    "no index": lambda pieces: any("index" not in piece.piece for piece in pieces)
}
