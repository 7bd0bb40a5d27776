"""A failure that only earlier inputs cause is charged to the rule about state, and to no other."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any

from conformance.reference import mcp_tool_to_chat_tool
from tests.running.engine.building import SINGLE
from tests.running.engine.certifying import certified
from tests.suite.selftest.banks.bank import remembering


def tool(name: str, description: str) -> Any:
    schema = {"type": "object", "properties": {description: {"type": "string", "default": "x"}}}
    return {"name": name, "description": description, "inputSchema": schema}


INPUTS = (tool("a", "One."), tool("a", "Two."), tool("a", "Three."))


def failing(made: Callable[[], Callable[[Any], Any]]) -> set[str]:
    def anew() -> Mapping[str, Callable[[Any], Any]]:
        return {SINGLE: made()}

    result = certified(anew(), SINGLE, inputs={SINGLE: INPUTS}, only_inputs=True, anew=anew)
    return {entry.rule.id for entry in result.rules if entry.evidence}


def keeping_defaults(given: Any) -> Any:
    converted = mcp_tool_to_chat_tool(given)
    converted["function"]["parameters"] = copy.deepcopy(given["inputSchema"])
    return converted


def test_a_cache_by_name_breaks_the_rule_about_state_alone() -> None:
    assert failing(remembering(mcp_tool_to_chat_tool, lambda given: given["name"])) == {"ALL-2"}


def test_a_defect_beside_the_cache_is_still_charged() -> None:
    found = failing(remembering(keeping_defaults, lambda given: given["name"]))
    assert found >= {"ALL-2", "MCP-2"}
    assert "MCP-1" not in found
