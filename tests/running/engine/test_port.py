"""A port counts what one station asks, keeps inputs from being changed, and can start afresh."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from conformance.base.observation import GIVEN_UP, ConversionRequest, Outcome
from conformance.base.values import ABSENT
from conformance.running.engine.log import Log
from conformance.running.engine.plan import Planned
from conformance.running.engine.port import Port
from conformance.running.engine.stations import CHAIN, CONTRAST
from conformance.running.subjects.base import SubjectWrapper
from tests.running.engine.building import SINGLE, case_of, subject_of


def appending(given: Any) -> Any:
    given.append("seen")
    return given


def counting() -> Mapping[str, Callable[[Any], Any]]:
    calls: list[Any] = []

    def convert(given: Any) -> Any:
        calls.append(given)
        return len(calls)

    return {SINGLE: convert}


def test_outcomes_are_those_of_copies_in_the_order_of_the_inputs() -> None:
    inputs = [["a"], ["b"]]
    outcomes = subject_of({SINGLE: appending}).outcomes(SINGLE, inputs)
    assert [outcome.output for outcome in outcomes] == [["a", "seen"], ["b", "seen"]]
    assert inputs == [["a"], ["b"]]


def test_what_becomes_of_the_argument_is_observed_on_request() -> None:
    port = subject_of({SINGLE: appending})
    (unobserved,) = port.outcomes(SINGLE, [[]])
    (observed,) = port.outcomes(SINGLE, [[]], watched=True)
    assert (unobserved.input_after, observed.input_after) == (ABSENT, ["seen"])


def test_an_output_that_is_no_json_is_none() -> None:
    (outcome,) = subject_of({SINGLE: lambda _given: {1, 2}}).outcomes(SINGLE, [[]])
    assert outcome.output is ABSENT and outcome.not_json


def test_an_input_without_an_outcome_was_not_asked() -> None:
    class Losing(SubjectWrapper):
        def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
            yield from list(super().ask(requests))[1:]

    lost, kept = Port(Losing(subject_of({SINGLE: len}))).outcomes(SINGLE, [["a"], ["b"]])
    assert lost.fault is not None and lost.fault.kind == GIVEN_UP
    assert kept.output == 1


def test_each_request_to_fresh_copies_reaches_one_that_has_converted_nothing() -> None:
    port = subject_of(counting(), counting)
    asked = [port.outcomes(SINGLE, [[], []]), port.fresh().outcomes(SINGLE, [[], []])]
    assert [[outcome.output for outcome in outcomes] for outcomes in asked] == [[1, 2], [1, 1]]


def test_the_calls_of_each_station_are_counted() -> None:
    log = Log()
    port = Port(subject_of({SINGLE: len}), (SINGLE,), log)
    port.at(CONTRAST).outcomes(SINGLE, [[], []])
    port.at(CHAIN).to(subject_of({SINGLE: len})).outcomes(SINGLE, [[]])
    assert log.calls == {("contrast", SINGLE): 2, ("chain", SINGLE): 1}
    assert port.at(CHAIN).offered == (SINGLE,)


def test_steps_are_kept_only_where_somebody_reads_them() -> None:
    planned = Planned(SINGLE, {}, case_of(SINGLE, "default-in-items"))
    for log in (Log(), Log(keeps_steps=True)):
        Port(subject_of({}), (), log).at(CONTRAST).note(planned, ("CONV-1",), "it fails")
        assert log.steps in (None, [(CONTRAST, SINGLE, "default-in-items", ("CONV-1",), "it fails")])
    assert log.steps
