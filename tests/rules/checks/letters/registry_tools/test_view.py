from __future__ import annotations

from conformance.base.observation import Outcome
from conformance.base.values import ABSENT
from tests.rules.checks.letters.registry_tools.samples import OBJECT, charged, tool


def test_a_tool_that_is_lost_to_one_of_its_name_depends_on_its_neighbours() -> None:
    odd, owed = tool(description=0, parameters=ABSENT), tool(parameters={"type": "object", "required": ["x"]})
    first = tool(description=ABSENT)
    alone = (Outcome(output=[first]), Outcome(output=[owed]))
    assert "LAW-6" in charged([odd, owed], [first], alone=alone)
    assert "REG-8" in charged([odd, owed], [owed, first], alone=alone)


def test_flat_tools_may_go_and_may_convert() -> None:
    flat = {"type": "function", "name": "a", "description": "A.", "parameters": OBJECT}
    assert charged([flat], []) == charged([flat], [tool()]) == set()
    assert charged([flat], [flat]) == {"API-1"}
