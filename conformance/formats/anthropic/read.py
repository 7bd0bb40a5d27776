"""Reads Anthropic Messages: requests and answers. A reader takes any JSON value and never raises."""

from __future__ import annotations

from typing import Final

from conformance.base.values import JSON
from conformance.formats.anthropic.read_blocks import cache_of, read_content
from conformance.formats.anthropic.words import ENDS, FORMAT, MODES, SETTINGS, SPEAKERS
from conformance.formats.cursor import ObjectCursor
from conformance.formats.model.answer import UNKNOWN, UNSAID, Answer, Candidate, End, Usage
from conformance.formats.model.conversation import FUNCTION, HOSTED, MODEL, SYSTEM, Conversation, Turn
from conformance.formats.model.request import REQUIRED, SCHEMA, AnswerFormat, Request, Schema, Tool, ToolChoice
from conformance.formats.settings import read_settings
from conformance.formats.shared import failure_of


def read_request(value: JSON) -> Request:
    """Read the body of a request."""
    node = ObjectCursor(value, (), FORMAT)
    turns = (*_system(node), *map(read_message, node.entries("messages")))
    tools = tuple(map(read_tool, node.entries("tools"))) if isinstance(node.peek("tools"), list) else None
    choice, format_ = _choice(node.child("tool_choice")), _format(node)
    conversation = Conversation(turns=turns, at=(node.holder("messages"),))
    settings, cache = read_settings(node, SETTINGS), cache_of(node)
    return Request(
        conversation=conversation, tools=tools, choice=choice, format=format_, settings=settings, cache=cache,
        **node.fact,
    )  # fmt: skip


def _system(node: ObjectCursor) -> tuple[Turn, ...]:
    """Return the texts that are beside the messages. An empty list is one that says nothing."""
    if not isinstance(node.peek("system"), str | list):
        return ()
    form, says = read_content(node, "system")
    return (Turn(speaker=SYSTEM, is_apart=True, form=form, says=says, at=(("system",),)),)


def read_message(node: ObjectCursor) -> Turn:
    """Read one message."""
    speaker = node.look_up("role", SPEAKERS)
    form, says = read_content(node, "content")
    return Turn(speaker=speaker, says=says, form=form, **node.fact)


def read_tool(node: ObjectCursor) -> Tool:
    """Read one tool: of the client, or of a type that the host knows."""
    cache = cache_of(node)
    if node.peek("type") not in (None, "custom"):
        word = node.take("type", str)
        return Tool(kind=HOSTED, word=word, host=FORMAT, name=node.take("name", str), cache=cache, **node.fact)
    node.take("type")
    return Tool(
        name=node.take("name", str), description=node.take("description", str), schema=_schema(node, "input_schema"),
        strict=node.take("strict", bool), later=node.take("defer_loading", bool), cache=cache, **node.fact,
    )  # fmt: skip


def _schema(node: ObjectCursor, name: str) -> Schema | None:
    value, at = node.take(name, dict, bool), (*node.path, name)
    return None if value is None else Schema(value=value, at=(at, at))


def _choice(node: ObjectCursor) -> ToolChoice | None:
    """Return the choice; None where its type is unknown, which then stays beside the request."""
    mode, at = node.look_up("type", MODES), (*node.path, "type")
    if mode is not None:
        return ToolChoice(mode=mode, at=(node.path, at))
    if node.word("type") != "tool" or node.word("name") is None:
        return None
    node.take("type")
    return ToolChoice(mode=REQUIRED, names=((FUNCTION, node.take("name")),), at=(node.path, at, (*node.path, "name")))


def _format(node: ObjectCursor) -> AnswerFormat | None:
    """Return the form of the answer: in output_config, or in output_format as it was at first."""
    config = node.child("output_config")
    if isinstance(config.peek("format"), dict):
        return _format_of(config.apart("format"))
    return _format_of(node.apart("output_format")) if isinstance(node.peek("output_format"), dict) else None


def _format_of(node: ObjectCursor) -> AnswerFormat:
    kind = node.look_up("type", {"json_schema": SCHEMA}) or ""
    return AnswerFormat(kind=kind, schema=_schema(node, "schema"), **node.fact)


def read_answer(value: JSON) -> Answer:
    """Read the body of an answer, or of an error; of both, where a stream failed after it had begun."""
    node = ObjectCursor(value, (), FORMAT)
    failure = failure_of(node.apart("error")) if isinstance(node.peek("error"), dict) else None
    if failure is not None and "content" not in node.value:
        node.drop("type", only=("error",))
        return Answer(failure=failure, id=node.take("request_id", str), **node.fact)
    node.drop("type", only=("message",))
    end, turn, usage = _end(node), _turn_of_answer(node), node.apart("usage")
    tier = usage.take("service_tier", str)
    return Answer(
        candidates=(Candidate(turns=(turn,), end=end, at=((),)),), usage=_usage(usage) if usage.value else None,
        id=node.take("id", str), model=node.take("model", str), tier=tier, failure=failure, **node.fact,
    )  # fmt: skip


def _turn_of_answer(node: ObjectCursor) -> Turn:
    """Return what an answer says: it is a message and more, so what is beside it is the answer's."""
    speaker = node.look_up("role", SPEAKERS)
    form, says = read_content(node, "content")
    at = (("role",), ("content",))
    return Turn(
        speaker=speaker or MODEL, says=says, form=form, at=((), *(entry for entry in at if entry[0] in node.names))
    )


def _end(node: ObjectCursor) -> End:
    word = node.word("stop_reason")
    if word is None:
        return End(kind=UNSAID)
    kind = node.look_up("stop_reason", ENDS) or UNKNOWN
    sequence, details = node.take("stop_sequence", str), node.child("stop_details")
    about = details.take("explanation", str)
    if about is not None:
        details.drop("type", only=("refusal",))
    at = (("stop_reason",), ("stop_reason",), *([("stop_sequence",)] if sequence is not None else []))
    return End(kind=kind, word=word, sequence=sequence, about=about, at=(*at, *details.places()))


def _count(node: ObjectCursor, name: str) -> int | None:
    """Return a count; one below 0 is none, and stays beside the others."""
    value = node.peek(name)
    if type(value) is not int or value < 0:
        return None
    node.take(name)
    return value


_COUNTS: Final = {
    "input": "input_tokens + cache_creation_input_tokens + cache_read_input_tokens", "output": "output_tokens",
    "cached": "cache_read_input_tokens", "reasoning": "output_tokens_details.thinking_tokens",
}  # fmt: skip


def _usage(node: ObjectCursor) -> Usage:
    """Read counts: input_tokens are those that a cache neither held nor took."""
    fresh, made = _count(node, "input_tokens"), _count(node, "output_tokens")
    written, cached = _count(node, "cache_creation_input_tokens"), _count(node, "cache_read_input_tokens")
    whole = None if fresh is None else fresh + (written or 0) + (cached or 0)
    reasoning = node.child("output_tokens_details").take("thinking_tokens", int)
    return Usage(
        input=whole, output=made, cached=cached, written=written, reasoning=reasoning, spelled=_COUNTS, **node.fact
    )
