"""Answers of 100 MB, and a subject that fails at every request: bounded, and apart because the amount takes seconds."""

from __future__ import annotations

import time
import tracemalloc

import pytest

from conformance.base.values import MOST_VALUES
from conformance.running.subjects import allowance
from conformance.running.subjects.child import LINE_BYTES, Child

made = Child.__init__


@pytest.mark.parametrize("deed", ["huge-line", "huge-answer"])
def test_a_line_of_100_mb_is_no_answer_and_is_not_kept(moody, ask, deed) -> None:
    subject = moody(timeout=5.0)
    outcomes = []
    tracemalloc.start()
    try:
        outcomes += ask(subject, [{"n": 0}, {"do": deed}, {"n": 2}])
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert outcomes[1].fault.kind == "garbage"
    assert outcomes[1].fault.message.startswith(f"the subject wrote '(a line of over {LINE_BYTES} bytes)'")
    assert [outcomes[0].output, outcomes[2].output] == [{"n": 0}, {"n": 2}]
    assert peak < 4 * LINE_BYTES


def test_an_answer_of_too_many_values_costs_its_own_case_and_no_restart(moody, ask, monkeypatch) -> None:
    started = []
    monkeypatch.setattr(Child, "__init__", lambda *given: started.append(given) or made(*given))
    inputs = [{"n": 0}, {"do": "many-values", "count": 5_000_000}, {"n": 2}]
    outcomes = []
    subject = moody(timeout=60.0)
    tracemalloc.start()
    try:
        outcomes += ask(subject, inputs)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert outcomes[1].fault.kind == "garbage"
    assert outcomes[1].fault.message.endswith(f": it holds over {MOST_VALUES} values")
    assert [outcomes[0].output, outcomes[2].output] == [{"n": 0}, {"n": 2}]
    assert peak < 4 * LINE_BYTES
    assert len(started) == 1


@pytest.mark.parametrize("deed", ["many-values", "huge-answer"])
def test_a_subject_whose_answers_are_all_too_large_is_asked_no_more(moody, ask, monkeypatch, deed) -> None:
    monkeypatch.setattr(allowance, "RUN_BYTES", 3 * allowance.REFUSED_COSTS)
    outcomes = ask(moody(timeout=60.0), [{"n": 0}, *[{"do": deed, "count": 1_000_000}] * 8, *[{"n": 9}] * 100])
    kinds = [outcome.fault.kind if outcome.fault else None for outcome in outcomes]
    assert kinds[0] is None
    assert "garbage" in kinds
    assert kinds[-1] == "given-up"
    assert outcomes[-1].fault.message.startswith(
        "not asked: the subject's answers are too large, together over 3145728"
    )


def test_a_subject_that_closes_its_output_at_every_request_is_not_waited_for_each_time(moody, ask, monkeypatch) -> None:
    waited = []

    def ending(child: Child, *given: float) -> str:
        begun = time.monotonic()
        reported = asked_for(child, *given)
        waited.append(time.monotonic() - begun)
        return reported

    asked_for = Child.ending
    monkeypatch.setattr(Child, "ending", ending)
    outcomes = ask(moody(patience=600.0), [{"do": "close-output"}] * 40)
    assert {outcome.fault.message for outcome in outcomes} == {
        "the subject closed its standard output and went on while it was asked"
    }
    assert sum(waited) < 10  # seconds; half a second each time would be 20
