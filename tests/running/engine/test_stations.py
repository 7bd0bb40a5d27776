"""The stations of a run are one list, which says what the run does and in which order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from conformance.reference import chat_tools_to_responses_tools, mcp_tools_to_chat_tools, mcp_tools_to_responses_tools
from conformance.running.engine.log import Log
from conformance.running.engine.stations import CHARGE, DEFECT, LAST_CHECK, NUMBERS, SCOPE, STATIONS
from tests.running.engine.building import FLAT, LIST
from tests.running.engine.certifying import certified

ARCHITECTURE = Path(__file__).parents[3] / "ARCHITECTURE.md"


def failing_everywhere() -> Mapping[str, Callable[[Any], Any]]:
    """A converter that fails at some inputs, loses what no case has, and remembers the number of its calls."""
    calls = 0

    def convert(tools: Any) -> Any:
        nonlocal calls
        calls += 1
        if "enum" in str(tools):
            raise ValueError("no enum")
        made = mcp_tools_to_responses_tools(tools)
        for tool in made:
            if len(tool["description"]) % 2:
                tool["description"] = f"Call {calls}."
        return made

    return {
        FLAT: convert,
        LIST: mcp_tools_to_chat_tools,
        "chat-tools-to-responses-tools": chat_tools_to_responses_tools,
    }


@pytest.mark.expensive("certifies converters with defects")
def test_a_run_asks_at_the_stations_in_their_order() -> None:
    log = Log(keeps_steps=True)
    certified(failing_everywhere(), FLAT, log=log, anew=failing_everywhere)
    asked = list(dict.fromkeys(name for name, _operation in log.calls))
    # The last check is made whenever evidence is chosen: of what is to be reduced, and at the end.
    asked.remove(LAST_CHECK.name)
    asks = [station.name for station in STATIONS if station not in (NUMBERS, SCOPE, LAST_CHECK, CHARGE, DEFECT)]
    assert asked == asks
    assert {step.station for step in log.steps or ()} <= set(STATIONS)


def test_the_page_for_newcomers_has_the_list() -> None:
    rows = (f"{station.name:<10}  {station.asks:<50}  {station.changes}\n" for station in STATIONS)
    assert "".join(rows) in ARCHITECTURE.read_text("utf-8")
