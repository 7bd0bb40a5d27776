"""Of a sound server all works; what is refused, busy, gone or of one model is said to be that."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from conformance.apis.emulator.api import ApiReply
from conformance.base.errors import UsageError
from conformance.running.scan.capabilities import APIS, CAPABILITIES, CLIENTS
from conformance.running.scan.model import NOT_OFFERED, NOT_SHOWN, WORKS, WRONG, HttpRequest
from conformance.running.scan.run import Options, addresses_of, most_requests
from tests.running.scan.servers import URL, Alter, Server, as_it_is, in_requests, outcomes, scanned

Object = dict[str, Any]


@pytest.mark.parametrize("api", APIS)
def test_all_of_a_sound_server_works(api: str) -> None:
    result = scanned(Server(), api)
    assert outcomes(result, WORKS) == {each.name for each in CAPABILITIES if api in each.apis}, result.results
    assert result.works and not result.defects
    assert {each.client for each in result.clients} == {each.name for each in CLIENTS if api in each.apis}
    assert all(each.outcome == WORKS and not each.misses for each in result.clients)


def test_a_failing_server_is_wrong_and_a_busy_one_is_not() -> None:
    def failing(status: int) -> Alter:
        def alter(request: HttpRequest, reply: ApiReply) -> ApiReply:
            body = request.body if isinstance(request.body, dict) else {}
            said = json.dumps({"error": {"message": "Oops.", "type": "server_error"}}).encode()
            asked = "stop" in body
            return replace(reply, status=status, pieces=(said,), content_type="application/json") if asked else reply

        return alter

    assert outcomes(scanned(Server(failing(500)), "chat"), WRONG) == {"stop"}
    busy = scanned(Server(failing(429)), "chat")
    assert not busy.defects and "stop" in outcomes(busy, NOT_SHOWN)


def test_a_server_of_one_model_may_answer_to_any_name() -> None:
    def rename(body: Object) -> None:
        body["model"] = "only" if "model" in body else None

    result = scanned(in_requests(rename)(Server(models=("only",))), "chat")
    assert not result.defects
    assert "unknown-model" in outcomes(result, NOT_OFFERED)


def test_a_model_that_wants_the_newer_limit_gets_it() -> None:
    server = Server(
        lambda request, reply: (
            replace(
                reply, status=400, content_type="application/json",
                pieces=(b'{"error": {"message": "Use \'max_completion_tokens\' instead.", "type": "x"}}',),
            )
            if isinstance(request.body, dict) and "max_tokens" in request.body
            else reply
        )
    )  # fmt: skip
    result = scanned(server, "chat")
    assert not result.defects
    assert sum("max_tokens" in request.body for request in server.requests if isinstance(request.body, dict)) == 1


def test_what_refuses_the_key_is_not_scanned() -> None:
    def refuse(request: HttpRequest, reply: ApiReply) -> ApiReply:
        said = b'{"error": {"message": "Incorrect API key", "type": "x"}}'
        return replace(reply, status=401, pieces=(said,), content_type="application/json")

    with pytest.raises(UsageError, match="refuses the key: 401: Incorrect API key"):
        scanned(Server(refuse), "chat", model="one")
    with pytest.raises(UsageError, match="refuses the key: 401: Incorrect API key"):
        scanned(Server(refuse), "chat")


def test_what_offers_no_api_is_named() -> None:
    def absent(_request: HttpRequest, reply: ApiReply) -> ApiReply:
        return replace(reply, status=404, pieces=(b"404 page not found",), content_type="text/plain")

    with pytest.raises(UsageError, match="offers none of the APIs"):
        scanned(Server(absent))


@pytest.mark.parametrize(
    ("url", "api", "found"),
    [
        ("http://h:1/v1", "chat", ["http://h:1/v1"]),
        ("http://h:1/", "chat", ["http://h:1/v1", "http://h:1"]),
        ("http://h:1/v1", "gemini", ["http://h:1/v1beta", "http://h:1/v1"]),
        ("http://h:1/api/v1/", "anthropic", ["http://h:1/api/v1"]),
    ],
)
def test_an_api_is_looked_for_where_its_clients_look(url: str, api: str, found: list[str]) -> None:
    assert addresses_of(url, api) == found


def test_a_server_that_refuses_what_it_said_itself_is_wrong() -> None:
    def refuse(request: HttpRequest, reply: ApiReply) -> ApiReply:
        messages = request.body.get("messages", ()) if isinstance(request.body, dict) else ()
        if not any(message["role"] == "tool" for message in messages):
            return reply
        said = b'{"error": {"message": "role tool is unknown", "type": "x"}}'
        return replace(reply, status=400, pieces=(said,), content_type="application/json")

    result = scanned(Server(refuse), "chat")
    assert outcomes(result, WRONG) == {"tool-results"}
    assert {"tool-errors", "long-results"} == outcomes(result, NOT_SHOWN)
    (defect,) = result.defects
    assert "refuses its own answer" in defect.objection.message and "role tool is unknown" in defect.objection.message


def test_a_failure_that_passes_is_no_defect() -> None:
    failed = list[str]()

    def alter(request: HttpRequest, reply: ApiReply) -> ApiReply:
        body = request.body if isinstance(request.body, dict) else {}
        if "stop" not in body or failed:
            return reply
        failed.append("once")
        return replace(reply, status=500, content_type="application/json", pieces=(b'{"error": {"message": "Oops"}}',))

    result = scanned(Server(alter), "chat")
    assert failed and not result.defects and "stop" in outcomes(result, WORKS)


def test_no_more_is_sent_than_was_said() -> None:
    def fail(request: HttpRequest, reply: ApiReply) -> ApiReply:
        if not isinstance(request.body, dict) or "model" not in request.body:
            return reply
        return replace(reply, status=500, content_type="application/json", pieces=(b'{"error": {"message": "Oops"}}',))

    for alter in (as_it_is, fail):
        server = Server(alter)
        result = scanned(server, "chat")
        assert result.requests == len(server.requests)
        assert result.requests <= most_requests(Options(url=URL, apis=("chat",)))
