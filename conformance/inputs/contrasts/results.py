"""Contrasts of the results of MCP tool calls."""

from __future__ import annotations

from collections.abc import Callable

from conformance.base.values import JSON
from conformance.formats.facts import word
from conformance.inputs.contrasts.conversations import TEXT
from conformance.inputs.contrasts.model import Contrast

_TEXT_BLOCK = {"type": "text", "text": TEXT}


def _of_result(change: Callable[[dict[str, JSON]], dict[str, JSON]]) -> Callable[[JSON], JSON]:
    """Return what changes the result in an input that has one with a list of blocks."""

    def changed(value: JSON) -> JSON:
        result = value.get("result") if isinstance(value, dict) else None
        if not isinstance(result, dict) or not isinstance(result.get("content"), list):
            return value
        return {**value, "result": change(result)}

    return changed


def _text_for(is_meant: Callable[[JSON], bool]) -> Callable[[JSON], JSON]:
    """Return what puts a text into the place of some blocks."""
    return _of_result(
        lambda result: {**result, "content": [_TEXT_BLOCK if is_meant(part) else part for part in result["content"]]}
    )


def _is_media(block: JSON) -> bool:
    resource = block.get("resource") if isinstance(block, dict) else None
    return word(block) in ("image", "audio") or (isinstance(resource, dict) and "blob" in resource)


def _without_structured(result: dict[str, JSON]) -> dict[str, JSON]:
    if "structuredContent" not in result:
        return result
    left = {key: member for key, member in result.items() if key != "structuredContent"}
    return {**left, "content": result["content"] or [_TEXT_BLOCK]}


def _with_text(result: dict[str, JSON]) -> dict[str, JSON]:
    is_empty = not result["content"] and result.get("isError") is not True
    return {**result, "content": [_TEXT_BLOCK]} if is_empty else result


RESULTS = {
    "results-without-media": Contrast(when="with a text for each image, sound and file", remove=_text_for(_is_media)),
    "results-without-images": Contrast(
        when="with a text for each image", remove=_text_for(lambda block: word(block) == "image")
    ),
    "results-without-resources": Contrast(
        when="with a text for each resource",
        remove=_text_for(lambda block: word(block) in ("resource", "resource_link")),
    ),
    "results-without-structured": Contrast(when="without structured content", remove=_of_result(_without_structured)),
    "results-without-error": Contrast(
        when="if the tool did not fail",
        remove=_of_result(lambda result: {key: member for key, member in result.items() if key != "isError"}),
    ),
    "results-with-text": Contrast(
        when="with a text in the result",
        remove=_of_result(_with_text),
    ),
}
