"""What the results of MCP tool calls should hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

OPERATIONS = ("mcp-result-to-tool-message", "mcp-result-to-function-call-output")
WANTED = {
    *(f"block {kind}" for kind in ("text", "image", "audio", "resource", "resource_link")),
    *("a blob", "several texts", "no block", "the same block twice", "only for the user"),
    *("structured alone", "structured beside its JSON", "structured beside another text"),
    *("a failed tool", "a failed tool without text", "metadata", "asks for input", "a block of an unknown type"),
}


def seen(value: Any) -> Iterator[str]:
    """Yield the names of what an input holds."""
    result = value.get("result") if isinstance(value, dict) else None
    if not isinstance(result, dict):
        return
    if result.get("resultType") == "input_required":
        yield "asks for input"
    content = result.get("content")
    blocks = [one for one in content if isinstance(one, dict)] if isinstance(content, list) else []
    texts = [one["text"] for one in blocks if one.get("type") == "text" and isinstance(one.get("text"), str)]
    yield from (f"block {one.get('type')}" for one in blocks)
    for one in blocks:
        resource, notes = one.get("resource"), one.get("annotations")
        if isinstance(resource, dict) and "blob" in resource:
            yield "a blob"
        if isinstance(notes, dict) and notes.get("audience") == ["user"]:
            yield "only for the user"
        if one.get("type") == "a_block_of_next_year":
            yield "a block of an unknown type"
    if len(texts) > 1:
        yield "several texts"
    if content == []:
        yield "no block"
    if any(one in blocks[:index] for index, one in enumerate(blocks)):
        yield "the same block twice"
    if result.get("structuredContent"):
        said = (
            "alone"
            if content == []
            else "beside its JSON"
            if texts[:1] and texts[0][:1] == "{"
            else "beside another text"
        )
        yield f"structured {said}"
    if result.get("isError") is True:
        yield "a failed tool"
        if not texts:
            yield "a failed tool without text"
    if result.get("_meta"):
        yield "metadata"
