"""An operation that does not answer costs a few silences, not one for each input; one that answers costs more."""

from __future__ import annotations

from conformance.base.observation import ConversionRequest
from conformance.running.subjects.silences import INPUTS, LONGEST, MOST, MOST_WITHOUT_ANSWER, Silences


def requests(count: int, operation: str = "echo") -> list[ConversionRequest]:
    return [ConversionRequest(key=number, operation=operation, input=number) for number in range(count)]


def asked(silences: Silences, count: int, operation: str = "echo") -> int:
    """Put a question whose inputs are all met with silence; return how many were asked."""
    silences.begin()
    spared: list[ConversionRequest] = []
    number = 0
    for request in silences.worth_asking(requests(count, operation), spared):
        silences.take([request])
        number += 1
    assert len(spared) == count - number
    return number


def test_one_that_never_answers_is_left_alone_and_asked_once_more_in_the_next_question() -> None:
    silences = Silences(10)
    assert [asked(silences, 9) for _question in range(4)] == [INPUTS, 1, 1, 0]
    assert silences.suspected


def test_a_silence_at_several_inputs_counts_once() -> None:
    silences = Silences(10)
    silences.take(requests(64))
    assert sum(asked(silences, 9) for _question in range(4)) == MOST_WITHOUT_ANSWER - 1


def test_one_that_answers_others_is_asked_longer() -> None:
    silences = Silences(10)
    silences.answered("echo")
    assert not silences.suspected
    assert asked(silences, 20) == MOST
    quick = Silences(LONGEST / 20)
    quick.answered("echo")
    assert asked(quick, 30) == 20


def test_a_silence_of_two_operations_is_of_neither() -> None:
    silences = Silences(10)
    for _silence in range(9):
        silences.take([*requests(1), *requests(1, "other")])
    assert asked(silences, 1) == 1
    assert asked(silences, 9, "other") == INPUTS


def test_what_is_not_asked_says_why() -> None:
    silences = Silences(0.5)
    spared = requests(2)
    given_up = list(silences.outcomes(spared))
    assert spared == []
    ((_first, outcome), _second) = given_up
    assert outcome.fault is not None
    assert (outcome.fault.kind, outcome.fault.message) == (
        "given-up",
        "not asked: echo was silent for 0.5 s whenever it was asked",
    )
