"""How an API refuses a value."""

from __future__ import annotations

import pytest

from conformance.apis.oracles.finding import ApiRefusal, anthropic_error, google_error
from conformance.apis.oracles.judge import refusals_of


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


@pytest.mark.parametrize(
    ("status", "word"),
    [(400, "INVALID_ARGUMENT"), (413, "INVALID_ARGUMENT"), (429, "RESOURCE_EXHAUSTED"), (529, "INTERNAL")],
)
def test_an_error_of_google_has_the_word_of_its_status(status: int, word: str) -> None:
    assert google_error(status, "No.") == {"error": {"code": status, "message": "No.", "status": word}}


@pytest.mark.parametrize(
    ("kind", "members"),
    [
        ("gemini-request", {"code", "message", "status"}),
        ("google-tool", {"code", "message", "status"}),
        ("anthropic-tool", {"type", "message"}),
        ("anthropic-request", {"type", "message"}),
        ("chat-request", {"message", "type", "param", "code"}),
    ],
)
def test_each_api_refuses_in_its_own_form(kind: str, members: set[str]) -> None:
    error = refusals_of(kind, {"messages": 1})[0].body()["error"]
    assert isinstance(error, dict) and error.keys() == members
