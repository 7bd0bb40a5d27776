"""Defects of whole requests: changes of the model of what a converter returned; and what sound ones do otherwise."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from conformance.formats.model.conversation import (
    HOSTED,
    IMAGE,
    MODEL,
    NAMED_TEXT,
    PARTS,
    SYSTEM,
    TEXT,
    TOOL,
    USER,
    Arguments,
    Call,
    Hosted,
    Media,
    Reasoning,
    Result,
    Text,
    Turn,
    Utterance,
)
from conformance.formats.model.fact import Other, facts_in
from conformance.formats.model.request import AUTO, NONE, REQUIRED, SCHEMA, Request, Schema, Setting, Tool, ToolChoice
from conformance.formats.whole_requests import REQUESTS
from tests.suite.selftest.model import Convert
from tests.suite.selftest.mutators.model import converter

OfRequest: TypeAlias = Callable[[Request, Request], Request]  # of what came, and of what was given
Turns: TypeAlias = tuple[Turn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfRequests:
    """One planted defect.

    check: the one of specs/laws.yaml that must object; also: others that do. change: of the request that a sound
    converter returned. answers: to choices, under which the defect shows. silently: it shows where nothing is reported.
    sources: those of which the defect shows; none for all. shows: kinds of `formats.kinds` of which the source must
    have a place for each; needs: those that the target must have one for. targets: the formats that it is a defect of;
    none for all. written: a setting that the target must not have in the address of its API.
    """

    name: str
    check: str
    change: OfRequest
    also: tuple[str, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict)
    silently: bool = False
    sources: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    written: str = ""


def changed(convert: Convert, source: str, target: str, change: OfRequest) -> Convert:
    """Return a converter that changes the requests that another one returns."""

    def made(given: Any, value: Any) -> Any:
        asked, came = REQUESTS[source].reading(given).request, REQUESTS[target].reading(value).request
        if asked is None or came is None:
            return value
        apart = with_turns(came, _results_apart(came.conversation.turns))
        other = change(apart, asked)
        return value if other == apart else REQUESTS[target].write(other)

    return converter(convert, made)


def _results_apart(turns: Turns) -> Turns:
    """Return turns in which results are turns of their own: in some formats a user returns them."""
    made: list[Turn] = []
    for turn in turns:
        results = tuple(utterance for utterance in turn.says if isinstance(utterance, Result))
        rest = tuple(utterance for utterance in turn.says if not isinstance(utterance, Result))
        made += [Turn(speaker=TOOL, says=results, form=PARTS)] if results and turn.speaker == USER else []
        made += [replace(turn, says=rest)] if (rest or not results) and turn.speaker == USER else []
        made += [turn] if turn.speaker != USER else []
    return tuple(made)


def with_turns(request: Request, turns: Turns) -> Request:
    """Return a request with another conversation."""
    return replace(request, conversation=replace(request.conversation, turns=turns))


def in_turns(change: Callable[[Turns], Turns]) -> OfRequest:
    """Make a change of the conversation."""
    return lambda request, _given: with_turns(request, change(request.conversation.turns))


def facts(kind: type[Any], change: Callable[[Any], tuple[Utterance | Other, ...]], *speakers: str) -> OfRequest:
    """Make a change of each fact of a kind that some speakers say, by what is in its place."""

    def turn(turn: Turn) -> Turn:
        if speakers and turn.speaker not in speakers:
            return turn
        says = tuple(each for fact in turn.says for each in (change(fact) if isinstance(fact, kind) else (fact,)))
        return replace(turn, says=says)

    return in_turns(lambda turns: tuple(map(turn, turns)))


def _texts(change: Callable[[str], str], *speakers: str) -> OfRequest:
    return facts(Text, lambda value: (replace(value, value=change(value.value)),), *speakers)


def _results(change: Callable[[Result], Result]) -> OfRequest:
    return facts(Result, lambda value: (change(value),))


def _calls(change: Callable[[Call], Call]) -> OfRequest:
    return facts(Call, lambda value: (change(value),))


def _last_of(speaker: str, change: Callable[[Turn], Turns]) -> OfRequest:
    """Make a change of the last turn of a speaker."""

    def made(turns: Turns) -> Turns:
        places = [place for place, turn in enumerate(turns) if turn.speaker == speaker]
        return turns if not places else (*turns[: places[-1]], *change(turns[places[-1]]), *turns[places[-1] + 1 :])

    return in_turns(made)


def _split(turn: Turn) -> Turns:
    calls = [utterance for utterance in turn.says if isinstance(utterance, Call)]
    if len(calls) < 2:
        return (turn,)
    rest = tuple(utterance for utterance in turn.says if utterance is not calls[-1])
    return (replace(turn, says=rest), replace(turn, says=(calls[-1],), form="null"))


def _results_later(turns: Turns) -> Turns:
    """Put a message of the user that follows results before them."""
    made = list(turns)
    for place in range(1, len(made)):
        if made[place].speaker == USER and made[place - 1].speaker == TOOL:
            made[place - 1], made[place] = made[place], made[place - 1]
    return tuple(made)


def _by_pairs(turns: Turns) -> Turns:
    """Put the system's texts behind the first message of the user."""
    system = [turn for turn in turns if turn.speaker == SYSTEM]
    rest = [turn for turn in turns if turn.speaker != SYSTEM]
    return (*rest[:1], *system, *rest[1:])


