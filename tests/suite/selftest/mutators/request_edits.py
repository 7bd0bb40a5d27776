"""Changes of a part of a request, by which defects and sound variants of requests are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from conformance.base.values import JSON
from conformance.formats.model.conversation import (
    CUSTOM,
    MODEL,
    USER,
    Call,
    Text,
    Turn,
    Utterance,
)
from conformance.formats.model.fact import Other, facts_in
from conformance.formats.model.request import REQUIRED, Request, Schema, Setting, Tool
from tests.suite.selftest.mutators.requests import OfRequest, Turns, with_turns

MARK: Final = "[system] "


def of_turns(change: Callable[[Turns], Turns]) -> OfRequest:
    """Make a change of the turns."""
    return lambda request, _given: with_turns(request, change(request.conversation.turns))


def of_said(change: Callable[[Turn, Utterance | Other], tuple[Utterance | Other, ...]]) -> OfRequest:
    """Make a change of each thing that is said, by what is in its place; a turn that says nothing then goes."""

    def turn(turn: Turn) -> Turn:
        return replace(turn, says=tuple(each for fact in turn.says for each in change(turn, fact)))

    return of_turns(
        lambda turns: tuple(made for other_turn in turns if (made := turn(other_turn)).says or not other_turn.says)
    )


def of_kind(kind: type[Any], change: Callable[[Any], tuple[Utterance | Other, ...]], *speakers: str) -> OfRequest:
    """Make a change of what is said of one kind, by all or by some speakers."""
    return of_said(
        lambda turn, value: (
            change(value) if isinstance(value, kind) and (not speakers or turn.speaker in speakers) else (value,)
        )
    )


def of_late_texts(change: Callable[[Text], tuple[Utterance | Other, ...]]) -> OfRequest:
    """Make a change of the texts of the user that say what the system says."""
    return of_kind(Text, lambda value: change(value) if value.value.startswith(MARK) else (value,), USER)


def with_setting(name: str, value: JSON) -> OfRequest:
    """Make a change that adds a setting where the request does not have it."""

    def change(request: Request, _given: Request) -> Request:
        if any(setting.name == name for setting in request.settings):
            return request
        return replace(request, settings=(*request.settings, Setting(name=name, value=value)))

    return change


def of_setting(name: str, change: Callable[[Any], Any]) -> OfRequest:
    """Make a change of the value of a setting."""
    return lambda request, _given: replace(
        request,
        settings=tuple(
            replace(setting, value=change(setting.value)) if setting.name == name else setting
            for setting in request.settings
        ),
    )


def of_tools(change: Callable[[Tool], Tool]) -> OfRequest:
    """Make a change of each tool."""

    def made(request: Request, _given: Request) -> Request:
        return replace(request, tools=tuple(map(change, request.tools))) if request.tools else request

    return made


def thinks(*, beside_choice: bool) -> OfRequest:
    """Ask for thoughts by a number of tokens, where an effort was asked for."""

    def change(request: Request, given: Request) -> Request:
        is_forced = request.choice is not None and request.choice.mode == REQUIRED
        names = {setting.name: setting.value for setting in request.settings}
        is_plain = not request.tools and not any(
            isinstance(fact, Call) for fact in facts_in(request.conversation.turns)
        )
        has_room = isinstance(names.get("limit"), int) and names["limit"] > 2048
        is_cool = names.get("temperature", 1) == 1 and "top_p" not in names and request.conversation.turns
        fits = has_room and is_cool and request.conversation.turns[-1].speaker != MODEL
        if "effort" not in names or not fits or not (is_forced if beside_choice else is_plain):
            return request
        rest = tuple(setting for setting in request.settings if setting.name != "effort")
        more = (Setting(name="thinking", value="enabled"), Setting(name="thinking_budget", value=1024))
        return replace(request, settings=(*rest, *more))

    return change


def offers_customs(request: Request, given: Request) -> Request:
    """Offer each custom tool that is not among the tools as a function of a text."""
    schema = Schema(value={"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]})
    customs = [
        Tool(name=tool.name, description=tool.description, schema=schema)
        for tool in given.tools or ()
        if tool.kind == CUSTOM
    ]
    known = {tool.name for tool in request.tools or ()}
    more = [custom for custom in customs if custom.name not in known]
    return replace(request, tools=(*(request.tools or ()), *more)) if more else request
