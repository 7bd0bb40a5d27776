"""Lists of a registry's tools: nothing that is dealt to a tool is lost."""

from __future__ import annotations

from random import Random

import pytest

from conformance.inputs import registry
from conformance.inputs.choices import Dealing
from conformance.inputs.schemas import make_schema


def test_each_schema_that_is_made_is_in_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    schema_of = make_schema
    monkeypatch.setattr(registry, "make_schema", lambda *given: made.append(1) or schema_of(*given))
    choices = Dealing(Random(4))
    tools = [tool for _ in range(80) for tool in registry.make_tools(choices)]
    assert len(made) == sum("parameters" in tool.get("function", {}) for tool in tools)


def test_each_tool_of_a_list_has_a_name_of_its_own() -> None:
    choices = Dealing(Random(4))
    for _ in range(80):
        named = [tool[tool["type"]]["name"] for tool in registry.make_tools(choices) if tool["type"] in tool]
        assert len(set(named)) == len(named)