def _joined_text(result: Result) -> str:
    return "".join(part.value for part in result.content if isinstance(part, Text))


def with_text(result: Result, text: str) -> Result:
    """Return a result that says another text alone."""
    return replace(result, form=TEXT, content=(Text(value=text),))


def _settings(change: Callable[[tuple[Setting, ...]], tuple[Setting, ...]]) -> OfRequest:
    return lambda request, _given: replace(request, settings=change(request.settings))


def without_setting(name: str) -> OfRequest:
    """Lose a setting."""
    return _settings(lambda settings: tuple(setting for setting in settings if setting.name != name))


def with_setting(name: str, value: Any) -> OfRequest:
    """Add a setting, unless it is there."""

    def made(settings: tuple[Setting, ...]) -> tuple[Setting, ...]:
        return (
            settings
            if any(setting.name == name for setting in settings)
            else (*settings, Setting(name=name, value=value))
        )

    return _settings(made)


def of_setting(name: str, change: Callable[[Any], Any]) -> OfRequest:
    """Make a change of the value of a setting."""
    return _settings(
        lambda all_: tuple(
            replace(element, value=change(element.value)) if element.name == name else element for element in all_
        )
    )


def of_tools(change: Callable[[tuple[Tool, ...]], tuple[Tool, ...]]) -> OfRequest:
    """Make a change of the list of tools."""
    return lambda request, _given: replace(request, tools=change(request.tools)) if request.tools else request


def each_tool(change: Callable[[Tool], Tool]) -> OfRequest:
    """Make a change of each tool."""
    return of_tools(lambda tools: tuple(map(change, tools)))


def each_schema(change: Callable[[Any], Any]) -> OfRequest:
    """Make a change of the schema of each tool."""
    return each_tool(
        lambda value: replace(value, schema=Schema(value=change(value.schema.value))) if value.schema else value
    )


def demanding_none(request: Request, given: Request) -> Request:
    """Say of each schema of an object that demands no property that it demands none."""

    def made(value: Any) -> Any:
        is_open = isinstance(value, dict) and value.get("type") == "object" and "required" not in value
        return value | {"required": []} if is_open else value

    held = request.format
    if held is not None and held.schema is not None:
        request = replace(request, format=replace(held, schema=replace(held.schema, value=made(held.schema.value))))
    return each_schema(made)(request, given)


