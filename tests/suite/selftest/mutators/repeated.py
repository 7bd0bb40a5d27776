"""Defects of what an answer repeats of its request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from conformance.base.values import JSON
from conformance.formats.model.answer import Answer
from conformance.formats.model.conversation import SYSTEM, TEXT, Conversation, Text, Turn
from conformance.formats.model.reading import ParsedSide
from conformance.formats.model.request import NONE, Request, Setting, Tool, ToolChoice
from tests.suite.selftest.mutators.model import Mutator, of_both

_Change = Callable[[Request], Request]


def _where_asked(change: _Change) -> Callable[[Answer, ParsedSide], Answer]:
    """Make a change of what an answer repeats, where there is a request."""

    def changed(answer: Answer, given: ParsedSide) -> Answer:
        if given.request is None or not answer.candidates:
            return answer
        return replace(answer, echo=change(answer.echo or Request()))

    return changed


def _set(name: str, value: JSON) -> _Change:
    def changed(request: Request) -> Request:
        others = [setting for setting in request.settings if setting.name != name]
        return replace(request, settings=(*others, Setting(name=name, value=value)))

    return changed


def _in_place_of(name: str, value: JSON) -> _Change:
    """Make a change of a setting that the answer repeats, to a default."""
    change = _set(name, value)
    return lambda request: change(request) if any(setting.name == name for setting in request.settings) else request


def _told(text: str) -> _Change:
    turn = Turn(speaker=SYSTEM, says=(Text(value=text),), form=TEXT, is_apart=True)
    return lambda request: replace(request, conversation=Conversation(turns=(turn,)))


def _tools(change: Callable[[tuple[Tool, ...]], tuple[Tool, ...]]) -> _Change:
    return lambda request: replace(request, tools=change(request.tools)) if request.tools else request


def _other(name: str, change: _Change) -> Mutator:
    return Mutator(name=name, check="same-request", change=of_both(_where_asked(change)), examples=100)


MUTATORS = (
    _other("repeats_another_temperature", _set("temperature", 0.123)),
    _other("repeats_another_limit", _set("limit", 77)),
    _other("repeats_the_default_temperature", _in_place_of("temperature", 1)),
    _other("repeats_no_metadata", _in_place_of("metadata", {})),
    _other("repeats_other_metadata", _set("metadata", {"made": "up"})),
    _other("repeats_other_instructions", _told("You are a helpful assistant.")),
    _other("repeats_the_first_tool", _tools(lambda tools: tools[:1])),
    _other("repeats_other_tools", _tools(lambda tools: tuple(replace(tool, name="tool") for tool in tools))),
    _other("repeats_another_choice", lambda request: replace(request, choice=ToolChoice(mode=NONE))),
)
