"""Defects of requests to Anthropic's API, beside those of every request."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from conformance.base.values import JSON
from conformance.formats.model.conversation import (
    CUSTOM,
    DOCUMENT,
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
    ModelRefusal,
    Reasoning,
    Result,
    Text,
    Turn,
    Utterance,
)
from conformance.formats.model.fact import facts_in
from conformance.formats.model.request import (
    AUTO,
    NONE,
    REQUIRED,
    SCHEMA,
    AnswerFormat,
    Request,
    Schema,
    Tool,
    ToolChoice,
)
from tests.suite.selftest.mutators.request_edits import (
    MARK,
    of_kind,
    of_late_texts,
    of_said,
    of_setting,
    of_tools,
    of_turns,
    offers_customs,
    thinks,
    with_setting,
)
from tests.suite.selftest.mutators.requests import OfRequest, OfRequests, Turns

_OPENAI: Final = ("chat-request", "responses-request")
_STOPPED: Final = ("chat-request",)  # which has stop sequences
_ODD_ID: Final = re.compile(r"[^a-zA-Z0-9_-]")


def _spoken(speaker: str) -> OfRequest:
    """Let somebody else say what the system says late."""

    def change(turns: Turns) -> Turns:
        made: list[Turn] = []
        for turn in turns:
            late = tuple(
                utterance for utterance in turn.says if isinstance(utterance, Text) and utterance.value.startswith(MARK)
            )
            rest = tuple(utterance for utterance in turn.says if utterance not in late)
            made += [replace(turn, says=rest)] if rest or not late else []
            plain = tuple(replace(element, value=element.value.removeprefix(MARK)) for element in late)
            made += [Turn(speaker=speaker, says=plain, form=PARTS)] if late else []
        return tuple(made)

    return of_turns(change)


def _given_settings(name: str) -> OfRequest:
    """Let a setting have the value that the source has."""

    def change(request: Request, given: Request) -> Request:
        wanted = [setting for setting in given.settings if setting.name == name]
        rest = tuple(setting for setting in request.settings if setting.name != name)
        return replace(request, settings=(*rest, *wanted)) if wanted else request

    return change


def _without(name: str, where: Callable[[Request], bool]) -> OfRequest:
    def change(request: Request, given: Request) -> Request:
        rest = tuple(setting for setting in request.settings if setting.name != name)
        return replace(request, settings=rest) if where(given) else request

    return change


def _schema(change: Callable[[dict[str, Any]], Any]) -> OfRequest:
    def made(tool: Tool) -> Tool:
        if tool.schema is None or not isinstance(tool.schema.value, dict):
            return tool
        return replace(tool, schema=Schema(value=change(dict(tool.schema.value))))

    return of_tools(made)


def _format(change: Callable[[AnswerFormat, Request], AnswerFormat]) -> OfRequest:
    return lambda request, given: replace(request, format=change(request.format, given)) if request.format else request


def _given_format(format_: AnswerFormat, given: Request) -> AnswerFormat:
    return replace(format_, schema=given.format.schema) if given.format is not None else format_


def _demanding_nothing(format_: AnswerFormat, _given: Request) -> AnswerFormat:
    value = dict(format_.schema.value) if format_.schema is not None else {}
    value.pop("required", None)
    return replace(format_, schema=Schema(value=value))


def _with_given_schemas(request: Request, given: Request) -> Request:
    """Offer the strict functions with the schemas that they were given with."""
    schemas = {tool.name: tool.schema for tool in given.tools or ()}
    return of_tools(
        lambda value: replace(value, schema=schemas.get(value.name, value.schema)) if value.strict else value
    )(request, given)


def _choice(change: Callable[[ToolChoice | None, Request], ToolChoice | None]) -> OfRequest:
    return lambda request, given: replace(request, choice=change(request.choice, request)) if request.tools else request


def _another(choice: ToolChoice | None, request: Request) -> ToolChoice | None:
    if choice is None or not choice.names:
        return choice
    others = [tool.name for tool in request.tools or () if (tool.kind, tool.name) not in choice.names]
    return ToolChoice(mode=REQUIRED, names=(("function", str(others[0])),)) if others else choice


def _repaired(call: Call) -> tuple[Utterance, ...]:
    held = call.arguments.value
    is_wrapped = isinstance(held, dict) and list(held) == ["arguments"] and isinstance(held["arguments"], str)
    value: JSON = {"a": 1} if is_wrapped else held
    return (replace(call, arguments=Arguments(value=value, at=call.arguments.at)),)


def _ids(change: Callable[[str, list[str]], str]) -> OfRequest:
    """Make a change of the ids of calls and results. It is given the ids that the source has and the API refuses."""

    def made(request: Request, given: Request) -> Request:
        odd = [fact.id for fact in facts_in(given.conversation.turns) if isinstance(fact, Call) and _is_odd(fact.id)]
        if not odd:
            return request
        return of_said(
            lambda _turn, value: (
                (replace(value, id=change(str(value.id), [str(each) for each in odd])),)
                if isinstance(value, Call | Result)
                else (value,)
            )
        )(request, given)

    return made


def _is_odd(id_: str | None) -> bool:
    return id_ is not None and _ODD_ID.search(id_) is not None


def _as_given(id_: str, odd: list[str]) -> str:
    return next((element for element in odd if _ODD_ID.sub("_", element) == id_), id_)


def _results_as_texts(turns: Turns) -> Turns:
    made = []
    for turn in turns:
        says = tuple(
            Text(value="".join(part.value for part in utterance.content if isinstance(part, Text)) or "done")
            if isinstance(utterance, Result) else utterance
            for utterance in turn.says
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
    media = tuple(utterance for utterance in turn.says if isinstance(utterance, Media))
    return (
        turn
        if not media
        else replace(turn, says=(*(utterance for utterance in turn.says if utterance not in media), *media))
    )


def _undescribed(request: Request, given: Request) -> Request:
    """Offer custom tools as functions that say nothing of what they are for."""
    customs = {tool.name for tool in given.tools or () if tool.kind == CUSTOM}
    made = offers_customs(request, given)
    tools = tuple(replace(tool, description=None) if tool.name in customs else tool for tool in made.tools or ())
    return replace(made, tools=tools) if tools else made


def _of_customs(change: Callable[[Any], Utterance]) -> OfRequest:
    """Change what became of the calls of custom tools, and of their results."""

    def changed(request: Request, given: Request) -> Request:
        ids = {utterance.id for turn in given.conversation.turns for utterance in turn.says
               if isinstance(utterance, Call) and utterance.kind == CUSTOM}  # fmt: skip
        return of_said(
            lambda _turn, value: (change(value) if isinstance(value, Call | Result) and value.id in ids else value,)
        )(request, given)

    return changed


def _has_blank_stop(given: Request) -> bool:
    return any(
        setting.name == "stop" and any(isinstance(text, str) and text and not text.strip() for text in setting.value)
        for setting in given.settings
    )


def _without_refusals(request: Request, given: Request) -> Request:
    refused = {fact.value for fact in facts_in(given.conversation.turns) if isinstance(fact, ModelRefusal)}
    return of_kind(Text, lambda value: () if value.value in refused else (value,), MODEL)(request, given)


def _required(schema: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key != "required"}


def _named_in_text(media: Media) -> tuple[Utterance, ...]:
    return (Text(value=f"[{media.kind or 'file'}]"),)


def _typed(media: Media) -> tuple[Utterance, ...]:
    return (replace(media, media_type="image/jpeg") if media.kind == IMAGE and media.data else media,)


def _as_image(media: Media) -> tuple[Utterance, ...]:
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
    _defect("loses_late_instructions", "instructions-kept", of_late_texts(lambda _one: ())),
    _defect("cuts_late_instructions", "instructions-kept", of_late_texts(
        lambda value: (replace(value, value=value.value[:12]),))),
    _defect("says_late_instructions_as_the_model", "instructions-kept", _spoken(MODEL)),
    _defect("says_instructions_backwards", "instructions-kept", of_turns(lambda turns: tuple(
        replace(turn, says=turn.says[::-1]) if turn.speaker == SYSTEM else turn for turn in turns))),
    _defect("keeps_the_first_instruction", "instructions-kept", of_turns(lambda turns: tuple(
        replace(turn, says=turn.says[:1]) if turn.speaker == SYSTEM else turn for turn in turns))),
    _silent_loss("takes_the_mark_of_instructions", of_late_texts(
        lambda value: (replace(value, value=value.value.removeprefix(MARK)),))),
    _silent_loss("hoists_instructions_silently", _same, late_system="hoist"),
    _defect("repairs_arguments", "history-calls-kept", of_kind(Call, _repaired), malformed_arguments="wrap"),
    _silent_loss("wraps_arguments_silently", _same, malformed_arguments="wrap"),
    _silent_loss("empties_arguments_silently", _same, malformed_arguments="empty"),
    _defect("keeps_odd_ids", "api-rules", _ids(_as_given)),
    _defect("gives_odd_ids_one_id", "api-rules", _ids(lambda _id, _odd: "call")),
    _defect("sends_results_as_texts", "results-paired", of_turns(_results_as_texts)),
    _defect("speaks_between_results", "results-paired", of_turns(_between_results)),
    _defect("says_texts_first", "results-paired", of_turns(_texts_first)),
    _defect("says_that_tools_failed", "failures-of-tools-said", of_kind(Result, lambda value: (
        replace(value, failed=True) if value.content else value,))),
    _defect("says_nothing_beside_calls", "api-rules", of_turns(lambda turns: tuple(
        replace(turn, says=(Text(value=""), *turn.says)) if turn.speaker == MODEL else turn for turn in turns))),
    _defect("loses_refusals", "request-losses-reported", _without_refusals),
    _silent_loss("loses_refusals_silently", _same, refusal_history="report"),
    _defect("renames_calls_of_custom_tools", "history-calls-kept", _of_customs(
        lambda value: replace(value, name="run") if isinstance(value, Call) else value)),
    _defect("loses_the_input_of_custom_tools", "history-calls-kept", _of_customs(
        lambda value: replace(value, arguments=Arguments(text="{}", value={})) if isinstance(value, Call) else value)),
    _defect("loses_results_of_custom_tools", "result-contents-kept", _of_customs(
        lambda value: replace(value, content=(Text(value="done"),)) if isinstance(value, Result) else value)),
    _defect("labels_images_as_jpeg", "said-kept", of_kind(Media, _typed)),
    _defect("labels_gifs_as_png", "said-kept", of_kind(Media, lambda value: (
        replace(value, media_type="image/png") if value.media_type == "image/gif" and value.data else value,))),
    _defect("sends_documents_as_images", "said-kept", of_kind(Media, _as_image)),
    _defect("names_media_in_texts", "said-kept", of_kind(Media, _named_in_text)),
    _defect("shows_media_last", "turns-kept", of_turns(lambda turns: tuple(map(_media_last, turns)))),
    _silent_loss("loses_titles_silently", of_kind(Media, lambda value: (replace(value, name=None),))),
    _defect("adds_thoughts", "nothing-added", of_turns(lambda turns: tuple(
        replace(turn, says=(Reasoning(content=(Text(value="Let me think about it."),), seal="EqQB"), *turn.says))
        if turn.speaker == MODEL else turn for turn in turns))),
    _defect("begins_with_a_greeting", "nothing-added", of_turns(lambda turns: (
        Turn(speaker=USER, says=(Text(value="Hello."),), form=TEXT), *turns) if turns[:1] and turns[0].speaker == USER
        else turns)),
    _defect("keeps_temperatures", "api-rules", _given_settings("temperature")),
    _silent_loss("lowers_temperatures_silently", _same),
    _defect("halves_temperatures", "settings-kept", of_setting("temperature", lambda value: value / 2)),
    _defect("cools_what_is_too_hot", "settings-kept", lambda request, given: of_setting(
        "temperature", lambda _value: 0)(request, given) if any(
            setting.name == "temperature" and setting.value > 1 for setting in given.settings) else request),
    _defect("keeps_shares_of_tokens", "api-rules", _given_settings("top_p")),
    _defect("halves_shares_of_tokens", "settings-kept", of_setting("top_p", lambda value: value / 2)),
    _defect("keeps_blank_stops", "api-rules", _given_settings("stop"), _STOPPED),
    _defect("loses_efforts_with_a_report_on_summaries", "request-losses-reported", _without(
        "effort", lambda given: any(setting.name == "thoughts" for setting in given.settings)), ("responses-request",)),
    _defect("loses_stops_beside_blank_ones", "settings-kept", _without("stop", _has_blank_stop), _STOPPED),
    _defect("trims_stops", "settings-kept", of_setting(
        "stop", lambda value: [element.strip() for element in value]), _STOPPED),
    _defect("adds_a_number_of_tokens", "nothing-added", with_setting("top_k", 40)),
    _defect("adds_a_share_of_tokens", "nothing-added", with_setting("top_p", 0.5)),
    _defect("adds_a_user", "nothing-added", with_setting("user", "me")),
    _defect("streams_always", "nothing-added", with_setting("stream", True)),
    _defect("adds_an_effort", "nothing-added", with_setting("effort", "low")),
    _defect("adds_tokens_to_a_limit", "settings-kept", lambda request, given: of_setting(
        "limit", lambda value: value + 1)(request, given) if any(setting.name == "limit" for setting in given.settings)
        else request),
    _defect("limits_to_nothing", "nothing-added", lambda request, given: request if any(
        setting.name == "limit" for setting in given.settings)
        else of_setting("limit", lambda _value: 0)(request, given)),
    _defect("thinks_beside_a_forced_call", "api-rules", thinks(beside_choice=True)),
    _defect("demands_a_call_for_one_at_a_time", "nothing-added", _choice(
        lambda value, request: ToolChoice(mode=REQUIRED) if any(each.name == "parallel" for each in request.settings)
        and (value is None or value.mode == AUTO) else value)),
    _defect("calls_one_at_a_time", "nothing-added", lambda request, given: with_setting("parallel", False)(
        replace(request, choice=request.choice or ToolChoice(mode=AUTO)), given)
        if request.tools and not (request.choice is not None and request.choice.mode == NONE) else request),
    _defect("demands_calls", "nothing-added", _choice(lambda value, _request: value or ToolChoice(mode=REQUIRED))),
    _defect("chooses_another_tool", "choice-kept", _choice(_another)),
    _defect("forbids_nothing", "choice-kept", _choice(
        lambda value, _request: ToolChoice(mode=AUTO) if value is not None and value.mode == NONE else value)),
    _defect("renames_tools", "tools-kept", of_tools(lambda value: replace(value, name=f"{value.name}_"))),
    _defect("describes_tools_itself", "tools-kept", of_tools(
        lambda value: replace(value, description=value.description or "A tool."))),
    _defect("cuts_descriptions", "tools-kept", of_tools(lambda value: replace(
        value,
        description=value.description[:-1]
        if value.description and len(value.description) > 1 else value.description))),
    _defect("offers_tools_twice", "nothing-added", lambda request, _given: replace(
        request, tools=(*(request.tools or ()), *(request.tools or ())) or None)),
    _defect("demands_no_property", "tools-kept", _schema(_required)),
    _defect("loses_properties", "tools-kept", _schema(
        lambda value: {**value, "properties": dict(list(value.get("properties", {}).items())[1:])})),
    _silent_loss("loses_strict_silently", of_tools(lambda value: replace(value, strict=None))),
    _defect("keeps_open_formats", "api-rules", _format(_given_format)),
    _defect("keeps_limits_of_strict_tools", "api-rules", _with_given_schemas),
    _defect("demands_nothing_of_formats", "answer-format-kept", _format(_demanding_nothing)),
    _defect("adds_a_format", "nothing-added", lambda request, _given: replace(
        request, format=request.format or AnswerFormat(kind=SCHEMA, schema=Schema(
            value={"type": "object", "properties": {}, "additionalProperties": False})))),
)  # fmt: skip
