"""The view of a trial that is judged by the laws."""

from __future__ import annotations

import copy

from conformance.base.observation import Outcome
from tests.rules.checks.by_laws.answers.samples import CALL, ERROR, converted, exchange, streamed, view

SAID = exchange(content="Hi.", tool_calls=[CALL])


def test_an_input_without_an_answer_is_unfit_and_what_comes_of_it_is_made_up() -> None:
    nothing = {"response": {}}
    assert view(nothing, []).unfit
    assert "something came of it" in str(view(nothing, converted(SAID)).made_up())
    assert view(nothing, error="no answer").made_up() is None
    assert not view(SAID, converted(SAID)).unfit


def test_what_failed_broke_off_or_is_malformed_may_be_refused() -> None:
    cut = streamed({"role": "assistant", "content": "Hi"}, finish=None)
    odd = exchange(content="Hi.", finish="eos")
    assert not view(SAID, None).may_fail
    for given in ({"response": ERROR}, cut, odd, {**SAID, "more": 1}):
        assert view(given, None).may_fail


def test_an_answer_is_incomplete_without_a_text_or_a_call() -> None:
    response = converted(SAID)
    assert not view(SAID, response).incomplete
    assert view(SAID, {**response, "output": response["output"][:1]}).incomplete
    assert view(SAID, {**response, "output": response["output"][1:]}).incomplete


def test_nothing_is_owed_of_an_answer_that_no_backend_of_the_converter_gives() -> None:
    custom = {"id": "call_1", "type": "custom", "custom": {"name": "enum", "input": "x"}}
    request = {"model": "m", "input": "x", "tools": [{"type": "custom", "name": "enum"}]}
    given = {**exchange(content="Hi.", tool_calls=[custom]), "request": request}
    text_alone = converted(exchange(content="Hi."))
    assert view(given, text_alone).incomplete
    assert not view(given, text_alone, choices={"custom-calls": "function"}).incomplete


def test_another_id_or_date_that_the_source_lacks_is_the_same_output_again() -> None:
    response, other = converted(SAID), converted(SAID)
    for element, number in ((response, 8), (other, 9)):
        element |= {"id": f"resp_{number}", "created_at": 1_900_000_000 + number}
        element["output"][0]["id"] = f"msg_{number}"
    assert view(SAID, response, again=Outcome(output=other)).repeats_output
    changed = copy.deepcopy(response)
    changed["output"][0]["content"][0]["text"] = "Ho."
    assert not view(SAID, response, again=Outcome(output=changed)).repeats_output


def test_a_step_that_refers_to_another_by_an_id_of_its_own_is_the_same_step() -> None:
    first, second = (
        {"output": [{"id": text}, {"tool_use_id": text, "content": []}]} for text in ("srvtoolu_1", "srvtoolu_2")
    )
    assert view(SAID, first, again=Outcome(output=second)).repeats_output


def test_the_essence_of_sound_results_is_the_same() -> None:
    other = converted(SAID)
    other["output"] = [{**item, "id": f"x_{place}"} for place, item in enumerate(other["output"])]
    assert view(SAID, converted(SAID)).essence() == view(SAID, other).essence()
