from __future__ import annotations

from typing import Any

import pytest

from conformance.apis.oracles.tools import CHAT, RESPONSES, broken_tools, strict_problems, takes_name

CLOSED = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False}


@pytest.mark.parametrize(
    "schema",
    [
        CLOSED,
        CLOSED | {"properties": {"a": {"anyOf": [{"type": "null"}, {"enum": ["b"]}]}}},
        CLOSED | {"properties": {"a": {"enum": [{"type": "object"}], "examples": [{"properties": {}}]}}},
        "text",
        None,
        True,
    ],
)
def test_closed_schemas_data_and_what_is_no_object_have_no_strict_problem(schema: Any) -> None:
    assert list(strict_problems(schema)) == []


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object"},
        CLOSED | {"additionalProperties": True},
        CLOSED | {"required": []},
        {key: value for key, value in CLOSED.items() if key != "required"},
        CLOSED | {"properties": {"a": {"type": "object", "properties": {}}}},
        CLOSED | {"properties": {"a": {"properties": {}}}},
        CLOSED | {"properties": {"a": True}},
        CLOSED | {"properties": {"a": {"allOf": [{}]}}},
        CLOSED | {"properties": {"a": {"oneOf": [{}]}}},
        CLOSED | {"if": {}},
        CLOSED | {"properties": {"a": {"anyOf": {}}}},
        CLOSED | {"$defs": {"B": {"type": "object"}}},
        {"type": "array"},
        {},
    ],
)
def test_strict_mode_refuses_open_and_untyped_schemas_and_some_keywords(schema: Any) -> None:
    assert list(strict_problems(schema))


@pytest.mark.parametrize(
    ("name", "apis"),
    [
        ("a-b_C1", {CHAT, RESPONSES}),
        ("a" * 65, {RESPONSES}),
        *((refused, set()) for refused in ("a" * 129, "", "a.b", "a\n")),
    ],
)
def test_the_names_that_each_api_takes(name: str, apis: set[str]) -> None:
    assert {api for api in (CHAT, RESPONSES) if takes_name(api, name)} == apis


@pytest.mark.parametrize("parameters", [{}, {"parameters": None}])
@pytest.mark.parametrize(("strict", "refused"), [(True, ["strict-closed"]), (False, []), (None, [])])
def test_chat_wants_a_closed_schema_of_a_strict_tool_without_one(
    parameters: dict[str, Any], strict: bool | None, refused: list[str]
) -> None:
    function = {"name": "f", "description": "d", "strict": strict, **parameters}
    request = {"tools": [{"type": "function", "function": function}]}
    assert [broken_tool.rule for broken_tool in broken_tools(request, CHAT)] == refused
