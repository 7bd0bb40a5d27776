"""Writes what a Gemini answer rests on: sources and citations; and the log probabilities of its tokens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from conformance.base.values import JSON
from conformance.formats.cursor import Pen, present_members
from conformance.formats.gemini.words import SOURCES
from conformance.formats.model.answer import Candidate
from conformance.formats.model.conversation import BYTES, PAGES, Citation, CitedSpan, Source, Text, Token

_MEMBERS: Final = {kind: (name, address) for name, (kind, address) in SOURCES.items()}


def write_grounding(candidate: Candidate, pen: Pen) -> dict[str, JSON]:
    """Return the members of a candidate that name sources: those of its texts are lifted to it."""
    notes = [*candidate.citations, *_lifted(candidate, pen)]
    supports, recited = ([note for note in notes if _is_recited(note) is wanted] for wanted in (False, True))
    sources = list(candidate.sources)
    sources += [source for note in supports for source in note.sources if source not in sources]
    grounding = {
        "groundingChunks": [_source(source, pen) for source in sources],
        "groundingSupports": [_support(note, sources, pen) for note in supports],
    }
    citations = [_recited(note, pen) for note in recited]
    return present_members(
        groundingMetadata={name: value for name, value in grounding.items() if value} or None,
        citationMetadata={"citations": citations} if citations else None,
    )


def _lifted(candidate: Candidate, pen: Pen) -> Iterator[Citation]:
    """Yield the citations of texts as those of a candidate: places are counted in the bytes of all its texts."""
    begin = 0
    for text in (said for turn in candidate.turns for said in turn.says if isinstance(said, Text)):
        for note in text.citations:
            if any(source.kind not in _MEMBERS for source in note.sources):
                pen.lose(note)
            else:
                yield replace(note, part=None, span=_in_bytes(text.value, note.span, begin))
        begin += len(_bytes(text.value))


def _in_bytes(text: str, span: CitedSpan | None, begin: int) -> CitedSpan:
    start, end = (span.start or 0, span.end) if span else (0, None)
    first, last = (begin + len(_bytes(text[:at])) for at in (start, end))
    return CitedSpan(unit=BYTES, start=first, end=last)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _is_recited(note: Citation) -> bool:
    return bool(note.sources) and note.sources[0].kind == "recited"


def _source(source: Source, pen: Pen) -> JSON:
    name, address = _MEMBERS.get(source.kind, ("", ""))
    page = source.span.start if source.span and source.span.unit == PAGES else None
    held = (
        present_members(**{address: source.url}, title=source.title, text=source.quoted, pageNumber=page)
        if name
        else {}
    )
    pen.lose(source.file_id)
    return pen.beside(source, {name: held} if name else {})


def _support(note: Citation, sources: list[Source], pen: Pen) -> JSON:
    written: dict[str, JSON] = present_members(
        groundingChunkIndices=[sources.index(source) for source in note.sources] or None
    )
    segment = present_members(startIndex=note.span.start, endIndex=note.span.end) if note.span else {}
    segment |= present_members(partIndex=note.part)
    return pen.beside(note, written | ({"segment": segment} if segment else {}))


def _recited(note: Citation, pen: Pen) -> JSON:
    source, span = note.sources[0], note.span
    place = present_members(startIndex=span.start, endIndex=span.end) if span else {}
    return pen.beside(note, present_members(uri=source.url, title=source.title) | place)


def write_tokens(tokens: tuple[Token, ...], pen: Pen) -> dict[str, JSON]:
    """Return the member of a candidate that has the log probabilities."""
    if not tokens:
        return {}
    result = {"chosenCandidates": [_token(token, pen) for token in tokens]}
    if any(token.likeliest for token in tokens):
        result["topCandidates"] = [{"candidates": [_token(top, pen) for top in token.likeliest]} for token in tokens]
    return {"logprobsResult": result}


def _token(token: Token, pen: Pen) -> JSON:
    pen.lose(token.bytes)
    return pen.beside(token, present_members(token=token.text, logProbability=token.logprob, tokenId=token.number))
