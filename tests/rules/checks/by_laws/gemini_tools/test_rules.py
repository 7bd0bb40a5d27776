from __future__ import annotations

from typing import Any

import pytest

from conformance.base.values import ABSENT
from tests.rules.checks.by_laws.gemini_tools.samples import CITY, charged, declared, mcp, tool

UPPER = {
    "type": "OBJECT", "properties": {"city": {"type": "STRING", "enum": ["Paris", "Rome"]}}, "required": ["city"],
}  # fmt: skip
CLOSED = {**CITY, "additionalProperties": False}


def in_google_form(schema: Any, **fields: Any) -> dict[str, Any]:
    return declared(parametersJsonSchema=ABSENT, parameters=schema, **fields)


def test_one_tool_has_all_declarations_and_so_may_several() -> None:
    given = [mcp(), mcp("b")]
    assert charged(given, tool(declared(), declared("b"))) == set()
    assert charged(given, [*tool(declared()), {"function_declarations": [declared("b")]}]) == set()
    assert charged(given, [declared(), declared("b")]) == {"TOOL-1"}
    assert charged(given, tool(declared())) == {"TOOL-1"}
    assert "TOOL-1" in charged(given, [{**tool(declared(), declared("b"))[0], "googleSearch": {}}])
    assert charged([], []) == set()


def test_a_schema_in_googles_form_keeps_what_the_form_has() -> None:
    assert charged([mcp()], tool(in_google_form(UPPER))) == set()
    lost = {**UPPER, "properties": {"city": {"type": "STRING"}}}
    assert charged([mcp()], tool(in_google_form(lost))) == {"TOOL-2"}
    assert charged([mcp(inputSchema=CLOSED)], tool(in_google_form(CLOSED))) == {"API-2"}


def test_a_limit_that_googles_form_lacks_is_reported() -> None:
    for reports, rules in ((None, set()), ((), {"TOOL-7"})):
        assert charged([mcp(inputSchema=CLOSED)], tool(in_google_form(UPPER)), reports) == rules
    assert charged([mcp(inputSchema=CLOSED)], tool(in_google_form(UPPER))) == set()


def test_a_union_at_the_root_stays_or_is_folded_with_a_report() -> None:
    either = {"type": "object", "anyOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]}
    folded = {"type": "object", "properties": {"a": {}, "b": {}}}
    given = [mcp(inputSchema=either)]
    assert charged(given, tool(declared(parametersJsonSchema=either)), ()) == set()
    assert charged(given, tool(declared(parametersJsonSchema=folded))) == set()
    assert charged(given, tool(declared(parametersJsonSchema=folded)), ()) == {"TOOL-7"}
    assert charged(given, tool(declared(parametersJsonSchema={"type": "object"}))) == {"TOOL-2"}


def test_results_are_declared_as_they_are_or_reported() -> None:
    given = [mcp(outputSchema=CITY)]
    assert charged(given, tool(declared(responseJsonSchema=CITY)), ()) == set()
    assert charged(given, tool(declared(response=UPPER)), ()) == set()
    assert charged(given, tool(declared())) == set()
    assert charged(given, tool(declared()), None) == set()
    assert charged(given, tool(declared()), ()) == {"DECL-1"}
    assert charged(given, tool(declared(responseJsonSchema={}))) == {"DECL-1"}
    assert charged([mcp()], tool(declared(responseJsonSchema=CITY))) == {"DECL-1"}


@pytest.mark.parametrize(
    ("schema", "rules"),
    [
        ({"type": "object", "properties": {}}, set()),
        ({"type": "object", "additionalProperties": False}, set()),
        ({"type": "object", "minProperties": 1}, {"TOOL-7"}),
        (CITY, {"TOOL-1", "TOOL-7"}),
    ],
)
def test_a_tool_without_parameters_needs_no_schema(schema: Any, rules: set[str]) -> None:
    assert charged([mcp(inputSchema=schema)], tool(declared(parametersJsonSchema=ABSENT)), ()) == rules
