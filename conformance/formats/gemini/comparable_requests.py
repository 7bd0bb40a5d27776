"""A request of Gemini as it is compared with one of another format: its calls have ids, its results texts, its schemas
are JSON Schemas, and its data are in the alphabet of base64 that all formats have.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from conformance.base.values import ABSENT
from conformance.base.wording import MADE_ID
from conformance.formats.gemini.schemas import json_schema_of
from conformance.formats.model.conversation import (
    MODEL,
    NAMED_TEXT,
    OBJECT_TEXT,
    USER,
    Call,
    Media,
    Result,
    Text,
    Turn,
    Utterance,
)
from conformance.formats.model.fact import Other, Path, facts_in
from conformance.formats.model.request import OPENAPI, Request, Schema

# The members by which clients give a text as an object; the API's own are `output` and `error`.
TEXTS: Final = ("output", "result", "content", "error")
# Sounds have types of several names, and in other formats one each.
_SOUNDS: Final = {"audio/x-wav": "audio/wav", "audio/wave": "audio/wav", "audio/mp3": "audio/mpeg"}
_STANDARD: Final = str.maketrans("-_", "+/")  # the API takes the alphabet of URLs too, in which its clients write


def comparable(request: Request) -> Request:
    """Return a request in the forms that other formats have."""
    turns = tuple(_with_texts(turn) for turn in with_ids(request.conversation.turns))
    tools = request.tools and tuple(replace(tool, schema=_plain(tool.schema)) for tool in request.tools)
    form = request.format and replace(request.format, schema=_plain(request.format.schema))
    return replace(request, conversation=replace(request.conversation, turns=turns), tools=tools, format=form)


def _plain(schema: Schema | None) -> Schema | None:
    if schema is None or schema.dialect != OPENAPI:
        return schema
    return Schema(value=json_schema_of(schema.value), dialect=OPENAPI, at=schema.at)


def _with_texts(turn: Turn) -> Turn:
    """Return a turn with results that are texts. One without a role is the user's."""
    says = tuple(as_text(fact) if isinstance(fact, Result) else _usual(fact) for fact in turn.says)
    return replace(turn, speaker=turn.speaker or USER, says=says)


def _usual(fact: Utterance | Other) -> Utterance | Other:
    """Return a medium with its data and its type as other formats have them, and anything else as it is."""
    if not isinstance(fact, Media) or fact.data is None:
        return fact
    data = fact.data.translate(_STANDARD)
    type_ = _SOUNDS.get(fact.media_type or "", fact.media_type)
    return replace(fact, data=data + "=" * (-len(data) % 4), media_type=type_)


def as_text(result: Result) -> Result:
    """Return a result whose object is a text: that of its only member, where this is one, else the object's JSON."""
    value, shown = result.structured, tuple(map(_usual, result.content))
    if value is ABSENT or value == {}:
        return replace(result, content=shown, structured=ABSENT)
    at = place_of_response(result)
    key, text = next(iter(value.items())) if isinstance(value, dict) and len(value) == 1 else ("", None)
    is_text = key in TEXTS and isinstance(text, str)
    form = NAMED_TEXT if is_text else OBJECT_TEXT
    said = Text(value=str(text) if is_text else json.dumps(value, ensure_ascii=False), at=(at,))
    return replace(result, form=form, content=(said, *shown), structured=ABSENT)


def place_of_response(result: Result) -> Path:
    """Return the path of the object that a result is."""
    at = (*(result.at[0] if result.at else ()), "functionResponse", "response")
    return next((place for place in result.at if place[-1:] == ("response",)), at)


def with_ids(turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """Return turns in which each call has an id, and each result that of its call.

    A result without an id answers the first open call of its name, else the first open one.
    """
    known = {fact.id for fact in facts_in(turns) if isinstance(fact, Call | Result) and fact.id}
    made = (name for number in range(1, 10**9) if (name := MADE_ID.format(number)) not in known)
    found: list[Turn] = []
    open_: list[Call] = []
    for turn in turns:
        if turn.speaker == MODEL and (not found or found[-1].speaker != MODEL):
            open_ = []
        says = []
        for fact in turn.says:
            if isinstance(fact, Call):
                fact = fact if fact.id else replace(fact, id=next(made))
                open_.append(fact)
            elif isinstance(fact, Result):
                call = next(_answered(fact, open_), None)
                if call is not None:
                    open_ = [other for other in open_ if other is not call]
                fact = fact if fact.id else replace(fact, id=call.id if call is not None else next(made))
            says.append(fact)
        found.append(replace(turn, says=tuple(says)))
    return tuple(found)


def _answered(result: Result, calls: list[Call]) -> Iterator[Call]:
    """Yield the calls that a result may answer, the likeliest first."""
    if result.id:
        yield from (call for call in calls if call.id == result.id)
        return
    yield from (call for call in calls if call.name == result.name)
    yield from calls
