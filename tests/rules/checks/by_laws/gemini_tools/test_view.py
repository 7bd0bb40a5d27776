from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.rules.checks.by_laws.flat_mcp_tools.view import LONG_NAME
from conformance.rules.checks.by_laws.gemini_tools.view import GeminiTools, kind_of_declared
from conformance.rules.checks.by_laws.mcp_tools.view import NO_SCHEMA, UNSAFE, USABLE
from conformance.rules.checks.trial import Trial
from tests.rules.checks.by_laws.gemini_tools.samples import OPERATION, charged, declared, mcp, tool


@pytest.mark.parametrize(
    ("entry", "kind"),
    [
        (mcp("a.b:c-d_1"), USABLE),
        (mcp("_a"), USABLE),
        (mcp("3d"), UNSAFE),
        (mcp("a/b"), UNSAFE),
        (mcp(""), UNSAFE),
        (mcp("a" * 65), LONG_NAME),
        (mcp("a" * 129), UNSAFE),
        (mcp(inputSchema=None), NO_SCHEMA),
    ],
)
def test_the_kind_of_a_tool_is_by_the_names_that_the_api_takes(entry: Any, kind: str) -> None:
    assert kind_of_declared(entry) == kind


def test_a_name_that_the_api_refuses_is_kept_renamed_or_refused() -> None:
    given, new = [mcp("3d"), mcp()], declared("_d_1")
    assert charged(given, tool(declared("3d"), declared()), unsafe_names="keep") == set()
    assert charged(given, tool(new, declared()), unsafe_names="rename") == set()
    assert charged(given, tool(new, declared()), unsafe_names="keep") == {"TOOL-1"}
    assert charged(given, tool(declared()), unsafe_names="refuse") == set()
    assert charged(given, tool(declared("3d"), declared()), unsafe_names="refuse") == {"TOOL-1"}


def test_places_are_those_of_the_output() -> None:
    output = [*tool(declared()), {"function_declarations": [declared("b")]}]
    view = GeminiTools(Trial(operation=OPERATION, input=[mcp(), mcp("b")], outcome=Outcome(output=output)))
    assert view.position_path(1) == (1, "function_declarations", 0)
    assert [view.top(pair) for pair in view.pairs] == [
        ("output", 0, "functionDeclarations", 0), ("output", 1, "function_declarations", 0),
    ]  # fmt: skip
    assert view.expected() == tool(declared(), declared("b"))
