from __future__ import annotations

from typing import Any

import pytest

from conformance.base.errors import UsageError
from conformance.commands.tool_check import holds_tools, recognise
from conformance.commands.tool_check.forms import ANTHROPIC, BARE, CHAT, GOOGLE, MCP, RESPONSES, UNKNOWN, form_of

OBJECT = {"type": "object", "properties": {}}
TOOL = {"name": "look", "inputSchema": OBJECT}


@pytest.mark.parametrize(
    ("tool", "form"),
    [
        (TOOL, MCP),
        ({"type": "function", "function": {"name": "look", "parameters": OBJECT}}, CHAT),
        ({"function": {"name": "look"}}, CHAT),
        ({"type": "custom", "custom": {"name": "look"}}, CHAT),
        ({"type": "function", "name": "look", "parameters": OBJECT}, RESPONSES),
        ({"type": "web_search"}, RESPONSES),
        ({"name": "look", "input_schema": OBJECT}, ANTHROPIC),
        ({"type": "web_search_20250305", "name": "web_search"}, ANTHROPIC),
        ({"functionDeclarations": []}, GOOGLE),
        ({"google_search": {}}, GOOGLE),
        ({"name": "look", "parameters": {"type": "OBJECT"}}, GOOGLE),
        ({"name": "look", "parametersJsonSchema": OBJECT}, GOOGLE),
        ({"name": "look", "parameters": OBJECT}, BARE),
        ({"parameters": OBJECT}, UNKNOWN),
        ("look", UNKNOWN),
    ],
    ids=str,
)
def test_a_tool_is_known_by_its_keys(tool: Any, form: str) -> None:
    assert form_of(tool) == form


@pytest.mark.parametrize(
    ("document", "held", "path"),
    [
        (TOOL, "a tool", ()),
        ([TOOL], "a list of tools", (0,)),
        ({"tools": [TOOL], "nextCursor": "x"}, "an object with tools", ("tools", 0)),
        ({"jsonrpc": "2.0", "id": 1, "result": {"tools": [TOOL]}}, "an answer to tools/list", ("result", "tools", 0)),
        ({"model": "m", "messages": [], "tools": [TOOL]}, "a request", ("tools", 0)),
    ],
    ids=["tool", "list", "object", "answer", "request"],
)
def test_tools_are_found_where_they_stand(document: Any, held: str, path: tuple[str | int, ...]) -> None:
    found = recognise(document)
    assert (found.described, found.form) == (held, MCP)
    assert [(tool.value, tool.path) for tool in found.tools] == [(TOOL, path)]


def test_a_tool_that_says_nothing_of_itself_is_what_its_neighbours_are() -> None:
    found = recognise([TOOL, {"name": "lacks its schema"}, {"type": "function", "name": "look"}])
    assert [tool.form for tool in found.tools] == [MCP, MCP, RESPONSES]
    assert (found.form, found.forms) == (MCP, {MCP: 2, RESPONSES: 1})


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (TOOL, True),
        ({"tools": [TOOL]}, True),
        ([{"type": "function", "name": "look"}], True),
        ([{"functionDeclarations": []}], True),
        ({"name": "look", "parameters": {}}, True),
        ({"name": "a-package", "version": "1.0.0", "type": "module"}, False),
        ({"type": "FeatureCollection", "features": []}, False),
        ([{"name": "Berlin"}], False),
        ({"compilerOptions": {}}, False),
        ([], False),
    ],
)
def test_a_document_that_nobody_called_tools_is_known_by_its_content(document: Any, expected: bool) -> None:
    assert holds_tools(document) is expected


@pytest.mark.parametrize(
    ("document", "reported"),
    [
        (5, "It holds no tools"),
        ({"a": 1}, "It holds no tools"),
        ({"tools": {"look": TOOL}}, "It holds no tools"),
        ([1, {}], "It is a list of tools, but no tool in it has a form that is known"),
    ],
    ids=["number", "object", "tools by name", "list of others"],
)
def test_what_holds_no_tools_is_reported(document: Any, reported: str) -> None:
    with pytest.raises(UsageError, match=reported):
        recognise(document)
