"""MCP tools to flat ones in one step: both documents' examples, every choice, and the two steps beside it."""

import copy

import pytest

from conformance.reference import (
    ToolError,
    chat_tools_to_responses_tools,
    mcp_tools_to_chat_tools,
    mcp_tools_to_responses_tools,
)

EMPTY = {"type": "object", "properties": {}}


def tool(name="search", description="Searches.", schema=EMPTY, **fields):
    return {"name": name, "description": description, "inputSchema": schema, **fields}


def flat(name="search", description="Searches.", parameters=EMPTY, **fields):
    return {
        "type": "function",
        "name": name,
        "description": description,
        "strict": False,
        "parameters": parameters,
    } | fields


def test_the_choices_of_the_first_step_hold_here_too():
    bare = {"name": "a.b", "inputSchema": {"type": "object"}}
    answers = {"unsafe_names": "refuse", "missing_properties": "add", "description_when_absent": "name"}
    assert mcp_tools_to_responses_tools([bare, None, tool("c")], **answers) == [flat("c")]
    (result,) = mcp_tools_to_responses_tools([bare], **(answers | {"unsafe_names": "keep"}))
    assert result == flat("a.b", "a.b", EMPTY)
    (result,) = mcp_tools_to_responses_tools([bare], description_when_absent="omit")
    assert "description" not in result
    with pytest.raises(ToolError, match=r"tools\[1\] is null"):
        mcp_tools_to_responses_tools([bare, None], unusable_tool="raise")


def test_what_has_a_description_comes_out_of_two_steps_alike():
    schema = {
        "properties": {"x": {"$ref": "#/$defs/X", "default": 1}},
        "$defs": {"X": {"enum": [{"default": 2}, None]}},
    }
    tools = [tool("b", schema=schema), tool("a", "Text."), None]
    before = copy.deepcopy(tools)
    assert mcp_tools_to_responses_tools(tools) == chat_tools_to_responses_tools(mcp_tools_to_chat_tools(tools))
    assert tools == before
