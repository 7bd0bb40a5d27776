"""What a list of Chat messages says: the same kinds of facts as the items owe, with the places where they stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from conformance.checks.chat_messages.kinds import (
    ASSISTANT,
    EMPTY,
    FILE,
    IMAGE,
    OTHER,
    REFUSAL,
    SYSTEM,
    TEXT,
    TOOL,
    USER,
    Path,
    filled,
)
from conformance.values import JSON

_SPEAKERS = {"user": USER, "assistant": ASSISTANT, "system": SYSTEM, "developer": SYSTEM, "tool": TOOL}


class Said(NamedTuple):
    """One thing a message says. value: as in `items.Fact`; of another part, the part."""

    number: int
    kind: str
    speaker: str
    value: JSON
    message: int
    at: Path


class Called(NamedTuple):
    """A tool call of an assistant message."""

    number: int
    id: JSON
    name: JSON
    arguments: JSON
    message: int
    at: Path


class Answer(NamedTuple):
    """A tool message. texts, others: what its content is made of."""

    number: int
    id: JSON
    texts: tuple[str, ...]
    others: tuple[JSON, ...]
    message: int
    at: Path


class Messages(NamedTuple):
    """All of a result. speakers: of each message; "" for what is no message."""

    speakers: tuple[str, ...]
    said: tuple[Said, ...]
    called: tuple[Called, ...]
    answers: tuple[Answer, ...]


def read_messages(output: JSON) -> Messages:
    """Read a list of Chat messages; what is none says nothing."""
    speakers: list[str] = []
    said: list[Said] = []
    called: list[Called] = []
    answers: list[Answer] = []
    for index, message in enumerate(output if isinstance(output, list) else ()):
        role = message.get("role") if isinstance(message, dict) else None
        speaker = _SPEAKERS.get(role, "") if isinstance(role, str) else ""
        speakers.append(speaker)
        if speaker == TOOL:
            facts = [(kind, value) for kind, value, _at in _facts(message.get("content"), (index, "content"))]
            texts = tuple(value for kind, value in facts if kind == TEXT and value)
            others = tuple(value for kind, value in facts if kind != TEXT)
            answers.append(Answer(len(answers), message.get("tool_call_id"), texts, others, index, (index,)))
        elif speaker:
            found = [fact for fact in _facts(message.get("content"), (index, "content")) if fact[1]]
            if speaker == ASSISTANT:
                if filled(message.get("refusal")):
                    found.append((REFUSAL, message["refusal"], (index, "refusal")))
                called += _called(message.get("tool_calls"), index, len(called))
            elif speaker == USER and not found:
                found.append((EMPTY, "", (index,)))
            for kind, value, at in found:
                said.append(Said(len(said), kind, speaker, value, index, at))
    return Messages(tuple(speakers), tuple(said), tuple(called), tuple(answers))


def _facts(content: JSON, at: Path) -> Iterator[tuple[str, JSON, Path]]:
    if isinstance(content, str):
        yield TEXT, content, at
    for index, part in enumerate(content if isinstance(content, list) else ()):
        if isinstance(part, str):
            yield TEXT, part, (*at, index)
        elif isinstance(part, dict):
            kind, value = _part(part)
            yield kind, value, (*at, index)


def _part(part: dict[str, JSON]) -> tuple[str, JSON]:
    """Read a part; one in the Responses form too: that it is in that form is another rule's matter."""
    kind = part.get("type")
    if kind in ("text", "input_text", "output_text") and isinstance(part.get("text"), str):
        return TEXT, part["text"]
    if kind == "refusal" and isinstance(part.get("refusal"), str):
        return REFUSAL, part["refusal"]
    if kind in ("image_url", "input_image"):
        image = part.get("image_url")
        url, detail = (
            (image.get("url"), image.get("detail")) if isinstance(image, dict) else (image, part.get("detail"))
        )
        if filled(url):
            return IMAGE, (url, detail)
    if kind in ("file", "input_file"):
        file = part["file"] if isinstance(part.get("file"), dict) else part
        fields = {key: file[key] for key in ("file_id", "file_data", "filename") if filled(file.get(key))}
        if fields:
            return FILE, fields
    return OTHER, part


def _called(calls: JSON, message: int, number: int) -> Iterator[Called]:
    for index, call in enumerate(calls if isinstance(calls, list) else ()):
        if not isinstance(call, dict):
            continue
        inner = call.get("function", call.get("custom"))
        inner = inner if isinstance(inner, dict) else {}
        arguments = inner.get("arguments", inner.get("input"))
        at = (message, "tool_calls", index)
        yield Called(number, call.get("id"), inner.get("name"), arguments, message, at)
        number += 1
