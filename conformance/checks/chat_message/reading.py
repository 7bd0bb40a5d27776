"""What the items of a response hold: texts, refusals, reasoning and calls, each with its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from conformance.values import ABSENT, JSON

FUNCTION, INLINE, CUSTOM, OTHER = "function_call", "tool_use", "custom_tool_call", "other"

# Part types that hold text in some dialect, and that a converter may read as text or pass over.
_OTHER_TEXTS = ("text", "input_text", "output_text")
_REASONING = ("reasoning", "reasoning_text", "summary_text", "thinking", "redacted_thinking")
# What waits for the client to act, and has no form of its own in Chat.
ACTIONS = ("apply_patch_call", "computer_call", "local_shell_call", "mcp_approval_request", "shell_call")

Place = tuple[int, ...]


class Text(NamedTuple):
    """A text of the response. owed: whether it must arrive. item: the position of its item."""

    text: str
    owed: bool
    item: int


class Call(NamedTuple):
    """A call of the response. payload: arguments, or the input of an inline or custom one. owed: as in Text."""

    place: Place
    kind: str
    id: str
    name: str
    payload: JSON
    owed: bool


class Refused(NamedTuple):
    """A refusal of the response."""

    place: Place
    text: str


class Source:
    """A response, read once.

    unknown: places of items and parts of types that S4 does not name. actions: places of those that wait for the
    client. broken: places of what is malformed; what becomes of it is free. callable: how many items may arrive as
    calls although none must. kinds: what each item holds, by its position.
    """

    def __init__(self, items: list[JSON]) -> None:
        self.texts: list[Text] = []
        self.calls: list[Call] = []
        self.refusals: list[Refused] = []
        self.reasoning: list[str] = []
        self.unknown: list[Place] = []
        self.actions: list[Place] = []
        self.broken: list[Place] = []
        self.callable = 0
        self.kinds: list[frozenset[str]] = []
        for position, item in enumerate(items):
            self.kinds.append(frozenset(self._read_item(position, item)))

    def _read_item(self, position: int, item: JSON) -> Iterator[str]:
        """Read one item; yield the kinds of what it holds."""
        place: Place = (position,)
        kind = item.get("type") if isinstance(item, dict) else None
        if kind == "message":
            yield from self._read_message(position, item)
        elif kind == FUNCTION:
            done = item.get("status") in (None, "completed")
            yield self._read_call(place, item, FUNCTION, ("call_id", "name", "arguments"), owed=done)
        elif kind == CUSTOM:
            yield self._read_call(place, item, CUSTOM, ("call_id", "name", "input"), owed=False)
        elif kind == "reasoning":
            self.reasoning += _texts_within(item)
            if not isinstance(item.get("summary"), list) or not isinstance(item.get("content"), list | None):
                self.broken.append(place)
            yield "reasoning"
        elif isinstance(kind, str):
            yield from self._read_unknown(place, item, kind)
        elif (
            isinstance(item, dict) and isinstance(item.get("role"), str) and isinstance(item.get("content"), list | str)
        ):
            yield from self._read_message(position, item)  # the short form of a message, which has no type
        else:
            self.broken.append(place)

    def _read_message(self, position: int, item: JSON) -> Iterator[str]:
        parts = item.get("content")
        owed = item.get("type") == "message" and item.get("role", "assistant") in (None, "assistant")
        if isinstance(parts, str):
            self.texts.append(Text(parts, owed=False, item=position))
        if not owed or not isinstance(parts, list | None):
            self.broken.append((position,))
        if not isinstance(parts, list | None):
            return
        for number, part in enumerate(parts or ()):
            yield self._read_part((position, number), part, owed)

    def _read_part(self, place: Place, part: JSON, owed: bool) -> str:
        kind = part.get("type") if isinstance(part, dict) else None
        if kind == "output_text" and isinstance(part.get("text"), str):
            self.texts.append(Text(part["text"], owed, place[0]))
            return "text"
        if kind == "refusal" and isinstance(part.get("refusal"), str):
            if owed:
                self.refusals.append(Refused(place, part["refusal"]))
            else:
                self.broken.append(place)
            return "refusal"
        if kind == INLINE:
            return self._read_call(place, part, INLINE, ("id", "name", "input"), owed)
        if kind in _REASONING:
            self.reasoning += _texts_within(part)
            return "reasoning"
        if not isinstance(kind, str) or kind in ("output_text", "refusal"):
            self.broken.append(place)
            return "broken"
        if kind in _OTHER_TEXTS and isinstance(part.get("text"), str):
            self.texts.append(Text(part["text"], owed=False, item=place[0]))
        self.unknown.append(place)
        return "unknown"

    def _read_call(self, place: Place, value: JSON, kind: str, keys: tuple[str, str, str], owed: bool) -> str:
        identifier, name, payload = (value.get(key) for key in keys)
        wanted = dict if kind == INLINE else str
        if not (_is_named(identifier) and _is_named(name) and isinstance(payload, wanted)):
            self.broken.append(place)
            return "broken"
        self.calls.append(Call(place, kind, identifier, name, payload, owed))
        return kind

    def _read_unknown(self, place: Place, item: JSON, kind: str) -> Iterator[str]:
        self.unknown.append(place)
        if kind in ACTIONS:
            self.actions.append(place)
        if kind in _REASONING:
            self.reasoning += _texts_within(item)
        elif kind in _OTHER_TEXTS and isinstance(item.get("text"), str):
            self.texts.append(Text(item["text"], owed=False, item=place[0]))
        elif kind in (*ACTIONS, INLINE) or kind.endswith("_call"):
            self.callable += 1
        yield "unknown"


def _is_named(value: JSON) -> bool:
    return isinstance(value, str) and value != ""


def _texts_within(value: JSON) -> Iterator[str]:
    """Yield the texts of a reasoning item or part: its summary, its content, and what is encrypted."""
    for key in ("text", "thinking", "encrypted_content", "data"):
        if isinstance(value.get(key), str):
            yield value[key]
    for key in ("summary", "content"):
        inner = value.get(key)
        if isinstance(inner, str):
            yield inner
        for part in inner if isinstance(inner, list) else ():
            if isinstance(part, dict) and isinstance(part.get("text"), str):
                yield part["text"]


class Sent(NamedTuple):
    """A call of the message. payload: arguments, or a custom tool's input. Fields it lacks are ABSENT."""

    type: JSON
    id: JSON
    name: JSON
    payload: JSON


def read_sent(entry: JSON) -> Sent:
    """Read one entry of tool_calls."""
    if not isinstance(entry, dict):
        return Sent(ABSENT, ABSENT, ABSENT, ABSENT)
    inner = entry.get("function", entry.get("custom"))
    inner = inner if isinstance(inner, dict) else {}
    payload = inner.get("arguments", inner.get("input", ABSENT))
    return Sent(entry.get("type", ABSENT), entry.get("id", ABSENT), inner.get("name", ABSENT), payload)
