"""Kinds of facts side by side: what a content of each format holds, and what can come after what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from conformance.formats.form import carries
from conformance.formats.kinds import KINDS, NATIVE
from conformance.formats.model.conversation import (
    AUDIO,
    CUSTOM,
    DEVELOPER,
    IMAGE,
    MODEL,
    SYSTEM,
    TOOL,
    USER,
    Call,
    Hosted,
    Media,
    ModelRefusal,
    Reasoning,
    Result,
    Text,
    Utterance,
)
from conformance.formats.model.fact import Other

TEXT, REFUSAL, CALL, CUSTOM_CALL = "text/text", "text/refusal", "call/call", "call/custom"
RESULT, STEP, UNREAD = "result", "hosted step", "unread"  # of these the model has a fact, and a form has no entry
ANSWER: Final = "answer"  # a message of the model that is not history
_CALLS: Final = (CALL, CUSTOM_CALL)
_MEDIA: Final = tuple(
    f"media/{word}"
    for word in (
        "image-url", "image-data", "image-id", "document-url", "document-data", "document-id", "document-text", "sound",
    )
)  # fmt: skip
_THOUGHTS: Final = ("reasoning/text", "reasoning/summary", "reasoning/encrypted")
# What a message of the model has; in Responses all else is an item of its own.
_OWN: Final = {
    "chat": (TEXT, REFUSAL, *_CALLS), "responses": (TEXT, REFUSAL), "anthropic": (TEXT, *_CALLS, *_THOUGHTS, STEP),
    "gemini": (TEXT, *_CALLS, *_THOUGHTS, STEP),
}  # fmt: skip
# What a server of MCP returns, whose format is no API's.
_MCP_BLOCKS: Final = (TEXT, *(f"media/{word}" for word in (
    "image-data", "sound", "document-url", "document-text", "document-data",
)))  # fmt: skip


class SpokenKind(NamedTuple):
    """One thing that somebody says."""

    speaker: str
    kind: str

    def __str__(self) -> str:
        return f"{self.speaker} {self.kind}"


def kind_of(utterance: Utterance | Other) -> str:
    """Return the kind of a fact."""
    if isinstance(utterance, Text):
        return TEXT
    if isinstance(utterance, ModelRefusal):
        return REFUSAL
    if isinstance(utterance, Media):
        return f"media/{_medium(utterance)}"
    if isinstance(utterance, Call):
        return CUSTOM_CALL if utterance.kind == CUSTOM else CALL
    if isinstance(utterance, Result):
        return RESULT
    if isinstance(utterance, Reasoning):
        held = (utterance.content, utterance.summary, utterance.encrypted)
        return next((kind for kind, said in zip(_THOUGHTS, held, strict=True) if said), "reasoning")
    return STEP if isinstance(utterance, Hosted) else UNREAD


def _medium(medium: Media) -> str:
    if medium.kind == AUDIO:
        return "sound"
    word = "image" if medium.kind == IMAGE else "document"
    held = {"text": medium.text, "data": medium.data, "id": medium.file_id, "url": medium.url}
    return f"{word}-{next((how for how, said in held.items() if said is not None), 'name')}"


def held(format: str, place: str) -> tuple[str, ...]:
    """Return the kinds that a content holds. place: who speaks, TOOL for a result, or ANSWER."""
    if format == "mcp":
        return _MCP_BLOCKS
    native = [kind for kind in KINDS if carries(format, kind) == NATIVE]
    if place == TOOL:
        words = [kind.partition("/")[2] for kind in native if kind.startswith("result/")]
        return (TEXT, *(kind for kind in _MEDIA if kind in native and kind[6:].partition("-")[0] in words))
    if place == USER:
        return (TEXT, *(kind for kind in _MEDIA if kind in native))
    if place in (MODEL, ANSWER):
        return tuple(kind for kind in _OWN[format] if kind == STEP or carries(format, kind) == NATIVE)
    return (TEXT,)


def is_beside(format: str, place: str, text: str, other: str) -> bool:
    """Whether one kind can come directly before another in a content."""
    if place not in (MODEL, ANSWER):
        return True
    if format != "chat":
        return place == MODEL or follows(format, (SpokenKind(place, text),), SpokenKind(place, other))
    # A message of Chat has its calls behind what it says, and at most one refusal; an answer has it instead of a text.
    if text in _CALLS or other in _CALLS:
        return other in _CALLS and not (place == ANSWER and text == REFUSAL)
    return text == TEXT and place == MODEL


def steps(format: str) -> tuple[SpokenKind, ...]:
    """Return what a conversation of a format consists of."""
    return (
        SpokenKind(SYSTEM, TEXT), SpokenKind(DEVELOPER, TEXT), *(SpokenKind(USER, kind) for kind in held(format, USER)),
        *own_steps(format, MODEL), SpokenKind(TOOL, RESULT),
    )  # fmt: skip


def own_steps(format: str, place: str) -> tuple[SpokenKind, ...]:
    """Return what a model says in a format. place: MODEL for its history, ANSWER for one answer."""
    apart = [kind for kind in (*_CALLS, *_THOUGHTS) if carries(format, kind) == NATIVE]
    own = (*held(format, place), *apart, *((STEP,) if format != "chat" else ()))
    return tuple(SpokenKind(place, kind) for kind in dict.fromkeys(own))


def follows(format: str, before: Sequence[SpokenKind], step: SpokenKind) -> bool:
    """Whether a step can come after some others. A result answers all calls that are open.

    An answer refuses at its end, and calls nothing then. One of Anthropic thinks no more behind its calls.
    """
    if step.speaker == ANSWER:
        kinds = {kind.kind for kind in before}
        if format == "anthropic":
            return kinds.isdisjoint(_CALLS) or step.kind in (TEXT, *_CALLS)
        return REFUSAL not in kinds and (step.kind != REFUSAL or kinds.isdisjoint(_CALLS))
    since = next((number for number, kind in enumerate(reversed(before)) if kind.kind == RESULT), len(before))
    is_open = any(kind.kind in _CALLS for kind in before[len(before) - since :])
    if before and before[-1].kind in _THOUGHTS:
        return step.speaker == MODEL  # thoughts are of the item behind them
    if step.kind == RESULT:
        return is_open
    return not is_open or (format == "responses" and step.speaker == MODEL)


def pairs(format: str, only: Sequence[SpokenKind] = ()) -> Iterator[tuple[SpokenKind, SpokenKind]]:
    """Yield the steps that can come one directly before the other. only: of these, where there are any."""
    found, call = only or steps(format), SpokenKind(MODEL, CALL)
    for kind in found:
        ways = [way for way in ((kind,), (call, kind)) if follows(format, way[:-1], kind)]
        yield from ((kind, other) for other in found if any(follows(format, way, other) for way in ways))
