"""One run of some operations: what is asked, judged and concluded, and what an early end leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from conformance.base.observation import ConversionRequest, Fault, Outcome
from conformance.reference import mcp_tool_to_chat_tool
from conformance.running.engine.events import Concluding, Event, Started, TrialProgress
from conformance.running.engine.ledger import Kind, operation_item
from conformance.running.engine.operations import run_operations
from conformance.running.engine.options import Options
from conformance.running.engine.result import RunResult
from conformance.running.subjects.base import SubjectWrapper
from tests.few_cases import few_specifications
from tests.running.engine.building import SINGLE, described, subject_of
from tests.running.engine.certifying import certified, specifications
from tests.suite.selftest.banks import load_banks
from tests.suite.selftest.banks.failing_calls import OPERATIONS


def new_result() -> RunResult:
    result = RunResult(
        described(SINGLE), seed=1, max_examples=3, requirements="every MUST", specs_digest="sha256:", started=""
    )
    result.ledger.plan([operation_item(SINGLE)])
    return result


CONTRACTS = {SINGLE: few_specifications().contracts[SINGLE]}


def run(
    convert: Callable[[Any], Any] = mcp_tool_to_chat_tool,
    listen: Callable[[Event], None] = lambda _event: None,
    **options: Any,
) -> RunResult:
    result = new_result()
    own = Options(**{"max_examples": 3, "seed": 1, "shrink": False, **options})
    run_operations(specifications(), CONTRACTS, CONTRACTS, subject_of({SINGLE: convert}), own, result, [listen])
    return result


def test_every_planned_item_is_judged_or_excused() -> None:
    result = run()
    assert result.ledger.is_complete
    assert result.ledger.totals(kind=Kind.OPERATION).judged == 1
    assert {entry.verdict for entry in result.rules if entry.counts and entry.rule.id != "ALL-10"} == {"pass"}
    assert set(result.choices[SINGLE]) == {choice.name for choice in CONTRACTS[SINGLE].choices}


def test_listeners_hear_the_start_each_trial_and_the_end() -> None:
    events: list[Event] = []
    run(listen=events.append)
    assert isinstance(events[0], Started) and isinstance(events[-1], Concluding)
    trials = [event for event in events if isinstance(event, TrialProgress)]
    assert len(trials) > len(CONTRACTS[SINGLE].cases) and all(trial.failing == () for trial in trials)


class _HangsOnce(SubjectWrapper):
    """A subject that is silent at its fiftieth input."""

    count = 0

    def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        for request, outcome in super().ask(requests):
            self.count += 1
            yield request, Outcome(fault=Fault("hang", "silent")) if self.count == 50 else outcome


def test_a_run_in_which_one_input_hung_once_charges_nothing() -> None:
    result, subject = new_result(), _HangsOnce(subject_of({SINGLE: mcp_tool_to_chat_tool}))
    options = Options(max_examples=3, seed=1, shrink=False)
    run_operations(specifications(), CONTRACTS, CONTRACTS, subject, options, result, [])
    assert subject.count > 50
    assert result.ledger.is_complete
    assert {entry.verdict for entry in result.rules if entry.counts and entry.rule.id != "ALL-10"} == {"pass"}


def test_a_run_of_one_case_asks_no_other_and_counts_no_probe() -> None:
    result = run(cases=("default-in-items",), rules=("MCP-2",))
    (entry,) = result.rules
    assert (entry.rule.id, entry.verdict, entry.cases_run, entry.examples_run) == ("MCP-2", "pass", 1, 0)
    assert result.ledger.totals().judged == 1


def test_an_interrupted_run_concludes_what_is_known() -> None:
    count = 0

    def interrupting(tool: Any) -> Any:
        nonlocal count
        count += 1
        if count > 60:
            raise KeyboardInterrupt
        return {"type": "function", "function": {}}

    result = new_result()
    with pytest.raises(KeyboardInterrupt):
        run_operations(
            specifications(), CONTRACTS, CONTRACTS, subject_of({SINGLE: interrupting}), Options(), result, []
        )
    assert not result.ledger.is_complete
    assert any(entry.verdict == "fail" for entry in result.rules)


def test_the_account_of_losses_is_drawn_up_where_it_is_asked_for() -> None:
    assert run().losses == {}
    assert set(run(losses=True).losses) == {SINGLE}


@pytest.mark.expensive("certifies converters with defects")
def test_a_converter_that_breaks_most_rules_is_asked_at_most_three_times_as_much_as_a_sound_one() -> None:
    operation = "chat-messages-to-responses-input"

    def calls(convert: Callable[[Any], Any]) -> int:
        asked = 0

        def counted(given: Any) -> Any:
            nonlocal asked
            asked += 1
            return convert(given)

        certified({operation: counted}, operation, max_examples=30)
        return asked

    swapped = next(mutant for mutant in load_banks([operation]).mutants if mutant.name == "destroys_by_ids_swapped")
    assert calls(swapped.function) <= 3 * calls(OPERATIONS[operation])
