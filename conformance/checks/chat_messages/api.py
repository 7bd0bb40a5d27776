"""What Chat Completions accepts of messages, by hand-written rules: their form, and calls beside their results."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks import oracle
from conformance.checks.chat_messages.kinds import BROKEN, ODD_PART
from conformance.checks.chat_messages.view import ChatMessages
from conformance.checks.findings import Failure, Findings, brief, output_at
from conformance.formats.facts import IMAGE, is_filled
from conformance.values import JSON

_ROLES = ("developer", "system", "user", "assistant", "tool", "function")
_PARTS = {
    "user": ("text", "image_url", "input_audio", "file"),
    "assistant": ("text", "refusal"),
    "developer": ("text",),
    "system": ("text",),
    "tool": ("text",),
}
_KNOWN_PARTS = frozenset(part for parts in _PARTS.values() for part in parts)
_DETAILS = frozenset({None, "auto", "low", "high"})


def api_schema(view: ChatMessages) -> Findings:
    """API-1: each message has the form that the API's own schema gives it."""
    if not view.judged or not view.output or BROKEN in view.owed.marks:
        return None  # a malformed item could not be accepted either
    return tuple(_forms(view)) or oracle.failures(view.refused, lambda: _rules(view), by_schema=True)


def _forms(view: ChatMessages) -> Iterator[Failure]:
    for index, message in enumerate(view.output):
        yield from _form(view, index, message)


def _form(view: ChatMessages, index: int, message: JSON) -> Iterator[Failure]:
    if not isinstance(message, dict):
        yield Failure("no-object", output_at(index), f"wanted a message, got {brief(message)}")
        return
    role = message.get("role")
    if role not in _ROLES:
        yield Failure("role", output_at(index, "role"), f"the API knows no role {brief(role)}")
        return
    content = message.get("content")
    if not isinstance(content, str | list | None):
        yield Failure("content", output_at(index, "content"), f"content: the API takes no {brief(content)}")
    for position, part in enumerate(content if isinstance(content, list) else ()):
        problem = _part_problem(part, _details(view), odd=ODD_PART in view.owed.marks)
        if problem:
            yield Failure("part", output_at(index, "content", position), problem)
    if role == "tool" and not is_filled(message.get("tool_call_id")):
        yield Failure("no-tool-call-id", output_at(index), "a tool message needs the tool_call_id that it answers")
    calls = message.get("tool_calls")
    if calls is not None and not isinstance(calls, list):
        yield Failure("calls", output_at(index, "tool_calls"), f"tool_calls: the API takes no {brief(calls)}")
    for position, call in enumerate(calls if isinstance(calls, list) else ()):
        problem = _call_problem(call)
        if problem:
            yield Failure("call", output_at(index, "tool_calls", position), problem)


def _details(view: ChatMessages) -> frozenset[str | None]:
    """Return the details that an image may have: one that the input itself has is not the converter's doing."""
    given = {one.fact.detail for one in view.owed.of_kind(IMAGE)}
    return _DETAILS | given if given - _DETAILS else _DETAILS


def _part_problem(part: JSON, details: frozenset[str | None], *, odd: bool) -> str | None:
    if not isinstance(part, dict):
        return f"a part is an object, got {brief(part)}"
    kind = part.get("type")
    if kind not in _KNOWN_PARTS:
        return None if odd else f"the API knows no part of type {brief(kind)} in a message"
    if kind in ("text", "refusal") and not isinstance(part.get(kind), str):
        return f"a {kind} part holds a string, got {brief(part.get(kind))}"
    if kind == "image_url":
        image = part.get("image_url")
        if not isinstance(image, dict) or not isinstance(image.get("url"), str):
            return f"image_url is an object with a url, got {brief(image)}"
        if image.get("detail") not in details:
            return f"detail is auto, low or high, got {brief(image.get('detail'))}"
    if kind == "file" and not isinstance(part.get("file"), dict):
        return f"file is an object, got {brief(part.get('file'))}"
    return None


def _call_problem(call: JSON) -> str | None:
    if not isinstance(call, dict):
        return f"a tool call is an object, got {brief(call)}"
    kind = call.get("type")
    if kind not in ("function", "custom"):
        return f"a tool call is of type function or custom, got {brief(kind)}"
    inner, text = call.get(kind), "arguments" if kind == "function" else "input"
    if not is_filled(call.get("id")):
        return f"a tool call needs an id, got {brief(call.get('id'))}"
    if not isinstance(inner, dict) or not is_filled(inner.get("name")) or not isinstance(inner.get(text), str):
        return f"{kind} holds name and {text}, both strings, got {brief(inner)}"
    return None


def api_rules(view: ChatMessages) -> Findings:
    """API-2: results right after their calls, all of them; no null and no empty content; part types by role."""
    if not view.judged or not view.output or BROKEN in view.owed.marks:
        return None  # a malformed item could not be accepted either
    return tuple(_rules(view)) or oracle.failures(view.refused, lambda: _forms(view), by_schema=False)


def _rules(view: ChatMessages) -> Iterator[Failure]:
    yield from _contents(view)
    yield from _order(view)


def _contents(view: ChatMessages) -> Iterator[Failure]:
    for index, message in enumerate(view.output):
        role = message.get("role") if isinstance(message, dict) else None
        if role not in _PARTS:
            continue
        content, at = message.get("content"), output_at(index, "content")
        replaced = role == "assistant" and any(
            message.get(key) for key in ("tool_calls", "function_call", "refusal", "audio")
        )
        if content is None and not replaced:
            yield Failure("null-content", at, "content: the API expects a string here, got null")
        elif content == [] and not replaced:
            yield Failure("empty-content", at, "content: the API refuses an empty array")
        if message.get("tool_calls") == []:
            yield Failure("empty-calls", output_at(index, "tool_calls"), "tool_calls: the API refuses an empty array")
        for position, part in enumerate(content if isinstance(content, list) else ()):
            kind = part.get("type") if isinstance(part, dict) else None
            if kind in _KNOWN_PARTS and kind not in _PARTS[role]:
                place = output_at(index, "content", position)
                yield Failure("part-of-role", place, f"a message of role {role} may hold no part of type {kind}")


def _order(view: ChatMessages) -> Iterator[Failure]:
    """Yield tool messages that answer no call right before them, and calls that are not answered right after them."""
    asked: dict[str, int] = {}
    answered: set[str] = set()
    for index, message in enumerate([*view.output, None]):
        role = message.get("role") if isinstance(message, dict) else None
        if role == "tool":
            id_ = message.get("tool_call_id")
            if isinstance(id_, str) and id_ in asked:
                answered.add(id_)
            elif not _is_exempt(view, id_):
                text = f"a tool message must answer a call of the message before it; {brief(id_)} does not"
                yield Failure("no-call", output_at(index), text)
            continue
        for id_, place in asked.items():
            if id_ not in answered and not _is_exempt(view, id_):
                text = f"calls must be followed by the tool messages that answer them; {brief(id_)} is not answered"
                yield Failure("no-result", output_at(place), text)
        calls = message.get("tool_calls") if role == "assistant" else None
        found = [call.get("id") for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
        asked, answered = {id_: index for id_ in found if isinstance(id_, str)}, set()


def _is_exempt(view: ChatMessages, id_: JSON) -> bool:
    """Whether the input itself has a call of this id without its result, or a result without its call."""
    if not isinstance(id_, str):
        return True  # API-1 says it
    if id_ in view.owed.loose_ids - view.owed.custom_pairs:
        return True
    return view.is_unanswered(id_)
