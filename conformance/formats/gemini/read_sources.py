"""Reads what a Gemini answer rests on: sources and citations; and the log probabilities of its tokens."""

from __future__ import annotations

from conformance.formats.cursor import ObjectCursor
from conformance.formats.gemini.words import SOURCES
from conformance.formats.model.conversation import BYTES, PAGES, Citation, CitedSpan, Source, Token


def sources_of(candidate: ObjectCursor) -> tuple[Source, ...]:
    """Return the sources, whether the answer cites them or not."""
    return tuple(map(_source, candidate.child("groundingMetadata").entries("groundingChunks")))


def _source(node: ObjectCursor) -> Source:
    name = next((source for source in SOURCES if isinstance(node.peek(source), dict)), None)
    if name is None:
        return Source(kind="", **node.fact)
    inner, (kind, address) = node.child(name), SOURCES[name]
    url, title, text = inner.take(address, str), inner.take("title", str), inner.take("text", str)
    return Source(kind=kind, url=url, title=title, quoted=text, span=_page(inner), **node.fact)


def _page(node: ObjectCursor) -> CitedSpan | None:
    page = node.take("pageNumber", int)
    return None if page is None else CitedSpan(unit=PAGES, start=page, at=(node.path,))


def citations_of(candidate: ObjectCursor, sources: tuple[Source, ...]) -> tuple[Citation, ...]:
    """Return which part of the answer rests on which sources, and what it recites."""
    supports = candidate.child("groundingMetadata").entries("groundingSupports")
    recited = candidate.child("citationMetadata").entries("citations")
    return (*(_support(support, sources) for support in supports), *map(_recited, recited))


def _support(node: ObjectCursor, sources: tuple[Source, ...]) -> Citation:
    numbers = node.peek("groundingChunkIndices")
    cited: tuple[Source, ...] = ()
    if isinstance(numbers, list) and all(type(number) is int and 0 <= number < len(sources) for number in numbers):
        node.take("groundingChunkIndices")
        cited = tuple(sources[number] for number in numbers)
    segment = node.child("segment")
    return Citation(sources=cited, span=_span(segment), part=segment.take("partIndex", int), **node.fact)


def _recited(node: ObjectCursor) -> Citation:
    span = _span(node)
    source = Source(kind="recited", url=node.take("uri", str), title=node.take("title", str), at=(node.path,))
    return Citation(sources=(source,), span=span, **node.fact)


def _span(node: ObjectCursor) -> CitedSpan | None:
    """Return a place in the answer; None where none is said. A beginning that is not said is 0."""
    start, end = node.take("startIndex", int), node.take("endIndex", int)
    return None if start is None and end is None else CitedSpan(unit=BYTES, start=start, end=end, at=(node.path,))


def tokens_of(candidate: ObjectCursor) -> tuple[Token, ...]:
    """Return the chosen tokens, each with the likeliest ones at its place where there are as many lists of them."""
    node = candidate.child("logprobsResult")
    if not isinstance(node.peek("chosenCandidates"), list):
        return ()
    chosen = node.entries("chosenCandidates")
    likeliest = _likeliest(node, len(chosen)) or ((),) * len(chosen)
    return tuple(_token(node, top) for node, top in zip(chosen, likeliest, strict=True))


def _likeliest(node: ObjectCursor, wanted: int) -> tuple[tuple[ObjectCursor, ...], ...]:
    held = node.peek("topCandidates")
    if not isinstance(held, list) or len(held) != wanted or not all(map(_holds_tokens, held)):
        return ()
    return tuple(entry.entries("candidates") for entry in node.entries("topCandidates"))


def _holds_tokens(value: object) -> bool:
    """Whether it holds a list of tokens and nothing else."""
    return isinstance(value, dict) and list(value) == ["candidates"] and isinstance(value["candidates"], list)


def _token(node: ObjectCursor, likeliest: tuple[ObjectCursor, ...] = ()) -> Token:
    text, logprob, number = node.take("token", str), node.take("logProbability"), node.take("tokenId", int)
    return Token(text=text or "", logprob=logprob, number=number, likeliest=tuple(map(_token, likeliest)), **node.fact)
