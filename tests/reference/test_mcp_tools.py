"""The MCP converters: new names, what is unusable, and what is reported."""

import logging
import re

import pytest

from conformance.reference import ToolError, mcp_tool_to_chat_tool, mcp_tools_to_chat_tools
from conformance.reference.mcp_tools import safe_names

EMPTY = {"type": "object", "properties": {}}
API_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def tool(name="search", description="Searches.", schema=EMPTY, **fields):
    return {"name": name, "description": description, "inputSchema": schema, **fields}


def chat(name="search", description="Searches.", parameters=EMPTY):
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


def without(value, key):
    return {name: inner for name, inner in value.items() if name != key}


def converted_names(names, **choices):
    results = mcp_tools_to_chat_tools([tool(name) for name in names], **choices)
    return [result["function"]["name"] for result in results]


def test_a_description_that_is_no_string_is_reported(caplog):
    mcp_tools_to_chat_tools([tool(), tool(description=["a"])])
    assert caplog.messages == ['tools[1] ("search"): description is a list; read as absent']


NAMELESS = [
    (None, " is null, not an object", logging.WARNING),
    ("search", " is a string, not an object", logging.WARNING),
    ([], " is a list, not an object", logging.WARNING),
    ({}, ": name is missing", logging.ERROR),
    (tool(name=None), ": name is missing", logging.ERROR),
    (tool(name=5), ": name is a number, not a string", logging.ERROR),
    (chat(), ' ("search"): name is missing', logging.ERROR),
]
SCHEMALESS = [
    (without(tool(), "inputSchema"), ' ("search"): inputSchema is missing', logging.ERROR),
    (tool(schema=None), ' ("search"): inputSchema is missing', logging.ERROR),
    (tool(schema=[]), ' ("search"): inputSchema is a list, not an object', logging.ERROR),
    (tool(schema=True), ' ("search"): inputSchema is a boolean, not an object', logging.ERROR),
    (tool(schema="object"), ' ("search"): inputSchema is a string, not an object', logging.ERROR),
]
UNUSABLE = [*NAMELESS, *SCHEMALESS]


@pytest.mark.parametrize(("source", "problem", "level"), UNUSABLE)
def test_an_unusable_tool_raises_or_is_dropped_in_the_single_form(source, problem, level, caplog):
    with pytest.raises(ToolError) as caught:
        mcp_tool_to_chat_tool(source)
    assert str(caught.value) == f"tool{problem}"
    assert not caplog.records
    assert mcp_tool_to_chat_tool(source, unusable_tool="drop") is None
    assert [(record.name, record.levelno) for record in caplog.records] == [("conformance.reference", level)]


@pytest.mark.parametrize(("source", "problem", "level"), UNUSABLE)
def test_an_unusable_tool_is_dropped_or_raises_in_the_list_form(source, problem, level, caplog):
    tools = [tool("first"), source, tool("last")]
    assert mcp_tools_to_chat_tools(tools) == [chat("first"), chat("last")]
    assert caplog.record_tuples == [("conformance.reference", level, f"tools[1]{problem}; left out")]
    with pytest.raises(ToolError) as caught:
        mcp_tools_to_chat_tools(tools, unusable_tool="raise")
    assert str(caught.value) == f"tools[1]{problem}"


@pytest.mark.parametrize("source", [source for source, _, _ in SCHEMALESS])
def test_an_unusable_schema_may_become_an_empty_object(source):
    assert mcp_tool_to_chat_tool(source, unusable_tool="empty-object") == chat()
    first, two = mcp_tools_to_chat_tools([source, source], unusable_tool="empty-object")
    first["function"]["parameters"]["properties"]["a"] = {}
    assert two == chat()


@pytest.mark.parametrize(("source", "problem", "level"), NAMELESS)
def test_a_tool_without_a_name_cannot_become_an_empty_object(source, problem, level, caplog):
    with pytest.raises(ToolError, match=r"^tool"):
        mcp_tool_to_chat_tool(source, unusable_tool="empty-object")
    assert mcp_tools_to_chat_tools([source, tool()], unusable_tool="empty-object") == [chat()]
    assert caplog.record_tuples == [("conformance.reference", level, f"tools[0]{problem}; left out")]


