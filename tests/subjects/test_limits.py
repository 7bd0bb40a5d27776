"""What a subject may take of the machine: memory, output, processes, time to start. The suite's own stays bounded."""

from __future__ import annotations

import tracemalloc

import pytest

from conformance.errors import SubjectError
from conformance.subjects import family
from conformance.subjects.child import LINE_BYTES

LIMIT = 100 << 20  # bytes


@pytest.fixture(autouse=True)
def looked_at_often(monkeypatch) -> None:
    monkeypatch.setattr(family, "LOOK_EVERY", 0.02)


@pytest.mark.parametrize("deed", ["grow", "grow-in-another"])
def test_memory_beyond_the_limit_costs_its_own_case(moody, ask, deed) -> None:
    subject = moody(memory_limit=LIMIT)
    outcomes = ask(subject, [{"n": 0}, {"do": deed}, {"n": 2}])
    assert [outcome.fault.kind if outcome.fault else None for outcome in outcomes] == [None, "memory", None]
    assert outcomes[1].fault.message.startswith("the subject held 1")
    assert outcomes[1].fault.message.endswith(" MB of memory, over the limit of 100 MB")
    assert outcomes[2].output == {"n": 2}


def test_memory_beyond_the_limit_at_the_start_is_told(moody) -> None:
    with pytest.raises(SubjectError) as caught:
        moody("grow", memory_limit=LIMIT).describe()
    assert caught.value.what.startswith("The subject held 1")
    assert caught.value.mend == "--memory-limit allows it more."


def test_memory_within_the_limit_is_nobodys_business(moody, ask) -> None:
    subject = moody(memory_limit=LIMIT)
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
    return any(one.pid == pid for one in family.processes())


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
