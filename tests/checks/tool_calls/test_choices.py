from typing import Any

import pytest

from conformance.checks.reading import Reading, Unlisted
from conformance.checks.registry import family, view_of
from conformance.checks.trial import Trial
from conformance.observation import Outcome
from tests.checks.tool_calls.samples import OUTPUT, STREAM, failed, response, result

SILENT = Unlisted(observed="the result does not say that the answer failed")


@pytest.mark.parametrize(
    ("choice", "given", "outcome", "answer"),
    [
        ("failed-response", response(status="failed"), failed(), "raise"),
        ("failed-response", response(status="failed"), Outcome(output=result(finish_reason="failed")), "report"),
        ("failed-response", response(status="failed"), Outcome(output=result()), SILENT),
        ("failed-response", response(), Outcome(output=result()), None),
    ],
)
def test_the_answers_of_responses(choice: str, given: Any, outcome: Outcome, answer: Reading) -> None:
    view = view_of(Trial(operation=OUTPUT, input=given, outcome=outcome))
    assert family(OUTPUT).readers[choice](view) == answer


def test_an_error_event_is_raised_or_reported() -> None:
    given = [{"type": "error", "message": "overloaded"}]
    answers = []
    for outcome in (failed(), Outcome(output=result(error="overloaded")), Outcome(output=result())):
        view = view_of(Trial(operation=STREAM, input=given, outcome=outcome))
        answers.append(family(STREAM).readers["error-event"](view))
    assert answers == ["raise", "report", SILENT]
