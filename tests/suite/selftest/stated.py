"""The facts that a result states, and the result that states others: for each target that is a format of the model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from conformance.base.strict_json import json_or_absent
from conformance.base.values import JSON
from conformance.formats.chat import read as chat
from conformance.formats.chat import write as chat_write
from conformance.formats.cursor import Pen
from conformance.formats.exchanges import ANSWERS, WRITERS
from conformance.formats.model.fact import Fact
from conformance.formats.responses import read as responses
from conformance.formats.responses import write as responses_write
from tests.formats.chat import equal as chat_equal
from tests.formats.responses import equal as responses_equal

_TEXTS: Final = frozenset({"text", "input_text", "output_text"})  # types of parts that are texts


class Stated(NamedTuple):
    """How a kind of value is read and written. normal: its normal form, in which equal values are the same.

    read returns None for what is not of the kind, and write for facts of which no such value can be made.
    """

    read: Callable[[JSON], Fact | None]
    write: Callable[[Any], JSON]
    normal: Callable[[JSON], JSON]


def _answer(target: str) -> Stated:
    normal = {"chat-response": chat_equal.normal, "responses-response": responses_equal.normal}.get(target)
    return Stated(
        read=lambda value: ANSWERS[target](value).answer,
        write=WRITERS[target],
        normal=(lambda value: normal(value, "answer", Counter())) if normal else lambda value: value,
    )


def _request(api: str, *way: str | int) -> Stated:
    """Make the kind of value that is part of a request. way: to it, by members, and 0 for the one entry of a list."""
    read = chat.read_request if api == chat.FORMAT else responses.read_request
    normal = chat_equal.normal if api == chat.FORMAT else responses_equal.normal

    def written(fact: Any) -> JSON:
        if api == chat.FORMAT:
            return _part(chat_write.write_request(fact, Pen(api)), way)
        return _part(responses_write.write_request(fact, Pen(api)), way)

    return Stated(
        read=lambda value: read(_whole(value, way)),
        write=written,
        normal=lambda value: _meant(normal(_whole(value, way), "request", Counter())),
    )


def _meant(value: JSON) -> JSON:
    """Return a value with the objects that arguments are texts of, and the text that a content is a list of."""
    if isinstance(value, list):
        return [_meant(element) for element in value]
    if not isinstance(value, dict):
        return value
    found = {name: _meant(value) for name, value in value.items()}
    arguments = json_or_absent(found.get("arguments"))
    if isinstance(arguments, dict):
        found["arguments"] = arguments
    for name in ("content", "output"):
        text = _only_text(found.get(name))
        if text is not None:
            found[name] = text
    return found


def _only_text(content: JSON) -> str | None:
    """Return the text of a list that holds one, and nothing beside it."""
    one = content[0] if isinstance(content, list) and len(content) == 1 else None
    if not isinstance(one, dict) or set(one) != {"type", "text"} or one["type"] not in _TEXTS:
        return None
    return one["text"] if isinstance(one["text"], str) else None


def _whole(part: JSON, way: tuple[str | int, ...]) -> JSON:
    for step in reversed(way):
        part = {step: part} if isinstance(step, str) else [part]
    return part


def _part(whole: JSON, way: tuple[str | int, ...]) -> JSON:
    """Return a part of a request; None where it has none, or more than one entry where one is wanted."""
    for step in way:
        if isinstance(step, str):
            whole = whole.get(step) if isinstance(whole, dict) else None
        else:
            whole = whole[0] if isinstance(whole, list) and len(whole) == 1 else None
    return whole


# By the names that operations have for their targets. Bodies of a loop's requests have the names of their APIs.
STATED: Final[Mapping[str, Stated]] = {
    **{target: _answer(target) for target in WRITERS},
    "chat": _request("chat"),
    "responses": _request("responses"),
    "chat-request": _request("chat"),
    "responses-request": _request("responses"),
    "chat-messages": _request("chat", "messages"),
    "responses-input": _request("responses"),
    "tool-message": _request("chat", "messages", 0),
    "function-call-output": _request("responses", "input", 0),
    "chat-tools": _request("chat", "tools"),
    "chat-tool": _request("chat", "tools", 0),
    "responses-tools": _request("responses", "tools"),
}
