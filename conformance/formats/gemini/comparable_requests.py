"""A request of Gemini as it is compared with one of another format: its calls have ids, its results texts, and its
schemas are JSON Schemas.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, TypeVar

from conformance.base.values import ABSENT
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
from conformance.formats.model.fact import Other, facts_in
from conformance.formats.model.request import OPENAPI, Request, Schema

# The members by which clients give a text as an object; the API's own are `output` and `error`.
TEXTS: Final = ("output", "result", "content", "error")
_LETTERS: Final = str.maketrans("-_", "+/")  # of base64 for addresses, which some SDKs write, to those of base64
_Said = TypeVar("_Said", bound=Utterance | Other)
_MADE_ID: Final = "call_of_gemini_{}"


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
    says = tuple(_as_text(fact) if isinstance(fact, Result) else _in_base64(fact) for fact in turn.says)
    return replace(turn, speaker=turn.speaker or USER, says=says)


def _as_text(result: Result) -> Result:
    """Return a result whose object is a text: that of its only member, where this is one, else the object's JSON."""
    value = result.structured
    result = replace(result, content=tuple(map(_in_base64, result.content)))
    if value is ABSENT or value == {}:
        return replace(result, structured=ABSENT)
    at = (*(result.at[0] if result.at else ()), "functionResponse", "response")
    places = [place for place in result.at if place[-1:] == ("response",)] or [at]
    key, text = next(iter(value.items())) if isinstance(value, dict) and len(value) == 1 else ("", None)
    is_text = key in TEXTS and isinstance(text, str)
    form = NAMED_TEXT if is_text else OBJECT_TEXT
    said = Text(value=str(text) if is_text else json.dumps(value, ensure_ascii=False), at=(places[0],))
    return replace(result, form=form, content=(said, *result.content), structured=ABSENT)


def _in_base64(fact: _Said) -> _Said:
    """Return media whose data are in the letters of base64: the API takes those for addresses too."""
    if not isinstance(fact, Media) or not isinstance(fact.data, str):
        return fact
    return replace(fact, data=fact.data.translate(_LETTERS))


def with_ids(turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """Return turns in which each call has an id, and each result that of its call.

    A result without an id answers the first open call of its name, else the first open one.
    """
    known = {fact.id for fact in facts_in(turns) if isinstance(fact, Call | Result) and fact.id}
    made = (name for number in range(1, 10**9) if (name := _MADE_ID.format(number)) not in known)
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
