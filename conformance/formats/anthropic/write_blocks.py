"""Writes contents of Anthropic Messages: a text, or blocks."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from conformance.base.values import ABSENT, JSON
from conformance.formats.anthropic.words import CITED
from conformance.formats.cursor import Pen, present_members
from conformance.formats.model.conversation import (
    DOCUMENT,
    FUNCTION,
    IMAGE,
    TEXT,
    Cache,
    Call,
    Citation,
    Media,
    Reasoning,
    Result,
    Source,
    Text,
    Utterance,
)
from conformance.formats.model.fact import Other


def write_content(form: str, says: Iterable[Utterance | Other], pen: Pen) -> JSON:
    """Write a content in its form, as far as a text can say it."""
    blocks = write_blocks(says, pen)
    if form == TEXT and len(blocks) == 1 and isinstance(blocks[0], dict) and set(blocks[0]) == {"type", "text"}:
        return blocks[0]["text"]
    return blocks


def write_blocks(says: Iterable[Utterance | Other], pen: Pen) -> list[JSON]:
    """Write blocks. What has no block is lost."""
    return pen.each(says, _marked_block)


def _marked_block(one: Utterance, pen: Pen) -> dict[str, Any] | None:
    block = _block(one, pen)
    return None if block is None else block | marked(one.cache, pen)


def marked(cache: Cache | None, pen: Pen) -> dict[str, JSON]:
    """Return the member that marks a cache."""
    if cache is None:
        return {}
    return {"cache_control": pen.beside(cache, {"type": "ephemeral", **({"ttl": cache.lasts} if cache.lasts else {})})}


def _block(one: Utterance, pen: Pen) -> dict[str, Any] | None:
    if isinstance(one, Reasoning):
        return _reasoning(one, pen)
    pen.lose(one.seal)
    if isinstance(one, Text):
        return _text(one, pen)
    if isinstance(one, Call):
        return _call(one, pen)
    if isinstance(one, Result):
        return _result(one, pen)
    return _media(one, pen) if isinstance(one, Media) else None


def _text(one: Text, pen: Pen) -> dict[str, Any]:
    pen.lose(one.tokens)
    notes = [note for citation in one.citations for note in _citation(citation, pen)]
    return {"type": "text", "text": one.value, **({"citations": notes} if notes else {})}


def _call(one: Call, pen: Pen) -> dict[str, Any]:
    """Write a call. Its input is an object, so arguments that mean none are lost."""
    is_own = one.kind == FUNCTION and isinstance(one.arguments.value, dict) and one.id is not None
    pen.lose(one.group, None if is_own else one)
    return {"type": "tool_use", **present_members(id=one.id, name=one.name, input=one.arguments.value)}


def _result(one: Result, pen: Pen) -> dict[str, Any]:
    block = {"type": "tool_result", **present_members(tool_use_id=one.id, is_error=one.failed)}
    if one.structured is not ABSENT:
        block["content"] = json.dumps(one.structured, ensure_ascii=False)
    elif one.form or one.content:
        block["content"] = write_content(one.form, one.content, pen)
    return block


def _reasoning(one: Reasoning, pen: Pen) -> dict[str, Any] | None:
    pen.lose(*one.summary)
    if one.encrypted is not None:
        pen.lose(*one.content)
        return {"type": "redacted_thinking", "data": one.encrypted}
    if one.seal is None and not one.content:
        return None
    thought = "".join(text.value for text in one.content)
    return {"type": "thinking", "thinking": thought, **present_members(signature=one.seal)}


def _media(one: Media, pen: Pen) -> dict[str, Any] | None:
    pen.lose(one.detail, one.transcript, one.id)
    cited = {} if one.cited is None else {"citations": {"enabled": one.cited}}
    if one.kind == "upload":
        return {"type": "container_upload", **present_members(file_id=one.file_id)}
    if one.kind == "search":
        content = write_blocks(one.parts, pen)
        return {"type": "search_result", **present_members(source=one.url, title=one.name), "content": content, **cited}
    source = _source(one, pen)
    if source is None or one.kind not in (IMAGE, DOCUMENT, ""):
        return None
    type_ = "image" if one.kind == IMAGE else "document"
    return {"type": type_, "source": source, **present_members(title=one.name, context=one.about), **cited}


def _source(one: Media, pen: Pen) -> dict[str, Any] | None:
    type_ = present_members(media_type=one.media_type)
    if one.data is not None:
        return {"type": "base64", **type_, "data": one.data}
    if one.text is not None:
        return {"type": "text", **type_, "data": one.text}
    if one.is_inline:
        return {"type": "content", **type_, "content": write_blocks(one.parts, pen)}
    if one.url is not None:
        return {"type": "url", **type_, "url": one.url}
    return {"type": "file", **type_, "file_id": one.file_id} if one.file_id is not None else None


def _citation(note: Citation, pen: Pen) -> list[JSON]:
    """Write a citation, one for each of its sources. One of an unknown kind is all beside the fact."""
    if not note.sources:
        return [pen.beside(note, {})]
    pen.lose(note.span)
    written = [_citation_source(source, pen) for source in note.sources]
    return [pen.beside(note, one) for one in written if one is not None]


def _citation_source(source: Source, pen: Pen) -> dict[str, JSON] | None:
    unit = source.span.unit if source.span else None
    word = next((word for word, how in CITED.items() if (how.kind, how.unit) == (source.kind, unit)), None)
    if word is None:
        pen.lose(source)
        return None
    how = CITED[word]
    written = {
        "type": word,
        **present_members(**{member: getattr(source, name) for name, member in how.members.items()}),
    }
    return written | (
        present_members(**{how.start: source.span.start, how.end: source.span.end}) if source.span else {}
    )
