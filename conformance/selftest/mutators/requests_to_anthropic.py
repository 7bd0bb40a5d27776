"""Defects of requests to Anthropic's API, beside those of every request, and what sound converters do otherwise."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from conformance.checks.lawful_requests.schemas import closed
from conformance.model.conversation import (
    CUSTOM,
    DOCUMENT,
    FUNCTION,
    IMAGE,
    MODEL,
    PARTS,
    SYSTEM,
    TEXT,
    TOOL,
    USER,
    Arguments,
    Call,
    Media,
    Reasoning,
    Refusal,
    Result,
    Said,
    Text,
    Turn,
)
from conformance.model.fact import Other, facts_in
from conformance.model.request import AUTO, NONE, REQUIRED, SCHEMA, AnswerFormat, Choice, Request, Schema, Setting, Tool
from conformance.oracles import refusals_of
from conformance.selftest.mutators.requests import OfRequest, OfRequests, Turns, demanding_none, joined, with_turns
from conformance.values import JSON

_OPENAI: Final = ("chat-request", "responses-request")
_STOPPED: Final = ("chat-request",)  # which has stop sequences
_MARK: Final = "[system] "
_ODD_ID: Final = re.compile(r"[^a-zA-Z0-9_-]")


def _turns(change: Callable[[Turns], Turns]) -> OfRequest:
    return lambda request, _given: with_turns(request, change(request.conversation.turns))


def _says(change: Callable[[Turn, Said | Other], tuple[Said | Other, ...]]) -> OfRequest:
    """Make a change of each thing that is said, by what is in its place; a turn that says nothing then goes."""

    def turn(one: Turn) -> Turn:
        return replace(one, says=tuple(each for fact in one.says for each in change(one, fact)))

    return _turns(lambda turns: tuple(made for one in turns if (made := turn(one)).says or not one.says))


def _of(kind: type[Any], change: Callable[[Any], tuple[Said | Other, ...]], *speakers: str) -> OfRequest:
    return _says(
        lambda turn, one: (
            change(one) if isinstance(one, kind) and (not speakers or turn.speaker in speakers) else (one,)
        )
    )


def _late(change: Callable[[Text], tuple[Said | Other, ...]]) -> OfRequest:
    """Make a change of the texts of the user that say what the system says."""
    return _of(Text, lambda one: change(one) if one.value.startswith(_MARK) else (one,), USER)


def _spoken(speaker: str) -> OfRequest:
    """Let somebody else say what the system says late."""

    def change(turns: Turns) -> Turns:
        made: list[Turn] = []
        for turn in turns:
            late = tuple(one for one in turn.says if isinstance(one, Text) and one.value.startswith(_MARK))
            rest = tuple(one for one in turn.says if one not in late)
            made += [replace(turn, says=rest)] if rest or not late else []
            plain = tuple(replace(one, value=one.value.removeprefix(_MARK)) for one in late)
            made += [Turn(speaker=speaker, says=plain, form=PARTS)] if late else []
        return tuple(made)

    return _turns(change)


def _given_settings(name: str) -> OfRequest:
    """Let a setting have the value that the source has."""

    def change(request: Request, given: Request) -> Request:
        wanted = [one for one in given.settings if one.name == name]
        rest = tuple(one for one in request.settings if one.name != name)
        return replace(request, settings=(*rest, *wanted)) if wanted else request

    return change


def _with(name: str, value: JSON) -> OfRequest:
    def change(request: Request, _given: Request) -> Request:
        if any(one.name == name for one in request.settings):
            return request
        return replace(request, settings=(*request.settings, Setting(name=name, value=value)))

    return change


def _setting(name: str, change: Callable[[Any], Any]) -> OfRequest:
    return lambda request, _given: replace(
        request,
        settings=tuple(replace(one, value=change(one.value)) if one.name == name else one for one in request.settings),
    )


def _without(name: str, where: Callable[[Request], bool]) -> OfRequest:
    def change(request: Request, given: Request) -> Request:
        rest = tuple(one for one in request.settings if one.name != name)
        return replace(request, settings=rest) if where(given) else request

    return change


def _tool(change: Callable[[Tool], Tool]) -> OfRequest:
    def made(request: Request, _given: Request) -> Request:
        return replace(request, tools=tuple(map(change, request.tools))) if request.tools else request

    return made


def _schema(change: Callable[[dict[str, Any]], Any]) -> OfRequest:
    def made(one: Tool) -> Tool:
        if one.schema is None or not isinstance(one.schema.value, dict):
            return one
        return replace(one, schema=Schema(value=change(dict(one.schema.value))))

    return _tool(made)


def _format(change: Callable[[AnswerFormat, Request], AnswerFormat]) -> OfRequest:
    return lambda request, given: replace(request, format=change(request.format, given)) if request.format else request


def _given_format(one: AnswerFormat, given: Request) -> AnswerFormat:
    return replace(one, schema=given.format.schema) if given.format is not None else one


def _demanding_nothing(one: AnswerFormat, _given: Request) -> AnswerFormat:
    value = dict(one.schema.value) if one.schema is not None else {}
    value.pop("required", None)
    return replace(one, schema=Schema(value=value))


def _choice(change: Callable[[Choice | None, Request], Choice | None]) -> OfRequest:
    return lambda request, given: replace(request, choice=change(request.choice, request)) if request.tools else request


def _another(choice: Choice | None, request: Request) -> Choice | None:
    if choice is None or not choice.names:
        return choice
    others = [one.name for one in request.tools or () if (one.kind, one.name) not in choice.names]
    return Choice(mode=REQUIRED, names=(("function", str(others[0])),)) if others else choice


def _repaired(call: Call) -> tuple[Said, ...]:
    held = call.arguments.value
    is_wrapped = isinstance(held, dict) and list(held) == ["arguments"] and isinstance(held["arguments"], str)
    value: JSON = {"a": 1} if is_wrapped else held
    return (replace(call, arguments=Arguments(value=value, at=call.arguments.at)),)


def _ids(change: Callable[[str, list[str]], str]) -> OfRequest:
    """Make a change of the ids of calls and results. It is given the ids that the source has and the API refuses."""

    def made(request: Request, given: Request) -> Request:
        odd = [one.id for one in facts_in(given.conversation.turns) if isinstance(one, Call) and _is_odd(one.id)]
        if not odd:
            return request
        return _says(
            lambda _turn, one: (
                (replace(one, id=change(str(one.id), [str(each) for each in odd])),)
                if isinstance(one, Call | Result)
                else (one,)
            )
        )(request, given)

    return made


def _is_odd(id_: str | None) -> bool:
    return id_ is not None and _ODD_ID.search(id_) is not None


def _as_given(id_: str, odd: list[str]) -> str:
    return next((one for one in odd if _ODD_ID.sub("_", one) == id_), id_)


def _results_as_texts(turns: Turns) -> Turns:
    made = []
    for turn in turns:
        says = tuple(
            Text(value="".join(part.value for part in one.content if isinstance(part, Text)) or "done")
            if isinstance(one, Result) else one
            for one in turn.says
        )  # fmt: skip
        made.append(replace(turn, says=says, speaker=USER if turn.speaker == TOOL else turn.speaker))
    return tuple(made)


def _between_results(turns: Turns) -> Turns:
    """Let the model say something between the results of one turn."""
    made: list[Turn] = []
    for turn in turns:
        if turn.speaker == TOOL and len(turn.says) > 1:
            said = Turn(speaker=MODEL, says=(Text(value="I see."),), form=PARTS)
            made += [replace(turn, says=turn.says[:1]), said, replace(turn, says=turn.says[1:])]
        else:
            made.append(turn)
    return tuple(made)


def _texts_first(turns: Turns) -> Turns:
    """Say what the user says behind results before them, in the same message."""
    made: list[Turn] = []
    for turn in turns:
        if made and turn.speaker == USER and made[-1].speaker == TOOL:
            made[-1] = Turn(speaker=USER, says=(*turn.says, *made[-1].says), form=PARTS)
        else:
            made.append(turn)
    return tuple(made)


def _media_last(turn: Turn) -> Turn:
    media = tuple(one for one in turn.says if isinstance(one, Media))
    return turn if not media else replace(turn, says=(*(one for one in turn.says if one not in media), *media))


def _thinks(*, beside_choice: bool) -> OfRequest:
    """Ask for thoughts by a number of tokens, where an effort was asked for."""

    def change(request: Request, given: Request) -> Request:
        is_forced = request.choice is not None and request.choice.mode == REQUIRED
        names = {one.name: one.value for one in request.settings}
        is_plain = not request.tools and not any(isinstance(one, Call) for one in facts_in(request.conversation.turns))
        has_room = isinstance(names.get("limit"), int) and names["limit"] > 2048
        is_cool = names.get("temperature", 1) == 1 and "top_p" not in names and request.conversation.turns
        fits = has_room and is_cool and request.conversation.turns[-1].speaker != MODEL
        if "effort" not in names or not fits or not (is_forced if beside_choice else is_plain):
            return request
        rest = tuple(one for one in request.settings if one.name != "effort")
        more = (Setting(name="thinking", value="enabled"), Setting(name="thinking_budget", value=1024))
        return replace(request, settings=(*rest, *more))

    return change


def _begins(text: str) -> OfRequest:
    def change(turns: Turns) -> Turns:
        first = next((place for place, one in enumerate(turns) if one.speaker != SYSTEM), None)
        if first is None or turns[first].speaker != MODEL:
            return turns
        return (*turns[:first], Turn(speaker=USER, says=(Text(value=text),), form=TEXT), *turns[first:])

    return _turns(change)


def _customs(request: Request, given: Request) -> Request:
    schema = Schema(value={"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]})
    customs = [
        Tool(name=one.name, description=one.description, schema=schema)
        for one in given.tools or ()
        if one.kind == CUSTOM
    ]
    known = {one.name for one in request.tools or ()}
    more = [one for one in customs if one.name not in known]
    return replace(request, tools=(*(request.tools or ()), *more)) if more else request


def _undescribed(request: Request, given: Request) -> Request:
    """Offer custom tools as functions that say nothing of what they are for."""
    customs = {one.name for one in given.tools or () if one.kind == CUSTOM}
    made = _customs(request, given)
    tools = tuple(replace(one, description=None) if one.name in customs else one for one in made.tools or ())
    return replace(made, tools=tools) if tools else made


def _of_customs(change: Callable[[Any], Said]) -> OfRequest:
    """Change what became of the calls of custom tools, and of their results."""

    def changed(request: Request, given: Request) -> Request:
        ids = {one.id for turn in given.conversation.turns for one in turn.says
               if isinstance(one, Call) and one.kind == CUSTOM}  # fmt: skip
        return _says(lambda _turn, one: (change(one) if isinstance(one, Call | Result) and one.id in ids else one,))(
            request, given
        )

    return changed


def _allowed(request: Request, given: Request) -> Request:
    choice = given.choice
    if choice is None or not choice.is_list or not choice.names:
        return request
    tools = tuple(one for one in request.tools or () if ("function", one.name) in choice.names)
    return replace(request, tools=tools) if tools else request


def _limits(request: Request, given: Request) -> Request:
    has_limit = any(one.name == "limit" for one in given.settings)
    return request if has_limit else _setting("limit", lambda _value: 8192)(request, given)


def _has_blank_stop(given: Request) -> bool:
    return any(
        one.name == "stop" and any(isinstance(text, str) and text and not text.strip() for text in one.value)
        for one in given.settings
    )


def _is_marked(turn: Turn) -> bool:
    """Whether a turn says what the system says, or names media of any message: a text is not joined with that."""
    return any(isinstance(one, Text) and one.value.startswith((_MARK, "[")) for one in turn.says)


def _without_refusals(request: Request, given: Request) -> Request:
    refused = {one.value for one in facts_in(given.conversation.turns) if isinstance(one, Refusal)}
    return _of(Text, lambda one: () if one.value in refused else (one,), MODEL)(request, given)


def _labels_refusals(request: Request, given: Request) -> Request:
    """Say before each refusal that it is one."""
    refused = {one.value for one in facts_in(given.conversation.turns) if isinstance(one, Refusal)}
    refused -= {one.value for one in facts_in(given.conversation.turns) if isinstance(one, Text)}
    label = _of(
        Text, lambda one: (replace(one, value=f"[Refusal] {one.value}" if one.value in refused else one.value),), MODEL
    )
    return label(request, given)


def _required(schema: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key != "required"}


def _named_in_text(media: Media) -> tuple[Said, ...]:
    return (Text(value=f"[{media.kind or 'file'}]"),)


def _typed(media: Media) -> tuple[Said, ...]:
    return (replace(media, media_type="image/jpeg") if media.kind == IMAGE and media.data else media,)


def _as_image(media: Media) -> tuple[Said, ...]:
    is_pdf = media.kind == DOCUMENT and media.media_type == "application/pdf"
    return (replace(media, kind=IMAGE, name=None) if is_pdf else media,)


def _silent_loss(name: str, change: OfRequest, **answers: str) -> OfRequests:
    return OfRequests(
        name=name, check="request-losses-reported", silently=True, sources=_OPENAI, change=change,
        answers={key.replace("_", "-"): answer for key, answer in answers.items()},
    )  # fmt: skip


def _same(request: Request, _given: Request) -> Request:
    return request


def _defect(name: str, check: str, change: OfRequest, sources: tuple[str, ...] = _OPENAI, **answers: str) -> OfRequests:
    return OfRequests(
        name=name, check=check, change=change, sources=sources,
        answers={key.replace("_", "-"): answer for key, answer in answers.items()},
    )  # fmt: skip


MUTATORS = (
    _defect("hides_what_custom_tools_are_for", "tools-kept", _undescribed),
    _defect("loses_late_instructions", "instructions-kept", _late(lambda _one: ())),
    _defect("cuts_late_instructions", "instructions-kept", _late(lambda one: (replace(one, value=one.value[:12]),))),
    _defect("says_late_instructions_as_the_model", "instructions-kept", _spoken(MODEL)),
    _defect("says_instructions_backwards", "instructions-kept", _turns(lambda turns: tuple(
        replace(one, says=one.says[::-1]) if one.speaker == SYSTEM else one for one in turns))),
    _defect("keeps_the_first_instruction", "instructions-kept", _turns(lambda turns: tuple(
        replace(one, says=one.says[:1]) if one.speaker == SYSTEM else one for one in turns))),
    _silent_loss("takes_the_mark_of_instructions", _late(
        lambda one: (replace(one, value=one.value.removeprefix(_MARK)),))),
    _silent_loss("hoists_instructions_silently", _same, late_system="hoist"),
    _defect("repairs_arguments", "history-calls-kept", _of(Call, _repaired), malformed_arguments="wrap"),
    _silent_loss("wraps_arguments_silently", _same, malformed_arguments="wrap"),
    _silent_loss("empties_arguments_silently", _same, malformed_arguments="empty"),
    _defect("keeps_odd_ids", "api-rules", _ids(_as_given)),
    _defect("gives_odd_ids_one_id", "api-rules", _ids(lambda _id, _odd: "call")),
    _defect("sends_results_as_texts", "results-paired", _turns(_results_as_texts)),
    _defect("speaks_between_results", "results-paired", _turns(_between_results)),
    _defect("says_texts_first", "results-paired", _turns(_texts_first)),
    _defect("says_that_tools_failed", "failures-of-tools-said", _of(Result, lambda one: (
        replace(one, failed=True) if one.content else one,))),
    _defect("says_nothing_beside_calls", "api-rules", _turns(lambda turns: tuple(
        replace(one, says=(Text(value=""), *one.says)) if one.speaker == MODEL else one for one in turns))),
    _defect("loses_refusals", "request-losses-reported", _without_refusals),
    _silent_loss("loses_refusals_silently", _same, refusal_history="report"),
    _defect("renames_calls_of_custom_tools", "history-calls-kept", _of_customs(
        lambda one: replace(one, name="run") if isinstance(one, Call) else one)),
    _defect("loses_the_input_of_custom_tools", "history-calls-kept", _of_customs(
        lambda one: replace(one, arguments=Arguments(text="{}", value={})) if isinstance(one, Call) else one)),
    _defect("loses_results_of_custom_tools", "result-contents-kept", _of_customs(
        lambda one: replace(one, content=(Text(value="done"),)) if isinstance(one, Result) else one)),
    _defect("labels_images_as_jpeg", "said-kept", _of(Media, _typed)),
    _defect("labels_gifs_as_png", "said-kept", _of(Media, lambda one: (
        replace(one, media_type="image/png") if one.media_type == "image/gif" and one.data else one,))),
    _defect("sends_documents_as_images", "said-kept", _of(Media, _as_image)),
    _defect("names_media_in_texts", "said-kept", _of(Media, _named_in_text)),
    _defect("shows_media_last", "turns-kept", _turns(lambda turns: tuple(map(_media_last, turns)))),
    _silent_loss("loses_titles_silently", _of(Media, lambda one: (replace(one, name=None),))),
    _defect("adds_thoughts", "nothing-added", _turns(lambda turns: tuple(
        replace(one, says=(Reasoning(content=(Text(value="Let me think about it."),), seal="EqQB"), *one.says))
        if one.speaker == MODEL else one for one in turns))),
    _defect("begins_with_a_greeting", "nothing-added", _turns(lambda turns: (
        Turn(speaker=USER, says=(Text(value="Hello."),), form=TEXT), *turns) if turns[:1] and turns[0].speaker == USER
        else turns)),
    _defect("keeps_temperatures", "api-rules", _given_settings("temperature")),
    _silent_loss("lowers_temperatures_silently", _same),
    _defect("halves_temperatures", "settings-kept", _setting("temperature", lambda value: value / 2)),
    _defect("cools_what_is_too_hot", "settings-kept", lambda request, given: _setting(
        "temperature", lambda _value: 0)(request, given) if any(
            one.name == "temperature" and one.value > 1 for one in given.settings) else request),
    _defect("keeps_shares_of_tokens", "api-rules", _given_settings("top_p")),
    _defect("halves_shares_of_tokens", "settings-kept", _setting("top_p", lambda value: value / 2)),
    _defect("keeps_blank_stops", "api-rules", _given_settings("stop"), _STOPPED),
    _defect("loses_stops_beside_blank_ones", "settings-kept", _without("stop", _has_blank_stop), _STOPPED),
    _defect("trims_stops", "settings-kept", _setting(
        "stop", lambda value: [one.strip() for one in value]), _STOPPED),
    _defect("adds_a_number_of_tokens", "nothing-added", _with("top_k", 40)),
    _defect("adds_a_share_of_tokens", "nothing-added", _with("top_p", 0.5)),
    _defect("adds_a_user", "nothing-added", _with("user", "me")),
    _defect("streams_always", "nothing-added", _with("stream", True)),
    _defect("adds_an_effort", "nothing-added", _with("effort", "low")),
    _defect("adds_tokens_to_a_limit", "settings-kept", lambda request, given: _setting(
        "limit", lambda value: value + 1)(request, given) if any(one.name == "limit" for one in given.settings)
        else request),
    _defect("limits_to_nothing", "nothing-added", lambda request, given: request if any(
        one.name == "limit" for one in given.settings) else _setting("limit", lambda _value: 0)(request, given)),
    _defect("thinks_beside_a_forced_call", "api-rules", _thinks(beside_choice=True)),
    _defect("demands_a_call_for_one_at_a_time", "nothing-added", _choice(
        lambda one, request: Choice(mode=REQUIRED) if any(each.name == "parallel" for each in request.settings)
        and (one is None or one.mode == AUTO) else one)),
    _defect("calls_one_at_a_time", "nothing-added", lambda request, given: _with("parallel", False)(
        replace(request, choice=request.choice or Choice(mode=AUTO)), given)
        if request.tools and not (request.choice is not None and request.choice.mode == NONE) else request),
    _defect("demands_calls", "nothing-added", _choice(lambda one, _request: one or Choice(mode=REQUIRED))),
    _defect("chooses_another_tool", "choice-kept", _choice(_another)),
    _defect("forbids_nothing", "choice-kept", _choice(
        lambda one, _request: Choice(mode=AUTO) if one is not None and one.mode == NONE else one)),
    _defect("renames_tools", "tools-kept", _tool(lambda one: replace(one, name=f"{one.name}_"))),
    _defect("describes_tools_itself", "tools-kept", _tool(
        lambda one: replace(one, description=one.description or "A tool."))),
    _defect("cuts_descriptions", "tools-kept", _tool(lambda one: replace(
        one, description=one.description[:-1] if one.description and len(one.description) > 1 else one.description))),
    _defect("offers_tools_twice", "nothing-added", lambda request, _given: replace(
        request, tools=(*(request.tools or ()), *(request.tools or ())) or None)),
    _defect("demands_no_property", "tools-kept", _schema(_required)),
    _defect("loses_properties", "tools-kept", _schema(
        lambda one: {**one, "properties": dict(list(one.get("properties", {}).items())[1:])})),
    _silent_loss("loses_strict_silently", _tool(lambda one: replace(one, strict=None))),
    _defect("keeps_open_formats", "api-rules", _format(_given_format)),
    _defect("demands_nothing_of_formats", "answer-format-kept", _format(_demanding_nothing)),
    _defect("adds_a_format", "nothing-added", lambda request, _given: replace(
        request, format=request.format or AnswerFormat(kind=SCHEMA, schema=Schema(
            value={"type": "object", "properties": {}, "additionalProperties": False})))),
)  # fmt: skip


def _usual(request: Request, given: Request) -> Request:
    """Ask for what is usual: a temperature of 1 where the model may take one. Schemas say that they demand nothing."""
    names = {one.name for one in (*request.settings, *given.settings)}
    choice = request.choice or (Choice(mode=AUTO) if request.tools else None)
    made = replace(demanding_none(request, given), choice=choice)
    return made if {"temperature", "top_p"} & names else _with("temperature", 1)(made, given)


def _unsaid_strict(request: Request, given: Request) -> Request:
    """Let functions be strict that do not say whether they are."""
    unsaid = {one.name for one in given.tools or () if one.kind == FUNCTION and one.strict is None}

    def made(one: Tool) -> Tool:
        schema = one.schema.value if one.schema is not None else None
        if one.name not in unsaid or one.strict is not None or not isinstance(schema, dict):
            return one
        strict = replace(one, strict=True, schema=Schema(value=closed(schema)))
        asked = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "q"}]}
        asked["tools"] = [{"name": one.name, "input_schema": closed(schema), "strict": True}]
        return one if refusals_of("anthropic-request", asked) else strict

    return _tool(made)(request, given)


def _joins(request: Request, given: Request) -> Request:
    """Join texts of a content, unless one of the source's was said before the results that are before it now."""
    waiting: set[str | None] = set()
    for turn in given.conversation.turns:
        if waiting and turn.speaker == USER:
            return request
        waiting |= {one.id for one in turn.says if isinstance(one, Call)}
        waiting -= {one.id for one in turn.says if isinstance(one, Result)}
    return with_turns(request, tuple(one if _is_marked(one) else joined(one) for one in request.conversation.turns))


def _by_itself(turns: Turns) -> Turns:
    """Say what the model says and calls in messages of its own each: the API makes them one."""
    parts = ((replace(one, says=(fact,)) for fact in one.says) if one.speaker == MODEL else (one,) for one in turns)
    return tuple(turn for each in parts for turn in each)


VARIANTS: dict[str, OfRequest] = {
    "says_what_is_usual": _usual,
    "joins_texts": _joins,
    # Results are apart in a request that is written again, and any change writes it again.
    "splits_users": lambda request, _given: replace(request, settings=request.settings[::-1]),
    "marks_in_a_text_before": _late(
        lambda one: (
            (Text(value="A note of the system follows."), replace(one, value=one.value.removeprefix(_MARK)))
            if one.value.removeprefix(_MARK).strip()  # the API takes no text of white space
            else (one,)
        )
    ),
    "says_each_thing_by_itself": _turns(_by_itself),
    "limits_otherwise": _limits,
    "begins_with_the_user": _begins("."),
    "offers_customs_as_functions": _customs,
    "offers_what_is_allowed": _allowed,
    "thinks_by_tokens": _thinks(beside_choice=False),
    "makes_unsaid_strict": _unsaid_strict,
    "labels_refusals": _labels_refusals,
}