def _choice(change: Callable[[ToolChoice], ToolChoice | None]) -> OfRequest:
    return lambda request, _given: replace(request, choice=change(request.choice)) if request.choice else request


def _thinks_aloud(request: Request, given: Request) -> Request:
    thoughts = [text.value for turn in given.conversation.turns
                for utterance in turn.says if isinstance(utterance, Reasoning)
                for text in (*utterance.content, *utterance.summary)]  # fmt: skip
    if not thoughts:
        return request
    aloud = Text(value=f"<think>{''.join(thoughts)}</think>")
    return _last_of(MODEL, lambda turn: (replace(turn, says=(aloud, *turn.says), form=PARTS),))(request, given)


def _calls_hosted(request: Request, given: Request) -> Request:
    steps = [utterance for turn in given.conversation.turns for utterance in turn.says if isinstance(utterance, Hosted)]
    if not steps:
        return request
    call = Call(id="srvtoolu_1", name="web_search", arguments=Arguments(text="{}", value={}))
    answer = Turn(speaker=TOOL, says=(with_text(Result(id=call.id), "[]"),), form="")
    return _last_of(MODEL, lambda turn: (replace(turn, says=(call,), form="null"), answer, turn))(request, given)


def _only_texts(request: Request, given: Request) -> Request:
    """Lose the media of users; a message that had nothing else goes."""
    without = facts(Media, lambda _one: (), USER)(request, given)
    return with_turns(without, tuple(turn for turn in without.conversation.turns if turn.says))


def _merged(turns: Turns) -> Turns:
    """Merge what users say in messages that follow each other."""
    made: list[Turn] = []
    for turn in turns:
        if made and made[-1].speaker == turn.speaker == USER:
            made[-1] = replace(made[-1], says=(*made[-1].says, *turn.says), form=PARTS)
        else:
            made.append(turn)
    return tuple(made)


def joined(turn: Turn) -> Turn:
    """Join the texts of a content that holds nothing else."""
    if (
        turn.speaker not in (USER, SYSTEM)
        or len(turn.says) < 2
        or not all(isinstance(utterance, Text) for utterance in turn.says)
    ):
        return turn
    text = "\n".join(utterance.value for utterance in turn.says if isinstance(utterance, Text))
    return replace(turn, says=(Text(value=text),), form=TEXT)


def _hoisted(turns: Turns) -> Turns:
    """Say all that the system says apart from the messages."""
    system = [turn for turn in turns if turn.speaker == SYSTEM]
    texts = [fact.value for element in system for fact in element.says if isinstance(fact, Text)]
    apart = Turn(speaker=SYSTEM, says=(Text(value="\n".join(texts)),), form=TEXT, is_apart=True)
    return (apart, *(turn for turn in turns if turn.speaker != SYSTEM)) if texts else turns


def _joined_result(result: Result) -> Result:
    """Join the texts of a result that holds nothing else."""
    texts = [part.value for part in result.content if isinstance(part, Text)]
    return result if len(texts) < max(2, len(result.content)) else with_text(result, "\n".join(texts))


def _objects_kept(request: Request, given: Request) -> Request:
    """Write the JSON of the object where a text was alone in one; a tool that failed says so otherwise."""
    results = [fact for fact in facts_in(given.conversation.turns) if isinstance(fact, Result)]
    named = {_joined_text(fact) for fact in results if fact.form == NAMED_TEXT and not fact.failed}

    def kept(value: Result) -> Result:
        text = _joined_text(value)
        return with_text(value, json.dumps({"output": text})) if len(value.content) == 1 and text in named else value

    return _results(kept)(request, given)


def _first(change: Callable[[Turn], Turns]) -> OfRequest:
    def made(turns: Turns) -> Turns:
        place = next((place for place, turn in enumerate(turns) if turn.speaker == USER), None)
        return turns if place is None else (*turns[:place], *change(turns[place]), *turns[place + 1 :])

    return in_turns(made)


