"""mcp-tools-to-anthropic-tools: names, unions at the root, and what is reported."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.reference import ToolError
from conformance.reference import mcp_tools_to_anthropic_tools as convert

SCHEMA = {"type": "object", "properties": {"a": {"type": "string", "default": "x"}}}
TOOL = {"name": "f", "description": "d", "inputSchema": SCHEMA}
MADE = {"name": "f", "description": "d", "input_schema": SCHEMA}


def test_tools_keep_their_order_names_and_schemas(caplog: Any) -> None:
    tools = [TOOL, {"name": "g", "description": None, "inputSchema": SCHEMA}, {**TOOL, "description": ""}]
    assert convert(tools) == [MADE, {"name": "g", "input_schema": SCHEMA}, {**MADE, "description": ""}]
    assert not caplog.records


SCHEMAS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"type": "object", "anyOf": [{"required": ["a"]}]}, {"type": "object"}),
    (
        {"type": "object", "allOf": [{"properties": {"a": {}}, "required": ["a"]}]},
        {"type": "object", "properties": {"a": {}}, "required": ["a"]},
    ),
    ({"type": ["object", "null"]}, {"type": "object"}),
]


@pytest.mark.parametrize(("schema", "expected"), SCHEMAS)
def test_a_schema_is_that_of_an_object_without_unions_at_its_root(schema: Any, expected: Any, caplog: Any) -> None:
    assert convert([{**TOOL, "inputSchema": schema}])[0]["input_schema"] == expected
    assert "tools[0]" in caplog.text


def test_what_has_no_place_is_reported_by_its_path(caplog: Any) -> None:
    assert convert([TOOL, {**TOOL, "title": "T", "outputSchema": {"x": 1}, "annotations": {"a": 1}}]) == [MADE, MADE]
    places = [record.getMessage().partition(":")[0] for record in caplog.records]
    assert places == ["tools[1].title", "tools[1].outputSchema", "tools[1].annotations"]


def test_names_are_kept_renamed_one_to_one_or_refused(caplog: Any) -> None:
    tools = [{**TOOL, "name": name} for name in ("a.b", "a_b", "a:b")]
    assert [tool["name"] for tool in convert(tools)] == ["a.b", "a_b", "a:b"]
    first, second, third = (tool["name"] for tool in convert(tools, unsafe_names="rename"))
    assert second == "a_b"
    assert len({first, second, third}) == 3
    assert all(name.isidentifier() for name in (first, third))
    assert [tool["name"] for tool in convert(tools, unsafe_names="refuse")] == ["a_b"]
    assert caplog.text.count("tools[2]") == 2
    assert convert([{**TOOL, "name": "n" * 128}], unsafe_names="refuse")
    assert convert([{**TOOL, "name": ""}]) == [{**MADE, "name": ""}]


@pytest.mark.parametrize("tool", [7, {}, {"name": "f"}, {"inputSchema": SCHEMA}])
def test_an_unusable_tool_is_left_out_or_raises(tool: Any, caplog: Any) -> None:
    assert convert([tool, TOOL]) == [MADE]
    assert "tools[0]" in caplog.text
    with pytest.raises(ToolError, match=r"tools\[0\]"):
        convert([tool], unusable_tool="raise")


def test_what_is_no_list_is_an_error() -> None:
    with pytest.raises(ToolError):
        convert({})
