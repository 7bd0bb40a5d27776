from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.rules.checks.choice_readings import IllegalAnswer, Reading
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.rules.checks.letters.tool_calls.samples import (
    ARGUMENTS,
    OUTPUT,
    STREAM,
    call,
    charged,
    failed,
    item,
    response,
    result,
)

SILENT = IllegalAnswer(observed="the result does not say that the answer failed")


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


AS_TEXT = {"id": "call_1", "type": "function", "name": "look", "arguments_raw": ARGUMENTS}


@pytest.mark.parametrize(
    ("found", "answer"),
    [(call(), "decoded"), (AS_TEXT, "text"), (AS_TEXT | {"arguments": None}, "text"), (call(arguments="{}"), None)],
)
def test_what_a_call_has_shows_in_which_form_arguments_are_given(found: Any, answer: str | None) -> None:
    outcome = Outcome(output=result(found))
    view = view_of(Trial(operation=OUTPUT, input=response(item()), outcome=outcome))
    assert family(OUTPUT).readers["arguments"](view) == answer


@pytest.mark.parametrize(
    ("given", "found", "answer", "rules"),
    [
        (ARGUMENTS, AS_TEXT, "text", set()),
        (ARGUMENTS, AS_TEXT | {"arguments_raw": ' {"city": "Paris"}'}, "text", set()),
        (ARGUMENTS, AS_TEXT | {"arguments_raw": '{"city":"Rome"}'}, "text", {"CALL-3"}),
        (ARGUMENTS, call(), "text", {"CALL-3"}),
        (ARGUMENTS, AS_TEXT, "decoded", {"CALL-3"}),
        ("", AS_TEXT | {"arguments_raw": ""}, "text", set()),
        ('{"a', AS_TEXT | {"arguments_raw": '{"a'}, "text", set()),
        ('{"a', AS_TEXT | {"arguments_raw": '{"a": 1}'}, "text", {"CALL-15"}),
    ],
)
def test_text_of_arguments_is_judged_by_what_it_decodes_to(
    given: Any, found: Any, answer: str, rules: set[str]
) -> None:
    assert charged(OUTPUT, response(item(arguments=given)), result(found), arguments=answer) == rules
