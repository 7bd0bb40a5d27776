"""Writes the parts of Gemini's contents."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from conformance.base.strict_json import json_or_absent
from conformance.base.values import ABSENT, JSON
from conformance.formats.cursor import Pen, present_members
from conformance.formats.gemini.words import LEVEL
from conformance.formats.model.conversation import (
    FUNCTION,
    OBJECT_TEXT,
    Call,
    Media,
    Reasoning,
    Result,
    Text,
    Utterance,
)
from conformance.formats.model.fact import Other


def write_parts(says: Iterable[Utterance | Other], pen: Pen) -> list[JSON]:
    """Write parts. What has no part is lost."""
    return pen.each(says, _signed_part)


def _signed_part(utterance: Utterance, pen: Pen) -> dict[str, Any] | None:
    part = _part(utterance, pen)
    pen.lose(utterance.cache)
    return None if part is None else part | present_members(thoughtSignature=utterance.seal)


def _part(utterance: Utterance, pen: Pen) -> dict[str, Any] | None:
    if isinstance(utterance, Text):
        pen.lose(*utterance.tokens)
        return {"text": utterance.value}
    if isinstance(utterance, Reasoning):
        return _reasoning(utterance, pen)
    if isinstance(utterance, Call):
        return _call(utterance, pen)
    if isinstance(utterance, Result):
        return _result(utterance, pen)
    return _media(utterance, pen) if isinstance(utterance, Media) else None


def _reasoning(reasoning: Reasoning, pen: Pen) -> dict[str, Any] | None:
    if reasoning.encrypted is not None or not (reasoning.content or reasoning.seal):
        return None
    pen.lose(*reasoning.summary)
    return {"thought": True} | (
        {"text": "".join(text.value for text in reasoning.content)} if reasoning.content else {}
    )


def _call(call: Call, pen: Pen) -> dict[str, Any]:
    """Write a call. Its arguments are an object, or absent; what is written without meaning is lost."""
    value = call.arguments.value
    is_own = isinstance(value, dict) or (value is ABSENT and not call.arguments.text)
    pen.lose(call.group, call if call.kind != FUNCTION or not is_own else None)
    return {"functionCall": present_members(id=call.id, name=call.name, args=value)}


def _result(result: Result, pen: Pen) -> dict[str, Any]:
    """Write a result: its object, or its texts in one; what is no text is beside it."""
    written = present_members(id=result.id, name=result.name, response=_response(result))
    is_object = result.structured is not ABSENT and result.form != OBJECT_TEXT
    beside = [said for said in result.content if is_object or not isinstance(said, Text)]
    if beside or (is_object and result.form):
        written["parts"] = write_parts(beside, pen)
    return {"functionResponse": written}


def _response(result: Result) -> JSON:
    """Return the object of a result: its texts are one of its members, whose name says whether the tool failed."""
    if result.structured is not ABSENT:
        return result.structured
    first = next((said.value for said in result.content if isinstance(said, Text)), "")
    if result.form == OBJECT_TEXT and isinstance(value := json_or_absent(first), dict):
        return value
    texts = "".join(said.value for said in result.content if isinstance(said, Text))
    return {"error" if result.failed else "output": texts}


def _media(medium: Media, pen: Pen) -> dict[str, Any] | None:
    pen.lose(medium.about, medium.cited, medium.transcript, medium.id)
    is_level = medium.detail is not None and medium.detail.startswith(LEVEL)
    pen.lose(medium.detail if not is_level else None)
    level = {"mediaResolution": {"level": medium.detail}} if is_level else {}
    held = present_members(mimeType=medium.media_type, data=medium.data, fileUri=medium.url, displayName=medium.name)
    if medium.data is not None:
        return {"inlineData": held, **level}
    return {"fileData": held, **level} if medium.url is not None else None
