"""Rows of the model: each kind of fact alone, first, last and twice in a content, and each kind next to each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

from conformance.base.values import JSON
from conformance.formats.anthropic import read as anthropic
from conformance.formats.chat import read as chat
from conformance.formats.gemini import read as gemini
from conformance.formats.mcp.read import read_result
from conformance.formats.model.answer import Answer
from conformance.formats.model.conversation import (
    DEVELOPER,
    MODEL,
    PARTS,
    RETURNED,
    SYSTEM,
    TEXT,
    TOOL,
    USER,
    Hosted,
    Result,
    Text,
    Turn,
    Utterance,
)
from conformance.formats.model.fact import Other
from conformance.formats.neighbours import ANSWER, SpokenKind, held, is_beside, kind_of, own_steps, pairs
from conformance.formats.responses.read import read_items

# By source format: whose it is, and the places that hold something.
_PLACES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "chat-messages": ("chat", (SYSTEM, DEVELOPER, USER, MODEL, TOOL)),
    "responses-input": ("responses", (SYSTEM, DEVELOPER, USER, MODEL, TOOL)),
    "responses-output": ("responses", (MODEL,)),
    "chat-response": ("chat", (ANSWER,)),
    "responses-response": ("responses", (ANSWER,)),
    "anthropic-response": ("anthropic", (ANSWER,)),
    "gemini-response": ("gemini", (ANSWER,)),
    "mcp-result": ("mcp", (TOOL,)),
    "mcp-named-result": ("mcp", (TOOL,)),
}
_OF_ITEMS = ("responses-output", "responses-response")  # answers
_Says = Sequence[Utterance | Other]
_Kind = TypeVar("_Kind", str, SpokenKind)


def rows(source: str) -> Iterator[str]:
    """Yield the rows of a source format; none for one without conversations, answers or results."""
    if source not in _PLACES:
        return
    format_, places = _PLACES[source]
    for place in places:
        kinds = held(format_, place)
        beside = [(kind, other) for kind in kinds for other in kinds if is_beside(format_, place, kind, other)]
        yield from _rows_of(f"in {place}", kinds, beside)
    if len(places) > 1:
        yield from (f"order: {pair} before {other}" for pair, other in pairs(format_))
    elif source in _OF_ITEMS:
        own = own_steps(format_, places[0])
        yield from _rows_of("order", own, list(pairs(format_, own)))


def _rows_of(where: str, kinds: Sequence[_Kind], beside: Sequence[tuple[_Kind, _Kind]]) -> Iterator[str]:
    yield from (f"{where}: {kind} alone" for kind in kinds)
    yield from dict.fromkeys(f"{where}: {element} first" for element, _other in beside)
    yield from dict.fromkeys(f"{where}: {other} last" for _one, other in beside)
    yield from (f"{where}: {element} before {other}" for element, other in beside)


def marks(source: str, given: JSON) -> Iterator[str]:
    """Yield the rows that a value of a source format covers."""
    if source not in _PLACES:
        return
    turns, places = _turns(source, given), _PLACES[source][1]
    for turn in turns:
        results = [utterance for utterance in turn.says if isinstance(utterance, Result)]
        for result in results if TOOL in places else ():
            yield from _marks_of(TOOL, result.content) if result.form == PARTS else ()
        if turn.form == PARTS or (source.startswith("chat") and turn.speaker == MODEL):
            yield from _marks_of(_place(turn, places), _said(turn))
    ends = [_ends(turn, _place(turn, places)) for turn in turns]
    if source in _OF_ITEMS and ends and ends[0] and ends[-1]:
        first, last = ends[0][0], ends[-1][1]
        yield from (f"order: {first} first", f"order: {last} last") if len(ends) > 1 else (f"order: {first} alone",)
    for element, other in pairwise(ends):
        if element and other:
            yield f"order: {element[1]} before {other[0]}"


def _place(turn: Turn, places: Sequence[str]) -> str:
    return ANSWER if places == (ANSWER,) else str(turn.speaker)


def _marks_of(place: str, says: _Says) -> Iterator[str]:
    kinds = [kind_of(utterance) for utterance in says]
    if len(kinds) == 1:
        yield f"in {place}: {kinds[0]} alone"
    elif kinds:
        yield f"in {place}: {kinds[0]} first"
        yield f"in {place}: {kinds[-1]} last"
    yield from (f"in {place}: {element} before {other}" for element, other in pairwise(kinds))


def _ends(turn: Turn, place: str) -> tuple[SpokenKind, SpokenKind] | None:
    """Return the first and the last thing that a turn says; None where it says nothing."""
    says = _said(turn)
    if not says:
        return None
    first, last = (SpokenKind(place, kind_of(element)) for element in (says[0], says[-1]))
    return first, last


def _said(turn: Turn) -> _Says:
    """Return what a turn says. An empty text of the model is none; what a step returned is of the step."""
    bare = turn.form == TEXT and turn.speaker == MODEL
    return [
        utterance for utterance in turn.says
        if not (bare and isinstance(utterance, Text) and utterance.value == "")
        and not (isinstance(utterance, Hosted) and utterance.stage == RETURNED)
    ]  # fmt: skip


def _turns(source: str, given: JSON) -> Sequence[Turn]:
    if source == "chat-messages":
        return chat.read_messages(given)
    if source == "chat-response":
        return _first(chat.read_answer(given))
    if source == "anthropic-response":
        return _first(anthropic.read_answer(given))
    if source == "gemini-response":
        return _first(gemini.read_answer(given))
    if source in ("mcp-result", "mcp-named-result"):
        held = given.get("result") if isinstance(given, dict) else None
        return [Turn(speaker=TOOL, says=(read_result(held),), form="")]
    return read_items(given.get("input", given.get("output")) if isinstance(given, dict) else given, speaker=MODEL)


def _first(answer: Answer) -> Sequence[Turn]:
    return answer.candidates[0].turns if answer.candidates else ()  # an answer that failed has none
