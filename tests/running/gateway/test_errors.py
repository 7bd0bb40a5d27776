"""Errors, from the form of one API to that of another."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conformance.running.gateway.errors import GatewayProblem, answer_of, event_of, problem_of


def problem(status: int, body: Any, **headers: str) -> GatewayProblem:
    return problem_of(
        status, json.dumps(body).encode(), {name.replace("_", "-"): text for name, text in headers.items()}
    )


def test_the_forms_of_all_apis_are_read() -> None:
    openai = {"error": {"message": "No.", "type": "t", "param": "p", "code": "c"}}
    anthropic = {"type": "error", "error": {"type": "rate_limit_error", "message": "No."}, "request_id": "r"}
    google = {"error": {"code": 429, "message": "No.", "status": "RESOURCE_EXHAUSTED"}}
    found = [problem(429, body) for body in (openai, anthropic, google, [google])]
    assert {each.message for each in found} == {"No."}
    assert (found[0].code, found[0].param) == ("c", "p")
    assert [each.kind for each in found[1:]] == ["rate_limit_error", "RESOURCE_EXHAUSTED", "RESOURCE_EXHAUSTED"]


@pytest.mark.parametrize(
    ("body", "message"),
    [(b"<html>", "<html>"), (b"", "the backend answered with status 502"), (b'"odd"', "odd"), (b"{}", "the backend")],
)
def test_what_is_no_error_of_an_api_is_told_as_it_is(body: bytes, message: str) -> None:
    found = problem_of(502, body, {})
    assert found.message.startswith(message)


def test_a_key_that_google_calls_invalid_is_wrong_for_the_others() -> None:
    body = {"error": {"code": 400, "message": "API key not valid.", "details": [{"reason": "API_KEY_INVALID"}]}}
    assert problem(400, body).status == 401


def test_when_to_ask_again_is_said_in_both_ways() -> None:
    delay = {"error": {"code": 429, "message": "Slow.", "details": [{"@type": "x", "retryDelay": "6.5s"}]}}
    assert answer_of("chat", problem(429, delay))[2] == {"retry-after": "7"}
    status, body, headers = answer_of(
        "gemini", problem(429, {"error": {"message": "Slow."}}, retry_after="7"), array=True
    )
    assert (status, headers) == (429, {"retry-after": "7"})
    assert isinstance(body, list) and body[0]["error"]["details"][0]["retryDelay"] == "7s"


@pytest.mark.parametrize(("api", "status"), [("chat", 503), ("responses", 503), ("gemini", 503), ("anthropic", 529)])
@pytest.mark.parametrize("given", [503, 529])
def test_an_api_that_has_too_much_to_do_has_the_status_of_the_client(api: str, status: int, given: int) -> None:
    assert answer_of(api, GatewayProblem(status=given, message="Busy."))[0] == status


def test_the_events_that_end_a_stream() -> None:
    failed = GatewayProblem(status=502, message="Lost.")
    assert event_of("responses", failed, 7) == {
        "type": "error", "code": None, "message": "Lost.", "param": None, "sequence_number": 7,
    }  # fmt: skip
    assert event_of("anthropic", failed, 7) == {"type": "error", "error": {"type": "api_error", "message": "Lost."}}
    assert event_of("chat", failed, 7)["error"]["type"] == "server_error"
    assert event_of("gemini", failed, 7)["error"]["code"] == 502
