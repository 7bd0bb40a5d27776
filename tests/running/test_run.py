"""What a whole run is about: operations that the subject offers, and what the user narrowed it to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.base.errors import UsageError
from conformance.reference import mcp_tool_to_chat_tool
from conformance.running.engine import Concluding, Event, ExpectedEntry, Finished, Options
from conformance.running.engine.events import TrialProgress
from conformance.running.run import certify
from tests.running.engine.building import SINGLE, subject_of
from tests.running.engine.certifying import specifications

CASES = {"max_examples": 0, "seed": 1}


def run(listeners: tuple[Any, ...] = (), **options: Any) -> Any:
    subject = subject_of({SINGLE: mcp_tool_to_chat_tool})
    return certify(specifications(), subject, Options(**{**CASES, **options}), listeners)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"operations": ("tool-loop",)}, "acme offers no operation of this run"),
        ({"operations": ("http-service",)}, "http-service is about services"),
        ({"operations": ("gateway-service",)}, "gateway-service is about gateways"),
        ({"rules": ("MCP-99",)}, "Unknown rule 'MCP-99'"),
        ({"cases": ("default-in-item",)}, "Unknown case 'default-in-item'"),
        ({"choices": {"unsafe-names": "x"}}, "unsafe-names has no answer 'x'"),
        ({"required": {}, "requirements": "nothing"}, "The requirements nothing demand nothing of"),
    ],
)
def test_a_run_that_could_judge_nothing_is_a_usage_error(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        run(**options)


def test_operations_outside_the_run_are_excused_and_it_ends_with_the_result() -> None:
    events: list[Event] = []
    result = run((events.append,))
    assert result.conforms and events[-1] == Finished(result)
    assert sum(isinstance(event, Concluding) for event in events) == 1
    excused = result.ledger.totals(operation="tool-loop")
    assert (excused.planned, result.ledger.is_complete) == (0, True)


def test_an_interrupt_ends_the_run_early_with_what_is_known() -> None:
    def interrupted(event: Event) -> None:
        if isinstance(event, TrialProgress):
            raise KeyboardInterrupt

    result = run((interrupted,))
    assert result.interrupted and not result.complete and not result.conforms


def test_an_expected_failure_that_passes_decides() -> None:
    passing = ExpectedEntry(operations=(SINGLE,), rules=("MCP-1",), reason="known")
    result = run(expected_failures=(passing,))
    (entry,) = (rule for rule in result.rules if rule.rule.id == "MCP-1")
    assert (entry.verdict, result.conforms) == ("unexpected-pass", False)
    result = run(expected_failures=(replace(passing, rules=("MCP-99",)),))
    assert [entry.rule for entry in result.unmatched] == ["MCP-99"]


def test_a_time_limit_of_a_run_is_counted_from_its_start() -> None:
    assert run(time_limit=600.0).complete
    late = run(time_limit=0.0)
    assert not late.complete and "time limit" in next(iter(late.ledger.totals().open))
    assert replace(Options(), time_limit=1.0).until is None
