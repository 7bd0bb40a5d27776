"""Faults of the suite on inputs, counted by operation, rule and kind."""

from __future__ import annotations

from typing import Any

from conformance.running.engine.options import Options
from conformance.running.engine.own_fault import OwnFault
from conformance.running.engine.set_aside import InputsSetAside, number_of


def fault(kind: str = "it raises", input: Any = "a", rule: str = "A-1") -> OwnFault:
    return OwnFault("one", rule, kind, ": why", input=input)


def test_equal_inputs_have_one_number() -> None:
    assert number_of({"a": 1}) == number_of({"a": 1}) != number_of({"a": 2})


def test_the_same_fault_is_reported_once_and_its_inputs_are_counted() -> None:
    aside = InputsSetAside()
    for text in ("a", "b", "b"):
        aside.take(fault(input=text), reached=False)
    aside.take(fault("other", "a"), reached=False)
    found = list(aside.results(Options(evidence_folder="e", reproduce="run")))
    assert [(finding.reason, finding.message, finding.inputs, finding.input) for finding in found] == [
        ("it raises", "it raises: why.", 2, "a"),
        ("other", "other: why.", 1, "a"),
    ]
    assert [finding.reproduce for finding in found] == [
        "run --operation one --rule A-1 --input e/one.A-1.set-aside.json",
        "run --operation one --rule A-1 --input e/one.A-1.set-aside.2.json",
    ]
    assert aside.inputs() == {"one": 2}


def test_without_a_folder_the_command_gives_the_run_again() -> None:
    aside = InputsSetAside()
    aside.take(fault(), reached=False)
    (result,) = aside.results(Options(evidence_folder=None, reproduce="run", again="--seed 7"))
    assert (result.reproduce, result.input_file) == ("run --operation one --rule A-1 --seed 7", None)


def test_inputs_that_reached_the_rule_are_told_from_others() -> None:
    aside = InputsSetAside()
    aside.take(fault(input="a"), reached=True)
    aside.take(fault(input="b"), reached=False)
    assert aside.reached("one", "A-1") == {number_of("a")}
    assert aside.reached("one", "A-2") == set()


def test_a_fault_on_an_input_that_the_suite_made_sets_none_aside() -> None:
    aside = InputsSetAside()
    aside.note(fault())
    assert (aside.first("one", "A-1"), aside.inputs()) == (None, {})
    assert [result.inputs for result in aside.results(Options())] == [0]
