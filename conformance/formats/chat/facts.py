"""Reads messages of the Chat Completions API."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from conformance.base.values import JSON
from conformance.formats.facts import AUDIO, CALL, REFUSAL, RESULT, Path, WireItem, is_filled, word
from conformance.formats.parts import CHAT_PARTS, read_content


def read_messages(messages: JSON, base: Path = (), types: Mapping[str, str] = CHAT_PARTS) -> Iterator[WireItem]:
    """Yield the facts of a list of messages. base: the path of the list. What is no message has no facts."""
    for entry, message in enumerate(messages if isinstance(messages, list) else ()):
        yield from read_message(message, entry, (*base, entry), types)


def read_message(message: JSON, entry: int, at: Path, types: Mapping[str, str] = CHAT_PARTS) -> Iterator[WireItem]:
    """Yield the facts of one message: its content, then its refusal, its audio and its calls.

    A message of role tool is one result, followed by what is in its content.
    """
    role = word(message, "role")
    if role is None:
        return
    content = message.get("content")
    if role == "tool":
        identity = message.get("tool_call_id")
        whole = is_filled(identity) and (isinstance(content, str) or (isinstance(content, list) and bool(content)))
        yield WireItem(
            kind=RESULT, entry=entry, at=at, role=role, source=message, value=(identity, content), is_whole=whole
        )
        yield from read_content(content, entry, (*at, "content"), role, message, types, inside=True)
        return
    yield from read_content(content, entry, (*at, "content"), role, message, types)
    refusal, audio, calls = (message.get(key) for key in ("refusal", "audio", "tool_calls"))
    if is_filled(refusal):
        yield WireItem(kind=REFUSAL, entry=entry, at=(*at, "refusal"), role=role, source=message, value=refusal)
    if isinstance(audio, dict):
        yield WireItem(kind=AUDIO, entry=entry, at=(*at, "audio"), role=role, source=audio, value=audio)
    for number, call in enumerate(calls if isinstance(calls, list) else ()):
        yield read_call(call, entry, (*at, "tool_calls", number))


def read_call(call: JSON, entry: int, at: Path) -> WireItem:
    """Read an entry of tool_calls: of a function, or of a custom tool, whose input is read as the arguments."""
    holder = call if isinstance(call, dict) else {}
    inner: JSON = holder.get("function", holder.get("custom"))
    inner = inner if isinstance(inner, dict) else {}
    value = holder.get("id"), inner.get("name"), inner.get("arguments", inner.get("input"))
    return WireItem(
        kind=CALL, entry=entry, at=at, role="assistant", source=call, value=value, type=word(call),
        is_whole=is_filled(value[0]) and is_filled(value[1]) and isinstance(value[2], str),
    )  # fmt: skip
