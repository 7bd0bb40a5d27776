"""A lone silence is asked about once more before it decides; a subject that hangs is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from conformance.base.observation import GIVEN_UP, ConversionRequest, Fault, Outcome
from conformance.base.values import JSON
from conformance.running.engine.lone_hangs import LoneHangs
from conformance.running.subjects.base import SubjectWrapper
from tests.running.engine.building import SINGLE, subject_of

HANG = Outcome(fault=Fault("hang", "the subject was silent for 10 s"))


class Script(SubjectWrapper):
    """A subject that answers by a script: input to the outcomes of asking it, one after the other, the last one again.

    asked: the inputs, as they came.
    """

    def __init__(self, **script: list[Outcome]) -> None:
        super().__init__(subject_of({SINGLE: lambda tool: tool}))
        self._script = script
        self.asked: list[JSON] = []

    def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        for request in requests:
            self.asked.append(request.input)
            left = self._script.get(str(request.input), [Outcome(output=request.input)])
            yield request, left.pop(0) if len(left) > 1 else left[0]


def outcomes(subject: LoneHangs, inputs: str) -> dict[str, str]:
    """The kind of fault of each input, or its output."""
    requests = [ConversionRequest(key=None, operation=SINGLE, input=input_) for input_ in inputs]
    return {
        str(request.input): outcome.fault.kind if outcome.fault else outcome.output
        for request, outcome in subject.ask(requests)
    }


def test_a_lone_hang_is_asked_once_more_after_all_others() -> None:
    script = Script(b=[HANG, Outcome(output="late")])
    subject = LoneHangs(script)
    assert outcomes(subject, "abc") == {"a": "a", "c": "c", "b": "late"}
    assert script.asked == [*"abc", "b"]


def test_the_second_hang_of_an_input_decides_and_the_subject_gets_no_further_chance() -> None:
    script = Script(b=[HANG])
    subject = LoneHangs(script)
    assert outcomes(subject, "abc")["b"] == "hang"
    assert outcomes(subject, "abc")["b"] == "hang"
    assert script.asked == [*"abc", "b", *"abc"]


def test_a_subject_that_hangs_at_two_inputs_is_not_asked_again() -> None:
    script = Script(b=[HANG, Outcome(output="late")], d=[HANG])
    assert outcomes(LoneHangs(script), "abcd") == {"a": "a", "b": "hang", "c": "c", "d": "hang"}
    assert script.asked == [*"abcd"]


@pytest.mark.parametrize("inputs", ["b", "be"])
def test_where_nothing_else_is_answered_a_hang_decides(inputs: str) -> None:
    script = Script(b=[HANG, Outcome(output="late")], e=[Outcome(fault=Fault("exit", "it ended"))])
    assert outcomes(LoneHangs(script), inputs)["b"] == "hang"
    assert script.asked == [*inputs]


def test_a_hang_stays_one_where_nothing_more_is_asked() -> None:
    script = Script(b=[HANG, Outcome(fault=Fault(GIVEN_UP, "not asked: the time limit was reached"))])
    assert outcomes(LoneHangs(script), "ab") == {"a": "a", "b": "hang"}
