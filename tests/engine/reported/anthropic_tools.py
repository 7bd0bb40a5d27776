"""Converters of MCP tools and results to Anthropic's with a reported bug."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.reference import mcp_result_to_anthropic_tool_result
from conformance.selftest.model import Convert
from tests.engine.reported.tools import sends_the_schema_as_it_is

Object = dict[str, Any]


def each_block(change: Callable[[Object], Object]) -> Convert:
    """The result with a block for each block of the source. change: makes it."""

    def convert(given: Object) -> Object:
        made: Object = mcp_result_to_anthropic_tool_result(given)
        return made | {"content": [change(block) for block in given["result"]["content"]]}

    return convert


def as_image(block: Object) -> Object:
    source = {"type": "base64", "media_type": block.get("mimeType"), "data": block.get("data")}
    return {"type": "image", "source": source}


def images_whatever_they_are(block: Object) -> Object:
    named = {"type": "text", "text": f"[{block['type']} {block.get('name')}: {block.get('uri')}]"}
    return as_image(block) if block["type"] == "image" else texts_or(named)(block)


def texts_or(other: Object) -> Callable[[Object], Object]:
    return lambda block: {"type": "text", "text": block["text"]} if block["type"] == "text" else other


def as_it_is(block: Object) -> Object:
    return dict(block)


def images_unless_texts(block: Object) -> Object:
    return texts_or(as_image(block))(block)


no_images = texts_or({"type": "text", "text": "[MCP tool returned an image]"})

BUGS: dict[str, Convert] = {
    "anomalyco/opencode/issues/46628": sends_the_schema_as_it_is,
    "anomalyco/opencode/issues/47543": sends_the_schema_as_it_is,
    "MoonshotAI/kimi-code/issues/2328": sends_the_schema_as_it_is,
    "BerriAI/litellm/pull/33631": sends_the_schema_as_it_is,
    "lastmile-ai/mcp-agent/issues/94": each_block(as_it_is),
    "openclaw/openclaw/issues/90710": each_block(images_unless_texts),
    "anthropics/claude-code/issues/28279": each_block(images_whatever_they_are),
    "anthropics/claude-code/issues/15807": each_block(images_whatever_they_are),
    "anthropics/claude-ai-mcp/issues/969": each_block(no_images),
}
