from __future__ import annotations

from tests.rules.checks.tool_samples import chat, mcp, of_mcp


def test_a_reference_into_a_removed_default_is_nobodys_fault() -> None:
    source = {"type": "object", "properties": {"a": {"default": {"b": {}}}, "c": {"$ref": "#/properties/a/default/b"}}}
    result = {"type": "object", "properties": {"a": {}, "c": {"$ref": "#/properties/a/default/b"}}}
    assert of_mcp(mcp(inputSchema=source), chat(parameters=result)) == set()


def test_a_tool_made_of_nothing_is_charged() -> None:
    assert of_mcp(None, chat("unnamed"), unusable_tool="drop") == {"MCP-10"}
    assert of_mcp([None], [chat(None)], unusable_tool="drop") >= {"MCP-10"}
    assert of_mcp({"a": 1}, None, unusable_tool="drop") == set()
