"""Reads Gemini's generateContent: requests and answers, in either spelling. A reader takes any JSON value."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.values import JSON
from conformance.formats.cursor import ObjectCursor
from conformance.formats.gemini.read_parts import read_parts
from conformance.formats.gemini.read_sources import citations_of, sources_of, tokens_of
from conformance.formats.gemini.words import CONFIG, ENDS, FORMAT, JSON_TYPE, MODES, SETTINGS, SPEAKERS, TEXT_TYPE
from conformance.formats.model.answer import FILTER, UNKNOWN, UNSAID, Answer, AnswerFailure, Candidate, End, Usage
from conformance.formats.model.conversation import FUNCTION, HOSTED, SYSTEM, TEXT, Conversation, Text, Turn
from conformance.formats.model.fact import Other, Path
from conformance.formats.model.request import (
    JSON_SCHEMA,
    OBJECT,
    OPENAPI,
    PLAIN,
    SCHEMA,
    AnswerFormat,
    Request,
    Schema,
    Tool,
    ToolChoice,
)
from conformance.formats.settings import read_settings


def read_request(value: JSON) -> Request:
    """Read the body of a request."""
    node = ObjectCursor(value, (), FORMAT, is_snake=True)
    turns = (*_system(node), *map(read_content, node.entries("contents")))
    tools = None
    if isinstance(node.peek("tools"), list):
        tools = tuple(tool for entry in node.entries("tools") for tool in read_tools(entry))
    elif isinstance(node.peek("tools"), dict):  # which the API takes for a list of one
        tools = tuple(read_tools(node.apart("tools")))
    choice, format_ = _choice(node), _format(node.child(CONFIG))
    settings = read_settings(node, SETTINGS)
    conversation = Conversation(turns=turns, at=(node.holder("contents"),))
    return Request(
        conversation=conversation, tools=tools, choice=choice, format=format_, settings=settings, **node.fact
    )


def _system(node: ObjectCursor) -> tuple[Turn, ...]:
    """Return what the system says. Its role says nothing."""
    held = node.peek("systemInstruction")
    if isinstance(held, str):
        node.take("systemInstruction")
        at = (node.spelled("systemInstruction"),)
        return (Turn(speaker=SYSTEM, is_apart=True, form=TEXT, says=(Text(value=held, at=(at, at)),), at=(at,)),)
    if not isinstance(held, dict):
        return ()
    inner = node.apart("systemInstruction")
    inner.drop("role")
    form, says = read_parts(inner)
    return (Turn(speaker=SYSTEM, is_apart=True, form=form, says=says, **inner.fact),)


def read_content(node: ObjectCursor) -> Turn:
    """Read one content."""
    speaker = node.look_up("role", SPEAKERS)
    form, says = read_parts(node)
    return Turn(speaker=speaker, says=says, form=form, **node.fact)


def read_tools(node: ObjectCursor) -> Iterator[Tool]:
    """Yield the tools of one entry: each function that it declares, and each tool of the host."""
    if not isinstance(node.raw, dict):
        yield Tool(kind=HOSTED, host=FORMAT, **node.fact)
    for name, value in node.value.items():
        if name == node.spelled("functionDeclarations") and isinstance(value, list):
            yield from map(_function, node.entries("functionDeclarations"))
        else:
            at = (*node.path, name)
            member = Other(format=FORMAT, word=name, value=value, place=(name,), at=(at, at))
            yield Tool(kind=HOSTED, word=name, host=FORMAT, at=(at,), others=(member,))


def _function(node: ObjectCursor) -> Tool:
    schema = _schema(node, "parameters", OPENAPI) or _schema(node, "parametersJsonSchema", JSON_SCHEMA)
    name, description = node.take("name", str), node.take("description", str)
    return Tool(kind=FUNCTION, name=name, description=description, schema=schema, **node.fact)


def _schema(node: ObjectCursor, name: str, dialect: str) -> Schema | None:
    value, at = node.take(name, dict), (*node.path, node.spelled(name))
    return None if value is None else Schema(value=value, dialect=dialect, at=(at, at))


def _choice(node: ObjectCursor) -> ToolChoice | None:
    config = node.child("toolConfig").child("functionCallingConfig")
    word, names = config.word("mode"), config.peek("allowedFunctionNames")
    if word is None or word.upper() not in MODES:
        return None
    config.take("mode")
    kinds = None
    if isinstance(names, list) and all(isinstance(name, str) for name in names):
        config.take("allowedFunctionNames")
        kinds = tuple((FUNCTION, name) for name in names) or None
    is_list = kinds is not None and len(kinds) > 1
    return ToolChoice(mode=MODES[word.upper()], names=kinds, is_list=is_list, at=(config.path, *config.places()))


def _format(node: ObjectCursor) -> AnswerFormat | None:
    """Return the form of the answer. A type that is neither JSON nor text stays beside the request."""
    type_ = node.look_up("responseMimeType", {JSON_TYPE: OBJECT, TEXT_TYPE: PLAIN})
    at: tuple[Path, ...] = (node.path, *([(*node.path, node.spelled("responseMimeType"))] if type_ else []))
    schema = _schema(node, "responseSchema", OPENAPI) or _schema(node, "responseJsonSchema", JSON_SCHEMA)
    if type_ is None and schema is None:
        return None
    return AnswerFormat(kind=SCHEMA if schema and type_ != PLAIN else type_ or SCHEMA, schema=schema, at=at)


def read_answer(value: JSON) -> Answer:
    """Read the body of an answer, or of an error; of both, where a stream failed after it had begun."""
    node = ObjectCursor(value, (), FORMAT, is_snake=True)
    failure = _failure(node.apart("error")) if isinstance(node.peek("error"), dict) else None
    candidates = tuple(map(_candidate, node.entries("candidates")))
    usage = node.apart("usageMetadata")
    tier = usage.take("serviceTier", str)
    return Answer(
        candidates=candidates, blocked=_blocked(node.child("promptFeedback")), failure=failure, tier=tier,
        usage=_usage(usage) if usage.value else None, id=node.take("responseId", str),
        model=node.take("modelVersion", str), created=node.take("createTime", str), **node.fact,
    )  # fmt: skip


def _failure(node: ObjectCursor) -> AnswerFailure:
    kind, status, message = node.take("status", str), node.take("code", int), node.take("message", str)
    return AnswerFailure(kind=kind, status=status, message=message, **node.fact)


def _blocked(node: ObjectCursor) -> End | None:
    word = node.take("blockReason", str)
    if word is None:
        return None
    about = node.take("blockReasonMessage", str)
    return End(kind=FILTER, word=word, about=about, at=(node.path, *node.places()))


def _candidate(node: ObjectCursor) -> Candidate:
    turns = (read_content(node.apart("content")),) if isinstance(node.peek("content"), dict) else ()
    end, sources, tokens = _end(node), sources_of(node), tokens_of(node)
    citations, index = citations_of(node, sources), node.take("index", int)
    return Candidate(
        index=index, turns=turns, end=end, citations=citations, sources=sources, tokens=tokens, **node.fact
    )


def _end(node: ObjectCursor) -> End:
    word = node.peek("finishReason")
    if type(word) not in (str, int):
        return End(kind=UNSAID)
    if word in ENDS:
        node.take("finishReason")
    at, about = (*node.path, node.spelled("finishReason")), node.take("finishMessage", str)
    told = [(*node.path, node.spelled("finishMessage"))] if about is not None else []
    return End(kind=ENDS.get(word, UNKNOWN), word=word, about=about, at=(at, at, *told))


def _usage(node: ObjectCursor) -> Usage:
    """Read counts: thoughts are beside candidates, and what tools read beside the prompt; cached is within it."""
    prompt, tools = node.take("promptTokenCount", int), node.take("toolUsePromptTokenCount", int)
    made, thoughts = node.take("candidatesTokenCount", int), node.take("thoughtsTokenCount", int)
    return Usage(
        input=None if prompt is None else prompt + (tools or 0), tool_input=tools,
        cached=node.take("cachedContentTokenCount", int), reasoning=thoughts,
        output=None if made is None and thoughts is None else (made or 0) + (thoughts or 0),
        total=node.take("totalTokenCount", int), **node.fact,
    )  # fmt: skip
