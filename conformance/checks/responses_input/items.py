"""Reads a Responses input into what it holds: texts and other parts, calls, results, wherever they stand."""

from __future__ import annotations

from typing import NamedTuple

from conformance.checks.responses_input.conversation import (
    AUDIO,
    CALL,
    FILE,
    IMAGE,
    INLINE,
    OTHER,
    REFUSAL,
    RESULT,
    TEXT,
    USE,
    Path,
)
from conformance.values import JSON

TEXT_TYPES = frozenset({"input_text", "output_text", "text"})
IMAGE_TYPES = frozenset({"input_image", "output_image", "image_url", "image"})
FILE_TYPES = frozenset({"input_file", "file"})


class Found(NamedTuple):
    """One thing of the output. value: as of what is owed. source: the part or item that holds it.

    item: its item's position. role: of the message it stands in, None outside of messages. bare: it is a message's
    content itself and not a part of it. inside: it stands in a tool result's list.
    """

    kind: str
    item: int
    path: Path
    role: str | None
    value: JSON
    source: JSON
    bare: bool = False
    inside: bool = False


class Items(NamedTuple):
    """What an output holds. base: where its items stand. messages: the positions of items that are messages."""

    items: list[JSON]
    base: Path
    instructions: JSON
    found: tuple[Found, ...]
    messages: tuple[int, ...]


def word(holder: JSON, key: str = "type") -> str | None:
    """Return a text that an object has under a key; None where it has none, or is no object."""
    value = holder.get(key) if isinstance(holder, dict) else None
    return value if isinstance(value, str) else None


def is_message(item: JSON) -> bool:
    """Whether an item of the output is a message."""
    return isinstance(item, dict) and ("role" in item or item.get("type") == "message")


def is_hollow(item: JSON) -> bool:
    """Whether a message says nothing at all."""
    content = item.get("content")
    if not isinstance(content, list):
        return content is None or content == ""
    return all(word(part) in TEXT_TYPES and part.get("text") == "" for part in content)


def read_items(output: JSON) -> Items | None:
    """Read a Responses input, as an object or as its bare list; None for what is neither."""
    base: Path = ()
    items, instructions = output, None
    if isinstance(output, dict):
        base, items, instructions = ("input",), output.get("input"), output.get("instructions")
    if not isinstance(items, list):
        return None
    found: list[Found] = []
    messages = []
    for index, item in enumerate(items):
        path = (*base, index)
        if is_message(item):
            messages.append(index)
            _read_message(index, path, item, found)
        elif isinstance(item, dict):
            _read_item(index, path, item, found)
    return Items(items, base, instructions, tuple(found), tuple(messages))


def _read_message(index: int, path: Path, item: JSON, found: list[Found]) -> None:
    role = word(item, "role") or ""
    content = item.get("content")
    if isinstance(content, str):
        if content:
            found.append(Found(TEXT, index, (*path, "content"), role, content, item, bare=True))
    elif isinstance(content, list):
        for number, part in enumerate(content):
            _read_part(index, (*path, "content", number), role, part, found)


def _read_item(index: int, path: Path, item: JSON, found: list[Found]) -> None:
    type_ = word(item)
    if type_ == "function_call":
        value = item.get("call_id"), item.get("name"), item.get("arguments")
        found.append(Found(CALL, index, path, None, value, item))
    elif type_ == "function_call_output":
        found.append(Found(RESULT, index, path, None, (item.get("call_id"), item.get("output")), item))
        _read_inside(index, (*path, "output"), item.get("output"), None, found)
    else:
        found.append(Found(OTHER, index, path, None, item, item))


def _read_part(index: int, path: Path, role: str, part: JSON, found: list[Found]) -> None:
    kind, value = _part(part)
    found.append(Found(kind, index, path, role, value, part))
    if kind == INLINE:
        _read_inside(index, (*path, "content"), part.get("content"), role, found)


def _read_inside(index: int, path: Path, content: JSON, role: str | None, found: list[Found]) -> None:
    for number, part in enumerate(content if isinstance(content, list) else ()):
        kind, value = _part(part)
        if kind in (IMAGE, FILE):
            found.append(Found(kind, index, (*path, number), role, value, part, inside=True))


def _part(part: JSON) -> tuple[str, JSON]:
    type_ = word(part)
    if type_ in TEXT_TYPES and isinstance(part.get("text"), str):
        return TEXT, part["text"]
    if type_ in IMAGE_TYPES:
        return IMAGE, url_of(part)
    if type_ in FILE_TYPES:
        holder = part.get("file")
        return FILE, holder if isinstance(holder, dict) else {k: v for k, v in part.items() if k != "type"}
    if type_ == "refusal" and isinstance(part.get("refusal"), str):
        return REFUSAL, part["refusal"]
    if type_ == "input_audio":
        return AUDIO, part.get("input_audio")
    if type_ == "tool_use":
        return USE, (part.get("id"), part.get("name"), part.get("input"))
    if type_ == "tool_result":
        return INLINE, (part.get("tool_use_id"), part.get("content"))
    return OTHER, part


def url_of(part: JSON) -> JSON:
    """Return an image's URL, whether it is plain or still wrapped."""
    url = part.get("image_url")
    return url.get("url") if isinstance(url, dict) else url
