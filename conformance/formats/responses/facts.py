"""Reads items of the Responses API: of an input, or of a response's output."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from conformance.base.values import JSON
from conformance.formats.facts import CALL, OTHER, RESULT, Path, WireItem, is_filled, word
from conformance.formats.parts import RESPONSES_PARTS, read_content

# Items that are calls, with the key of their arguments, and items that are results.
CALL_ITEMS: Final[Mapping[str, str]] = {"function_call": "arguments", "custom_tool_call": "input"}
RESULT_ITEMS: Final = frozenset({"function_call_output", "custom_tool_call_output"})


def items_of(given: JSON, key: str) -> tuple[JSON, Path]:
    """Return the items of an object that holds them under a key, or the value itself, and their path."""
    return (given.get(key), (key,)) if isinstance(given, dict) else (given, ())


def is_message(item: JSON) -> bool:
    """Whether an item is a message. In an input its type may be missing."""
    return isinstance(item, dict) and (item.get("type") == "message" or ("role" in item and word(item) is None))


def read_items(items: JSON, base: Path = (), types: Mapping[str, str] = RESPONSES_PARTS) -> Iterator[WireItem]:
    """Yield the facts of a list of items. base: the path of the list."""
    for entry, item in enumerate(items if isinstance(items, list) else ()):
        yield from read_item(item, entry, (*base, entry), types)


def read_item(item: JSON, entry: int, at: Path, types: Mapping[str, str] = RESPONSES_PARTS) -> Iterator[WireItem]:
    """Yield the facts of one item. A result is followed by what is in its output; other items are OTHER."""
    if is_message(item):
        yield from read_content(item.get("content"), entry, (*at, "content"), word(item, "role") or "", item, types)
        return
    type_ = word(item)
    kind, value, whole = OTHER, item, bool(type_)
    if type_ is not None and type_ in CALL_ITEMS:
        kind, value = CALL, (item.get("call_id"), item.get("name"), item.get(CALL_ITEMS[type_]))
        whole = is_filled(value[0]) and is_filled(value[1]) and isinstance(value[2], str)
    elif type_ in RESULT_ITEMS:
        kind, value = RESULT, (item.get("call_id"), item.get("output"))
        whole = is_filled(value[0]) and isinstance(value[1], str | list)
    yield WireItem(kind=kind, entry=entry, at=at, source=item, value=value, type=type_, is_whole=whole)
    if kind == RESULT:
        yield from read_content(item.get("output"), entry, (*at, "output"), None, item, types, inside=True)


_ENCRYPTED: Final = ("encrypted_content", "data")
_REASONING: Final = ("text", "thinking", *_ENCRYPTED)


def encrypted_of(value: JSON) -> str | None:
    """Return what a reasoning item or part holds that only its host can read."""
    return next((value[key] for key in _ENCRYPTED if isinstance(value.get(key), str)), None)


def reasoning_of(value: JSON) -> Iterator[str]:
    """Yield the texts of a reasoning item or part: its summary, its content, and what is encrypted."""
    for key in _REASONING:
        if isinstance(value.get(key), str):
            yield value[key]
    for key in ("summary", "content"):
        inner = value.get(key)
        if isinstance(inner, str):
            yield inner
        for part in inner if isinstance(inner, list) else ():
            if isinstance(part, dict) and isinstance(part.get("text"), str):
                yield part["text"]