UNSAFE = ["a.b", "a/b", "a b", "", "a\n", "search\n", "поиск", "x" * 65, "\ud800", "a:b", "é", "a.b" * 100]
SAFE = ["a_b", "A-1", "_", "x" * 64, "1"]


@pytest.mark.parametrize("answer", ["rename", "refuse"])
@pytest.mark.parametrize("name", SAFE)
def test_a_name_that_the_api_takes_is_kept_always(name, answer, caplog):
    assert mcp_tool_to_chat_tool(tool(name), unsafe_names=answer) == chat(name)
    assert mcp_tools_to_chat_tools([tool(name)], unsafe_names=answer) == [chat(name)]
    assert not caplog.records


@pytest.mark.parametrize("name", UNSAFE, ids=ascii)
def test_a_name_that_the_api_refuses_may_be_renamed(name, caplog):
    result = mcp_tool_to_chat_tool(tool(name), unsafe_names="rename")
    new = result["function"]["name"]
    assert API_NAME.fullmatch(new)
    assert result == chat(new)
    assert mcp_tools_to_chat_tools([tool("other"), tool(name)], unsafe_names="rename") == [chat("other"), result]
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * 2
    assert f"renamed to {new}" in caplog.messages[0]
    assert caplog.messages[1].startswith("tools[1]")


@pytest.mark.parametrize("name", UNSAFE, ids=ascii)
def test_a_name_that_the_api_refuses_may_be_refused_alone(name, caplog):
    with pytest.raises(ToolError, match="the name does not match"):
        mcp_tool_to_chat_tool(tool(name), unsafe_names="refuse", unusable_tool="drop")
    tools = [tool("first"), tool(name), tool("last")]
    results = mcp_tools_to_chat_tools(tools, unsafe_names="refuse", unusable_tool="raise")
    assert results == [chat("first"), chat("last")]
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert caplog.messages[0].startswith("tools[1]")


def test_renaming_is_one_to_one_over_a_list():
    names = [*UNSAFE, *SAFE, "a_b", "a.b", "a?b", "a*b", "x" * 64, "x" * 66, "x" * 67]
    renamed = dict(zip(names, converted_names(names, unsafe_names="rename"), strict=True))
    assert len(set(renamed.values())) == len(set(names))
    assert all(API_NAME.fullmatch(new) for new in renamed.values())
    assert all(renamed[name] == name for name in SAFE)


@pytest.mark.parametrize("taken_first", [True, False])
def test_renaming_avoids_a_name_that_the_list_holds_already(taken_first):
    (taken,) = converted_names(["a.b"], unsafe_names="rename")
    names = [taken, "a.b"] if taken_first else ["a.b", taken]
    renamed = dict(zip(names, converted_names(names, unsafe_names="rename"), strict=True))
    assert renamed[taken] == taken
    assert renamed["a.b"] != taken
    assert API_NAME.fullmatch(renamed["a.b"])


def test_renaming_keeps_apart_two_names_whose_first_new_names_are_the_same():
    names = ["\u4e2e\u4ff2", "\u4e14\u4ed6"]
    first, second = (converted_names([name], unsafe_names="rename") for name in names)
    assert first == second
    assert len(set(converted_names(names, unsafe_names="rename"))) == 2


def test_only_names_that_the_api_refuses_have_a_new_one():
    assert list(safe_names([*SAFE, "a.b", "a.b"])) == ["a.b"]


@pytest.mark.parametrize("tools", [None, {}, tool(), "tools", 5], ids=repr)
@pytest.mark.parametrize("unusable_tool", ["empty-object", "drop", "raise"])
def test_an_input_that_is_no_list_raises(tools, unusable_tool):
    with pytest.raises(ToolError, match=r"^tools is .*, not a list$"):
        mcp_tools_to_chat_tools(tools, unusable_tool=unusable_tool)
