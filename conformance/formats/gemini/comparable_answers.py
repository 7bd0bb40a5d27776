"""An answer of Gemini as answers of other formats are: what it cites is said by its texts, its time in seconds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

from conformance.base.values import JSON
from conformance.formats.model.answer import Answer, Candidate
from conformance.formats.model.conversation import CHARACTERS, Citation, CitedSpan, Text

RECITED = "recited"  # the kind of a source that the answer repeats, and does not rest on


def comparable(answer: Answer) -> Answer:
    """Return an answer whose citations are of its texts, and whose time is in seconds."""
    candidates = tuple(map(_with_cited_texts, answer.candidates))
    return replace(answer, candidates=candidates, created=seconds_of(answer.created))


def seconds_of(time: JSON) -> JSON:
    """Return a time in seconds; what is no text of one as it is."""
    if not isinstance(time, str):
        return time
    try:
        moment = datetime.fromisoformat(time)
    except ValueError:
        return time
    seconds = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    return int(seconds) if seconds.is_integer() else seconds


class _PlacedText(NamedTuple):
    """A text of a candidate. turn, place: where it is. begin, end: in the bytes of all texts."""

    turn: int
    place: int
    begin: int
    end: int
    text: Text


def _with_cited_texts(candidate: Candidate) -> Candidate:
    """Return a candidate whose texts say what they cite. What no text is at the place of stays beside them."""
    texts = list(_texts(candidate))
    cited: dict[tuple[int, int], list[Citation]] = {}
    beside: list[Citation] = []
    for note in candidate.citations:
        placed = None if any(source.kind == RECITED for source in note.sources) else _cited_text(note, texts)
        if placed is None:
            beside.append(note)
        else:
            cited.setdefault(placed[0], []).append(placed[1])
    turns = tuple(
        replace(turn, says=tuple(
            replace(said, citations=(*said.citations, *cited[number, place]))
            if isinstance(said, Text) and (number, place) in cited else said
            for place, said in enumerate(turn.says)
        ))
        for number, turn in enumerate(candidate.turns)
    )  # fmt: skip
    return replace(candidate, turns=turns, citations=tuple(beside))


def _texts(candidate: Candidate) -> Iterator[_PlacedText]:
    begin = 0
    for number, turn in enumerate(candidate.turns):
        for place, said in enumerate(turn.says):
            if isinstance(said, Text):
                end = begin + len(_bytes(said.value))
                yield _PlacedText(number, place, begin, end, said)
                begin = end


def _cited_text(note: Citation, texts: list[_PlacedText]) -> tuple[tuple[int, int], Citation] | None:
    """Return which text a citation is of, and the citation with its place there, in characters.

    One that does not name its part counts the bytes of all texts: so it is in recorded answers, whose texts come after
    other parts, and in streams.
    """
    if note.span is None or not texts:
        return None
    start, end = note.span.start or 0, note.span.end
    if note.part is not None:
        texts = [found._replace(begin=0, end=found.end - found.begin) for found in texts if found.place == note.part]
    found = next((found for found in texts if found.begin <= start < found.end), None)
    if found is None or (end is not None and end > found.end):
        return None
    data = _bytes(found.text.value)
    first = _characters(data[: start - found.begin])
    last = _characters(data if end is None else data[: end - found.begin])
    span = CitedSpan(unit=CHARACTERS, start=first, end=last, at=note.span.at)
    return (found.turn, found.place), replace(note, span=span, part=None)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _characters(data: bytes) -> int:
    """Return how many characters bytes begin with; one that is cut does not count."""
    return len(data.decode("utf-8", "ignore"))
