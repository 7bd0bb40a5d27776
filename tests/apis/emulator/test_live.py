"""An address may be answered by a function: late, in pieces, or broken off."""

from __future__ import annotations

import http.client
from functools import partial
from urllib.parse import urlsplit

import pytest

from conformance.apis.emulator import Emulator
from conformance.apis.emulator.live import LiveAnswer, LiveRequest, Responder


def asked(api: Emulator, responder: Responder | None) -> tuple[int, str | None, bytes]:
    """The status, the header X-Of and the body of what an address answers."""
    base = api.address(bare=True)
    api.respond(base, responder)
    address = urlsplit(base)
    connection = http.client.HTTPConnection(address.hostname or "", address.port)
    try:
        connection.request("POST", f"{address.path}/chat/completions?a=b", b"{}", {"X-Api-Key": "k"})
        with connection.getresponse() as response:
            return response.status, response.headers["X-Of"], response.read()
    finally:
        connection.close()


def test_a_function_sees_the_request_and_answers_in_pieces() -> None:
    seen: list[LiveRequest] = []

    def responder(request: LiveRequest) -> LiveAnswer:
        seen.append(request)
        return LiveAnswer(status=201, headers={"X-Of": "me"}, pieces=iter([b"a", b"b"]))

    with Emulator() as api:
        assert asked(api, responder) == (201, "me", b"ab")
    (request,) = seen
    assert (request.path, request.query, request.headers["x-api-key"]) == ("/v1/chat/completions", "a=b", "k")


def test_an_answer_may_break_off_or_not_come() -> None:
    with Emulator() as api:
        for length in (None, 9):
            half = LiveAnswer(status=200, pieces=[b"half"], length=length, whole=False)
            with pytest.raises(http.client.IncompleteRead):
                asked(api, partial(lambda answer, _request: answer, half))
        with pytest.raises(http.client.RemoteDisconnected):
            asked(api, lambda _request: LiveAnswer(status=None, whole=False))


def test_without_a_function_the_script_answers_again() -> None:
    with Emulator() as api:
        assert asked(api, lambda _request: LiveAnswer(status=299))[0] == 299
        assert asked(api, None)[0] == 400
