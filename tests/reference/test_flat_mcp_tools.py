"""MCP tools to flat ones in one step: the choices of both steps hold."""

import pytest

from conformance.reference import ToolError, mcp_tools_to_responses_tools

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
