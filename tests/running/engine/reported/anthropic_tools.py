"""Converters of MCP tools and results to Anthropic's with a reported bug."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

from conformance.reference import mcp_result_to_anthropic_tool_result, mcp_tools_to_anthropic_tools
from tests.running.engine.reported.tools import sends_the_schema_as_it_is
from tests.suite.selftest.model import Convert

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

# Results.


def of_result(change: Callable[[Object], Object]) -> Convert:
    """The reference, which reads a changed MCP result."""

    def convert(given: Object) -> Object:
        made: Object = mcp_result_to_anthropic_tool_result(given | {"result": change(copy.deepcopy(given["result"]))})
        return made

    return convert


def of_blocks(change: Callable[[Object], Object | None]) -> Convert:
    """The reference, which reads changed blocks of a result. change: gives None for one that is left out."""

    def changed(result: Object) -> Object:
        return result | {"content": [made for part in result["content"] if (made := change(part)) is not None]}

    return of_result(changed)


def as_text(text: str) -> Object:
    return {"type": "text", "text": text}


def with_an_id(given: Object) -> Object:
    made: Object = mcp_result_to_anthropic_tool_result(given)
    texts = [part | {"id": f"lc_{number}"} for number, part in enumerate(made.get("content", []))]
    return made | ({"content": texts} if texts else {})


def first_text(result: Object) -> Object:
    texts = [part for part in result["content"] if part["type"] == "text"]
    return result | {"content": [part for part in result["content"] if part not in texts[1:]]}


def images_as_texts(block: Object) -> Object:
    return as_text(json.dumps(block)) if block["type"] == "image" else block


def resources_as_pointers(block: Object) -> Object:
    return as_text("&{0x1399715f00a0 map[] <nil>}") if block["type"] in ("resource", "resource_link") else block


def without_links(block: Object) -> Object | None:
    return None if block["type"] == "resource_link" else block


def without(member: str) -> Convert:
    """The reference, which does not read a member of the result."""
    return of_result(lambda result: {name: value for name, value in result.items() if name != member})


def in_both_forms(given: Object) -> Object:
    made: Object = mcp_result_to_anthropic_tool_result(given)
    value = given["result"].get("structuredContent")
    return made if value is None else made | {"content": [*made.get("content", []), as_text(json.dumps(value))]}


# Tools.


def of_schemas(change: Callable[[Object], Object]) -> Convert:
    """The reference, which reads changed schemas."""
    return lambda given: mcp_tools_to_anthropic_tools(
        [element | {"inputSchema": change(copy.deepcopy(element["inputSchema"]))} for element in given]
    )


def three_members(schema: Object) -> Object:
    return {name: value for name, value in schema.items() if name in ("type", "properties", "required")}


def no_parameters(_schema: Object) -> Object:
    return {"type": "object", "properties": {}, "additionalProperties": False}


def types_and_defaults(schema: Object) -> Object:
    """What is left when a schema is made anew from its names, types and defaults."""
    properties = {
        name: {key: value for key, value in property_.items() if key in ("type", "default", "anyOf", "items", "$ref")}
        for name, property_ in schema.get("properties", {}).items()
    }
    return schema | {"properties": properties}


def _holds_objects(schema: Object) -> bool:
    return schema.get("type") == "object" or schema.get("items", {}).get("type") == "object"


def no_objects_in_objects(schema: Object) -> Object:
    for outer in schema.get("properties", {}).values():
        if outer.get("properties"):
            outer["properties"] = {
                name: property_ for name, property_ in outer["properties"].items() if not _holds_objects(property_)
            }
    return schema


def without_types(given: Any) -> list[Object]:
    made = mcp_tools_to_anthropic_tools(given)
    rest = [{key: value for key, value in tool["input_schema"].items() if key != "type"} for tool in made]
    return [tool | {"input_schema": schema} for tool, schema in zip(made, rest, strict=True)]


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
    "BerriAI/litellm/pull/31527": sends_the_schema_as_it_is,
    "windmill-labs/windmill/pull/9721": sends_the_schema_as_it_is,
    "achetronic/adk-utils-go/pull/1": without_types,
    "langchain-ai/langchain/issues/40483": with_an_id,
    "bytedance/trae-agent/pull/429": without("isError"),
    "anthropics/claude-code/issues/89630": of_result(first_text),
    "anthropics/claude-code/issues/31208": of_blocks(images_as_texts),
    "charmbracelet/crush/pull/3907": of_blocks(resources_as_pointers),
    "agentscope-ai/agentscope/issues/2798": of_blocks(without_links),
    "dust-tt/dust/pull/26388": without("structuredContent"),
    "MoonshotAI/kimi-code/pull/3234": in_both_forms,
    "Mintplex-Labs/anything-llm/pull/5786": of_schemas(three_members),
    "CodebuffAI/freebuff/issues/450": of_schemas(no_parameters),
    "xorbitsai/xagent/issues/1987": of_schemas(types_and_defaults),
    "anthropics/claude-ai-mcp/issues/578": of_schemas(no_objects_in_objects),
}
