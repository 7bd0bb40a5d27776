"""Conversations and answers of both APIs as a flat list of steps: texts, calls and results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from conformance.base.values import JSON
from conformance.formats.chat import read as chat
from conformance.formats.chat.stream import read_stream
from conformance.formats.model.answer import Answer
from conformance.formats.model.conversation import (
    MODEL,
    PARTS,
    TEXT,
    TOOL,
    Call,
    ModelRefusal,
    Result,
    Text,
    Turn,
    Utterance,
)
from conformance.formats.model.fact import Other
from conformance.formats.model.growth import WHOLE
from conformance.formats.responses.read import read_items
from conformance.formats.shared import text_of

CALL, RESULT = "call", "result"
_ROLES = {speaker: role for role, speaker in chat.SPEAKERS.items() if speaker != TOOL}


class TurnStep(NamedTuple):
    """One step. kind: the role of a text, CALL, RESULT, or the type of another item. text: its arguments or output."""

    kind: str
    id: str = ""
    name: str = ""
    text: str = ""


def steps_of(source: str, given: JSON) -> Iterator[TurnStep]:
    """Yield the steps of a value of a format of conversations or answers."""
    if source == "chat-messages":
        yield from _of_messages(chat.read_messages(given))
    elif source == "chat-response":
        yield from _of_messages(_first(chat.read_answer(given)))
    elif source == "chat-stream":
        growth = read_stream(given)
        yield from _of_messages(_first(growth.answer) if growth.ended == WHOLE else ())
    else:
        items = given.get("input", given.get("output")) if isinstance(given, dict) else given
        for turn in read_items(items, speaker=MODEL):
            yield from _of_item(turn)


def _first(answer: Answer) -> tuple[Turn, ...]:
    return answer.candidates[0].turns if answer.candidates else ()  # an answer that failed has none


def _of_messages(turns: tuple[Turn, ...]) -> Iterator[TurnStep]:
    for turn in turns:
        calls = [utterance for utterance in turn.says if isinstance(utterance, Call | Result)]
        speaks = turn.speaker != MODEL or any(_says_something(utterance, turn.form) for utterance in turn.says)
        if speaks and not any(isinstance(call, Result) for call in calls):
            yield TurnStep(_ROLES.get(turn.speaker or "", ""))
        yield from map(_step, calls)


def _says_something(utterance: Utterance | Other, form: str) -> bool:
    """Whether it is a part of a content, or a text that is not empty. form: of the content."""
    if isinstance(utterance, ModelRefusal) and utterance.is_apart:
        return utterance.value != ""
    return (form == PARTS and not isinstance(utterance, Call)) or (
        form == TEXT and isinstance(utterance, Text) and utterance.value != ""
    )


def _of_item(turn: Turn) -> Iterator[TurnStep]:
    if turn.form or not turn.says:
        yield TurnStep(_ROLES.get(turn.speaker or "", ""))
        return
    for utterance in turn.says:
        yield _step(utterance)


def _step(utterance: Utterance | Other) -> TurnStep:
    if isinstance(utterance, Call):
        return TurnStep(CALL, utterance.id or "", utterance.name or "", str(text_of(utterance.arguments)))
    if isinstance(utterance, Result):
        parts = [replace(part, at=()) for part in utterance.content]
        return TurnStep(RESULT, utterance.id or "", text=f"{utterance.form}: {parts}")
    return TurnStep(utterance.word if isinstance(utterance, Other) else "reasoning")
