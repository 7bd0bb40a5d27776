"""Each rule whose check compares a trial with a further call says so in its contract, or the call is never made."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from conformance.base.observation import Outcome, Refusal
from conformance.rules.checks.registry import family
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import AGAIN, ALONE, NUMBERS, RESTART, Contract, load_specifications
from conformance.running.engine.entries import entries_of
from tests.few_cases import few_of

CONTRACTS = load_specifications().contracts
every_contract = pytest.mark.parametrize("contract", CONTRACTS.values(), ids=CONTRACTS)
SOUND = Outcome(shares=False, kept=False, diagnostics=())
OTHER = Outcome(output={"not": "the same"}, kept=True)


def sound_trials(contract: Contract) -> Iterator[Trial]:
    """Trials of a subject that converts two cases of each rule as expected, under each answer that a case names."""
    for case in few_of(contract):
        for expectation in case.expectations:
            if expectation.error is not None:
                continue
            outcome = replace(SOUND, output=expectation.output, input_after=case.input)
            choices = contract.defaults() | dict(expectation.given)
            yield Trial(operation=contract.operation, input=case.input, outcome=outcome, choices=choices)


@cache
def sound_findings(operation: str) -> list[tuple[Trial, dict[str, Any]]]:
    """The sound trials, each with what the rules say of it without any further call."""
    contract = CONTRACTS[operation]
    return [(trial, findings(contract, trial)) for trial in sound_trials(contract)]


def findings(contract: Contract, trial: Trial, rules: Collection[str] = ()) -> dict[str, Any]:
    """What the rules of a contract say of a trial, or some of them."""
    own = family(contract.operation)
    view = own.view(trial)
    asked = (rule for rule in contract.rules if rule.check in own.checks and (not rules or rule.id in rules))
    return {rule.id: own.checks[rule.check](view) for rule in asked}


def changed(contract: Contract, further: Callable[[Trial], dict[str, Any]], rules: Collection[str] = ()) -> set[str]:
    """Rules, or some of them, that object to some case only because of what further calls gave."""
    found: set[str] = set()
    for trial, before in sound_findings(contract.operation):
        more = further(trial)
        if more:
            after = findings(contract, replace(trial, **more), rules)
            found |= {rule for rule in after if after[rule] and after[rule] != before[rule]}
    return found


def reworded(value: Any) -> Any:
    """A value with other descriptions."""
    if isinstance(value, list):
        return [reworded(member) for member in value]
    if isinstance(value, dict):
        return {key: "Other." if key == "description" else reworded(member) for key, member in value.items()}
    return value


@every_contract
def test_the_rules_that_compare_two_calls_ask_again(contract):
    assert changed(contract, lambda _trial: {"again": OTHER}) == contract.asking(AGAIN)


@every_contract
def test_some_rule_asks_a_restarted_subject_and_compares_its_answer(contract):
    rules = contract.asking(RESTART)
    assert rules
    assert rules <= changed(contract, lambda _trial: {"again": OTHER, "restarted": True}, rules)


@every_contract
def test_the_rules_about_a_chain_name_it(contract):
    found = changed(contract, lambda _trial: {"chained": OTHER})
    found |= changed(contract, lambda trial: {"chained": Outcome(output=reworded(trial.outcome.output))})
    assert found == {rule.id for rule in contract.rules if rule.chain}


@every_contract
def test_the_rules_that_compare_with_the_entries_alone_ask_for_them(contract):
    def alone(outcome: Outcome) -> Callable[[Trial], dict[str, Any]]:
        def further(trial: Trial) -> dict[str, Any]:
            entries = entries_of(contract.operation, trial.input) or ()
            return {"alone": (outcome,) * len(entries)} if len(entries) > 1 else {}

        return further

    others = (Outcome(output=[]), Outcome(output={"tools": []}), Outcome(refusal=Refusal("no")))
    rules = set().union(*(changed(contract, alone(other)) for other in others))
    assert rules <= contract.asking(ALONE)


def test_some_list_form_asks_for_its_entries_alone():
    assert sum(bool(contract.asking(ALONE)) for contract in CONTRACTS.values()) >= 5


@every_contract
def test_each_operation_has_cases_that_show_whether_numbers_are_kept(contract):
    asking = contract.asking(NUMBERS)
    assert not asking or any(asking.intersection(case.rules) for case in contract.cases)
