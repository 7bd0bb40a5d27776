"""What a subject may take of the machine: memory, output, processes, time to start. The suite's own stays bounded."""

from __future__ import annotations

import time
import tracemalloc

import pytest

from conformance.errors import SubjectError
from conformance.subjects import allowance, family
from conformance.subjects.child import LINE_BYTES, Child
from conformance.subjects.process_table import processes
from conformance.values import MOST_VALUES

LIMIT = 100 << 20  # bytes


@pytest.fixture(autouse=True)
def looked_at_often(monkeypatch) -> None:
    monkeypatch.setattr(family, "LOOK_EVERY", 0.02)


@pytest.mark.parametrize("deed", ["grow", "grow-in-another"])
def test_memory_beyond_the_limit_costs_its_own_case(moody, ask, deed) -> None:
    subject = moody(memory=LIMIT)
    outcomes = ask(subject, [{"n": 0}, {"do": deed}, {"n": 2}])
    assert [outcome.fault.kind if outcome.fault else None for outcome in outcomes] == [None, "memory", None]
    assert outcomes[1].fault.message.startswith("the subject held 1")
    assert outcomes[1].fault.message.endswith(" MB of memory, over the limit of 100 MB")
    assert outcomes[2].output == {"n": 2}


def test_memory_beyond_the_limit_at_the_start_is_reported(moody) -> None:
    with pytest.raises(SubjectError) as caught:
        moody("grow", memory=LIMIT).describe()
    assert caught.value.message.startswith("The subject held 1")
    assert caught.value.hint == "--memory-limit allows it more."


def test_memory_within_the_limit_is_nobodys_business(moody, ask) -> None:
    subject = moody(memory=LIMIT)
    outcomes = ask(subject, [{"n": number} for number in range(500)])
    assert not any(outcome.fault for outcome in outcomes)
    assert subject.faults == 0


def test_a_subject_may_take_its_time_to_start(moody) -> None:
    assert moody("slow", timeout=0.1).describe().name == "moody"


def test_close_ends_what_left_the_session_or_lost_its_parent_or_the_mark(moody, ask, ended) -> None:
    subject = moody()
    (outcome,) = ask(subject, [{"do": "start-strangers"}])
    assert len(outcome.output) == 3
    assert all(map(still_runs, outcome.output))
    subject.close()
    assert all(ended(pid) for pid in outcome.output)


def test_a_restart_ends_what_the_dead_one_had_started(moody, ask, ended) -> None:
    subject = moody()
    outcomes = ask(subject, [{"do": "start-strangers"}, {"do": "exit"}])
    assert outcomes[1].fault.kind == "exit"
    assert all(ended(pid) for pid in outcomes[0].output)


def still_runs(pid: int) -> bool:
    return any(one.pid == pid for one in processes())


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


made = Child.__init__


def test_an_answer_of_as_many_values_as_one_may_have_is_read(moody, ask) -> None:
    count = MOST_VALUES - 100
    (outcome,) = ask(moody(), [{"do": "many-values", "count": count}])
    assert outcome.output == [0] * (count + 1)


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


def test_answers_in_proportion_to_what_was_asked_cost_nothing(moody, ask, monkeypatch) -> None:
    monkeypatch.setattr(allowance, "RUN_VALUES", 1)
    monkeypatch.setattr(allowance, "RUN_BYTES", 1)
    large = {"n": [[number, "x" * 20] for number in range(5_000)]}
    outcomes = ask(moody(), [large] * 3)
    assert [outcome.output for outcome in outcomes] == [large] * 3


def test_values_beyond_a_fair_share_add_up_over_a_run(moody, ask, monkeypatch) -> None:
    monkeypatch.setattr(allowance, "RUN_VALUES", 20_000)
    subject = moody()
    outcomes = [ask(subject, [{"do": "many-values", "count": 10_000}])[0] for _call in range(4)]
    assert [outcome.fault.kind if outcome.fault else None for outcome in outcomes] == [None, None, None, "given-up"]


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
