import pytest

from conformance.base.observation import Fault, Outcome, Refusal
from conformance.rules.checks.trial import Trial, answer_of, no_answer


def trial(outcome: Outcome, **choices: str) -> Trial:
    return Trial(operation="an-operation", input=None, outcome=outcome, choices=choices)


def test_a_known_answer_excludes_the_other_legal_ones() -> None:
    assert answer_of(trial(Outcome(output=1), form="flat"), "form", "flat", "nested") == ("flat",)
    assert answer_of(trial(Outcome(output=1)), "form", "flat", "nested") == ("flat", "nested")


@pytest.mark.parametrize(
    ("outcome", "kind"),
    [
        (Outcome(refusal=Refusal("no", "ValueError")), "refused"),
        (Outcome(fault=Fault("died", "it died")), "fault-died"),
    ],
)
def test_a_call_without_output_is_a_failure(outcome: Outcome, kind: str) -> None:
    failure = no_answer(trial(outcome))
    assert failure is not None
    assert failure.kind == kind


def test_a_call_that_returned_is_none() -> None:
    assert no_answer(trial(Outcome(output=None))) is None
