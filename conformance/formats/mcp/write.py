"""Writes tools and results of calls of the model as an MCP server has them."""

from __future__ import annotations

from typing import Any, Final

from conformance.base.values import ABSENT, JSON
from conformance.formats.cursor import Pen, present_members
from conformance.formats.mcp.read import FORMAT, KINDS
from conformance.formats.model.conversation import DOCUMENT, FUNCTION, Media, Result, Text, Utterance
from conformance.formats.model.fact import Other
from conformance.formats.model.request import Tool
from conformance.formats.openai import write_schema

_WORDS: Final = {kind: word for word, kind in KINDS.items()}
Object = dict[str, Any]


def write_tools(tools: tuple[Tool, ...], pen: Pen) -> JSON:
    """Write a list of tools."""
    return [member for tool in tools for member in write_tool(tool, pen)]


def write_tool(tool: Tool, pen: Pen) -> list[JSON]:
    """Write a tool; nothing for one that is no function."""
    if tool.kind == "" and any(other.format == FORMAT for other in tool.others):
        return [pen.beside(tool, {})]
    if tool.kind != FUNCTION:
        pen.lose(tool)
        return []
    pen.lose(tool.strict, tool.later, tool.cache)
    schema = write_schema(tool.schema, pen)
    return [pen.beside(tool, present_members(name=tool.name, description=tool.description, inputSchema=schema))]


def write_result(result: Result, pen: Pen) -> JSON:
    """Write the result of a call, without the id of the call."""
    pen.lose(result.name, result.seal, result.cache)
    body: Object = {}
    if result.form or result.content:
        body["content"] = [block for part in result.content for block in _blocks(part, pen)]
    structured = {} if result.structured is ABSENT else {"structuredContent": result.structured}
    return pen.beside(result, body | structured | present_members(isError=result.failed))


def _blocks(utterance: Utterance | Other, pen: Pen) -> list[JSON]:
    """Write a block; none where there is no such block."""
    if isinstance(utterance, Other):
        pen.lose(utterance if utterance.format != FORMAT else None)
        return [utterance.value] if utterance.format == FORMAT else []
    block = _media(utterance) if isinstance(utterance, Media) else {}
    if isinstance(utterance, Text):
        pen.lose(*utterance.citations, *utterance.tokens)
        block = {"type": "text", "text": utterance.value}
    if not block:
        pen.lose(utterance)
        return []
    pen.lose(utterance.seal, utterance.cache)
    return [pen.beside(utterance, block)]


def _media(medium: Media) -> Object:
    typed = present_members(mimeType=medium.media_type)
    if medium.kind in _WORDS and medium.data is not None:
        return {"type": _WORDS[medium.kind], "data": medium.data, **typed}
    if medium.kind not in ("", DOCUMENT) or medium.url is None:
        return {}
    if medium.text is not None or medium.data is not None:
        return {
            "type": "resource",
            "resource": {"uri": medium.url, **typed, **present_members(text=medium.text, blob=medium.data)},
        }
    named = {"uri": medium.url, "name": medium.name or medium.url}
    return {"type": "resource_link", **named, **present_members(description=medium.about), **typed}
