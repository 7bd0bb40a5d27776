"""Reads the parts of Gemini's contents."""

from __future__ import annotations

from typing import Any, Final

from conformance.base.values import ABSENT
from conformance.formats.cursor import ObjectCursor
from conformance.formats.gemini.words import FORMAT, HOSTED, LEVEL
from conformance.formats.model.conversation import (
    AUDIO,
    DOCUMENT,
    IMAGE,
    PARTS,
    VIDEO,
    Arguments,
    Call,
    Hosted,
    Media,
    Reasoning,
    Result,
    Text,
    Utterance,
)
from conformance.formats.model.fact import Other

_DEEPEST: Final = 12  # of a part's path: no content that the API takes is deeper
_MEDIA: Final = {"inlineData": "data", "fileData": "fileUri"}  # where each kind of media holds what it is


def read_parts(node: ObjectCursor) -> tuple[str, tuple[Utterance | Other, ...]]:
    """Return the form of a content, and what it says."""
    if not isinstance(node.peek("parts"), list):
        return "", ()
    return PARTS, tuple(map(read_part, node.entries("parts")))


def read_part(node: ObjectCursor) -> Utterance | Other:
    """Read a part. One without anything that the model knows is an Other."""
    step = next((word for word in HOSTED if isinstance(node.peek(word), dict)), None)
    if step is not None:
        return _hosted_step(node, step)
    if not isinstance(node.raw, dict) or len(node.path) > _DEEPEST:
        return node.other("part")
    return _text(node) or _thought(node) or _call(node) or _result(node) or _media(node) or node.other("part")


def _hosted_step(node: ObjectCursor, step: str) -> Hosted:
    """Return a step of a tool that the host runs: its value stays as it is."""
    inner = node.child(step)
    tool = inner.word("toolType") if step in ("toolCall", "toolResponse") else "code"
    return Hosted(
        format=FORMAT, word=step, value=node.raw, stage=HOSTED[step], id=inner.word("id"), tool=tool,
        at=node.pointers,
    )  # fmt: skip


def _text(node: ObjectCursor) -> Text | Reasoning | None:
    value = node.take("text", str)
    if value is None:
        return None
    seal = node.take("thoughtSignature", str)
    if node.peek("thought") is not True:
        return Text(value=value, seal=seal, **node.fact)
    node.take("thought")
    at = (*node.path, "text")
    return Reasoning(content=(Text(value=value, at=(at, at)),), seal=seal, **node.fact)


def _thought(node: ObjectCursor) -> Reasoning | None:
    """Return a thought of which only the seal is shown."""
    if node.peek("thought") is not True or not set(node.value) <= {"thought", node.spelled("thoughtSignature")}:
        return None
    seal = node.take("thoughtSignature", str)
    if seal is None:
        return None
    node.take("thought")
    return Reasoning(seal=seal, **node.fact)


def _call(node: ObjectCursor) -> Call | None:
    if not isinstance(node.peek("functionCall"), dict):
        return None
    inner = node.child("functionCall")
    given, at = inner.take("args"), (*inner.path, "args")
    arguments = Arguments(value=given, at=(at, at)) if given is not None else Arguments(value=ABSENT)
    id_, name, seal = inner.take("id", str), inner.take("name", str), node.take("thoughtSignature", str)
    return Call(id=id_, name=name, arguments=arguments, seal=seal, **node.fact)


def _result(node: ObjectCursor) -> Result | None:
    if not isinstance(node.peek("functionResponse"), dict):
        return None
    inner = node.child("functionResponse")
    response = inner.take("response")
    form, content = read_parts(inner)
    id_, name, seal = inner.take("id", str), inner.take("name", str), node.take("thoughtSignature", str)
    return Result(
        id=id_, name=name, seal=seal, form=form, content=content, structured=ABSENT if response is None else response,
        failed=True if isinstance(response, dict) and "error" in response else None, **node.fact,
    )  # fmt: skip


def _media(node: ObjectCursor) -> Media | None:
    name = next((medium for medium in _MEDIA if isinstance(node.peek(medium), dict)), None)
    if name is None or node.child(name).word(_MEDIA[name]) is None:
        return None
    inner, level = node.child(name), _level(node.child("mediaResolution"))
    held: dict[str, Any] = {"data" if name == "inlineData" else "url": inner.take(_MEDIA[name])}
    type_, seal = inner.take("mimeType", str), node.take("thoughtSignature", str)
    return Media(
        kind=_kind(type_), media_type=type_, **held, name=inner.take("displayName", str),
        is_inline=name == "inlineData", detail=level, seal=seal, **node.fact,
    )  # fmt: skip


def _level(node: ObjectCursor) -> str | None:
    """Return how closely media are looked at, in the host's own words."""
    level = node.word("level")
    if level is None or not level.startswith(LEVEL):
        return None
    node.take("level")
    return level


def _kind(type_: str | None) -> str:
    major = (type_ or "").partition("/")[0]
    return major if major in (IMAGE, AUDIO, VIDEO) else DOCUMENT if type_ else ""
