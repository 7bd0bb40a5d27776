import json
import subprocess
import sys
from typing import Any

import jsonschema_rs
import pytest

from conformance.inputs import OPERATIONS, deep_and_wide
from conformance.rules.checks import conduct

MCP_LISTS = ["mcp-tools-to-chat-tools", "mcp-tools-to-responses-tools", "mcp-tools-to-anthropic-tools"]
LISTS = ["chat-tools-to-responses-tools", *MCP_LISTS]
TOOLS = ["mcp-tool-to-chat-tool", *LISTS]


def shape(operation: str, name: str) -> Any:
    return dict(deep_and_wide(operation))[name]


def parameters(tool: dict[str, Any]) -> Any:
    return tool["function"]["parameters"] if "function" in tool else tool["inputSchema"]


def levels(schema: Any) -> list[str]:
    """The keywords on the way down to the schema that has a default."""
    if "default" in schema:
        return []
    if "anyOf" in schema:
        return ["anyOf", *levels(schema["anyOf"][0])]
    if "items" in schema:
        return ["items", *levels(schema["items"])]
    return ["properties", *levels(schema["properties"]["value"])]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_each_operation_has_inputs_that_count_as_large_and_each_call_gives_values_of_its_own(operation: str) -> None:
    named = deep_and_wide(operation)
    names = [name for name, _value in named]
    assert names[-2:] == ["wide-100", "wide-1000"]
    assert all(name.startswith(("deep-", "many-")) for name in names[:-2])
    assert all(conduct._is_large(value) for name, value in named if name == "wide-1000" or name.startswith("deep-"))
    again = deep_and_wide(operation)
    assert again == named
    assert again[0][1] is not named[0][1]


@pytest.mark.parametrize("operation", TOOLS)
def test_each_operation_on_tools_has_two_deep_and_two_wide_inputs(operation: str) -> None:
    names = [name for name, _ in deep_and_wide(operation)]
    assert names == ["deep-properties", "deep-items-and-any-of", "wide-100", "wide-1000"]


@pytest.mark.parametrize("operation", TOOLS)
def test_deep_schemas_nest_100_levels_below_their_root(operation: str) -> None:
    deep = [shape(operation, name) for name in ("deep-properties", "deep-items-and-any-of")]
    in_properties, alternating = (parameters(tool[0] if isinstance(tool, list) else tool) for tool in deep)
    assert levels(in_properties) == ["properties"] * 101
    assert levels(alternating) == ["properties"] + ["anyOf", "items"] * 50


@pytest.mark.parametrize("width", [100, 1000])
@pytest.mark.parametrize("operation", LISTS)
def test_wide_lists_hold_that_many_different_tools(operation: str, width: int) -> None:
    tools = shape(operation, f"wide-{width}")
    assert len({json.dumps(tool) for tool in tools}) == width


@pytest.mark.parametrize("width", [100, 1000])
def test_a_wide_single_tool_holds_that_many_properties(width: int) -> None:
    assert len(parameters(shape("mcp-tool-to-chat-tool", f"wide-{width}"))["properties"]) == width


@pytest.mark.parametrize("operation", TOOLS)
def test_every_tool_is_complete_and_valid(operation: str) -> None:
    for _, value in deep_and_wide(operation):
        for tool in value if isinstance(value, list) else [value]:
            inner = tool.get("function", tool)
            assert inner["name"]
            assert inner["description"]
            assert ("strict" in inner) == ("function" in tool)
            assert isinstance(parameters(tool)["properties"], dict)
            jsonschema_rs.meta.validate(parameters(tool))


def test_strict_is_stated_both_ways() -> None:
    tools = [tool for _, value in deep_and_wide("chat-tools-to-responses-tools") for tool in value]
    assert {tool["function"]["strict"] for tool in tools} == {True, False}


def test_an_unknown_operation_is_named() -> None:
    with pytest.raises(ValueError, match=f"'no-such-thing'; known operations: {OPERATIONS[0]}, "):
        deep_and_wide("no-such-thing")


def test_neither_shapes_nor_examples_need_hypothesis() -> None:
    program = (
        "import sys; from conformance.inputs import deep_and_wide, draw; "
        "draw('mcp-tool-to-chat-tool', 3, 0); deep_and_wide('mcp-tool-to-chat-tool'); "
        "sys.exit('hypothesis' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
