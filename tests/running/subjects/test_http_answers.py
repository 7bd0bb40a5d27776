"""From one HTTP answer to one outcome: what is not an answer of the protocol is a fault that says why."""

from __future__ import annotations

import pytest

from conformance.base.observation import ConversionRequest
from conformance.running.subjects.answers import Sent
from conformance.running.subjects.http_answers import brief, outcome_of
from conformance.running.subjects.http_client import HttpResponse

ASKED = Sent(ConversionRequest(key=1, operation="echo", input=1), b"1", 0.0)
RESULT = b'{"jsonrpc":"2.0","id":3,"result":{"output":[1]}}'
REFUSAL = b'{"jsonrpc":"2.0","id":3,"error":{"code":-32000,"message":"no"}}'
PROBLEM = b'{"title":"Not Found","status":404,"detail":"no such path"}'


def http(body: bytes = RESULT, status: int = 200, media_type: str = "application/json", **headers: str) -> HttpResponse:
    return HttpResponse(status=status, reason="Word", content_type=media_type, headers=headers, body=body)


def test_a_result_is_an_output() -> None:
    assert outcome_of(http(), 3, ASKED, 1.0).output == [1]


@pytest.mark.parametrize("status", [200, 400, 422, 500])
def test_a_refusal_is_one_under_any_status_of_an_error(status: int) -> None:
    refusal = outcome_of(http(REFUSAL, status), 3, ASKED, 1.0).refusal
    assert refusal is not None and refusal.message == "no"


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (http(RESULT, 500), "the subject answered 500 Word (application/json): "),
        (http(RESULT, 201), "the subject answered 201 Word"),
        (http(REFUSAL, 201), "the subject answered 201 Word"),
        (http(b"<html>"), "which is not JSON"),
        (http(RESULT, media_type="text/html"), "200 Word (text/html, wanted application/json): "),
        (http(RESULT, media_type=""), "200 Word (no media type, wanted application/json): "),
        (http(RESULT, **{"content-encoding": "gzip"}), "200 Word in the encoding 'gzip', which was not asked for"),
        (http(RESULT, 302, location="/x"), "302 Word, a redirect to '/x', which is not followed"),
        (
            http(PROBLEM, 404, "application/problem+json"),
            "404 Word (application/problem+json): 'Not Found: no such path'",
        ),
        (http(b"[", 404, "application/problem+json"), "404 Word (application/problem+json): '['"),
    ],
)
def test_anything_else_is_a_fault(answer: HttpResponse, message: str) -> None:
    fault = outcome_of(answer, 3, ASKED, 1.0).fault
    assert fault is not None and fault.kind == "garbage"
    assert message in fault.message


def test_an_identity_encoding_is_none() -> None:
    assert outcome_of(http(**{"content-encoding": "Identity"}), 3, ASKED, 1.0).output == [1]


def test_the_id_of_another_request_is_a_fault() -> None:
    assert outcome_of(http(), 4, ASKED, 1.0).fault is not None


def test_brief_is_short() -> None:
    assert len(brief(http(b"x" * 10_000, 500))) < 250
