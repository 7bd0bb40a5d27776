"""How an API refuses a value."""

from __future__ import annotations

import pytest

from conformance.apis.oracles.finding import ApiRefusal, anthropic_error


def test_a_refusal_has_the_body_that_the_api_sends() -> None:
    refusal = ApiRefusal(message="No.", param="tools[0]", code="invalid", rule="schema", at="/tools/0")
    error = {"message": "No.", "type": "invalid_request_error", "param": "tools[0]", "code": "invalid"}
    assert (refusal.status, refusal.body()) == (400, {"error": error})


@pytest.mark.parametrize(
    ("status", "type_"),
    [(400, "invalid_request_error"), (418, "invalid_request_error"), (529, "overloaded_error"), (503, "api_error")],
)
def test_an_error_of_anthropic_has_the_type_of_its_status(status: int, type_: str) -> None:
    error = {"type": type_, "message": "No."}
    assert anthropic_error(status, "No.") == {"type": "error", "error": error, "request_id": None}
