"""Reads contents of Anthropic Messages: a text, or blocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from conformance.base.values import ABSENT
from conformance.formats.anthropic.words import CITED, FORMAT
from conformance.formats.cursor import ObjectCursor
from conformance.formats.model.conversation import (
    CALLED,
    DOCUMENT,
    IMAGE,
    PARTS,
    RETURNED,
    TEXT,
    Arguments,
    Cache,
    Call,
    Citation,
    CitedSpan,
    Hosted,
    Media,
    Reasoning,
    Result,
    Source,
    Text,
    Utterance,
)
from conformance.formats.model.fact import Other, Path

_DEEPEST: Final = 12  # of a block's path: no content that the API takes is deeper
_SOURCES: Final = {"base64": "data", "text": "data", "url": "url", "file": "file_id"}  # the member of each source


def read_content(node: ObjectCursor, name: str) -> tuple[str, tuple[Utterance | Other, ...]]:
    """Return the form of a content, and what it says."""
    value, at = node.peek(name), (*node.path, name)
    if isinstance(value, str):
        node.take(name)
        return TEXT, (Text(value=value, at=(at, at)),)
    if isinstance(value, list):
        return PARTS, tuple(map(read_block, node.entries(name)))
    return "", ()


def cache_of(node: ObjectCursor) -> Cache | None:
    """Return the mark of a cache on what an object holds."""
    if not isinstance(node.peek("cache_control"), dict):
        return None
    mark = node.apart("cache_control")
    mark.drop("type", only=("ephemeral",))
    lasts = mark.take("ttl", str) if mark.word("ttl") else ""
    return Cache(lasts=lasts, **mark.fact)


def read_block(node: ObjectCursor) -> Utterance | Other:
    """Read a block. One that lacks what it is about is an Other."""
    word = node.word("type")
    if word is None or len(node.path) > _DEEPEST:
        return node.other("block")
    if word in _BLOCKS:
        node.take("type")
        return _BLOCKS[word](node) or node.other(word)
    if word.endswith(("_tool_use", "_tool_result")):
        return _hosted_step(node, word)
    return node.other(word)


def _text(node: ObjectCursor) -> Text | None:
    value = node.take("text", str)
    if value is None:
        return None
    citations = tuple(map(_citation, node.entries("citations")))
    return Text(value=value, citations=citations, cache=cache_of(node), **node.fact)


def _citation(node: ObjectCursor) -> Citation:
    how = node.look_up("type", CITED)
    if how is None:
        return Citation(**node.fact)
    span = None
    if how.unit:
        start, end = node.take(how.start, int), node.take(how.end, int)
        span = CitedSpan(unit=how.unit, start=start, end=end, at=_pointers_of(node, how.start, how.end))
    values: dict[str, Any] = {
        name: node.take(member, int if name == "number" else str) for name, member in how.members.items()
    }
    source = Source(kind=how.kind, **values, span=span, at=_pointers_of(node, *how.members.values()))
    return Citation(sources=(source,), **node.fact)


def _pointers_of(node: ObjectCursor, *names: str) -> tuple[Path, ...]:
    """Return the pointers of what an object holds, and of those of its members that were taken."""
    return (node.path, *((*node.path, name) for name in names if name in node.names))


def _call(node: ObjectCursor) -> Call:
    given, at = node.take("input"), (*node.path, "input")
    arguments = Arguments(value=given, at=(at, at)) if given is not None else Arguments(value=ABSENT)
    id_, name = node.take("id", str), node.take("name", str)
    return Call(id=id_, name=name, arguments=arguments, cache=cache_of(node), **node.fact)


def _result(node: ObjectCursor) -> Result:
    form, content = read_content(node, "content")
    id_, failed = node.take("tool_use_id", str), node.take("is_error", bool)
    return Result(id=id_, failed=failed, form=form, content=content, cache=cache_of(node), **node.fact)


def _file(kind: str) -> Callable[[ObjectCursor], Media | None]:
    """Return the reader of an image or of a document: what it holds is its source."""

    def read(node: ObjectCursor) -> Media | None:
        source = node.child("source")
        held = _source_members(source)
        if held is None:
            return None
        return Media(
            kind=kind, **held, media_type=source.take("media_type", str), name=node.take("title", str),
            about=node.take("context", str), cited=_is_cited(node), cache=cache_of(node), **node.fact,
        )  # fmt: skip

    return read


def _source_members(source: ObjectCursor) -> dict[str, Any] | None:
    word = source.word("type")
    if word == "content" and isinstance(source.peek("content"), str | list):
        source.take("type")
        return {"parts": read_content(source, "content")[1], "is_inline": True}
    member = _SOURCES.get(word or "")
    if member is None or source.word(member) is None:
        return None
    source.take("type")
    value = source.take(member)
    if word in ("base64", "text"):
        return {("text" if word == "text" else "data"): value, "is_inline": True}
    return {member: value}


def _is_cited(node: ObjectCursor) -> bool | None:
    cited: bool | None = node.child("citations").take("enabled", bool)
    return cited


def _search_result(node: ObjectCursor) -> Media | None:
    if not isinstance(node.peek("content"), list):
        return None
    _form, parts = read_content(node, "content")
    return Media(
        kind="search", parts=parts, url=node.take("source", str), name=node.take("title", str), is_inline=True,
        cited=_is_cited(node), cache=cache_of(node), **node.fact,
    )  # fmt: skip


def _upload(node: ObjectCursor) -> Media | None:
    file_id = node.take("file_id", str)
    return Media(kind="upload", file_id=file_id, cache=cache_of(node), **node.fact) if file_id is not None else None


def _thinking(node: ObjectCursor) -> Reasoning | None:
    value, at = node.take("thinking", str), (*node.path, "thinking")
    if value is None:
        return None
    return Reasoning(content=(Text(value=value, at=(at, at)),), seal=node.take("signature", str), **node.fact)


def _redacted(node: ObjectCursor) -> Reasoning | None:
    data = node.take("data", str)
    return Reasoning(encrypted=data, **node.fact) if data is not None else None


_BLOCKS: Final[dict[str, Callable[[ObjectCursor], Utterance | None]]] = {
    "text": _text,
    "tool_use": _call,
    "tool_result": _result,
    "image": _file(IMAGE),
    "document": _file(DOCUMENT),
    "search_result": _search_result,
    "container_upload": _upload,
    "thinking": _thinking,
    "redacted_thinking": _redacted,
}


def _hosted_step(node: ObjectCursor, word: str) -> Hosted:
    """Return a step of a tool that the host runs: its value stays as it is."""
    stage, id_ = (CALLED, "id") if word.endswith("_tool_use") else (RETURNED, "tool_use_id")
    return Hosted(
        format=FORMAT, word=word, value=node.raw, stage=stage, id=node.word(id_),
        tool=node.word("name"), cache=cache_of(node), at=node.pointers,
    )  # fmt: skip
