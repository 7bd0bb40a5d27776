"""Rows of the model: each kind of fact alone, first, last and twice in a content, and each kind next to each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from conformance.formats.chat import read as chat
from conformance.formats.chat.stream import read_stream
from conformance.formats.mcp.read import read_result
from conformance.formats.neighbours import ANSWER, Step, held, is_beside, kind_of, pairs, steps
from conformance.formats.responses.read import read_items
from conformance.model.answer import Answer
from conformance.model.conversation import DEVELOPER, MODEL, PARTS, SYSTEM, TEXT, TOOL, USER, Result, Said, Text, Turn
from conformance.model.fact import Other
from conformance.model.growth import WHOLE
from conformance.values import JSON

# By source format: whose it is, and the places that hold something.
_PLACES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "chat-messages": ("chat", (SYSTEM, DEVELOPER, USER, MODEL, TOOL)),
    "responses-input": ("responses", (SYSTEM, DEVELOPER, USER, MODEL, TOOL)),
    "mcp-result": ("mcp", (TOOL,)),
}
_Says = Sequence[Said | Other]


def rows(source: str) -> Iterator[str]:
    """Yield the rows of a source format; none for one without conversations, answers or results."""
    if source not in _PLACES:
        return
    format_, places = _PLACES[source]
    for place in places:
        yield from _rows_of(format_, place)
    if places != (TOOL,) and places != (ANSWER,):
        own = [one for one in steps(format_) if len(places) > 1 or one.speaker == MODEL]
        yield from (f"order: {one} before {other}" for one, other in pairs(format_, own))


def _rows_of(format: str, place: str) -> Iterator[str]:
    kinds = held(format, place)
    beside = [(one, other) for one in kinds for other in kinds if is_beside(format, place, one, other)]
    yield from (f"in {place}: {kind} alone" for kind in kinds)
    yield from dict.fromkeys(f"in {place}: {one} first" for one, _other in beside)
    yield from dict.fromkeys(f"in {place}: {other} last" for _one, other in beside)
    yield from (f"in {place}: {one} before {other}" for one, other in beside)


def marks(source: str, given: JSON) -> Iterator[str]:
    """Yield the rows that a value of a source format covers."""
    if source not in _PLACES:
        return
    turns = _turns(source, given)
    for turn in turns:
        place = ANSWER if _PLACES[source][1] == (ANSWER,) else turn.speaker
        results = [one for one in turn.says if isinstance(one, Result)]
        for result in results if TOOL in _PLACES[source][1] else ():
            yield from _marks_of(TOOL, result.content) if result.form == PARTS else ()
        if turn.form == PARTS or (source.startswith("chat") and turn.speaker == MODEL):
            yield from _marks_of(str(place), _said(turn))
    for one, other in pairwise(_ends(turn) for turn in turns):
        if one and other:
            yield f"order: {one[1]} before {other[0]}"


def _marks_of(place: str, says: _Says) -> Iterator[str]:
    kinds = [kind_of(one) for one in says]
    if len(kinds) == 1:
        yield f"in {place}: {kinds[0]} alone"
    elif kinds:
        yield f"in {place}: {kinds[0]} first"
        yield f"in {place}: {kinds[-1]} last"
    yield from (f"in {place}: {one} before {other}" for one, other in pairwise(kinds))


def _ends(turn: Turn) -> tuple[Step, Step] | None:
    """Return the first and the last thing that a turn says; None where it says nothing."""
    says = _said(turn)
    if not says:
        return None
    first, last = (Step(str(turn.speaker), kind_of(one)) for one in (says[0], says[-1]))
    return first, last


def _said(turn: Turn) -> _Says:
    """Return what a turn says: an empty text beside something else, or of the model, is none."""
    bare = turn.form == TEXT and turn.speaker == MODEL
    return [one for one in turn.says if not (bare and isinstance(one, Text) and one.value == "")]


def _turns(source: str, given: JSON) -> Sequence[Turn]:
    if source == "chat-messages":
        return chat.read_messages(given)
    if source == "chat-response":
        return _first(chat.read_answer(given))
    if source == "chat-stream":
        growth = read_stream(given)
        return _first(growth.answer) if growth.ended == WHOLE else ()
    if source == "mcp-result":
        held = given.get("result") if isinstance(given, dict) else None
        return [Turn(speaker=TOOL, says=(read_result(held),), form="")]
    return read_items(given.get("input", given.get("output")) if isinstance(given, dict) else given, speaker=MODEL)


def _first(answer: Answer) -> Sequence[Turn]:
    return answer.candidates[0].turns if answer.candidates else ()  # an answer that failed has none
