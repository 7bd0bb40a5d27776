"""More defects of whole requests: what is crossed, doubled, moved or made up, and what single targets invite to."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import groupby
from typing import Any

from conformance.formats.model.conversation import (
    IMAGE,
    MODEL,
    PARTS,
    SYSTEM,
    TEXT,
    TOOL,
    USER,
    Call,
    Media,
    Reasoning,
    Result,
    Text,
    Turn,
)
from conformance.formats.model.request import REQUIRED, SCHEMA, AnswerFormat, Request, Schema, ToolChoice
from tests.suite.selftest.mutators.requests import (
    OfRequest,
    OfRequests,
    Turns,
    each_schema,
    each_tool,
    facts,
    in_turns,
    of_setting,
    of_tools,
    with_setting,
    with_text,
    with_turns,
    without_setting,
)

_OBJECT = {"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"],
           "additionalProperties": False}  # fmt: skip


def _crossed(kind: type[Any], change: Callable[[Any, Any], Any]) -> OfRequest:
    """Make a change of the first two facts of a kind, each by the other one."""

    def made(request: Request, given: Request) -> Request:
        found = [
            utterance for turn in request.conversation.turns for utterance in turn.says if isinstance(utterance, kind)
        ][:2]
        if len(found) < 2:
            return request
        other = {id(found[0]): found[1], id(found[1]): found[0]}
        return facts(kind, lambda value: (change(value, other[id(value)]),) if id(value) in other else (value,))(
            request, given
        )

    return made


def _runs(turns: Turns, change: Callable[[Turns], Turns]) -> Turns:
    """Make a change of what the model says until somebody answers."""
    made: list[Turn] = []
    for speaker, run in groupby(turns, lambda turn: turn.speaker):
        said = tuple(run)
        made += change(said) if speaker == MODEL else said
    return tuple(made)


def _calls_first(turns: Turns) -> Turns:
    flat = [replace(turn, says=(utterance,)) for turn in turns for utterance in turn.says]
    return tuple(sorted(flat, key=lambda value: not isinstance(value.says[0], Call)))


def _texts_first(turns: Turns) -> Turns:
    flat = [replace(turn, says=(utterance,)) for turn in turns for utterance in turn.says]
    return tuple(sorted(flat, key=lambda value: isinstance(value.says[0], Call)))


def _calls_backwards(turns: Turns) -> Turns:
    calls = [utterance for turn in turns for utterance in turn.says if isinstance(utterance, Call)][::-1]
    return tuple(
        replace(turn, says=tuple(calls.pop(0) if isinstance(utterance, Call) else utterance for utterance in turn.says))
        for turn in turns
    )


def _without_media(result: Result) -> Result:
    return replace(result, content=tuple(part for part in result.content if not isinstance(part, Media)))


def _for_urls(medium: Media) -> Media:
    return replace(medium, data=medium.data.translate(str.maketrans("+/", "-_"))) if medium.data else medium


def _media_as_users(request: Request, _given: Request) -> Request:
    """Put the media of results into a message of the user behind them."""
    made: list[Turn] = []
    for turn in request.conversation.turns:
        held = [
            part
            for utterance in turn.says
            if isinstance(utterance, Result)
            for part in utterance.content
            if isinstance(part, Media)
        ]
        says = tuple(
            _without_media(utterance) if isinstance(utterance, Result) else utterance for utterance in turn.says
        )
        made += [replace(turn, says=says)] + ([Turn(speaker=USER, says=tuple(held), form=PARTS)] if held else [])
    return with_turns(request, tuple(made))


def _seals(request: Request, given: Request) -> Request:
    """Hand the signature of a thought to a host that did not make it."""
    thoughts = [
        utterance for turn in given.conversation.turns for utterance in turn.says if isinstance(utterance, Reasoning)
    ]
    sealed = [thought.seal or thought.encrypted for thought in thoughts if thought.seal or thought.encrypted]
    if not sealed:
        return request
    thought = Turn(speaker=MODEL, id="rs_1", form="", says=(Reasoning(encrypted=sealed[0]),))
    turns = request.conversation.turns
    place = next((at for at, turn in enumerate(turns) if turn.speaker == MODEL), len(turns))
    return with_turns(request, (*turns[:place], thought, *turns[place:]))


def _results_first(turns: Turns) -> Turns:
    """Put the first result before all calls of its round."""
    made = list(turns)
    place = next((at for at, element in enumerate(made) if element.speaker == TOOL), None)
    if place is not None:
        start = place
        while start > 0 and made[start - 1].speaker == MODEL:
            start -= 1
        made.insert(start, made.pop(place))
    return tuple(made)


def _first_twice(request: Request, given: Request) -> Request:
    turns = request.conversation.turns
    place = next((at for at, turn in enumerate(turns) if turn.speaker == USER), None)
    return request if place is None else with_turns(request, (*turns[: place + 1], *turns[place:]))


def _as_users(request: Request, given: Request) -> Request:
    def turn(turn: Turn) -> Turn:
        texts = all(isinstance(fact, Text) for fact in turn.says)
        return replace(turn, speaker=USER) if turn.speaker == MODEL and turn.says and texts else turn

    return with_turns(request, tuple(map(turn, request.conversation.turns)))


def _without_last_words(turns: Turns) -> Turns:
    """Lose what the model says last, which its answer goes on with."""
    is_last = (
        len(turns) > 1
        and turns[-1].speaker == MODEL
        and all(isinstance(utterance, Text) for utterance in turns[-1].says)
    )
    return turns[:-1] if is_last else turns


def _without_first(speaker: str) -> OfRequest:
    def made(turns: Turns) -> Turns:
        place = next((at for at, turn in enumerate(turns) if turn.speaker == speaker), None)
        return turns if place is None or len(turns) < 2 else (*turns[:place], *turns[place + 1 :])

    return in_turns(made)


def _without_first_call(request: Request, given: Request) -> Request:
    found = [utterance for turn in request.conversation.turns for utterance in turn.says if isinstance(utterance, Call)]
    return (
        facts(Call, lambda value: () if value is found[0] else (value,))(request, given) if len(found) > 1 else request
    )


def _texts_of(speaker: str, change: Callable[[str], str]) -> OfRequest:
    return facts(Text, lambda value: (replace(value, value=change(value.value)),), speaker)


def _without_keys(*keys: str) -> OfRequest:
    return each_schema(lambda value: {key: value for key, value in value.items() if key not in keys})


def _without_descriptions(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_descriptions(value) for key, value in value.items()
                if key != "description" or not isinstance(value, str)}  # fmt: skip
    return [_without_descriptions(element) for element in value] if isinstance(value, list) else value


def _format_with(change: Callable[[Any], Any]) -> OfRequest:
    def made(request: Request, _given: Request) -> Request:
        held = request.format
        if held is None or held.schema is None:
            return request
        return replace(request, format=replace(held, schema=replace(held.schema, value=change(held.schema.value))))

    return made


def _unless_asked(change: OfRequest, has: Callable[[Request], Any]) -> OfRequest:
    return lambda request, given: request if has(request) or has(given) else change(request, given)


def _chosen(request: Request, _given: Request) -> Request:
    return replace(request, choice=ToolChoice(mode=REQUIRED)) if request.tools else request


def _formatted(request: Request, _given: Request) -> Request:
    return replace(request, format=AnswerFormat(kind=SCHEMA, name="answer", schema=Schema(value=_OBJECT)))


_RESPONSES = ("responses-request",)
_IMAGES, _USERS = ("result/image",), ("setting/user",)
MORE = (
    OfRequests(name="loses_the_first_message_of_users", check="said-kept", change=_without_first(USER)),
    OfRequests(name="loses_the_first_message_of_the_model", check="turns-kept", also=("said-kept",),
               change=_without_first(MODEL)),
    OfRequests(name="loses_the_words_that_the_answer_begins_with", check="said-kept",
               change=in_turns(_without_last_words)),
    OfRequests(name="says_the_first_message_twice", check="nothing-added", change=_first_twice),
    OfRequests(name="says_the_models_texts_as_the_user", check="said-kept", change=_as_users),
    OfRequests(name="escapes_texts", check="said-kept", change=_texts_of(USER, lambda text: json.dumps(text)[1:-1])),
    OfRequests(name="marks_texts_of_users", check="said-kept", change=_texts_of(USER, lambda text: f"User: {text}")),
    OfRequests(name="cuts_what_models_say", check="said-kept", change=_texts_of(MODEL, lambda text: text[:-1])),
    OfRequests(name="breaks_lines_otherwise", check="text-exact",
               change=_texts_of(USER, lambda text: text.replace("\r\n", "\n"))),
    OfRequests(name="empties_images", check="said-kept", change=facts(
        Media,
        lambda value: (
            replace(value, url=None, data="AAAA", media_type="image/png") if value.kind == IMAGE else value,),
        USER)),
    OfRequests(name="cuts_the_system", check="instructions-kept", change=_texts_of(SYSTEM, lambda text: text[:3])),
    OfRequests(name="loses_the_first_of_two_calls", check="history-calls-kept", change=_without_first_call),
    OfRequests(name="exchanges_arguments", check="history-calls-kept",
               change=_crossed(Call, lambda first, other: replace(first, arguments=other.arguments))),
    OfRequests(name="exchanges_names", check="history-calls-kept",
               change=_crossed(Call, lambda first, other: replace(first, name=other.name))),
    OfRequests(name="writes_names_small", check="history-calls-kept",
               change=facts(Call, lambda value: (replace(value, name=str(value.name).lower()),))),
    OfRequests(name="exchanges_results", check="result-contents-kept",
               change=_crossed(Result, lambda first, other: replace(first, content=other.content, form=other.form))),
    OfRequests(name="calls_backwards", check="turns-kept",
               change=in_turns(lambda turns: _runs(turns, _calls_backwards))),
    OfRequests(name="answers_before_calls", check="results-paired", change=in_turns(_results_first)),
    OfRequests(name="says_that_all_is_well", check="result-contents-kept",
               change=facts(Result, lambda value: (with_text(value, "OK"),))),
    OfRequests(name="writes_results_upper_case", check="result-contents-kept", change=facts(
        Result, lambda value: (replace(value, content=tuple(
            replace(part, value=part.value.upper()) if isinstance(part, Text) else part for part in value.content)),))),
    OfRequests(name="leaves_data_in_the_alphabet_of_urls", check="said-kept", sources=("gemini-request",),
               change=facts(Media, lambda value: (_for_urls(value),), USER)),
    OfRequests(name="loses_media_of_results", check="result-contents-kept", needs=_IMAGES, shows=_IMAGES,
               change=facts(Result, lambda value: (_without_media(value),))),
    OfRequests(name="moves_media_of_results_to_users", check="result-contents-kept", needs=_IMAGES, shows=_IMAGES,
               change=_media_as_users),
    OfRequests(name="moves_texts_behind_calls", check="turns-kept", targets=_RESPONSES,
               change=in_turns(lambda turns: _runs(turns, _calls_first))),
    OfRequests(name="moves_texts_before_calls", check="turns-kept", targets=_RESPONSES,
               change=in_turns(lambda turns: _runs(turns, _texts_first))),
    OfRequests(name="hands_signatures_to_another_host", check="thoughts-apart", needs=("reasoning/encrypted",),
               change=_seals),
    OfRequests(name="leaves_strict_unsaid", check="tools-kept", targets=_RESPONSES,
               change=each_tool(lambda value: replace(value, strict=None))),
    OfRequests(name="requires_no_property", check="tools-kept", change=_without_keys("required")),
    OfRequests(name="loses_definitions", check="tools-kept", change=_without_keys("$defs")),
    OfRequests(name="loses_descriptions_of_properties", check="tools-kept", change=each_schema(_without_descriptions)),
    OfRequests(name="describes_tools_by_their_name", check="tools-kept",
               change=each_tool(lambda value: replace(value, description=value.name))),
    OfRequests(name="cuts_descriptions", check="tools-kept", change=each_tool(
        lambda value: replace(value, description=value.description[:4] if value.description else None))),
    OfRequests(name="renames_tools", check="tools-kept",
               change=each_tool(lambda value: replace(value, name=f"mcp_{value.name}"))),
    OfRequests(name="offers_the_first_tool_twice", check="nothing-added",
               change=of_tools(lambda tools: (tools[0], *tools))),
    OfRequests(name="loses_all_tools", check="tools-kept", change=lambda request, _given: replace(
        request, tools=None, choice=None,
        settings=tuple(setting for setting in request.settings if setting.name != "parallel"))),
    OfRequests(name="requires_a_call", check="nothing-added",
               change=_unless_asked(_chosen, lambda request: request.choice)),
    OfRequests(name="asks_for_a_form", check="nothing-added",
               change=_unless_asked(_formatted, lambda request: request.format)),
    OfRequests(name="loosens_the_form", check="answer-format-kept", change=_format_with(lambda _value: {
        "type": "object", "properties": {}, "additionalProperties": False})),
    OfRequests(name="adds_to_the_form", check="answer-format-kept", change=_format_with(lambda value: {
        **value, "properties": {**value.get("properties", {}), "why": {"type": "string"}},
        "required": [*value.get("required", ()), "why"]})),
    OfRequests(name="asks_another_model", check="settings-kept", written="model",
               change=of_setting("model", lambda _value: "gpt-4o")),
    OfRequests(name="asks_for_one_token_less", check="settings-kept",
               change=of_setting("limit", lambda value: value - 1)),
    OfRequests(name="halves_the_temperature", check="settings-kept",
               change=of_setting("temperature", lambda value: value / 2)),
    OfRequests(name="changes_top_p", check="settings-kept", change=of_setting("top_p", lambda _value: 0.5)),
    OfRequests(name="hides_the_user", check="settings-kept", needs=_USERS, shows=_USERS,
               change=of_setting("user", lambda _value: "anonymous")),
    OfRequests(name="streams_unasked", check="nothing-added",
               change=_unless_asked(with_setting("stream", True), lambda request: any(
                   setting.name == "stream" for setting in request.settings))),
    OfRequests(name="adds_a_user", check="nothing-added", needs=_USERS, change=with_setting("user", "proxy")),
    OfRequests(name="adds_top_p", check="nothing-added", change=with_setting("top_p", 0.5)),
    OfRequests(name="adds_an_effort", check="nothing-added", needs=("setting/effort",), change=_unless_asked(
        with_setting("effort", "low"), lambda request: any(
            setting.name in ("effort", "thinking", "thinking_budget") for setting in request.settings))),
    OfRequests(name="adds_metadata", check="nothing-added", needs=("setting/metadata",),
               change=with_setting("metadata", {"via": "proxy"})),
    OfRequests(name="keeps_what_is_answered", check="nothing-added", needs=("setting/store",), change=lambda request,
               given: with_setting("store", True)(without_setting("store")(request, given), given)),
    OfRequests(name="goes_on_from_another_answer", check="nothing-added", needs=("setting/previous",),
               change=with_setting("previous", "resp_1")),
    OfRequests(name="begins_with_a_greeting", check="nothing-added", change=in_turns(lambda turns: (
        *turns, Turn(speaker=MODEL, says=(Text(value="Sure."),), form=TEXT)) if turns[-1].speaker == USER else turns)),
)  # fmt: skip
