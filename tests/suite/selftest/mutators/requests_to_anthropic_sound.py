"""What sound converters of requests to Anthropic's API do otherwise."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from conformance.apis.oracles import refusals_of
from conformance.apis.oracles.anthropic_grammars import refused_limits
from conformance.base.values import JSON, copy_of
from conformance.formats.json_schema import subschemas
from conformance.formats.model.conversation import (
    FUNCTION,
    MODEL,
    PARTS,
    SYSTEM,
    TEXT,
    USER,
    Call,
    ModelRefusal,
    Result,
    Text,
    Turn,
)
from conformance.formats.model.fact import facts_in
from conformance.formats.model.request import AUTO, OBJECT, Request, Schema, Tool, ToolChoice
from conformance.rules.checks.by_laws.requests.schemas import closed
from tests.suite.selftest.mutators.request_edits import (
    MARK,
    of_kind,
    of_late_texts,
    of_setting,
    of_tools,
    of_turns,
    offers_customs,
    thinks,
    with_setting,
)
from tests.suite.selftest.mutators.requests import OfRequest, Turns, demanding_none, joined, with_turns


def _begins(text: str) -> OfRequest:
    def change(turns: Turns) -> Turns:
        first = next((place for place, turn in enumerate(turns) if turn.speaker != SYSTEM), None)
        if first is None or turns[first].speaker != MODEL:
            return turns
        return (*turns[:first], Turn(speaker=USER, says=(Text(value=text),), form=TEXT), *turns[first:])

    return of_turns(change)


def _allowed(request: Request, given: Request) -> Request:
    choice = given.choice
    if choice is None or not choice.is_list or not choice.names:
        return request
    tools = tuple(tool for tool in request.tools or () if ("function", tool.name) in choice.names)
    return replace(request, tools=tools) if tools else request


def _limits(request: Request, given: Request) -> Request:
    has_limit = any(setting.name == "limit" for setting in given.settings)
    return request if has_limit else of_setting("limit", lambda _value: 8192)(request, given)


def _is_marked(turn: Turn) -> bool:
    """Whether a turn says what the system says, or names media of any message: a text is not joined with that."""
    return any(isinstance(utterance, Text) and utterance.value.startswith((MARK, "[")) for utterance in turn.says)


def _labels_refusals(request: Request, given: Request) -> Request:
    """Say before each refusal that it is one."""
    refused = {fact.value for fact in facts_in(given.conversation.turns) if isinstance(fact, ModelRefusal)}
    refused -= {fact.value for fact in facts_in(given.conversation.turns) if isinstance(fact, Text)}
    label = of_kind(
        Text,
        lambda value: (replace(value, value=f"[Refusal] {value.value}" if value.value in refused else value.value),),
        MODEL,
    )
    return label(request, given)


def _usual(request: Request, given: Request) -> Request:
    """Ask for what is usual: a temperature of 1 where the model may take one. Schemas say that they demand nothing."""
    names = {setting.name for setting in (*request.settings, *given.settings)}
    choice = request.choice or (ToolChoice(mode=AUTO) if request.tools else None)
    made = replace(demanding_none(request, given), choice=choice)
    return made if {"temperature", "top_p"} & names else with_setting("temperature", 1)(made, given)


def _unsaid_strict(request: Request, given: Request) -> Request:
    """Let functions be strict that do not say whether they are."""
    unsaid = {tool.name for tool in given.tools or () if tool.kind == FUNCTION and tool.strict is None}

    def made(tool: Tool) -> Tool:
        schema = tool.schema.value if tool.schema is not None else None
        if tool.name not in unsaid or tool.strict is not None or not isinstance(schema, dict):
            return tool
        strict = replace(tool, strict=True, schema=Schema(value=closed(schema)))
        asked = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "q"}]}
        asked["tools"] = [{"name": tool.name, "input_schema": closed(schema), "strict": True}]
        return tool if refusals_of("anthropic-request", asked) else strict

    return of_tools(made)(request, given)


def _says_limits(request: Request, given: Request) -> Request:
    """Say in words which limits of a strict function the API takes no keywords for, as SDKs do."""
    schemas = {tool.name: tool.schema.value for tool in given.tools or () if tool.schema is not None}

    def made(tool: Tool) -> Tool:
        if not tool.strict or tool.schema is None or tool.name not in schemas:
            return tool
        value = copy_of(tool.schema.value)
        for path, node in subschemas(schemas[tool.name]):
            came = _member(value, path)
            gone = {key: node[key] for key in refused_limits(node)} if isinstance(node, dict) else {}
            if gone and isinstance(came, dict):
                came["description"] = f"{came.get('description', '')} {json.dumps(gone)}".lstrip()
        return replace(tool, schema=Schema(value=value))

    return of_tools(made)(request, given)


def _member(value: JSON, path: Sequence[str | int]) -> JSON:
    for step in path:
        value = value.get(step) if isinstance(value, dict) and isinstance(step, str) else None
    return value


def _joins(request: Request, given: Request) -> Request:
    """Join texts of a content, unless one of the source's was said before the results that are before it now."""
    waiting: set[str | None] = set()
    for turn in given.conversation.turns:
        if waiting and turn.speaker == USER:
            return request
        waiting |= {utterance.id for utterance in turn.says if isinstance(utterance, Call)}
        waiting -= {utterance.id for utterance in turn.says if isinstance(utterance, Result)}
    return with_turns(request, tuple(turn if _is_marked(turn) else joined(turn) for turn in request.conversation.turns))


def _by_itself(turns: Turns) -> Turns:
    """Say what the model says and calls in messages of its own each: the API makes them one."""
    parts = (
        (replace(turn, says=(fact,)) for fact in turn.says) if turn.speaker == MODEL else (turn,) for turn in turns
    )
    return tuple(turn for each in parts for turn in each)


def _says_json(request: Request, given: Request) -> Request:
    """Ask for JSON in a text of the system, where the source asks for any object."""
    if given.format is None or given.format.kind != OBJECT:
        return request
    turns = request.conversation.turns
    own = [turn for turn in turns[:1] if turn.speaker == SYSTEM and turn.is_apart]
    says = (*(fact for element in own for fact in element.says), Text(value="Answer with a JSON object."))
    apart = Turn(speaker=SYSTEM, says=says, form=PARTS, is_apart=True)
    return with_turns(request, (apart, *turns[len(own) :]))


VARIANTS: dict[str, OfRequest] = {
    "says_json": _says_json,
    "says_what_is_usual": _usual,
    "joins_texts": _joins,
    # Results are apart in a request that is written again, and any change writes it again.
    "splits_users": lambda request, _given: replace(request, settings=request.settings[::-1]),
    "marks_in_a_text_before": of_late_texts(
        lambda value: (
            (Text(value="A note of the system follows."), replace(value, value=value.value.removeprefix(MARK)))
            if value.value.removeprefix(MARK).strip()  # the API takes no text of white space
            else (value,)
        )
    ),
    "says_each_thing_by_itself": of_turns(_by_itself),
    "limits_otherwise": _limits,
    "begins_with_the_user": _begins("."),
    "offers_customs_as_functions": offers_customs,
    "offers_what_is_allowed": _allowed,
    "thinks_by_tokens": thinks(beside_choice=False),
    "makes_unsaid_strict": _unsaid_strict,
    "labels_refusals": _labels_refusals,
    "says_limits_in_words": _says_limits,
}
