"""Responses tools to Chat tools: namespaces, and what has no counterpart."""

import logging

import pytest

from conformance.reference import ToolError, responses_tools_to_chat_tools

OPEN = {"type": "object", "properties": {"a": {"type": "string"}}}


def flat(name="search", **fields):
    return {"type": "function", "name": name, "description": "Searches.", "parameters": OPEN} | fields


def body(*tools, **choices):
    return [tool[tool["type"]] for tool in responses_tools_to_chat_tools(list(tools), **choices)]


def test_what_has_no_counterpart_is_reported_or_refused(caplog):
    with caplog.at_level(logging.WARNING):
        assert body({"type": "file_search"}, flat(defer_loading=True))[0]["name"] == "search"
    assert "file_search" in caplog.text
    assert "defer_loading" in caplog.text
    with pytest.raises(ToolError, match="file_search"):
        responses_tools_to_chat_tools([{"type": "file_search"}], tool_without_counterpart="refuse")


def test_names_of_a_namespace_are_free_and_short_enough():
    space = {"type": "namespace", "name": "a.b", "tools": [flat("x" * 80), flat("y"), flat("y")]}
    names = [element["name"] for element in body(flat("a_b__y"), space)]
    assert names[0] == "a_b__y"
    assert len(set(names)) == 4
    assert all(len(name) <= 64 for name in names)


def test_what_is_no_list_is_refused():
    with pytest.raises(ToolError, match="not a list"):
        responses_tools_to_chat_tools({})
    with pytest.raises(ValueError, match="legal answers"):
        responses_tools_to_chat_tools([], strict_when_absent="yes")
