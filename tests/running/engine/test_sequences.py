"""A failure that depends on earlier inputs comes with the shortest sequence of calls that shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any

import pytest

from conformance.reference import mcp_tool_to_chat_tool
from conformance.running.engine.result import Evidence
from tests.running.engine.building import SINGLE
from tests.running.engine.certifying import certified

Convert = Callable[[Any], Any]


def tool(name: str) -> Any:
    return {"name": name, "description": f"Tool {name}.", "inputSchema": {"type": "object", "properties": {}}}


INPUTS = tuple(tool(name) for name in ("a", "b", "c", "first", "d", "second", "e", "f"))


def shown(made: Callable[[], Convert]) -> Evidence:
    """Return the first evidence of the rule about state."""

    def anew() -> Mapping[str, Convert]:
        return {SINGLE: made()}

    result = certified(anew(), SINGLE, inputs={SINGLE: INPUTS}, only_inputs=True, anew=anew, evidence_folder="evidence")
    return next(entry.evidence[0] for entry in result.rules if entry.rule.id == "ALL-2")


def after(*names: str) -> Convert:
    """Return a converter that gives every description a mark once it has converted these names."""
    seen: set[str] = set()

    def convert(given: Any) -> Any:
        converted = mcp_tool_to_chat_tool(given)
        if seen >= set(names):
            converted["function"]["description"] += "!"
        seen.add(given.get("name") if isinstance(given, dict) else "")
        return converted

    return convert


@pytest.mark.parametrize("names", [("first",), ("first", "second")])
def test_the_sequence_begins_and_ends_with_what_leaves_its_mark(names: tuple[str, ...]) -> None:
    evidence = shown(lambda: after(*names))
    earlier = [given["name"] for given in evidence.earlier]
    assert {earlier[0], earlier[-1]} == set(names)
    assert len(earlier) < len(INPUTS)
    last = f"--input evidence/{SINGLE}.ALL-2.before-{len(earlier)}.json --input evidence/{SINGLE}.ALL-2.json"
    assert evidence.reproduce.endswith(last)


def test_a_result_that_varies_by_itself_comes_with_how_often() -> None:
    numbers: Iterator[int] = count()

    def convert(given: Any) -> Any:
        converted = mcp_tool_to_chat_tool(given)
        converted["function"]["description"] += str(next(numbers))
        return converted

    evidence = shown(lambda: convert)
    assert evidence.earlier == ()
    assert evidence.message.endswith("(5 of 5 repeats differ)")
