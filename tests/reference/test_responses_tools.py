"""Responses tools to Chat tools: every answer, namespaces, and what has no counterpart."""

import logging

import pytest

from conformance.reference import ToolError, chat_tools_to_responses_tools, responses_tools_to_chat_tools

OPEN = {"type": "object", "properties": {"a": {"type": "string"}}}
CLOSED = OPEN | {"required": ["a"], "additionalProperties": False}


def flat(name="search", **fields):
    return {"type": "function", "name": name, "description": "Searches.", "parameters": OPEN} | fields


def body(*tools, **choices):
    return [tool[tool["type"]] for tool in responses_tools_to_chat_tools(list(tools), **choices)]


def test_an_absent_strict_is_what_the_choice_says():
    assert "strict" not in body(flat())[0]
    assert body(flat(), strict_when_absent="false")[0]["strict"] is False
    assert body(flat(), strict_when_absent="true")[0] == {
        "name": "search",
        "description": "Searches.",
        "strict": True,
        "parameters": CLOSED,
    }
    free = {"type": "object", "properties": {"map": {"type": "object", "patternProperties": {}}}}
    assert body(flat(parameters=free), strict_when_absent="true")[0]["strict"] is False


def test_a_grammar_is_wrapped_again():
    grammar = {"syntax": "lark", "definition": "start: /a/"}
    custom = {"type": "custom", "name": "edit", "format": {"type": "grammar", **grammar}}
    assert body(custom) == [{"name": "edit", "format": {"type": "grammar", "grammar": grammar}}]


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


def test_there_and_back_is_the_same():
    tools = [flat(strict=False), flat("lookup", strict=True, parameters=CLOSED)]
    assert chat_tools_to_responses_tools(responses_tools_to_chat_tools(tools)) == tools


def test_what_is_no_list_is_refused():
    with pytest.raises(ToolError, match="not a list"):
        responses_tools_to_chat_tools({})
    with pytest.raises(ValueError, match="legal answers"):
        responses_tools_to_chat_tools([], strict_when_absent="yes")


def test_a_strict_tool_without_parameters_gets_a_closed_schema():
    (tool,) = responses_tools_to_chat_tools([flat(strict=True, parameters=None)])
    assert tool["function"]["parameters"] == {"type": "object", "properties": {}, "additionalProperties": False}
    (tool,) = responses_tools_to_chat_tools([flat(strict=False, parameters=None)])
    assert "parameters" not in tool["function"]
