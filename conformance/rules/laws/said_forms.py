"""A form of the answer that the target has no place for may be said by the system: that the answer is JSON."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Final

from conformance.formats.model.conversation import DEVELOPER, SYSTEM, Text, Turn
from conformance.formats.model.request import PLAIN, SCHEMA, Request
from conformance.rules.laws.terms import Terms

_SPEAKERS: Final = (SYSTEM, DEVELOPER)


def may_be_said(asked: Request, made: Request, terms: Terms) -> bool:
    """Whether a text may ask for the form of the answer: for any JSON, where the target takes no form but a schema."""
    is_any = asked.format is not None and asked.format.kind not in (PLAIN, SCHEMA, "")
    return is_any and made.format is None and terms.lacks("format/object")


def is_said(asked: Request, made: Request, terms: Terms) -> bool:
    """Whether a text of the system in the result asks for the form of the answer."""
    turns = made.conversation.turns
    return may_be_said(asked, made, terms) and without_form(turns, texts_of_system(asked)) != list(turns)


def texts_of_system(request: Request) -> list[str]:
    """Return what the system says in a request."""
    turns = (turn for turn in request.conversation.turns if turn.speaker in _SPEAKERS)
    return [
        utterance.value for turn in turns for utterance in turn.says if isinstance(utterance, Text) and utterance.value
    ]


def without_form(turns: Iterable[Turn], own: Collection[str]) -> list[Turn]:
    """Return turns without the first text of the system that asks for JSON, and is none of its own in the source.

    Of one that has texts of the source in it, what is before or behind them goes.
    """
    made: list[Turn] = []
    is_found = False
    for turn in turns:
        says = []
        for utterance in turn.says:
            kept = utterance.value if isinstance(utterance, Text) else ""
            if (
                turn.speaker in _SPEAKERS
                and isinstance(utterance, Text)
                and not is_found
                and utterance.value not in own
            ):
                kept = _text_without_demand(utterance.value, own)
                is_found = kept != utterance.value
            if kept or not isinstance(utterance, Text) or not utterance.value:
                says.append(replace(utterance, value=kept) if isinstance(utterance, Text) else utterance)
        made += [replace(turn, says=tuple(says))] if says or not turn.says else []
    return made


def _text_without_demand(text: str, own: Collection[str]) -> str:
    """Return a text without what asks for JSON before, or behind, those of the source."""
    places = [(place, place + len(name)) for name in own if (place := text.find(name)) >= 0]
    if not places:
        return "" if _asks(text) else text
    start, end = min(place for place, _end in places), max(end for _start, end in places)
    if _asks(text[end:]):
        return text[:end]
    return text[start:] if _asks(text[:start]) else text


def _asks(text: str) -> bool:
    return "json" in text.lower()
