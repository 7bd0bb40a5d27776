from __future__ import annotations

from typing import Any

import pytest

from conformance.checks.api import api_rules, api_schema, strict_problems
from conformance.checks.chat_tools.view import FlatTools
from conformance.checks.mcp_tools.rules import strict_not_invented
from conformance.checks.mcp_tools.view import McpTool
from conformance.checks.trial import Trial
from conformance.observation import Outcome

CLOSED = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False}


def problems(schema: Any) -> list[tuple[Any, str]]:
    return list(strict_problems(schema))


def flat(source: Any, result: Any) -> FlatTools:
    given = [{"type": "function", "function": {"name": "a", "description": "A.", **source}}]
    tool = {"type": "function", "name": "a", "description": "A.", **result}
    return FlatTools(Trial(operation="chat-tools-to-responses-tools", input=given, outcome=Outcome(output=[tool])))


def chat(source: Any, result: Any) -> McpTool:
    given = {"name": "a", "description": "A.", "inputSchema": source}
    tool = {"type": "function", "function": {"name": "a", "description": "A.", **result}}
    return McpTool(Trial(operation="mcp-tool-to-chat-tool", input=given, outcome=Outcome(output=tool)))


def test_a_closed_schema_has_no_strict_problem() -> None:
    assert problems(CLOSED) == []
    assert problems(CLOSED | {"properties": {"a": {"anyOf": [{"type": "null"}, {"enum": ["b"]}]}}}) == []


@pytest.mark.parametrize(
    ("schema", "path", "word"),
    [
        ({"type": "object"}, (), "additionalProperties"),
        (CLOSED | {"additionalProperties": True}, (), "additionalProperties"),
        (CLOSED | {"required": []}, (), "'required'"),
        ({key: value for key, value in CLOSED.items() if key != "required"}, (), "'required'"),
        (CLOSED | {"required": None}, (), "'required'"),
        (CLOSED | {"properties": {"a": {"type": "object", "properties": {}}}}, ("properties", "a"), "additional"),
        (CLOSED | {"properties": {"a": {"properties": {}}}}, ("properties", "a"), "additional"),
        (CLOSED | {"properties": {"a": True}}, ("properties", "a"), "boolean"),
        (CLOSED | {"properties": {"a": {"allOf": [{}]}}}, ("properties", "a"), "'allOf'"),
        (CLOSED | {"properties": {"a": {"oneOf": [{}]}}}, ("properties", "a"), "'oneOf'"),
        (CLOSED | {"if": {}}, (), "'if'"),
        (CLOSED | {"$defs": {"B": {"type": "object"}}}, ("$defs", "B"), "additionalProperties"),
        ({"type": "array"}, (), "root"),
        ({}, (), "root"),
    ],
)
def test_each_strict_problem_is_named_with_its_place(schema: Any, path: tuple[Any, ...], word: str) -> None:
    found = problems(schema)
    assert found[0][0] == path
    assert word in found[0][1]


def test_data_has_no_strict_problem() -> None:
    schema = CLOSED | {"properties": {"a": {"enum": [{"type": "object"}], "examples": [{"properties": {}}]}}}
    assert problems(schema) == []


def test_what_is_no_schema_has_no_strict_problem() -> None:
    assert problems("text") == problems(None) == problems(True) == []


def test_strict_of_a_source_that_strict_mode_refuses_is_the_sources_affair() -> None:
    opened = {"type": "object", "properties": {}}
    assert api_rules(flat({"strict": True, "parameters": opened}, {"strict": True, "parameters": opened})) == ()
    (failure,) = api_rules(flat({"strict": True, "parameters": CLOSED}, {"strict": True, "parameters": opened})) or ()
    assert failure.kind == "strict-schema"
    assert failure.at == "/output/0/parameters"


def test_strict_true_is_invented_only_on_what_strict_mode_refuses() -> None:
    assert strict_not_invented(chat(CLOSED, {"strict": True, "parameters": CLOSED})) == ()
    assert strict_not_invented(chat({"type": "object"}, {"strict": False, "parameters": {"type": "object"}})) == ()
    (failure,) = strict_not_invented(chat({}, {"strict": True, "parameters": {"type": "object"}})) or ()
    assert failure.at == "/output/function/strict"


@pytest.mark.parametrize(
    ("result", "kind"),
    [
        ({"parameters": None}, "type-of-parameters"),
        ({"parameters": {}, "strict": "true"}, "type-of-strict"),
        ({"parameters": {}, "strict": 1}, "type-of-strict"),
        ({"parameters": {}, "description": None}, "type-of-description"),
        ({"parameters": {}, "title": "A"}, "unknown-key"),
    ],
)
def test_what_chat_completions_does_not_take(result: Any, kind: str) -> None:
    (failure,) = api_schema(chat({}, result)) or ()
    assert failure.kind == kind


def test_what_both_apis_take() -> None:
    assert api_schema(chat({}, {"parameters": {}, "strict": None})) == ()
    assert api_schema(flat({"parameters": {}}, {"parameters": None, "strict": None, "description": None})) == ()


def test_a_source_that_no_api_takes_is_not_counted() -> None:
    given = {"name": "a", "description": 5, "inputSchema": {}}
    tool = {"type": "function", "function": {"name": "a", "description": 5, "parameters": {}}}
    assert (
        api_schema(McpTool(Trial(operation="mcp-tool-to-chat-tool", input=given, outcome=Outcome(output=tool)))) == ()
    )


def test_a_name_that_was_kept_is_the_sources_affair() -> None:
    given = {"name": "a.b", "description": "A.", "inputSchema": {"type": "object"}}
    inner = {"name": "a.b", "description": "A.", "parameters": {"type": "object"}}
    view = McpTool(
        Trial(
            operation="mcp-tool-to-chat-tool",
            input=given,
            outcome=Outcome(output={"type": "function", "function": inner}),
        )
    )
    assert api_rules(view) == ()
    inner = inner | {"name": "a.b\n"}
    view = McpTool(
        Trial(
            operation="mcp-tool-to-chat-tool",
            input=given,
            outcome=Outcome(output={"type": "function", "function": inner}),
        )
    )
    assert [failure.kind for failure in api_rules(view) or ()] == ["name"]
