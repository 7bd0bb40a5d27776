"""A request of a tool loop, read into what it says: texts, calls and results, in order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from conformance.emulator import CHAT
from conformance.values import JSON

TEXT, CALL, RESULT = "text", "call", "result"
# The forms of tool turns: the Responses API's items, parts of messages, plain text, and the Chat API's messages.
ITEMS, PARTS, WORDS, MESSAGES = "items", "parts", "text", "messages"

_TEXT_PARTS = ("input_text", "output_text", "text", "refusal")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One thing that a request says, and where. role: whose text. value: a text, the arguments, or a result."""

    kind: str
    form: str
    at: tuple[str | int, ...]
    role: str = ""
    id: str = ""
    name: str = ""
    value: JSON = None


def read(api: str, body: JSON) -> tuple[Fact, ...]:
    """Return what a request's body says; nothing for what is no body."""
    if not isinstance(body, dict):
        return ()
    if api == CHAT:
        return tuple(_entries(body.get("messages"), ("messages",)))
    facts = []
    if isinstance(body.get("instructions"), str):
        facts.append(Fact(kind=TEXT, form=WORDS, at=("instructions",), role="system", value=body["instructions"]))
    given = body.get("input")
    if isinstance(given, str):
        facts.append(Fact(kind=TEXT, form=WORDS, at=("input",), role="user", value=given))
    return (*facts, *_entries(given, ("input",)))


def _entries(entries: JSON, at: tuple[str | int, ...]) -> Iterator[Fact]:
    for index, entry in enumerate(entries if isinstance(entries, list) else ()):
        if isinstance(entry, dict):
            yield from _entry(entry, (*at, index))


def _entry(entry: dict[str, JSON], at: tuple[str | int, ...]) -> Iterator[Fact]:
    kind, role = entry.get("type"), _text(entry.get("role"))
    if kind == "function_call":
        yield Fact(
            kind=CALL,
            form=ITEMS,
            at=at,
            role="",
            id=_text(entry.get("call_id")),
            name=_text(entry.get("name")),
            value=entry.get("arguments"),
        )
    elif kind == "function_call_output":
        yield Fact(
            kind=RESULT, form=ITEMS, at=at, role="", id=_text(entry.get("call_id")), name="", value=entry.get("output")
        )
    elif role == "tool":
        yield Fact(
            kind=RESULT,
            form=MESSAGES,
            at=at,
            role="",
            id=_text(entry.get("tool_call_id")),
            name="",
            value=entry.get("content"),
        )
    elif role:
        yield from _content(entry.get("content"), role, at)
        calls = entry.get("tool_calls")
        for index, call in enumerate(calls if isinstance(calls, list) else ()):
            if isinstance(call, dict):
                place = (*at, "tool_calls", index)
                function: JSON = call.get("function")
                name, arguments = (
                    (function.get("name"), function.get("arguments")) if isinstance(function, dict) else ("", None)
                )
                yield Fact(
                    kind=CALL,
                    form=MESSAGES,
                    at=place,
                    role="",
                    id=_text(call.get("id")),
                    name=_text(name),
                    value=arguments,
                )


def _content(content: JSON, role: str, at: tuple[str | int, ...]) -> Iterator[Fact]:
    if isinstance(content, str):
        yield Fact(kind=TEXT, form=WORDS, at=at, role=role, value=content)
    for index, part in enumerate(content if isinstance(content, list) else ()):
        kind = part.get("type") if isinstance(part, dict) else None
        place = (*at, "content", index)
        if kind in _TEXT_PARTS:
            text = part.get("text", part.get("refusal"))
            yield Fact(kind=TEXT, form=WORDS, at=place, role=role, value=_text(text))
        elif kind == "tool_result":
            yield Fact(
                kind=RESULT,
                form=PARTS,
                at=place,
                role=role,
                id=_text(part.get("tool_use_id")),
                name="",
                value=part.get("content"),
            )
        elif kind == "tool_use":
            yield Fact(
                kind=CALL,
                form=PARTS,
                at=place,
                role=role,
                id=_text(part.get("id")),
                name=_text(part.get("name")),
                value=part.get("input"),
            )


def texts_of_result(value: JSON) -> list[str]:
    """Return a result as the texts it can be read as: itself, or its text parts put together."""
    if isinstance(value, str):
        return [value]
    if not isinstance(value, list):
        return []
    parts = [part.get("text") for part in value if isinstance(part, dict)]
    texts = [text for text in parts if isinstance(text, str)]
    return list(dict.fromkeys((*("".join(texts), "\n".join(texts)), *texts))) if texts else []


def _text(value: JSON) -> str:
    return value if isinstance(value, str) else ""
