"""Each request of a scan is one that the API takes, unless it is wrong on purpose."""

from __future__ import annotations

import base64

import pytest

from conformance.apis.emulator import GEMINI
from conformance.apis.oracles import refusals_of
from conformance.running.scan.bodies import RED, Ways, http_of
from conformance.running.scan.capabilities import APIS
from tests.running.scan.servers import Server, scanned

WAYS = Ways(model="one", limit=256)


@pytest.mark.parametrize("api", APIS)
def test_each_request_is_one_that_the_api_takes(api: str) -> None:
    server = Server()
    scanned(server, api)
    bodies = [request for request in server.requests if isinstance(request.body, dict)]
    wrong = {id(request) for request in bodies if not {"messages", "input", "contents"} & request.body.keys()}
    assert len(bodies) > 20
    for request in bodies:
        if id(request) in wrong or "ount" in request.route.rpartition("/")[2]:
            continue
        given = dict(request.body)
        if api == GEMINI:
            given["model"] = "one"
        assert not refusals_of(f"{api}-request", given), (request, refusals_of(f"{api}-request", given))
    assert len(wrong) <= 2  # to find the API, and the one without its conversation


def test_gemini_has_the_model_and_the_stream_in_the_address() -> None:
    request = http_of(GEMINI, {"model": "a", "stream": True, "contents": []})
    assert (request.route, request.body) == ("/models/a:streamGenerateContent?alt=sse", {"contents": []})


def test_the_image_is_a_png() -> None:
    assert base64.b64decode(RED, validate=True).startswith(b"\x89PNG")
