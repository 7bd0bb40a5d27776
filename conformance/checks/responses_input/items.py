"""What a Responses input holds: texts and other parts, calls and results, with their places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from conformance.formats.facts import CALL, FILE, IMAGE, INLINE, OTHER, RESULT, TEXT, Fact, Path, word
from conformance.formats.parts import ALL_PARTS, read_content
from conformance.formats.responses.facts import is_message, items_of, read_items
from conformance.values import JSON

_TOOL_ITEMS: Final = frozenset({"function_call", "function_call_output"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Items:
    """What an output holds. base: the path of its items. messages: the positions of items that are messages."""

    items: list[JSON]
    base: Path
    instructions: JSON
    found: tuple[Fact, ...]
    messages: tuple[int, ...]


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
        found=tuple(_found(items, base, custom)),
        messages=tuple(index for index, item in enumerate(items) if is_message(item)),
    )


def _found(items: list[JSON], base: Path, custom: frozenset[str]) -> Iterator[Fact]:
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
                yield from (one for one in content if one.kind in (IMAGE, FILE))
        elif isinstance(fact.source, dict):
            # Of custom tools only the results of the source's own calls have a place in this operation.
            is_custom = fact.kind in (CALL, RESULT) and fact.type not in _TOOL_ITEMS
            is_custom = is_custom and not (fact.kind == RESULT and fact.id in custom)
            yield replace(fact, kind=OTHER, value=fact.source) if is_custom else fact
