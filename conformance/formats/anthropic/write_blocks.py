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


def _marked_block(utterance: Utterance, pen: Pen) -> dict[str, Any] | None:
    block = _block(utterance, pen)
    return None if block is None else block | marked(utterance.cache, pen)


def marked(cache: Cache | None, pen: Pen) -> dict[str, JSON]:
    """Return the member that marks a cache."""
    if cache is None:
        return {}
    return {"cache_control": pen.beside(cache, {"type": "ephemeral", **({"ttl": cache.lasts} if cache.lasts else {})})}


def _block(utterance: Utterance, pen: Pen) -> dict[str, Any] | None:
    if isinstance(utterance, Reasoning):
        return _reasoning(utterance, pen)
    pen.lose(utterance.seal)
    if isinstance(utterance, Text):
        return _text(utterance, pen)
    if isinstance(utterance, Call):
        return _call(utterance, pen)
    if isinstance(utterance, Result):
        return _result(utterance, pen)
    return _media(utterance, pen) if isinstance(utterance, Media) else None


def _text(text: Text, pen: Pen) -> dict[str, Any]:
    pen.lose(text.tokens)
    notes = [note for citation in text.citations for note in _citation(citation, pen)]
    return {"type": "text", "text": text.value, **({"citations": notes} if notes else {})}


def _call(call: Call, pen: Pen) -> dict[str, Any]:
    """Write a call. Its input is an object, so arguments that mean none are lost."""
    is_own = call.kind == FUNCTION and isinstance(call.arguments.value, dict) and call.id is not None
    pen.lose(call.group, None if is_own else call)
    return {"type": "tool_use", **present_members(id=call.id, name=call.name, input=call.arguments.value)}


def _result(result: Result, pen: Pen) -> dict[str, Any]:
    block = {"type": "tool_result", **present_members(tool_use_id=result.id, is_error=result.failed)}
    if result.structured is not ABSENT:
        block["content"] = json.dumps(result.structured, ensure_ascii=False)
    elif result.form or result.content:
        block["content"] = write_content(result.form, result.content, pen)
    return block


def _reasoning(reasoning: Reasoning, pen: Pen) -> dict[str, Any] | None:
    pen.lose(*reasoning.summary)
    if reasoning.encrypted is not None:
        pen.lose(*reasoning.content)
        return {"type": "redacted_thinking", "data": reasoning.encrypted}
    if reasoning.seal is None and not reasoning.content:
        return None
    thought = "".join(text.value for text in reasoning.content)
    return {"type": "thinking", "thinking": thought, **present_members(signature=reasoning.seal)}


def _media(medium: Media, pen: Pen) -> dict[str, Any] | None:
    pen.lose(medium.detail, medium.transcript, medium.id)
    cited = {} if medium.cited is None else {"citations": {"enabled": medium.cited}}
    if medium.kind == "upload":
        return {"type": "container_upload", **present_members(file_id=medium.file_id)}
    if medium.kind == "search":
        content = write_blocks(medium.parts, pen)
        return {
            "type": "search_result",
            **present_members(source=medium.url, title=medium.name),
            "content": content,
            **cited,
        }
    source = _source(medium, pen)
    if source is None or medium.kind not in (IMAGE, DOCUMENT, ""):
        return None
    type_ = "image" if medium.kind == IMAGE else "document"
    return {"type": type_, "source": source, **present_members(title=medium.name, context=medium.about), **cited}


def _source(medium: Media, pen: Pen) -> dict[str, Any] | None:
    type_ = present_members(media_type=medium.media_type)
    if medium.data is not None:
        return {"type": "base64", **type_, "data": medium.data}
    if medium.text is not None:
        return {"type": "text", **type_, "data": medium.text}
    if medium.is_inline:
        return {"type": "content", **type_, "content": write_blocks(medium.parts, pen)}
    if medium.url is not None:
        return {"type": "url", **type_, "url": medium.url}
    return {"type": "file", **type_, "file_id": medium.file_id} if medium.file_id is not None else None


def _citation(note: Citation, pen: Pen) -> list[JSON]:
    """Write a citation, one for each of its sources. One of an unknown kind is all beside the fact."""
    if not note.sources:
        return [pen.beside(note, {})]
    pen.lose(note.span)
    written = [_citation_source(source, pen) for source in note.sources]
    return [pen.beside(note, entry) for entry in written if entry is not None]


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
