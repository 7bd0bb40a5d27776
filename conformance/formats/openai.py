"""What Chat Completions and the Responses API write alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar

from conformance.base.values import JSON
from conformance.formats.cursor import ObjectCursor, Pen, present_members
from conformance.formats.model.conversation import AUDIO, NULL, PARTS, TEXT, Cache, Media, Text, Token, Utterance
from conformance.formats.model.fact import Other, Path
from conformance.formats.model.request import JSON_SCHEMA, OBJECT, PLAIN, SCHEMA, AnswerFormat, Schema, Tool, ToolChoice
from conformance.formats.shared import FORMATS, SOUNDS

Says: TypeAlias = tuple[Utterance | Other, ...]

_Read = TypeVar("_Read")

MODES: Final = frozenset({"none", "auto", "required"})
_KINDS: Final = {"text": PLAIN, "json_object": OBJECT, "json_schema": SCHEMA}
FORMAT_WORDS: Final = {kind: word for word, kind in _KINDS.items()}


def each(entries: JSON, at: Path, read: Callable[[JSON, Path], _Read]) -> tuple[_Read, ...]:
    """Read the entries of a list. What is no list has none."""
    listed = entries if isinstance(entries, list) else []
    return tuple(read(element, (*at, number)) for number, element in enumerate(listed))


def tools_of(node: ObjectCursor, read_tool: Callable[[JSON, Path], Tool]) -> tuple[Tool, ...] | None:
    """Read the tools of a request; None where it says nothing of them."""
    if not isinstance(node.peek("tools"), list):
        return None
    at, entries = node.list("tools")
    return each(entries, at, read_tool)


def mode_of(node: ObjectCursor) -> ToolChoice | None:
    """Read a tool_choice that is the word of a mode."""
    mode, at = node.word("tool_choice"), (*node.path, "tool_choice")
    if mode not in MODES:
        return None
    node.take("tool_choice")
    return ToolChoice(mode=mode, at=(at, at))


def content_of(node: ObjectCursor, name: str, read_part: Callable[[JSON, Path], Utterance | Other]) -> tuple[str, Says]:
    """Read a content: a text, or parts. Return its form, and what it says."""
    value, at = node.peek(name), (*node.path, name)
    if isinstance(value, str):
        node.take(name)
        return TEXT, (Text(value=value, at=(at, at)),)
    if isinstance(value, list):
        node.list(name)
        return PARTS, each(value, at, read_part)
    return (NULL if name in node.value and value is None else ""), ()


def cache_of(node: ObjectCursor) -> Cache | None:
    """Read the mark that a part ends what may be cached."""
    if not isinstance(node.peek("prompt_cache_breakpoint"), dict):
        return None
    mark = node.apart("prompt_cache_breakpoint")
    mark.drop("mode", only=("explicit",))
    return Cache(lasts=mark.take("ttl", str) or "", **mark.fact)


def write_cache(utterance: Utterance, pen: Pen) -> dict[str, JSON]:
    """Write the mark that a part ends what may be cached."""
    if utterance.cache is None:
        return {}
    return {
        "prompt_cache_breakpoint": pen.beside(
            utterance.cache, {"mode": "explicit", **present_members(ttl=utterance.cache.lasts or None)}
        )
    }


def sound_of(node: ObjectCursor, cache: Cache | None) -> Media:
    """Read a part of type input_audio."""
    inner = node.child("input_audio")
    word = inner.take("format", str)
    data, media_type = inner.take("data", str), SOUNDS.get(word or "", word)
    return Media(kind=AUDIO, data=data, media_type=media_type, is_inline=True, cache=cache, **node.fact)


def write_sound(medium: Media) -> dict[str, JSON]:
    """Write a part of type input_audio."""
    word = FORMATS.get(medium.media_type or "", medium.media_type)
    return {"type": "input_audio", "input_audio": present_members(data=medium.data, format=word)}


def schema_of(node: ObjectCursor, name: str, *types: type) -> Schema | None:
    """Read a schema."""
    value, at = node.take(name, *types), (*node.path, name)
    return None if value is None else Schema(value=value, at=(at, at))


def write_schema(schema: Schema | None, pen: Pen) -> JSON:
    """Write a schema; None where there is none. One of another dialect is written as it is, and noted as lost."""
    if schema is None:
        return None
    pen.lose(schema if schema.dialect != JSON_SCHEMA else None)
    return schema.value


def answer_format_of(node: ObjectCursor, holder: str | None) -> AnswerFormat:
    """Read the form that the answer must have. holder: the member that holds name and schema, where one does."""
    kind = _KINDS.get(node.word("type") or "", "")
    if kind == SCHEMA and holder and not isinstance(node.peek(holder), dict):
        kind = ""
    if not kind:
        return AnswerFormat(kind="", **node.fact)
    node.take("type")
    return AnswerFormat(
        kind=kind, **(_function_members(node.child(holder) if holder else node) if kind == SCHEMA else {}), **node.fact
    )


def _function_members(node: ObjectCursor) -> dict[str, Any]:
    return {
        "name": node.take("name", str), "description": node.take("description", str),
        "strict": node.take("strict", bool), "schema": schema_of(node, "schema", dict),
    }  # fmt: skip


def write_described(format_: AnswerFormat, pen: Pen) -> dict[str, JSON]:
    """Write what is said of the schema of the answer."""
    return present_members(
        name=format_.name,
        description=format_.description,
        schema=write_schema(format_.schema, pen),
        strict=format_.strict,
    )


def count_of(node: ObjectCursor, name: str) -> int | None:
    """Read a number of tokens. One that is written as 2.0 is whole."""
    value = node.peek(name)
    is_whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    return node.take(name, int, float) if is_whole else None


def tokens_of(node: ObjectCursor, name: str) -> tuple[Token, ...]:
    """Read a list of tokens with their log probabilities."""
    at, entries = node.list(name)
    return tuple(
        _token(ObjectCursor(entry, (*at, number), node.format), likeliest=True) for number, entry in enumerate(entries)
    )


def _token(node: ObjectCursor, likeliest: bool = False) -> Token:
    at, others = node.list("top_logprobs") if likeliest else ((), [])
    return Token(
        text=node.take("token", str) or "", logprob=node.take("logprob"), bytes=node.take("bytes", list),
        likeliest=tuple(_token(ObjectCursor(other, (*at, number), node.format)) for number, other in enumerate(others)),
        **node.fact,
    )  # fmt: skip


def write_token(token: Token, pen: Pen) -> JSON:
    """Write a token with the likeliest ones at its place."""
    likeliest = [pen.beside(token, _members_of(token, pen)) for token in token.likeliest]
    return pen.beside(token, {**_members_of(token, pen), "top_logprobs": likeliest})


def _members_of(token: Token, pen: Pen) -> dict[str, JSON]:
    pen.lose(token.number)
    return {"token": token.text, "logprob": token.logprob, "bytes": token.bytes}
