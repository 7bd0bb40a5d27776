"""Writes the parts of Gemini's contents."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from conformance.base.values import ABSENT, JSON
from conformance.formats.cursor import Pen, present_members
from conformance.formats.gemini.words import LEVEL
from conformance.formats.model.conversation import FUNCTION, Call, Media, Reasoning, Result, Text, Utterance
from conformance.formats.model.fact import Other


def write_parts(says: Iterable[Utterance | Other], pen: Pen) -> list[JSON]:
    """Write parts. What has no part is lost."""
    return pen.each(says, _signed_part)


def _signed_part(one: Utterance, pen: Pen) -> dict[str, Any] | None:
    part = _part(one, pen)
    pen.lose(one.cache)
    return None if part is None else part | present_members(thoughtSignature=one.seal)


def _part(one: Utterance, pen: Pen) -> dict[str, Any] | None:
    if isinstance(one, Text):
        pen.lose(*one.tokens)
        return {"text": one.value}
    if isinstance(one, Reasoning):
        return _reasoning(one, pen)
    if isinstance(one, Call):
        return _call(one, pen)
    if isinstance(one, Result):
        return _result(one, pen)
    return _media(one, pen) if isinstance(one, Media) else None


def _reasoning(one: Reasoning, pen: Pen) -> dict[str, Any] | None:
    if one.encrypted is not None or not (one.content or one.seal):
        return None
    pen.lose(*one.summary)
    return {"thought": True} | ({"text": "".join(text.value for text in one.content)} if one.content else {})


def _call(one: Call, pen: Pen) -> dict[str, Any]:
    """Write a call. Its arguments are an object, or absent; what is written without meaning is lost."""
    value = one.arguments.value
    is_own = isinstance(value, dict) or (value is ABSENT and not one.arguments.text)
    pen.lose(one.group, one if one.kind != FUNCTION or not is_own else None)
    return {"functionCall": present_members(id=one.id, name=one.name, args=value)}


def _result(one: Result, pen: Pen) -> dict[str, Any]:
    """Write a result: its object, or its texts in one; what is no text is beside it."""
    written = present_members(id=one.id, name=one.name, response=_response(one))
    is_object = one.structured is not ABSENT
    beside = [said for said in one.content if is_object or not isinstance(said, Text)]
    if beside or (is_object and one.form):
        written["parts"] = write_parts(beside, pen)
    return {"functionResponse": written}


def _response(one: Result) -> JSON:
    """Return the object of a result: its texts are one of its members, whose name says whether the tool failed."""
    if one.structured is not ABSENT:
        return one.structured
    texts = "".join(said.value for said in one.content if isinstance(said, Text))
    return {"error" if one.failed else "output": texts}


def _media(one: Media, pen: Pen) -> dict[str, Any] | None:
    pen.lose(one.about, one.cited, one.transcript, one.id)
    is_level = one.detail is not None and one.detail.startswith(LEVEL)
    pen.lose(one.detail if not is_level else None)
    level = {"mediaResolution": {"level": one.detail}} if is_level else {}
    held = present_members(mimeType=one.media_type, data=one.data, fileUri=one.url, displayName=one.name)
    if one.data is not None:
        return {"inlineData": held, **level}
    return {"fileData": held, **level} if one.url is not None else None