def _no_two_texts(turn: Turn) -> Turn:
    texts = [utterance for utterance in turn.says if isinstance(utterance, Text)]
    return (
        turn
        if turn.speaker == TOOL
        else replace(turn, says=tuple(utterance for utterance in turn.says if utterance not in texts[1:]))
    )


def _renamed(call: Call) -> Call:
    return replace(call, id=f"call_{call.id}")


def _renumbered(request: Request, _given: Request) -> Request:
    """Give the calls of a history and their results other ids, which count them."""
    calls = [fact for fact in facts_in(request.conversation.turns) if isinstance(fact, Call)]
    ids = {id_: f"id_{number}" for number, id_ in enumerate(dict.fromkeys(call.id for call in calls if call.id))}
    turns = tuple(
        replace(turn, says=tuple(
            replace(utterance, id=ids.get(utterance.id or "", utterance.id))
            if isinstance(utterance, Call | Result) else utterance
            for utterance in turn.says
        )) for turn in request.conversation.turns
    )  # fmt: skip
    return with_turns(request, turns)


def _encoded_twice(call: Call) -> Call:
    text, value = call.arguments.text, call.arguments.value
    if text is None:
        return replace(call, arguments=replace(call.arguments, value={"arguments": json.dumps(value)}))
    return replace(call, arguments=replace(call.arguments, text=json.dumps(text))) if text else call


def _emptied(call: Call) -> Call:
    return replace(call, arguments=replace(call.arguments, text="{}", value={}))


def _as_parts_text(result: Result) -> Result:
    return with_text(result, json.dumps([{"type": "text", "text": _joined_text(result)}]))


def _in_doubles(call: Call) -> Call:
    text, held = call.arguments.text, call.arguments.value
    value = json.loads(json.dumps(held) if text is None else text or "{}", parse_int=float)
    return replace(call, arguments=replace(call.arguments, text=text and json.dumps(value), value=value))


def _thinking(request: Request, given: Request) -> Request:
    """Ask for an effort where the source says that nothing is thought."""
    words = (("thinking", "disabled"), ("effort", "none"), ("thinking_budget", 0))
    if not any((setting.name, setting.value) in words for setting in given.settings):
        return request
    rest = tuple(setting for setting in request.settings if setting.name not in ("thinking", "effort"))
    return replace(request, settings=(*rest, Setting(name="effort", value="high")))


def _changed_thought(change: Callable[[str], str]) -> OfRequest:
    def made(reasoning: Reasoning) -> tuple[Utterance, ...]:
        return (
            replace(reasoning, content=tuple(replace(text, value=change(text.value)) for text in reasoning.content)),
        )

    return facts(Reasoning, made)


def _moved(change: Callable[[Media], tuple[Utterance, ...]]) -> OfRequest:
    """Make a change of the images in the message of the user right behind results."""

    def made(turns: Turns) -> Turns:
        return tuple(
            replace(turn, says=tuple(each for fact in turn.says for each in (
                change(fact) if isinstance(fact, Media) and fact.kind == IMAGE else (fact,))))
            if before.speaker == TOOL and turn.speaker == USER else turn
            for before, turn in zip((Turn(speaker=None), *turns), turns, strict=False)
        )  # fmt: skip

    return in_turns(made)


def _documents_twice(request: Request, given: Request) -> Request:
    """The text of a document in a result is a text of its own, and is there once more."""
    documents = {fact.text for fact in facts_in(given.conversation.turns) if isinstance(fact, Media) and fact.text}

    def twice(result: Result) -> Result:
        pairs = (
            (part, part) if isinstance(part, Text) and part.value in documents else (part,) for part in result.content
        )
        return replace(result, content=tuple(part for pair in pairs for part in pair))

    return _results(twice)(request, given)


def _other_image(medium: Media) -> tuple[Utterance, ...]:
    return (replace(medium, data=medium.data[:-4]) if medium.data else replace(medium, url=f"{medium.url}.png"),)


