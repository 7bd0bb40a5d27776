"""What a subject may take of the machine: memory, output, processes, time to start. The suite's own stays bounded."""

from __future__ import annotations

import pytest

from conformance.base.errors import SubjectError
from conformance.base.values import MOST_VALUES
from conformance.running.subjects import allowance, process_tree
from conformance.running.subjects.process_table import processes

LIMIT = 100 << 20  # bytes


@pytest.fixture(autouse=True)
def looked_at_often(monkeypatch) -> None:
    monkeypatch.setattr(process_tree, "LOOK_EVERY", 0.02)


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
    return any(process.pid == pid for process in processes())


def test_an_answer_of_as_many_values_as_one_may_have_is_read(moody, ask) -> None:
    count = MOST_VALUES - 100
    (outcome,) = ask(moody(), [{"do": "many-values", "count": count}])
    assert outcome.output == [0] * (count + 1)


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
