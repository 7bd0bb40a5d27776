from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.base.values import ABSENT
from conformance.rules.checks.by_laws.anthropic_tools.view import AnthropicTools, kind_of_named
from conformance.rules.checks.trial import Trial
from tests.rules.checks.by_laws.anthropic_tools.samples import EITHER, EMPTY, FOLDED, OPERATION, charged, mcp, named


@pytest.mark.parametrize(
    ("member", "rules"),
    [
        ({"type": "custom"}, set()),
        ({"type": None, "defer_loading": None}, {"API-1"}),
        ({"strict": False}, set()),
        ({"strict": True}, {"TOOL-3"}),
        ({"type": "function"}, {"TOOL-1", "API-1"}),
        ({"title": "A"}, {"TOOL-4", "API-1"}),
        ({"defer_loading": True}, {"TOOL-4"}),
        ({"inputSchema": EMPTY}, {"TOOL-4", "API-1"}),
        ({"description": ABSENT}, {"TOOL-1"}),
    ],
)
def test_a_tool_has_the_members_that_its_source_asks_for(member: dict[str, Any], rules: set[str]) -> None:
    assert charged([mcp()], [named(**member)]) == rules


@pytest.mark.parametrize("said", [ABSENT, "", "a", "Its title"])
def test_a_tool_that_says_nothing_of_itself_converts(said: Any) -> None:
    given = [mcp(description=ABSENT, title="Its title")]
    assert charged(given, [named(description=said)]) == set()
    assert charged(given, []) == {"TOOL-1a"}
    assert charged(given, [named(description="Other")]) == {"TOOL-1a"}


def test_the_schema_is_under_this_api_s_name_and_changes_are_found_there() -> None:
    assert charged([mcp()], [named(input_schema=ABSENT)]) == {"TOOL-1", "API-1"}
    view = AnthropicTools(Trial(operation=OPERATION, input=[mcp()], outcome=Outcome(output=[named()])))
    assert view.at(view.pairs[0], "parameters", "type") == (0, "input_schema", "type")
    assert view.pairs[0].schema == EMPTY


def test_what_the_api_refuses_of_a_schema_is_a_kind_of_its_own() -> None:
    odd = {"type": "object", "properties": {"a b": {}}}
    assert [kind_of_named(mcp(inputSchema=element)) for element in (EMPTY, EITHER, odd)] == [
        "usable",
        "root-union",
        "odd-properties",
    ]
    assert kind_of_named(mcp("a.b", inputSchema=EITHER)) == "unsafe-name"
    assert charged([mcp(inputSchema=odd)], []) == set()


def test_the_tool_that_is_owed_has_no_union_at_its_root() -> None:
    view = AnthropicTools(Trial(operation=OPERATION, input=[], outcome=Outcome(output=[])))
    assert view.owed(mcp(inputSchema=EITHER)) == {
        "name": "a",
        "description": "A.",
        "input_schema": FOLDED | {"properties": {"b": {"type": "string"}, "a": {"type": "string"}}},
    }
