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
    return [one for tool in tools for one in write_tool(tool, pen)]


def write_tool(tool: Tool, pen: Pen) -> list[JSON]:
    """Write a tool; nothing for one that is no function."""
    if tool.kind == "" and any(one.format == FORMAT for one in tool.others):
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
        body["content"] = [block for one in result.content for block in _blocks(one, pen)]
    structured = {} if result.structured is ABSENT else {"structuredContent": result.structured}
    return pen.beside(result, body | structured | present_members(isError=result.failed))


def _blocks(one: Utterance | Other, pen: Pen) -> list[JSON]:
    """Write a block; none where there is no such block."""
    if isinstance(one, Other):
        pen.lose(one if one.format != FORMAT else None)
        return [one.value] if one.format == FORMAT else []
    block = _media(one) if isinstance(one, Media) else {}
    if isinstance(one, Text):
        pen.lose(*one.citations, *one.tokens)
        block = {"type": "text", "text": one.value}
    if not block:
        pen.lose(one)
        return []
    pen.lose(one.seal, one.cache)
    return [pen.beside(one, block)]


def _media(one: Media) -> Object:
    typed = present_members(mimeType=one.media_type)
    if one.kind in _WORDS and one.data is not None:
        return {"type": _WORDS[one.kind], "data": one.data, **typed}
    if one.kind not in ("", DOCUMENT) or one.url is None:
        return {}
    if one.text is not None or one.data is not None:
        return {
            "type": "resource",
            "resource": {"uri": one.url, **typed, **present_members(text=one.text, blob=one.data)},
        }
    named = {"uri": one.url, "name": one.name or one.url}
    return {"type": "resource_link", **named, **present_members(description=one.about), **typed}
