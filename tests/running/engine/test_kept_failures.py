"""Which failures of a defect are kept: the lightest example is shown, and the others are there in its place."""

from __future__ import annotations

from typing import Any

from conformance.base.observation import Outcome
from conformance.rules.checks.findings import Failure
from conformance.running.engine.evidence import FailedTrial
from conformance.running.engine.failure_identity import FailureIdentity, defect_of
from conformance.running.engine.kept_failures import DEFECTS_KEPT, MOST_INPUTS, KeptFailures
from conformance.running.engine.plan import Planned
from tests.running.engine.building import SINGLE, judge_of

KEY = (SINGLE, "MCP-1", False)
JUDGE = judge_of(SINGLE)


def example(length: int, kind: str = "wrong") -> tuple[FailureIdentity, FailedTrial]:
    """A failure on an input of some length."""
    given: Any = {"name": "a" * length, "inputSchema": {"type": "object"}}
    trial = JUDGE.trial(given, Outcome(output=1))
    failure = Failure(kind, "/output", "it is wrong")
    return defect_of(failure, trial.outcome), FailedTrial(Planned(SINGLE, given), trial, failure)


def kept(*found: tuple[FailureIdentity, FailedTrial]) -> KeptFailures:
    failures = KeptFailures(lambda _failed: True)
    for defect, failed in found:
        failures.keep("MCP-1", defect, failed, advice=False)
    return failures


def lengths(failed: list[FailedTrial]) -> list[int]:
    return [len(element.planned.input["name"]) for element in failed]  # type: ignore[call-overload,index]


def test_the_lightest_example_is_shown_and_the_others_follow() -> None:
    found = [example(length) for length in (5, 2, 9, 3)]
    failures = kept(*found)
    assert lengths(failures.of(SINGLE, "MCP-1")) == [2]
    assert lengths(failures.examples_of(KEY, found[0][0])) == [2, 3, 5, 9]


def test_no_more_than_some_are_kept_beside_it() -> None:
    found = [example(length + 1) for length in range(MOST_INPUTS + 10)]
    assert len(kept(*found).examples_of(KEY, found[0][0])) == MOST_INPUTS + 1


def test_another_example_takes_the_place_of_the_one_that_is_shown() -> None:
    found = [example(2), example(3)]
    failures = kept(*found)
    failures.put(KEY, *found[1])
    assert lengths(failures.of(SINGLE, "MCP-1")) == [3]
    failures.remove(KEY, found[0][0])
    assert failures.of(SINGLE, "MCP-1") == []


def test_what_is_dropped_is_gone_with_the_others() -> None:
    found = [example(2), example(3)]
    failures = kept(*found)
    failures.drop(SINGLE, "MCP-1")
    assert (failures.of(SINGLE, "MCP-1"), failures.keys_of_examples()) == ([], [])
    failures.keep("MCP-1", *found[0], advice=False)
    assert lengths(failures.examples_of(KEY, found[0][0])) == [2]


def test_later_runs_try_the_first_defects_of_each_rule() -> None:
    failures = kept(*(example(2, f"kind-{number}") for number in range(DEFECTS_KEPT + 1)))
    assert len(list(failures.for_later_runs(lambda _key: True))) == DEFECTS_KEPT
