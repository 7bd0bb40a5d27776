"""mcp-tools-to-gemini-tools: names, schemas, and what is reported."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.reference import ToolError
from conformance.reference import mcp_tools_to_gemini_tools as convert

SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}}


def mcp(name: str = "a", **fields: Any) -> dict[str, Any]:
    return {"name": name, "description": "A.", "inputSchema": SCHEMA, **fields}


def declared(*tools: Any, **choices: Any) -> Any:
    made = convert(list(tools), **choices)
    return made[0]["functionDeclarations"] if made else []


def test_one_tool_has_all_declarations() -> None:
    one = {"name": "a", "description": "A.", "parametersJsonSchema": SCHEMA}
    assert convert([mcp(), mcp("b.c")]) == [{"functionDeclarations": [one, {**one, "name": "b.c"}]}]
    assert convert([]) == []


def test_what_a_tool_says_of_its_results_is_declared(caplog: pytest.LogCaptureFixture) -> None:
    (made,) = declared(mcp(outputSchema=SCHEMA, annotations={"readOnlyHint": True}))
    assert made["responseJsonSchema"] == SCHEMA
    assert made["responseJsonSchema"] is not SCHEMA
    assert "tools[0].annotations" in caplog.text


def test_names_that_the_api_refuses() -> None:
    assert [each["name"] for each in declared(mcp("3d"), mcp())] == ["3d", "a"]
    assert [each["name"] for each in declared(mcp("3d"), mcp(), unsafe_names="refuse")] == ["a"]
    first, second, last = (each["name"] for each in declared(mcp("3d"), mcp("-d"), mcp(), unsafe_names="rename"))
    assert len({first, second, last}) == 3
    assert first[0] == second[0] == "_"


def test_entries_that_are_no_tools() -> None:
    assert [each["name"] for each in declared(None, mcp(), mcp("b", inputSchema=None))] == ["a"]
    (made,) = declared(mcp(inputSchema=None), unusable_tool="empty-object")
    assert made["parametersJsonSchema"] == {"type": "object", "properties": {}}
    with pytest.raises(ToolError):
        convert([None], unusable_tool="raise")
    with pytest.raises(ToolError):
        convert({})
