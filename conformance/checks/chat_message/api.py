"""What the Chat API accepts of an assistant message, by hand-written rules."""

from __future__ import annotations

import re
from collections.abc import Iterator

from conformance.checks import oracle
from conformance.checks.chat_message.view import ChatMessage
from conformance.checks.findings import Failure, Findings, brief, output_at
from conformance.values import ABSENT, JSON

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_CALL_FORMS = {"function": ("name", "arguments"), "custom": ("name", "input")}
_PARTS = {"text": "text", "refusal": "refusal"}


def api_schema(view: ChatMessage) -> Findings:
    """API-1: the message has the form of an assistant message: its known keys, each of its type."""
    if not view.answered or view.unfit or view.source.is_broken:
        return None
    if view.message is None:
        return (Failure("no-object", "/output", f"a message is an object, got {brief(view.output)}"),)
    found = tuple(_form(view.message))
    return found or oracle.failures(view.refused, lambda: _rules(view, view.message or {}), by_schema=True)


def _form(message: dict[str, JSON]) -> Iterator[Failure]:
    yield from _top(message)
    yield from _calls(message.get("tool_calls"))


def _top(message: dict[str, JSON]) -> Iterator[Failure]:
    if message.get("role") != "assistant":
        yield Failure("role", output_at("role"), f'the API wants role "assistant", got {brief(message.get("role"))}')
    content = message.get("content")
    if isinstance(content, list):
        yield from _parts(content)
    elif content is not None and not isinstance(content, str):
        yield Failure(
            "content", output_at("content"), f"content is text, a list of parts or null, not {brief(content)}"
        )
    for key, wanted, word in (
        ("refusal", str, "text"),
        ("audio", dict, "an object"),
        ("function_call", dict, "an object"),
    ):
        value = message.get(key)
        if value is not None and not isinstance(value, wanted):
            yield Failure("type-of-" + key, output_at(key), f"{key} is {word} or null, not {brief(value)}")


def _parts(parts: list[JSON]) -> Iterator[Failure]:
    if not parts:
        yield Failure("no-parts", output_at("content"), "a content that is a list has at least one part")
    for index, part in enumerate(parts):
        kind = part.get("type") if isinstance(part, dict) else None
        if not isinstance(kind, str):
            yield Failure("part", output_at("content", index), f"a part is an object with a type, not {brief(part)}")
        elif kind in _PARTS and not isinstance(part.get(_PARTS[kind]), str):
            at = output_at("content", index, _PARTS[kind])
            yield Failure("part", at, f"a part of type {kind} has its text under {_PARTS[kind]!r}")


def _calls(calls: JSON) -> Iterator[Failure]:
    if calls is None:
        return
    if not isinstance(calls, list) or not calls:
        message = f"tool_calls is a list with at least one call, not {brief(calls)}"
        yield Failure("no-calls", output_at("tool_calls"), message)
        return
    for index, call in enumerate(calls):
        kind = call.get("type") if isinstance(call, dict) else None
        at = ("tool_calls", index)
        if not isinstance(call, dict) or not isinstance(kind, str) or kind not in _CALL_FORMS:
            yield Failure("call", output_at(*at), f"a call is an object of type function or custom, not {brief(call)}")
            continue
        if not isinstance(call.get("id"), str) or not call["id"]:
            yield Failure(
                "call-id",
                output_at(*at, "id"),
                f"a call has an id, a text that is not empty; got {brief(call.get('id'))}",
            )
        inner = call.get(kind)
        for key in _CALL_FORMS[kind]:
            value = inner.get(key, ABSENT) if isinstance(inner, dict) else ABSENT
            if not isinstance(value, str):
                got = "none" if value is ABSENT else brief(value)
                yield Failure("call-" + key, output_at(*at, kind, key), f"{kind}.{key} is a text, got {got}")


def api_rules(view: ChatMessage) -> Findings:
    """API-2: what no schema says: content that may not be null, part types, names, and ids of their own."""
    if not view.answered or view.unfit or view.source.is_broken or view.message is None:
        return None
    found = tuple(_rules(view, view.message))
    return found or oracle.failures(view.refused, lambda: _form(view.message or {}), by_schema=False)


def _rules(view: ChatMessage, message: dict[str, JSON]) -> Iterator[Failure]:
    yield from _content(view, message)
    yield from _names(view)
    yield from _ids(view)


def _content(view: ChatMessage, message: dict[str, JSON]) -> Iterator[Failure]:
    content = message.get("content")
    if content is None and not view.entries and message.get("refusal") is None and not view.unread:
        # The documents know this answer where there is nothing, or nothing but empty text, to say.
        nothing = not view.texts and not view.owed_calls and not view.refusals
        before = ("OUT-5" if view.has_empty_text else "OUT-6") if nothing else None
        told = "the API refuses content null in a message without calls: expected a string, got null"
        yield Failure("null", output_at("content"), told, before)
    for index, part in enumerate(content if isinstance(content, list) else ()):
        kind = part.get("type") if isinstance(part, dict) else None
        if isinstance(kind, str) and kind not in _PARTS:
            told = f"an assistant's content takes parts of type text and refusal, not {brief(kind)}"
            yield Failure("part-type", output_at("content", index, "type"), told)


def _names(view: ChatMessage) -> Iterator[Failure]:
    known = {call.name for call in view.source.calls}
    for index, sent in enumerate(view.sent):
        if isinstance(sent.name, str) and sent.name not in known and not _NAME.fullmatch(sent.name):
            yield Failure("name", output_at("tool_calls", index), f"the API refuses the name {brief(sent.name)}")


def _ids(view: ChatMessage) -> Iterator[Failure]:
    """Each call is answered by a tool message that names its id, so no two may have the same one."""
    before = [call.id for call in view.source.calls]
    if len(set(before)) < len(before):
        return
    paired = {pair.position for pair in view.pairs}
    seen: set[str] = set()
    for index, sent in enumerate(view.sent):
        # A call that came from an item of another type has an id that is not known here.
        if isinstance(sent.id, str) and (index in paired or not view.source.callable):
            if sent.id in seen:
                told = f"two calls have the id {brief(sent.id)}, so a result cannot say which one it answers"
                yield Failure("same-id", output_at("tool_calls", index, "id"), told)
            seen.add(sent.id)