_DOCUMENTS = ("media/document-text",)
_THOUGHTS = ("reasoning/text",)  # and steps of the host
_FAILURES = ("result/failed",)
_SEALS = ("reasoning/seal",)
_IMAGES = ("result/image",)
_STOPS, _PARALLEL = ("setting/stop",), ("setting/parallel",)
_REPORT = {"tool-error": "report"}
_MOVES = {"result-media": "user-message"}
_EMPTY = {"type": "object", "properties": {}}
_THINK = Tool(name="think", description="Think.", schema=Schema(value=_EMPTY))
MUTATORS = (
    OfRequests(name="loses_the_last_message", check="turns-kept", change=in_turns(lambda turns: turns[:-1])),
    OfRequests(name="loses_the_second_text_of_a_message", check="said-kept",
               change=in_turns(lambda turns: tuple(map(_no_two_texts, turns)))),
    OfRequests(name="loses_media_of_users", check="said-kept", change=_only_texts),
    OfRequests(name="loses_what_models_say", check="said-kept", change=facts(Text, lambda _one: (), MODEL)),
    OfRequests(name="trims_texts", check="said-kept", change=_texts(str.strip)),
    OfRequests(name="writes_texts_upper_case", check="said-kept", change=_texts(str.upper)),
    OfRequests(name="cuts_texts", check="said-kept", change=_texts(lambda text: text[:12])),
    OfRequests(name="composes_characters", check="text-exact",
               change=_texts(lambda text: unicodedata.normalize("NFC", text))),
    OfRequests(name="replaces_images", check="said-kept", change=facts(
        Media, lambda value: (replace(value, url="https://example.org/other.png", data=None, media_type=None)
                            if value.kind == IMAGE else value,), USER)),
    OfRequests(name="says_users_texts_as_the_model", check="said-kept",
               change=_first(lambda turn: (replace(turn, speaker=MODEL),))),
    OfRequests(name="says_messages_backwards", check="turns-kept", change=in_turns(lambda turns: turns[::-1])),
    OfRequests(name="spreads_calls_over_messages", check="turns-kept", targets=("chat-request",),
               change=_last_of(MODEL, _split)),
    OfRequests(name="loses_the_system", check="instructions-kept",
               change=in_turns(lambda turns: tuple(turn for turn in turns if turn.speaker != SYSTEM))),
    OfRequests(name="says_the_system_as_the_user", check="instructions-kept", change=in_turns(
        lambda turns: tuple(replace(turn, speaker=USER, is_apart=False) if turn.speaker == SYSTEM else turn
                             for turn in turns))),
    OfRequests(name="says_the_system_late", check="instructions-kept", change=in_turns(_by_pairs)),
    OfRequests(name="says_the_system_twice", check="instructions-kept", change=in_turns(
        lambda turns: tuple(two for turn in turns for two in ((turn, turn) if turn.speaker == SYSTEM else (turn,))))),
    OfRequests(name="loses_the_last_call", check="history-calls-kept", change=_last_of(
        MODEL, lambda turn: (replace(turn, says=turn.says[:-1] if isinstance(turn.says[-1:], tuple) and turn.says
                                     and isinstance(turn.says[-1], Call) else turn.says),))),
    OfRequests(name="renames_calls", check="history-calls-kept",
               change=_calls(lambda value: replace(value, name=f"{value.name}_tool"))),
    OfRequests(name="gives_calls_other_ids", check="history-calls-kept", change=_calls(_renamed)),
    OfRequests(name="empties_arguments", check="history-calls-kept", change=_calls(_emptied)),
    OfRequests(name="encodes_arguments_twice", check="history-calls-kept", change=_calls(_encoded_twice)),
    OfRequests(name="writes_arguments_in_doubles", check="data-keeps-digits", change=_calls(_in_doubles)),
    OfRequests(name="loses_the_last_result", check="results-paired", change=_last_of(TOOL, lambda _turn: ())),
    OfRequests(name="gives_results_other_ids", check="results-paired",
               change=_results(lambda value: replace(value, id=f"other_{value.id}"))),
    OfRequests(name="says_texts_before_results", check="results-paired", change=in_turns(_results_later)),
    OfRequests(name="sends_results_twice", check="results-paired", change=_last_of(TOOL, lambda turn: (turn, turn))),
    OfRequests(name="empties_results", check="result-contents-kept",
               change=_results(lambda value: with_text(value, ""))),
    OfRequests(name="says_none_for_no_result", check="result-contents-kept",
               change=_results(lambda value: value if any(part for part in value.content if not isinstance(part, Text)
                                                      or part.value.strip()) else with_text(value, "None"))),
    OfRequests(name="cuts_results", check="result-contents-kept",
               change=_results(lambda value: with_text(value, _joined_text(value)[:4]))),
    OfRequests(name="sends_parts_as_text", check="result-contents-kept", change=_results(_as_parts_text)),
    OfRequests(name="says_documents_of_results_twice", check="result-contents-kept", shows=_DOCUMENTS,
               targets=("responses-request",), change=_documents_twice),
    OfRequests(name="hides_failures", check="failures-of-tools-said", silently=True, answers=_REPORT,
               shows=_FAILURES, change=lambda request, _given: request),
    OfRequests(name="unmarks_failures", check="failures-of-tools-said", needs=_FAILURES, shows=_FAILURES,
               change=_results(lambda value: replace(value, failed=None))),
    OfRequests(name="thinks_aloud", check="thoughts-apart", change=_thinks_aloud, shows=_THOUGHTS),
    OfRequests(name="thinks_where_that_was_off", check="nothing-added", needs=("setting/effort",), change=_thinking),
    OfRequests(name="cuts_thoughts", check="nothing-added", answers={"thinking": "dialect"}, shows=_SEALS,
               change=_changed_thought(lambda text: text[:-1])),
    OfRequests(name="cuts_images_of_results", check="nothing-added", answers=_MOVES, shows=_IMAGES,
               change=_moved(_other_image)),
    OfRequests(name="moves_data_of_results_alone", check="request-losses-reported", answers=_MOVES,
               shows=_IMAGES, change=_moved(lambda value: (value,) if value.data else ())),
    OfRequests(name="says_more", check="nothing-added", change=in_turns(
        lambda turns: (*turns, Turn(speaker=USER, says=(Text(value="Continue."),), form=TEXT)))),
    OfRequests(name="calls_what_the_host_ran", check="nothing-added", change=_calls_hosted, shows=_THOUGHTS),
    OfRequests(name="adds_a_system", check="nothing-added", change=in_turns(
        lambda turns: turns if any(turn.speaker == SYSTEM for turn in turns) else (
            Turn(speaker=SYSTEM, says=(Text(value="You are a helpful assistant."),), form=TEXT), *turns))),
    OfRequests(name="adds_a_temperature", check="nothing-added", change=with_setting("temperature", 0.2)),
    OfRequests(name="adds_a_stop", check="nothing-added", needs=("setting/stop",),
               change=with_setting("stop", ["\n\nHuman:"])),
    OfRequests(name="adds_a_tool", check="nothing-added", change=of_tools(
        lambda tools: (*tools, _THINK))),
    OfRequests(name="loses_the_last_tool", check="tools-kept", change=of_tools(lambda tools: tools[:-1])),
    OfRequests(name="offers_tools_backwards", check="tools-kept", change=of_tools(lambda tools: tools[::-1])),
    OfRequests(name="loses_descriptions", check="tools-kept",
               change=each_tool(lambda value: replace(value, description=None))),
    OfRequests(name="empties_schemas", check="tools-kept", change=each_schema(lambda _value: _EMPTY)),
    OfRequests(name="makes_tools_strict", check="tools-kept", needs=("tool/strict",), also=("api-rules",),
               change=each_tool(lambda value: replace(value, strict=True))),
    OfRequests(name="requires_nothing", check="choice-kept", change=_choice(
        lambda value: ToolChoice(mode=AUTO) if value.mode == REQUIRED else value)),
    OfRequests(name="requires_any_for_one", check="choice-kept", change=_choice(
        lambda value: ToolChoice(mode=REQUIRED) if value.names else value)),
    OfRequests(name="forbids_to_call", check="nothing-added", change=_choice(
        lambda value: ToolChoice(mode=NONE) if value.mode == AUTO and value.names is None else value)),
    OfRequests(name="loses_the_choice", check="choice-kept", change=_choice(lambda _one: None)),
    OfRequests(name="calls_several_at_once", check="choice-kept", needs=_PARALLEL, shows=_PARALLEL,
               change=without_setting("parallel")),
    OfRequests(name="loses_the_format", check="answer-format-kept",
               change=lambda request, _given: replace(request, format=None)),
    OfRequests(name="asks_for_any_object", check="answer-format-kept", change=lambda request, _given: (
        replace(request, format=replace(request.format, kind="object", schema=None, name=None, strict=None))
        if request.format is not None and request.format.kind == SCHEMA else request)),
    OfRequests(name="loses_the_limit", check="settings-kept", change=without_setting("limit")),
    OfRequests(name="halves_the_limit", check="settings-kept", change=of_setting("limit", lambda value: value // 2)),
    OfRequests(name="loses_the_stop", check="settings-kept", needs=_STOPS, shows=_STOPS,
               change=without_setting("stop")),
    OfRequests(name="keeps_one_stop", check="settings-kept", needs=_STOPS, shows=_STOPS,
               change=of_setting("stop", lambda value: value[:1])),
    OfRequests(name="loses_the_temperature", check="settings-kept", change=without_setting("temperature")),
    OfRequests(name="loses_top_p", check="settings-kept", change=without_setting("top_p")),
    OfRequests(name="never_streams", check="settings-kept", written="stream", change=without_setting("stream")),
    OfRequests(name="reports_nothing", check="request-losses-reported", silently=True,
               change=lambda request, _given: request),
)  # fmt: skip


def _search_as_a_setting(request: Request, given: Request) -> Request:
    hosted = [tool for tool in given.tools or () if tool.kind == HOSTED]
    searches = any(name in ("web_search", "googleSearch") for tool in hosted for name in (tool.name, tool.word))
    known = any(setting.name == "search" for setting in request.settings)
    return with_setting("search", {})(request, given) if searches and not known else request


# What sound converters may do otherwise.
VARIANTS: Mapping[str, OfRequest] = {
    "joins_texts": in_turns(lambda turns: tuple(map(joined, turns))),
    "joins_texts_of_results": _results(_joined_result),
    "keeps_objects_of_results": _objects_kept,
    "renumbers_calls": _renumbered,
    "hoists_the_system": in_turns(_hoisted),
    "writes_no_definitions": each_schema(lambda value: {"$defs": {}} | value if isinstance(value, dict) else value),
    "joins_users": in_turns(_merged),
    "names_nobody": without_setting("user"),
    "digests_users": of_setting(
        "user", lambda value: hashlib.sha256(str(value).encode()).hexdigest() if value else value
    ),
    "says_what_is_usual": lambda request, given: with_setting("temperature", 1)(
        replace(
            demanding_none(request, given), choice=request.choice or (ToolChoice(mode=AUTO) if request.tools else None)
        ),
        given,
    ),
    "search_as_a_setting": _search_as_a_setting,
    "in_parts": in_turns(
        lambda turns: tuple(replace(turn, form=PARTS) if turn.form == TEXT else turn for turn in turns)
    ),
}
