"""A run ends in time, and at once where a subject fails at everything in the same way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from conformance.base.errors import SubjectError
from conformance.base.observation import GIVEN_UP, ConversionRequest, Outcome
from conformance.running.engine.options import Options
from conformance.running.engine.run_limits import SUSPECT_AFTER, Patient, patient
from tests.running.engine.building import SINGLE, contract_of, subject_of

CONTRACTS = {SINGLE: contract_of(SINGLE)}


def asked(
    convert: Callable[[Any], Any], count: int, *, until: float = 1e9, clock: Callable[[], float] = float
) -> list[Outcome]:
    subject = Patient(subject_of({SINGLE: convert}), CONTRACTS, 5, until, clock)
    requests = (ConversionRequest(key=number, operation=SINGLE, input={"number": number}) for number in range(count))
    return [outcome for _request, outcome in subject.ask(requests)]


@pytest.mark.parametrize(("options", "kind"), [(Options(), None), (Options(time_limit=1, until=1), GIVEN_UP)])
def test_only_a_run_with_a_time_limit_gives_up(options: Options, kind: str | None) -> None:
    subject = patient(subject_of({SINGLE: lambda tool: tool}), CONTRACTS, options)
    ((_request, outcome),) = subject.ask([ConversionRequest(key=None, operation=SINGLE, input={})])
    assert (outcome.fault and outcome.fault.kind) == kind


def test_what_is_left_when_the_time_is_over_is_given_up() -> None:
    now = 0

    def convert(tool: Any) -> Any:
        nonlocal now
        now += 1
        return tool

    outcomes = asked(convert, 6, until=3, clock=lambda: float(now))
    assert [outcome.fault and outcome.fault.kind for outcome in outcomes] == [None] * 3 + [GIVEN_UP] * 3


def test_a_subject_that_fails_at_everything_in_the_same_way_ends_the_run() -> None:
    def failing(tool: Any) -> Any:
        raise TypeError(f"takes 2 arguments, got {len(tool)}")

    assert len(asked(failing, SUSPECT_AFTER - 1)) == SUSPECT_AFTER - 1
    with pytest.raises(SubjectError, match="fails at every input in the same way"):
        asked(failing, SUSPECT_AFTER + 5)


def test_one_answer_lifts_the_suspicion() -> None:
    def failing_but_once(tool: Any) -> Any:
        if tool == {"number": 3}:
            return tool
        raise TypeError("no")

    assert len(asked(failing_but_once, SUSPECT_AFTER + 5)) == SUSPECT_AFTER + 5


def test_the_error_says_what_the_operation_takes() -> None:
    def failing(tool: Any) -> Any:
        raise TypeError("events.map is not a function")

    with pytest.raises(SubjectError) as raised:
        asked(failing, SUSPECT_AFTER + 5)
    assert f"{SINGLE} takes {{name, inputSchema, description?, ...}}: `conformance explain {SINGLE}`" in str(
        raised.value
    )
