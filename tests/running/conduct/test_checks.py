"""Each check about gateways, by exchanges that are made up: what it objects to, and what it passes over."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from conformance.base.observation import Fault
from conformance.running.conduct.backend import AskedRequest
from conformance.running.conduct.checks import ERROR, NOT_WHOLE, OWN, GatewayExchange, failures_of
from conformance.running.conduct.clients import ClientReply
from conformance.running.conduct.conversations import ReadAnswer, marker_of, reason_of

MARKER, OTHER = marker_of(1), marker_of(2)
VERSION = {"anthropic-version": "2023-06-01"}
ASKED = AskedRequest("anthropic", "/v1/messages", "", VERSION, {}, False, frozenset({MARKER}), 0.0)
TOLD = b'{"error": {"message": "%s", "type": "t"}}' % reason_of(MARKER).encode()
LATE = ClientReply(status=None, fault=Fault("hang", "no whole answer"))
CLOSED = ClientReply(status=None, fault=Fault("exit", "closed"))
GOOD = ReadAnswer(whole=True, failed=False, said=MARKER, text=MARKER, calls=MARKER)
NOTHING = ReadAnswer(whole=False, failed=False)


def exchange(status: int | None = 200, *, body: bytes = TOLD, api_status: int = 400, **more: Any) -> GatewayExchange:
    """An exchange in which the API refused a Chat client, as it got it."""
    known: dict[str, Any] = {
        "api": "chat", "behind": "anthropic", "owed": ERROR, "kind": "error", "marker": MARKER, "stream": False,
        "status": api_status, "retry_after": None, "reply": ClientReply(status=status, body=body), "read": NOTHING,
        "asked": (ASKED,),
    }  # fmt: skip
    return GatewayExchange(**known | more)


def own(**more: Any) -> GatewayExchange:
    """An exchange in which the client got its answer."""
    return exchange(**{"status": 200, "owed": OWN, "kind": "answers", "read": GOOD, "body": b"{}"} | more)


def objections(given: GatewayExchange) -> dict[str, str]:
    """The kind of the failure of each check that objects."""

    def raised(_check: str, error: Exception) -> None:
        raise error

    return {check: failures[0].kind for check, failures in failures_of(given, raised).items() if failures}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (exchange(400), {}),
        (exchange(422), {}),
        (exchange(500), {"retryable-as-it-was": "asked-in-vain", "status-kept": "another-status"}),
        (exchange(429), {"retryable-as-it-was": "asked-in-vain", "status-kept": "another-status"}),
        (exchange(200), {"errors-arrive": "error-as-answer"}),
        (exchange(200, stream=True, read=replace(NOTHING, failed=True)), {}),
        (exchange(400, body=b'{"error": {"message": "no"}}'), {"refusal-is-told": "message-lost"}),
        (exchange(400, body=b"no"), {"refusal-is-told": "message-lost", "error-form": "error-form"}),
        (exchange(400, api="anthropic"), {"error-form": "error-form"}),
        (exchange(400, api="gemini"), {"error-form": "error-form"}),
        (exchange(reply=CLOSED), {"retryable-as-it-was": "asked-in-vain"}),
        (exchange(reply=CLOSED, api_status=500), {}),
        (exchange(reply=LATE), {"errors-arrive": "no-answer"}),
        (exchange(reply=LATE, asked=(ASKED, ASKED)), {}),
        (exchange(200, asked=()), {}),
        (exchange(503, api_status=529), {}),
        (exchange(429, api_status=500), {}),
        (exchange(400, api_status=429), {"retryable-as-it-was": "not-asked-again", "status-kept": "another-status"}),
        (exchange(500, api_status=401), {}),
    ],
)  # fmt: skip
def test_an_error(given: GatewayExchange, expected: dict[str, str]) -> None:
    assert objections(given) == expected


@pytest.mark.parametrize(
    ("headers", "body", "expected"),
    [
        ({"retry-after": "2"}, b"", None),
        ({"retry-after": "30"}, b"", None),
        ({"retry-after-ms": "2000"}, b"", None),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:00 GMT"}, b"", None),
        ({}, b'{"error": {"details": [{"retryDelay": "2s"}]}}', None),
        ({}, b"", "no-retry-after"),
        ({"retry-after": "1"}, b"", "retry-sooner"),
    ],
)
def test_when_to_ask_again(headers: dict[str, str], body: bytes, expected: str | None) -> None:
    reply = ClientReply(status=429, headers=headers, body=TOLD + body)
    found = objections(exchange(reply=reply, retry_after=2, api_status=429))
    assert found.get("retry-after-kept") == expected
    # Gemini's API says it in the body, which no converter has to know.
    assert "retry-after-kept" not in objections(exchange(reply=reply, retry_after=2, behind="gemini"))


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (exchange(200, owed=NOT_WHOLE, kind="cut"), {}),
        (exchange(502, owed=NOT_WHOLE, kind="cut"), {}),
        (exchange(200, owed=NOT_WHOLE, kind="cut", read=GOOD), {"broken-is-not-whole": "cut-as-whole"}),
        (exchange(owed=NOT_WHOLE, kind="cut", reply=LATE), {"broken-is-not-whole": "no-end"}),
        (exchange(owed=NOT_WHOLE, kind="cut", reply=LATE, asked=(ASKED, ASKED)), {}),
    ],
)
def test_a_stream_that_breaks_off(given: GatewayExchange, expected: dict[str, str]) -> None:
    assert objections(given) == expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (own(), {}),
        (own(read=replace(GOOD, said=f"{MARKER} {OTHER}")), {"own-answer": "another-answer"}),
        (own(asked=(ASKED._replace(markers=frozenset({MARKER, OTHER})),)), {"own-answer": "mixed-request"}),
        (own(read=replace(GOOD, text="")), {"own-answer": "text-lost"}),
        (own(read=replace(GOOD, calls="")), {"own-answer": "call-lost"}),
        (own(read=replace(GOOD, whole=False)), {"own-answer": "no-end"}),
        (own(reply=LATE), {"own-answer": "no-answer"}),
        (own(status=502), {"own-answer": "no-answer"}),
        (own(status=429, asked=()), {}),
        (own(asked=(ASKED._replace(headers={}),)), {"demanded-headers": "anthropic-version"}),
        (own(kind="held"), {"not-held-back": "no-stream"}),
        (own(kind="held", asked=(ASKED._replace(streams=True),)), {}),
        (own(kind="held", held=True, asked=(ASKED._replace(streams=True),)), {"not-held-back": "held-back"}),
        (own(kind="gzip", read=NOTHING), {}),
        (own(kind="gzip", read=NOTHING, asked=(ASKED._replace(headers={"accept-encoding": "gzip, br"}),)),
         {"any-framing": "text-lost"}),
        (own(kind="crlf", read=NOTHING, asked=(ASKED._replace(streams=True),)), {"any-framing": "text-lost"}),
    ],
)  # fmt: skip
def test_an_answer(given: GatewayExchange, expected: dict[str, str]) -> None:
    assert objections(given) == expected


@pytest.mark.parametrize(
    ("key", "has_own", "expected"),
    [
        (f"sk-client-{MARKER}", True, None),
        ("sk-of-the-gateway", True, None),
        (f"sk-client-{OTHER}", True, "another-key"),
        ("sk-canary-key-of-nobody", True, "another-key"),
        ("sk-canary-key-of-nobody", False, None),
    ],
)
def test_a_key(key: str, has_own: bool, expected: str | None) -> None:
    asked = ASKED._replace(headers={**ASKED.headers, "authorization": f"Bearer {key}"})
    assert objections(own(asked=(asked,), has_own_key=has_own)).get("own-key") == expected


@pytest.mark.parametrize(
    ("sent", "came", "expected"),
    [
        ({"model": "a", "stop": ["x"]}, {"model": "b", "stop": ["x"], "user": "u"}, None),
        ({"stop": None}, {}, None),
        ({"messages": [{"role": "developer"}]}, {"messages": [{"role": "system"}]}, None),
        ({"messages": [{"tool_call_id": "a"}]}, {"messages": [{"tool_call_id": "b"}]}, "request-changed"),
        ({"stop": ["x"]}, {}, "request-changed"),
        ({"stop": ["x", "y"]}, {"stop": ["x"]}, "request-changed"),
        ({"top_p": 1}, {"top_p": 1.0}, None),
    ],
)
def test_what_passes_through(sent: Any, came: Any, expected: str | None) -> None:
    asked = ASKED._replace(body=came)
    given = exchange(200, body=b"{}", owed="as-sent", kind="worked", asked=(asked,), sent=sent, given={})
    assert objections(given).get("passed-through") == expected
    answer = exchange(200, body=b'{"id": "b"}', owed="as-sent", kind="worked", sent={}, given={"id": "a", "n": 1})
    assert objections(answer) == {"passed-through": "answer-changed"}
