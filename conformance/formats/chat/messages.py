"""Reads messages that a converter wrote: also what is not as the API has it, such as parts of the other API."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from conformance.base.values import JSON
from conformance.formats.chat.message import PLACES, read_call
from conformance.formats.chat.read import CALLS, FORMAT, SPEAKERS
from conformance.formats.content import read_content, read_returned
from conformance.formats.cursor import unread
from conformance.formats.facts import is_filled, word
from conformance.formats.model.conversation import MODEL, TOOL, ModelRefusal, Result, Text, Turn, Utterance
from conformance.formats.model.fact import Other, Path
from conformance.formats.model.reading import ParsedSide
from conformance.formats.model.talk import FlatConversation

# Where a message has what, from the message, or from the call in it.
_PLACES: Final = {**PLACES, "text": ("content",), "result/id": ("tool_call_id",), "result/content": ("content",)}
_SPEAKERS: Final = {role: speaker for role, speaker in SPEAKERS.items() if role != "function"}


def read_messages(output: JSON) -> ParsedSide:
    """Read a list of messages. What is no message has no speaker."""
    said = None
    if isinstance(output, list):
        said = FlatConversation.of_turns(read_turn(item, (place,)) for place, item in enumerate(output))
        said.hollow += [place for place, item in enumerate(output) if isinstance(item, dict) and _is_hollow(item)]
    return ParsedSide(answer=None, value=output, form="a list of messages", places=_PLACES, talk=said)


def read_tool_message(output: JSON) -> ParsedSide:
    """Read one message as the result of a call."""
    return read_returned(output, FORMAT, ("role", "tool"), "tool_call_id", "content")


def _is_hollow(message: dict[str, JSON]) -> bool:
    """Whether a message has neither content nor anything that takes its place."""
    beside = any(message.get(name) for name in (CALLS, "function_call", "refusal", "audio"))
    return message.get("content") is None and not beside


def read_turn(message: JSON, at: Path) -> Turn:
    """Read a message. What is none, or of nobody, says nothing."""
    speaker = _SPEAKERS.get(word(message, "role") or "")
    if speaker is None:
        return Turn(speaker=None, form="", at=(at,))
    parts = read_content(message.get("content"), (*at, "content"), FORMAT, bare=True)
    says = tuple(part for part in parts if not isinstance(part, Text | ModelRefusal | Other) or part.value)
    if speaker == TOOL:
        id_ = message.get("tool_call_id")
        says = (Result(id=id_ if isinstance(id_, str) else None, content=says, at=(at, (*at, "content"))),)
    elif speaker == MODEL:
        says = (*says, *_beside(message, at))
    return Turn(speaker=speaker, says=says, at=(at,))


def _beside(message: dict[str, JSON], at: Path) -> Iterator[Utterance | Other]:
    """Yield what an assistant's message says beside its content."""
    if is_filled(message.get("refusal")):
        yield ModelRefusal(value=message["refusal"], is_apart=True, at=((*at, "refusal"),))
    if message.get("audio") and isinstance(message["audio"], dict):
        yield unread(message["audio"], (*at, "audio"), FORMAT)
    entries = message.get(CALLS)
    for place, entry in enumerate(entries if isinstance(entries, list) else ()):
        yield read_call(entry, (*at, CALLS, place))
