"""The conversation of a request, as it is compared: one entry for each call, each result, and what is said between."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Final

from conformance.laws.rounds import read_source
from conformance.model import talk
from conformance.model.conversation import (
    CUSTOM,
    DOCUMENT,
    FUNCTION,
    IMAGE,
    MODEL,
    PARTS,
    TOOL,
    USER,
    Arguments,
    Call,
    Hosted,
    Media,
    Reasoning,
    Refusal,
    Result,
    Said,
    Text,
    Turn,
)
from conformance.model.fact import Other
from conformance.model.talk import Entry, Talk
from conformance.values import ABSENT

Lacks = Callable[[str], bool]  # whether a format has no place of its own for a kind of fact

UNPLACED: Final = "unplaced"  # the kind of media that have no place in the target
_PLACES: Final = {"url": "url", "data": "data", "file_id": "id", "text": "text"}
# Who alone says media and files, in every format.
_CARRIERS: Final = {IMAGE: USER, talk.FILE: USER, talk.REFUSAL: MODEL}


def owed_talk(turns: Iterable[Turn], lacks: Lacks) -> Talk:
    """Return what the conversation of a source owes. lacks: of the target."""
    return read_source((one for turn in turns for one in _entries(turn, lacks)), _CARRIERS)


def came_talk(turns: Iterable[Turn]) -> Talk:
    """Return what the conversation of a result says. What the model thought is no part of it."""
    made = [one for turn in turns for one in _messages(turn)]
    found = Talk.of_turns(made)
    found.paths += [turn.at[0] if turn.at else () for turn in made]
    return found


def place_of(media: Media) -> str:
    """Return the kind of a place that media need, by a name of `formats.kinds`."""
    held = next((place for name, place in _PLACES.items() if getattr(media, name) is not None), None)
    if media.kind == IMAGE:
        return f"media/image-{held}"
    if media.kind == "search":
        return "media/search-result"
    if media.kind in ("", DOCUMENT):
        return f"media/document-{held or 'text'}"
    return "media/sound" if media.kind == "audio" else "media/film"


def has_place(media: Media, lacks: Lacks) -> bool:
    """Whether a format has a place for media. An id at a host means nothing to another one."""
    return media.kind in (IMAGE, "", DOCUMENT) and media.address is not None and not lacks(place_of(media))


def _entries(turn: Turn, lacks: Lacks) -> Iterator[Entry]:
    """Yield what a turn says, as entries: calls and results by themselves."""
    if not turn.says:
        yield Entry(turn)
    for way, group in groupby(turn.says, _way):
        facts = list(group)
        if way == "said":
            said = tuple(_placed(one, lacks) for one in facts)
            yield Entry(replace(turn, says=said, form=PARTS, at=_at(turn, facts[0])))
            continue
        for one in facts:
            if way == talk.REASONING:
                yield Entry(replace(turn, says=(), at=one.at), talk.REASONING)
            elif isinstance(one, Call | Result):
                speaker = TOOL if isinstance(one, Result) else MODEL
                mark = talk.CUSTOM if one.kind == CUSTOM and lacks("call/custom") else None
                made = _called(one) if isinstance(one, Call) else _returned(one, lacks)
                yield Entry(Turn(speaker=speaker, says=(made,), form="", at=one.at), mark, one.id, one.kind)
            elif isinstance(one, Other):
                id_ = one.id if isinstance(one, Hosted) else None
                yield Entry(replace(turn, says=(), at=one.at), talk.HOSTED, id_, one.word)


def _way(fact: Said | Other) -> str:
    if isinstance(fact, Call | Result):
        return "called"
    if isinstance(fact, Reasoning):
        return talk.REASONING
    return talk.HOSTED if isinstance(fact, Other) else "said"


def _at(turn: Turn, first: Said | Other) -> tuple[tuple[str | int, ...], ...]:
    return first.at[:1] or turn.at


def _placed(fact: Said | Other, lacks: Lacks) -> Said | Other:
    """Return a fact as the target can have it: a file has no name there, and what has no place is UNPLACED."""
    if isinstance(fact, Refusal) and lacks("text/refusal"):
        return Media(kind=UNPLACED, text=fact.value, at=fact.at)
    if not isinstance(fact, Media):
        return fact
    if not has_place(fact, lacks):
        return replace(fact, kind=UNPLACED)
    detail = None if lacks("media/image-detail") else fact.detail
    return replace(_plain(fact), detail=detail)


def _plain(fact: Media) -> Media:
    """Return media without what formats word in their own ways: a document is a file, and its name is free."""
    return replace(fact, kind="" if fact.kind == DOCUMENT else fact.kind, name=None, file_id=None)


def _called(call: Call) -> Call:
    """Return a call whose arguments have one form, whichever format writes them."""
    given = call.arguments
    value = {} if given.value is ABSENT and not (given.text or "").strip() else given.value
    if value is ABSENT or call.kind != FUNCTION:
        return call
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return replace(call, group=None, arguments=Arguments(text=text, value=value, at=given.at))


def _returned(result: Result, lacks: Lacks) -> Result:
    """Return a result as parts; media in it as the target's user can have them."""
    content = tuple(_placed(one, lacks) for one in result.content if not isinstance(one, Text) or one.value)
    return replace(result, form=PARTS, content=content)


def _messages(turn: Turn) -> Iterator[Turn]:
    """Yield what a turn of a result says, as messages: each result is one."""
    rest: list[Said | Other] = []
    for one in turn.says:
        if isinstance(one, Result):
            yield Turn(speaker=TOOL, says=(_received(one),), at=one.at[:1] or turn.at)
        elif isinstance(one, Call):
            rest.append(_called(one))
        elif isinstance(one, Media):
            rest.append(_plain(one))
        elif not isinstance(one, Reasoning) and (not isinstance(one, Text) or one.value or turn.speaker == USER):
            rest.append(one)
    if rest or not turn.says or turn.speaker in (MODEL, None):
        yield replace(turn, says=tuple(rest))


def _received(result: Result) -> Result:
    content = tuple(_plain(one) if isinstance(one, Media) else one for one in result.content)
    return replace(result, form=PARTS, content=content)
