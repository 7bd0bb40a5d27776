from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.base.values import ABSENT
from tests.rules.checks.by_laws.flat_mcp_tools.samples import LONG, charged, flat, mcp


@pytest.mark.parametrize(("answer", "results"), [("rename", [flat(LONG)]), ("refuse", []), ("refuse", [flat(LONG)])])
def test_a_name_of_65_characters_is_in_dispute(answer: str, results: list[Any]) -> None:
    assert charged([mcp(LONG)], results, unsafe_names=answer) == set()


def test_a_name_with_a_dot_is_not() -> None:
    assert charged([mcp("a.b")], [flat("a.b")], unsafe_names="refuse") == {"M2R-1"}
    assert charged([mcp("a.b")], [flat("a.b")], unsafe_names="rename") == {"M2R-1"}
    assert charged([mcp("a.b"), mcp("a_b")], [flat("a_b"), flat("a_b")], unsafe_names="rename") == {"M2R-1"}
    assert charged([mcp("a.b"), mcp("a_b")], [flat("a_b_2"), flat("a_b")], unsafe_names="rename") == set()


def test_a_tool_that_is_lost_to_one_of_its_name_depends_on_its_neighbours() -> None:
    bare, other = mcp(description=ABSENT, inputSchema={"type": "object", "title": "T"}), mcp()
    alone = (Outcome(output=[]), Outcome(output=[flat()]))
    assert "M2R-2" in charged([bare, other], [flat()], alone=alone)
