"""Whatever is planned is judged, excused for a stated reason, or makes the run incomplete."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conformance import reference
from conformance.base.observation import ConversionRequest, Description, Outcome
from conformance.running.engine import Options, RunResult, chain_laws, operations, parallel
from conformance.running.engine.collect import Collector
from conformance.running.engine.ledger import LOST, Kind, Ledger, LedgerItem, operation_item
from conformance.running.engine.plan import plan_cases
from conformance.running.run import certify
from conformance.running.subjects.in_process import InProcessSubject
from tests.running.engine.certifying import specifications

LIST, FLAT, CHAT = "mcp-tools-to-chat-tools", "mcp-tools-to-responses-tools", "chat-tools-to-responses-tools"
FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    LIST: reference.mcp_tools_to_chat_tools,
    FLAT: reference.mcp_tools_to_responses_tools,
    CHAT: reference.chat_tools_to_responses_tools,
}


def case(name: str, operation: str = LIST) -> LedgerItem:
    return LedgerItem(operation=operation, kind=Kind.CASE, name=name)


# The ledger alone.


def test_an_empty_ledger_is_not_complete() -> None:
    assert not Ledger().is_complete


def test_an_item_is_open_until_it_is_judged_or_excused() -> None:
    ledger = Ledger()
    ledger.plan([case("a"), case("b"), case("c")])
    ledger.judge(case("a"))
    ledger.excuse(case("b"), "narrowed by the user")
    totals = ledger.totals()
    assert (totals.planned, totals.judged, totals.excused, totals.open) == (
        3,
        1,
        {"narrowed by the user": 1},
        {LOST: 1},
    )
    assert not ledger.is_complete
    ledger.judge(case("c"))
    assert ledger.is_complete


def test_an_open_item_can_say_why() -> None:
    ledger = Ledger()
    ledger.plan([case("a")])
    ledger.explain(case("a"), "too much time was lost")
    assert ledger.totals().open == {"too much time was lost": 1}
    assert not ledger.is_complete


def test_a_closed_item_stays_as_it_is() -> None:
    ledger = Ledger()
    ledger.plan([case("a")])
    ledger.excuse(case("a"), "not observable")
    ledger.judge(case("a"))
    ledger.explain(case("a"), "lost")
    ledger.plan([case("a")])
    assert ledger.totals().excused == {"not observable": 1}


@pytest.mark.parametrize("close", [Ledger.judge, lambda ledger, item: ledger.excuse(item, "reason")])
def test_what_was_not_planned_cannot_be_closed(close: Callable[[Ledger, LedgerItem], None]) -> None:
    with pytest.raises(KeyError):
        close(Ledger(), case("a"))


def test_whole_operations_are_counted_apart() -> None:
    ledger = Ledger()
    ledger.plan([operation_item(LIST), case("a")])
    assert ledger.totals().planned == 1
    assert ledger.totals(kind=Kind.OPERATION).planned == 1


def test_a_part_closes_the_items_of_the_whole() -> None:
    whole, part = Ledger(), Ledger()
    whole.plan([operation_item(LIST), operation_item(FLAT)])
    part.plan([operation_item(LIST), case("a")])
    part.judge(operation_item(LIST))
    whole.join(pickle.loads(pickle.dumps(part)))
    assert whole.totals(kind=Kind.OPERATION).judged == 1
    assert whole.totals().open == {LOST: 1}


def test_reasons_can_be_reworded() -> None:
    ledger = Ledger()
    ledger.plan([case("a")])
    ledger.explain(case("a"), "its key is secret")
    ledger.reword(lambda text: text.replace("secret", "[redacted]"))
    assert ledger.totals().open == {"its key is [redacted]": 1}


# A run: any one trial that gets lost at any stage leaves it incomplete.


class Subject(InProcessSubject):
    """The reference, of whose outcomes the one with a number is lost."""

    def __init__(self, lost: int | None = None) -> None:
        super().__init__(
            FUNCTIONS,
            Description(
                name="subject",
                version=None,
                language=None,
                adapter="in-process",
                operations=tuple(FUNCTIONS),
                choices={},
                exact_numbers=True,
            ),
        )
        self._lost = lost
        self.answered = 0

    def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        for answered in super().ask(requests):
            self.answered += 1
            if self.answered - 1 != self._lost:
                yield answered


def run(subject: Subject | None = None, **more: Any) -> RunResult:
    options = Options(operations=(FLAT,), max_examples=3, seed=1, shapes=False, **more)
    return certify(specifications(), subject or Subject(), options)


def dropping(iterate: Callable[..., Iterable[Any]], lost: int, passed: list[int]) -> Callable[..., Iterator[Any]]:
    """Return a function that leaves one of all the values out that calls of another yield."""

    def iterated(*arguments: Any, **more: Any) -> Iterator[Any]:
        for value in iterate(*arguments, **more):
            passed.append(1)
            if len(passed) - 1 != lost:
                yield value

    return iterated


def taking(lost: int, passed: list[int]) -> Callable[..., None]:
    take = Collector.take

    def taken(collector: Collector, *arguments: Any) -> None:
        passed.append(1)
        if len(passed) - 1 != lost:
            take(collector, *arguments)

    return taken


STAGES = ("plan_cases", "plan_examples", "ask_all", "ask_chains", "take", "outcome")


def test_the_run_is_complete_and_conforms_where_nothing_is_lost() -> None:
    result = run()
    assert result.conforms and result.complete
    chains = result.ledger.totals(operation=FLAT, kind=Kind.CHAIN)
    assert chains.judged > 20


@settings(max_examples=24, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(stage=st.sampled_from(STAGES), lost=st.integers(0, 400))
@pytest.mark.expensive("certifies converters with defects")
def test_a_trial_that_is_lost_at_any_stage_makes_the_run_incomplete(stage: str, lost: int) -> None:
    passed: list[int] = []
    subject = Subject(lost if stage == "outcome" else None)
    with pytest.MonkeyPatch.context() as patch:
        if stage == "take":
            patch.setattr(Collector, "take", taking(lost, passed))
        elif stage == "plan_cases":
            dropped = dropping(plan_cases, lost, passed)
            patch.setattr("conformance.running.engine.operations.plan_cases", lambda *given: list(dropped(*given)))
        elif stage != "outcome":
            module = chain_laws if stage == "ask_chains" else operations
            patch.setattr(module, stage, dropping(getattr(module, stage), lost, passed))
        result = run(subject)
    count = subject.answered if stage == "outcome" else len(passed)
    is_lost = lost < count
    assert result.complete is not is_lost
    assert result.conforms is not is_lost
    if is_lost:
        assert sum(result.ledger.totals().open.values()) >= 1


def test_a_process_whose_part_is_lost_makes_the_run_incomplete(monkeypatch: pytest.MonkeyPatch) -> None:
    gather = parallel._gather
    monkeypatch.setattr(parallel, "_gather", lambda *given: (gather(*given)[0][1:], False))
    options = Options(max_examples=0, seed=1, shapes=False)
    result = certify(specifications(), Subject(), options, [], parallel.Spread(2, Subject))
    assert not result.complete and not result.conforms
    assert result.ledger.totals(kind=Kind.OPERATION).open


def test_a_probe_of_a_choice_is_judged_like_any_input() -> None:
    whole = specifications()
    contract = whole.contracts[CHAT]
    function = {"name": "only_in_a_probe", "description": "Text.", "parameters": {"type": "object", "properties": {}}}
    probe = [{"type": "function", "function": function}]
    choices = tuple(replace(choice, probes=(probe,)) for choice in contract.choices)
    changed = replace(whole, contracts={CHAT: replace(contract, choices=choices)})

    def convert(tools: Any) -> Any:
        converted = reference.chat_tools_to_responses_tools(tools)
        return [{**converted[0], "name": "another"}] if tools == probe else converted

    description = Description(
        name="subject",
        version=None,
        language=None,
        adapter="in-process",
        operations=(CHAT,),
        choices={},
        exact_numbers=True,
    )
    result = certify(changed, InProcessSubject({CHAT: convert}, description), Options(max_examples=0, seed=1))
    assert result.complete and not result.conforms
    failures = [shown for entry in result.rules for shown in entry.evidence if entry.verdict == "fail" and entry.counts]
    assert json.dumps(probe) in {json.dumps(failure.input) for failure in failures}


def test_operations_outside_the_run_are_excused_with_a_reason() -> None:
    whole = run().ledger.totals(kind=Kind.OPERATION)
    assert whole.judged == 1
    assert whole.excused == {
        "narrowed by the user (--operation)": 2,
        "not offered by the subject": len(specifications().contracts) - 3,
    }


def test_an_interrupted_run_shows_what_was_not_judged() -> None:
    class Interrupted(Subject):
        def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
            for number, answered in enumerate(super().ask(requests)):
                if number == 30:
                    raise KeyboardInterrupt
                yield answered

    result = run(Interrupted())
    assert result.interrupted and not result.complete and not result.conforms
    totals = result.ledger.totals()
    assert totals.judged + sum(totals.open.values()) + sum(totals.excused.values()) == totals.planned
    assert totals.open


def test_the_names_of_items_have_the_order_of_the_plan() -> None:
    ledger = Ledger()
    ledger.plan(LedgerItem(operation="one", kind=Kind.CASE, name=name) for name in ("b", "a"))
    ledger.plan(
        [
            LedgerItem(operation="two", kind=Kind.CASE, name="c"),
            LedgerItem(operation="one", kind=Kind.EXAMPLE, name="d"),
        ]
    )
    assert ledger.names("one", Kind.CASE) == ["b", "a"]
