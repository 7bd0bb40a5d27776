"""Sound converters of MCP results: built differently, and taking what the rules leave free."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

from conformance.selftest.banks.bank import references
from conformance.selftest.banks.mcp_results import (
    TARGETS,
    Object,
    Target,
    blocks_of,
    over_texts,
    result_of,
    with_blocks,
)
from conformance.selftest.model import Convert, Sound

CHOICES = {
    "blocks": ("newline", "nothing", "blank-line", "parts", "json"),
    "structured": ("text", "structured", "both"),
    "error_form": ("prefix", "object", "own-text"),
    "empty_result": ("empty", "note"),
}
_INNER = ("text", "data", "blob")


def _checked(target: Target, given: Any) -> Object:
    """What the reference makes of an input that it takes. Raises ValueError for a block that is none."""
    for block in blocks_of(given):
        holder = block.get("resource") if isinstance(block.get("resource"), dict) else block
        if block.get("type") not in ("text", "image", "audio", "resource", "resource_link"):
            raise ValueError(f"a block of type {block.get('type')!r}")
        if not any(isinstance(holder.get(key), str) for key in (*_INNER, "uri")):
            raise ValueError("a block without content")
    if len(blocks_of(given)) != len(result_of(given).get("content") or ()):
        raise ValueError("a block that is no object")
    made: Object = target.reference(given)
    return made


def json_of_the_result(target: Target, given: Any) -> Any:
    """The JSON of what the server sent, without what is for the client."""
    made, result = _checked(target, given), result_of(given)
    said = {
        "content": [_plain(block) for block in result["content"]],
        "isError": bool(result.get("isError")),
        "structuredContent": result.get("structuredContent"),
    }
    if any(block.get("type") == "text" and _says(block, said["structuredContent"]) for block in blocks_of(given)):
        del said["structuredContent"]
    images = [part for part in made[target.holder] if isinstance(part, dict) and "text" not in part]
    text = json.dumps(said, ensure_ascii=False)
    return made | {target.holder: [{"type": "input_text", "text": text}, *images] if images else text}


def _says(block: Object, value: Any) -> bool:
    try:
        return value is not None and bool(json.loads(block["text"]) == value)
    except ValueError:
        return False


def _plain(block: Object) -> Object:
    kept = {key: value for key, value in block.items() if key not in ("_meta", "annotations", "icons")}
    if isinstance(kept.get("resource"), dict):
        kept["resource"] = _plain(kept["resource"])
    return {key: "(binary)" if key in ("data", "blob") else value for key, value in kept.items()}


def for_everybody(target: Target, given: Any) -> Any:
    """Nobody reads the audience, and blank texts are left out."""

    def change(blocks: list[Any]) -> list[Any]:
        plain = [{k: v for k, v in b.items() if k != "annotations"} if isinstance(b, dict) else b for b in blocks]
        return [
            b for b in plain if not (isinstance(b, dict) and isinstance(b.get("text"), str) and not b["text"].strip())
        ]

    return target.reference(with_blocks(given, change))


def in_other_words(target: Target, given: Any) -> Any:
    """Other words for what is left out, failed or empty, and further members."""
    made = target.reference(given, blocks="blank-line", error_form="own-text", empty_result="note")
    content = over_texts(made[target.holder], lambda text: text.replace(": left out]", " (binary data, not shown)]"))
    status: Object = {"status": "completed"} if target.takes_media else {"name": "search"}
    if result_of(given).get("isError") is True:
        note = "The tool reported a failure; fix the arguments and try again."
        content = (
            f"{content}\n\n{note}" if isinstance(content, str) else [*content, {"type": "input_text", "text": note}]
        )
    return {**status, **made, target.holder: content}


def in_parts(target: Target, given: Any) -> Any:
    """Always a list of parts."""
    made = target.reference(given, blocks="parts", error_form="own-text")
    return made | {target.holder: [part for part in made[target.holder] if part.get("text") != ""] or ""}


def json_again(target: Target, given: Any) -> Any:
    """A text that is JSON is decoded and encoded again; malformed blocks are refused."""
    made = _checked(target, given)
    return made | {target.holder: over_texts(made[target.holder], _again)}


def _again(text: str) -> str:
    try:
        value = json.loads(text) if text.strip()[:1] in ("{", "[") else None
        return text if value is None else json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (ValueError, RecursionError):
        return text


def as_it_can(target: Target, given: Any) -> Any:
    """An error names what the API cannot hold."""
    for block in blocks_of(given):
        held = block.get("resource") if isinstance(block.get("resource"), dict) else {}
        if block.get("type") == "audio" or (isinstance(held.get("blob"), str) and "text" not in held):
            raise NotImplementedError(
                f"no place for {'audio' if held == {} else 'binary data'} in the result of a tool"
            )
    return target.reference(given)


_ANSWERS = {
    as_it_can: (("error-form", "prefix"),),
    json_of_the_result: (("error-form", "object"), ("unknown-block", "raise")),
    for_everybody: (("blocks", "newline"), ("structured", "text"), ("error-form", "prefix"), ("empty-result", "empty")),
    in_other_words: (("blocks", "blank-line"), ("empty-result", "note")),
    in_parts: (("blocks", "parts"), ("error-form", "own-text")),
    json_again: (("blocks", "newline"), ("unknown-block", "raise")),
}


def _sounds(target: Target) -> Iterator[Sound]:
    yield from references(target.operation, target.reference, CHOICES, 15)
    for function, answers in _ANSWERS.items():
        convert: Convert = partial(function, target)
        yield Sound(function.__name__, target.operation, convert, answers=answers)


SOUND = tuple(sound for target in TARGETS for sound in _sounds(target))
