from __future__ import annotations

from conformance.observation import Outcome
from conformance.values import ABSENT
from tests.checks.registry_tools.samples import OBJECT, charged, tool


def test_a_tool_is_known_by_what_it_becomes_alone() -> None:
    odd, owed = tool(description=0, parameters=ABSENT), tool(parameters={"type": "object", "required": ["x"]})
    first = tool(description=ABSENT)
    alone = (Outcome(output=[first]), Outcome(output=[owed]))
    assert charged([odd, owed], [first], alone=alone).isdisjoint({"REG-1", "REG-5"})
    assert charged([odd, owed], [owed, first], alone=alone) == {"REG-8"}


def test_flat_tools_may_go_and_may_convert() -> None:
    flat = {"type": "function", "name": "a", "description": "A.", "parameters": OBJECT}
    assert charged([flat], []) == charged([flat], [tool()]) == set()
    assert charged([flat], [flat]) == {"API-1"}
