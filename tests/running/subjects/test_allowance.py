"""How much a subject may answer: a fair share is free, what exceeds it adds up over a run."""

from __future__ import annotations

from conformance.running.subjects import allowance
from conformance.running.subjects.allowance import (
    FREE_BYTES,
    FREE_VALUES,
    REFUSED_COSTS,
    RUN_BYTES,
    RUN_VALUES,
    OutputAllowance,
)

QUESTION = b"{}"


def answer(values: int) -> bytes:
    return b"[" + b",".join([b"1"] * values) + b"]"


def test_an_answer_within_the_fair_share_costs_nothing(monkeypatch) -> None:
    monkeypatch.setattr(allowance, "RUN_VALUES", 1)
    monkeypatch.setattr(allowance, "RUN_BYTES", 1)
    left = OutputAllowance()
    for _ in range(100):
        left.take(answer(FREE_VALUES // 2), QUESTION)
    assert left.spent is None


def test_values_beyond_the_fair_share_add_up() -> None:
    left = OutputAllowance()
    answers = 0
    while left.spent is None:
        left.take(answer(110_000), QUESTION)
        answers += 1
    assert answers == 5
    assert left.spent == (
        f"not asked: the subject's answers are too large, together over {RUN_VALUES} values more than a fair share"
    )


def test_bytes_beyond_the_fair_share_add_up() -> None:
    left = OutputAllowance()
    text = b'"' + b"x" * (RUN_BYTES // 4 + FREE_BYTES + 100) + b'"'
    for _ in range(3):
        left.take(text, QUESTION)
        assert left.spent is None
    left.take(text, QUESTION)
    assert left.spent is not None and f"{RUN_BYTES} bytes" in left.spent


def test_characters_beyond_ascii_count_four_times() -> None:
    left = OutputAllowance()
    left.take(b'"' + ("é" * (RUN_BYTES // 8 + FREE_BYTES)).encode() + b'"', QUESTION)
    assert left.spent is not None


def test_an_answer_as_large_as_its_question_costs_nothing() -> None:
    left = OutputAllowance()
    large = answer(200_000)
    for _ in range(10):
        left.take(large, large)
    assert left.spent is None


def test_a_refused_answer_costs_its_bytes_up_to_a_limit() -> None:
    left = OutputAllowance()
    for _ in range(RUN_BYTES // REFUSED_COSTS):
        assert left.spent is None
        left.refuse(100 * REFUSED_COSTS)
    assert left.spent is not None
    small = OutputAllowance()
    for _ in range(10_000):
        small.refuse(FREE_BYTES)
    assert small.spent is None
