"""How an API refuses a value."""

from __future__ import annotations

from conformance.oracles.finding import Refusal


def test_a_refusal_has_the_body_that_the_api_sends() -> None:
    refusal = Refusal(message="No.", param="tools[0]", code="invalid", rule="schema", at="/tools/0")
    error = {"message": "No.", "type": "invalid_request_error", "param": "tools[0]", "code": "invalid"}
    assert (refusal.status, refusal.body()) == (400, {"error": error})
