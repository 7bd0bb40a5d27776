"""Reads the input that came of messages, in the right form or not, and writes the items and parts of facts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from conformance.base.values import JSON
from conformance.formats.chat.read import CALLS
from conformance.formats.facts import (
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
    WireItem,
    word,
)
from conformance.formats.model.fact import Path
from conformance.formats.parts import ALL_PARTS, read_content, without_cache_control
from conformance.formats.responses.facts import is_message, items_of, read_items
from conformance.formats.responses.read import FUNCTION_CALL, FUNCTION_RESULT


@dataclass(frozen=True, slots=True, kw_only=True)
class Items:
    """What an output holds. base: the path of its items. messages: the positions of items that are messages."""

    items: list[JSON]
    base: Path
    instructions: JSON
    found: tuple[WireItem, ...]
    messages: tuple[int, ...]

    @property
    def has_chat_messages(self) -> bool:
        """Whether a result, or a message with calls, is still in its Chat form."""
        return any(word(item, "role") == "tool" or (isinstance(item, dict) and item.get(CALLS)) for item in self.items)


def is_hollow(item: JSON) -> bool:
    """Whether a message says nothing at all."""
    content = item.get("content")
    if not isinstance(content, list):
        return content is None or content == ""
    return all(ALL_PARTS.get(word(part) or "") == TEXT and part.get("text") == "" for part in content)


def read_output(output: JSON, custom: frozenset[str] = frozenset()) -> Items | None:
    """Read a Responses input, as an object or as its bare list; None for what is neither.

    custom: the ids of custom tools' calls in the source.
    """
    items, base = items_of(output, "input")
    if not isinstance(items, list):
        return None
    return Items(
        items=items,
        base=base,
        instructions=output.get("instructions") if isinstance(output, dict) else None,
        found=tuple(_facts_of_items(items, base, custom)),
        messages=tuple(index for index, item in enumerate(items) if is_message(item)),
    )


def _facts_of_items(items: list[JSON], base: Path, custom: frozenset[str]) -> Iterator[WireItem]:
    for fact in read_items(items, base, ALL_PARTS):
        if fact.inside:
            if fact.kind in (IMAGE, FILE):
                yield fact
        elif fact.is_part or is_message(fact.source):
            if fact.is_part or fact.value:
                yield fact
            if fact.kind == INLINE:
                content = read_content(
                    fact.payload, fact.entry, (*fact.at, "content"), fact.role, fact.source, ALL_PARTS, inside=True
                )
                yield from (part for part in content if part.kind in (IMAGE, FILE))
        elif isinstance(fact.source, dict):
            # Of custom tools only the results of the source's own calls have a place in this operation.
            is_custom = fact.kind in (CALL, RESULT) and fact.type not in (FUNCTION_CALL, FUNCTION_RESULT)
            is_custom = is_custom and not (fact.kind == RESULT and isinstance(fact.id, str) and fact.id in custom)
            yield replace(fact, kind=OTHER, value=fact.source) if is_custom else fact


# Writing.


def write_text(text: str, role: str | None) -> JSON:
    """Return the part of a text: what a role says has a type of its own."""
    return {"type": text_type(role), "text": text}


def text_type(role: str | None) -> str:
    """Return what a text of this role is called."""
    return "output_text" if role == "assistant" else "input_text"


def write_call(call: WireItem) -> JSON:
    """Return the item of a call, or of a part that is one."""
    identity, name, given = call.value
    arguments = given if call.kind == CALL else json.dumps(given, ensure_ascii=False)
    return {"type": FUNCTION_CALL, "call_id": identity, "name": name, "arguments": arguments}


def write_result(result: WireItem, output: JSON) -> JSON:
    """Return the item of a result, or of a part that is one."""
    return {"type": FUNCTION_RESULT, "call_id": result.id, "output": output}


def write_inline(result: WireItem) -> JSON:
    """Return a result as a part."""
    return {"type": "tool_result", "tool_use_id": result.id, "content": without_cache_control(result.payload)}


def write_part(fact: WireItem) -> JSON:
    """Return the part that a part of a message becomes; what has no twin as it is."""
    write = _PARTS.get(fact.kind)
    return write(fact) if write is not None else without_cache_control(fact.source)


def _image(fact: WireItem) -> JSON:
    image = {"type": "output_image" if fact.role == "assistant" else "input_image", "image_url": fact.value}
    return image | ({"detail": fact.detail} if fact.detail is not None else {})


_PARTS: Final[Mapping[str, Callable[[WireItem], JSON]]] = {
    TEXT: lambda fact: write_text(fact.value, fact.role),
    IMAGE: _image,
    FILE: lambda fact: {"type": "input_file", **fact.value},
    AUDIO: lambda fact: {"type": "input_audio", "input_audio": fact.value},
    REFUSAL: lambda fact: {"type": "refusal", "refusal": fact.value},
    USE: lambda fact: {"type": "tool_use", "id": fact.id, "name": fact.name, "input": fact.payload},
    INLINE: write_inline,
}
