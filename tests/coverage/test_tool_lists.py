"""Rows of lists of tools."""

from __future__ import annotations

import pytest

from conformance.base.values import JSON
from tests.suite.coverage.tool_lists import marks, rows

FUNCTION: JSON = {"type": "function", "name": "look"}
CUSTOM: JSON = {"type": "custom", "name": "run"}
HOSTED: JSON = {"type": "web_search"}


def group(*inside: JSON) -> JSON:
    return {"type": "namespace", "name": "crm", "tools": list(inside)}


@pytest.mark.parametrize(
    ("tools", "row"),
    [
        ([HOSTED], "hosted tool alone"),
        ([FUNCTION, HOSTED], "hosted tool last"),
        ([CUSTOM, FUNCTION], "custom before function"),
        ([FUNCTION, HOSTED, FUNCTION | {"name": "Look"}], "function twice"),
        ([group(FUNCTION)], "a group of one function"),
        ([group(FUNCTION, FUNCTION)], "a group of two functions"),
        ([group(FUNCTION, CUSTOM)], "a group of a function and a custom tool"),
        ([group(FUNCTION), FUNCTION], "a tool of a group named like one of the list"),
        ([FUNCTION | {"name": "web_search"}], "a name like that of a hosted tool"),
    ],
)
def test_a_list_covers_what_it_has(tools: list[JSON], row: str) -> None:
    assert f"tools: {row}" in set(rows("responses-tools"))
    assert f"tools: {row}" in set(marks("responses-tools", tools))
    assert f"tools: {row}" not in set(marks("responses-tools", [CUSTOM, group(CUSTOM | {"name": "walk"})]))


def test_a_format_has_rows_of_its_own_kinds_alone() -> None:
    assert "tools: custom before function" in set(rows("chat-tools"))
    assert not any("hosted tool before" in row or "group" in row for row in rows("chat-tools"))
    assert all("name" in row for row in rows("mcp-tools"))


def test_a_registry_has_kinds_of_its_own() -> None:
    known, shell = set(rows("registry-tools")), {"type": "local_shell"}
    assert known == set(rows("registry-request"))
    assert "tools: local_shell before custom" in known
    assert not any("hosted" in row or "namespace" in row for row in known)
    given: list[JSON] = [shell, {"type": "custom", "custom": {"name": "run"}}, {"type": "web_search"}]
    expected = {"local_shell first", "local_shell before custom", "custom before web_search", "web_search last"}
    assert set(marks("registry-request", given)) == {f"tools: {element}" for element in expected}
