"""A gateway that takes one model is asked for that one, and judged by what it was asked for."""

from __future__ import annotations

from conformance.running.engine.asked_model import asked_for, of_other_models, with_model
from tests.running.engine.certifying import specifications


def test_requests_answers_and_events_name_the_model() -> None:
    value = {
        "request": {"model": "a", "input": [{"model": "kept"}], "metadata": {"model": "kept"}},
        "events": [{"message": {"model": "b"}}, {"response": {"model": "c"}}, {"model": ""}, 7],
    }
    assert with_model(value, "m") == {
        "request": {"model": "m", "input": [{"model": "kept"}], "metadata": {"model": "kept"}},
        "events": [{"message": {"model": "m"}}, {"response": {"model": "m"}}, {"model": ""}, 7],
    }
    assert with_model([{"model": "a"}, {"model": 7}], "m") == [{"model": "m"}, {"model": 7}]
    assert with_model(value, None) is value


def test_cases_expect_the_model_that_is_asked_for() -> None:
    operation = "anthropic-response-to-responses-response"
    contract = asked_for(specifications(), "m").contracts[operation]
    outputs = [expectation.output for case in contract.cases for expectation in case.expectations]
    models = [output["model"] for output in outputs if isinstance(output, dict) and "model" in output]
    assert set(models) == {"m"}
    assert of_other_models(contract) == frozenset()


def test_a_case_that_holds_for_its_own_model_is_named() -> None:
    contract = asked_for(specifications(), "m").contracts["responses-request-to-anthropic-request"]
    assert "sampling-of-a-new-model" in of_other_models(contract)
    assert len(of_other_models(contract)) < len(contract.cases) // 4
