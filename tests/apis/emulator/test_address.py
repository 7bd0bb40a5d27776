"""An address that plays one script after the other, by either API and as a stream: what SDKs and gateways talk to."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError

import pytest

from conformance.apis.emulator import Emulator

ASKED: dict[str, dict[str, Any]] = {
    "/chat/completions": {"model": "m", "messages": [{"role": "user", "content": "Hello."}]},
    "/responses": {"model": "m", "input": "Hello."},
    "/engines": {},
}


@pytest.fixture
def api() -> Iterator[Emulator]:
    with Emulator() as made:
        yield made


def post(base_url: str, route: str, **more: Any) -> Any:
    body = json.dumps(ASKED[route] | more).encode()
    request = urllib.request.Request(base_url + route, body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request) as answer:
            data = answer.read().decode()
            is_stream = answer.headers["Content-Type"].startswith("text/event-stream")
            return data if is_stream else json.loads(data)
    except HTTPError as error:
        return json.load(error)["error"]["message"]


def test_either_api_gets_the_script_in_its_own_form(api: Emulator) -> None:
    base_url = api.address()
    api.play(base_url, ["Hello."])
    assert post(base_url, "/chat/completions")["choices"][0]["message"]["content"] == "Hello."
    api.play(base_url, ["Hello."])
    assert post(base_url, "/responses")["output"][0]["content"][0]["text"] == "Hello."


def test_each_script_gives_what_it_saw_to_the_next(api: Emulator) -> None:
    base_url = api.address()
    assert api.play(base_url, ["One.", "Two."]) == ()
    post(base_url, "/responses", input="a")
    post(base_url, "/engines", input="b")
    seen = api.play(base_url, [])
    assert [(element.path, element.body, element.answer) for element in seen] == [
        ("/v1/responses", {"model": "m", "input": "a"}, 0),
        ("/v1/engines", {"input": "b"}, None),
    ]
    assert "The script is over" in post(base_url, "/responses")
    assert post(base_url, "/engines") == "Invalid URL (POST /v1/engines)"


@pytest.mark.parametrize(("route", "last"), [("/chat/completions", "[DONE]"), ("/responses", "response.completed")])
def test_it_streams_where_that_is_asked_for(api: Emulator, route: str, last: str) -> None:
    base_url = api.address()
    api.play(base_url, ["Hello."])
    of_a_loop = api.open("chat" if route.startswith("/chat") else "responses", ["Hello."])
    assert last in post(of_a_loop, route, stream=True).strip().rpartition("\n\n")[2]
    assert last in post(base_url, route, stream=True).strip().rpartition("\n\n")[2]


def test_a_bare_address_takes_what_no_other_script_does(api: Emulator) -> None:
    bare, other = api.address(bare=True), api.open("chat", ["Other."])
    assert bare.count("/") == 3 and bare.endswith("/v1")
    api.play(bare, ["Bare."])
    assert post(other, "/chat/completions")["choices"][0]["message"]["content"] == "Other."
    assert post(bare, "/chat/completions")["choices"][0]["message"]["content"] == "Bare."
    assert [element.path for element in api.play(bare, [])] == ["/v1/chat/completions"]


def test_a_port_can_be_named_and_taken_again() -> None:
    with Emulator() as first:
        base_url = first.address(bare=True)
        first.play(base_url, ["Hello."])
        post(base_url, "/responses")
        port = int(base_url.split(":")[2].partition("/")[0])
        with pytest.raises(OSError):
            Emulator(port)
    with Emulator(port) as second:
        assert second.address(bare=True) == base_url
