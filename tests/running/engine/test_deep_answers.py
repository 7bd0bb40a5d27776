"""An answer of as many levels as a subject may nest is judged, wherever it is so deep and whatever it is made of."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle
from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.base.values import DEEPEST, DEEPEST_CALL, JSON
from conformance.rules.checks.trial import Trial
from conformance.rules.contracts import Case
from conformance.running.engine.judge import Judge
from conformance.running.engine.own_fault import OwnFault
from tests.running.engine.building import contract_of
from tests.running.engine.certifying import specifications
from tests.running.engine.test_wrong_answers import asked, judge_in_all_ways

CASES = 2  # of each operation
ADDED = "conformance_added"
NESTED = {
    "lists": lambda value: [value],
    "objects": lambda value: {"a": value},
    "schemas": lambda value: {"properties": {"a": value}},
    "items": lambda value: {"anyOf": [value]},
}


@pytest.fixture(autouse=True)
def _as_deep_as_the_command() -> Iterator[None]:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(DEEPEST_CALL)
    yield
    sys.setrecursionlimit(limit)


def nested(form: str, levels: int) -> JSON:
    """A value of so many levels, or one less."""
    value: JSON = {} if form in ("schemas", "items") else 1
    step = 2 if form in ("schemas", "items") else 1
    for _ in range((levels - (step == 2)) // step):
        value = NESTED[form](value)
    return value


def places(value: JSON, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the place of each value inside, and a new one in each object."""
    yield at
    if isinstance(value, dict):
        yield (*at, ADDED)
    for key, member in value.items() if isinstance(value, dict) else enumerate(value if type(value) is list else ()):
        yield from places(member, (*at, key))


def kind_of(at: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple("*" if isinstance(key, int) else key for key in at)


def put(value: JSON, at: tuple[Any, ...], new: JSON) -> JSON:
    if not at:
        return new
    if isinstance(value, dict):
        return {**value, at[0]: put(value.get(at[0]), at[1:], new)}
    return [put(element, at[1:], new) if number == at[0] else element for number, element in enumerate(value)]


def deep_trial(judge: Judge, case: Case, outcome: Outcome, at: tuple[Any, ...], form: str) -> Trial:
    if at[:1] == ("requests",):
        requests = put(list(outcome.requests or ()), at[1:], nested(form, DEEPEST - len(at) + 1))
        outcome = replace(outcome, requests=tuple(requests))
    else:
        outcome = replace(outcome, output=put(outcome.output, at, nested(form, DEEPEST - len(at))))
    return replace(judge.trial(case.input, outcome), again=outcome, requests=outcome.requests)


def deep_places(outcome: Outcome) -> dict[tuple[Any, ...], tuple[Any, ...]]:
    """The places in an answer, one of each kind; in what a scripted API saw, those of the bodies."""
    found = {kind_of(at): at for at in places(outcome.output)}
    for at in places(list(outcome.requests or ())):
        if len(at) > 2 and at[1] == "body":
            found["requests", *kind_of(at)] = ("requests", *at)
    return found


@pytest.mark.parametrize("operation", specifications().contracts)
@pytest.mark.expensive("judges an answer for each place of the answers of every operation")
def test_a_deep_answer_is_judged(operation: str) -> None:
    contract = contract_of(operation)
    faults: list[OwnFault] = []
    judge = Judge(contract, contract.rules, contract.defaults(), report=faults.append)
    forms = cycle(NESTED)
    seen: set[tuple[Any, ...]] = set()
    for case, outcome in asked(operation, list(contract.cases[:CASES])):
        for kind, at in deep_places(outcome).items():
            if kind not in seen:
                judge_in_all_ways(judge, deep_trial(judge, case, outcome, at, next(forms)), case)
                assert not faults, f"{at}: {faults[0]}"
            seen.add(kind)
    assert seen


@pytest.mark.parametrize("form", NESTED)
@pytest.mark.parametrize("operation", ["mcp-result-to-tool-message", "responses-output-to-chat-message"])
def test_what_is_deep_throughout_is_judged(operation: str, form: str) -> None:
    contract = contract_of(operation)
    faults: list[OwnFault] = []
    judge = Judge(contract, contract.rules, contract.defaults(), report=faults.append)
    case, outcome = asked(operation, list(contract.cases[:CASES]))[0]
    judge_in_all_ways(judge, deep_trial(judge, case, outcome, (), form), case)
    assert list(map(str, faults)) == []
