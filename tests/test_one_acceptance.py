"""A request is refused in the same way by the API of `emulate`, of a loop, of a driver and behind a gateway."""

from __future__ import annotations

import json
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from conformance.apis.emulator import APIS, CHAT, RESPONSES, ROUTES
from conformance.apis.emulator.running import running_api
from conformance.base.observation import ConversionRequest, Description, Outcome
from conformance.running.engine.scripted import scripted
from conformance.running.subjects.base import Subject
from conformance.running.subjects.environment import clean_environment
from conformance.running.subjects.gateway import GatewaySubject
from conformance.running.subjects.http_client import address_of
from conformance.running.subjects.in_process import InProcessSubject
from conformance.running.subjects.wire import WireSubject
from tests.apis.oracles.test_explain import REFUSED
from tests.apis.oracles.test_refused_payloads import ACCEPTED, WARNED, payloads
from tests.apis.oracles.test_rules import refused_by_openai

LOOP = "tool-loop"
KINDS = {"chat-request": CHAT, "responses-request": RESPONSES}
HELLO = {"role": "user", "content": "Hello."}
DRIVER = Path(__file__).parent / "running" / "subjects" / "scripts" / "payload_driver.py"
# By the API that the gateway asks: an operation that shows its request, and one that shows its answer.
ASKING = {CHAT: "responses-input-to-chat-messages", RESPONSES: "chat-messages-to-responses-input"}
ANSWERING = {CHAT: "chat-response-to-tool-calls", RESPONSES: "responses-output-to-chat-message"}
ANSWERS: dict[str, Any] = {CHAT: {"content": "Hi."}, RESPONSES: ["Hi."]}

# Sends a request to an API through one door, and returns the error that came back; None for an answer.
Door = Callable[..., Any]


def send(base_url: str, api: str, payload: Any) -> Any:
    headers = {"Content-Type": "application/json", "Authorization": "Bearer any"}
    request = urllib.request.Request(base_url + ROUTES[api], json.dumps(payload).encode(), headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return json.load(error)


def ask(subject: Subject, operation: str, value: Any) -> Outcome:
    ((_request, outcome),) = subject.ask([ConversionRequest(key=0, operation=operation, input=value)])
    return outcome


def conversation(api: str, payload: Any, tools: Any = ()) -> dict[str, Any]:
    planned = {"api": api, "model": "m", "messages": [HELLO], "tools": list(tools), "max_rounds": 1}
    return {**planned, "results": {"payload": payload}, "script": ["Done."]}


@pytest.fixture(scope="module")
def emulate() -> Iterator[Door]:
    with running_api("text") as running:
        yield lambda api, payload: send(running.base_url, api, payload).get("error")


@pytest.fixture(scope="module")
def loop() -> Iterator[Door]:
    def sends(given: Any) -> Any:
        said = send(given["base_url"], given["api"], given["results"]["payload"])
        return {"answer": json.dumps(said), "calls": []}

    described = Description(
        name="s", version=None, language=None, adapter="in-process", operations=(LOOP,), choices={}, exact_numbers=True
    )
    subject = scripted(InProcessSubject({LOOP: sends}, described), (LOOP,))
    yield lambda api, payload, tools=(): error_of(ask(subject, LOOP, conversation(api, payload, tools)))
    subject.close()


@pytest.fixture(scope="module")
def driver() -> Iterator[Door]:
    subject = WireSubject([sys.executable, str(DRIVER)], clean_environment())
    subject.describe()
    yield lambda api, payload, tools=(): error_of(ask(subject, LOOP, conversation(api, payload, tools)))
    subject.close()


def error_of(outcome: Outcome) -> Any:
    """Return the error that a loop heard, after it was compared with what its API noted."""
    error = json.loads(outcome.output["answer"]).get("error")  # type: ignore[index,call-overload]
    (seen,) = outcome.requests or ()
    refusal = seen["refusal"]  # type: ignore[index,call-overload]
    assert (refusal and refusal["message"]) == (error and error["message"])
    return error


class Gateway(ThreadingHTTPServer):
    """A gateway that sends the same request whatever it is asked. heard: what the API said to it."""

    upstream: str
    api: str
    payload: Any
    heard: Any

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        server: Gateway

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.server.heard = send(self.server.upstream, self.server.api, self.server.payload)
            data = json.dumps(self.server.heard).encode()
            self.send_response(400 if "error" in self.server.heard else 200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            pass


@pytest.fixture(scope="module")
def behind() -> Iterator[tuple[Gateway, GatewaySubject]]:
    with Gateway(("127.0.0.1", 0), Gateway.Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        subject = GatewaySubject(address_of(f"http://127.0.0.1:{server.server_address[1]}"))
        server.upstream = subject.listen()
        yield server, subject
        subject.close()
        server.shutdown()


@pytest.fixture(scope="module")
def gateway(behind: tuple[Gateway, GatewaySubject]) -> Door:
    server, subject = behind

    def through(api: str, payload: Any) -> Any:
        server.api, server.payload = api, payload
        shown = ask(subject, ASKING[api], [HELLO])
        error = server.heard.get("error")
        answer = ask(subject, ANSWERING[api], ANSWERS[api])
        if error is not None:
            # The request is judged by what it says; without an answer nothing shows how one is converted.
            assert shown.refusal is None
            assert answer.refusal is not None
            assert answer.refusal.message == f"the API refuses what the gateway asks: {error['message']}"
        return error

    return through


def refused() -> Iterator[Any]:
    of_types = ("part without type", "nested tool in Responses", "tool without type", "role tool in Responses")
    for name, (kind, request) in (refused_by_openai() | {name: REFUSED[name] for name in of_types}).items():
        yield pytest.param(KINDS[kind], request, id=name)
    for entry in payloads():
        if entry["kind"] in KINDS and entry["id"] not in {*WARNED, *ACCEPTED}:
            yield pytest.param(KINDS[entry["kind"]], entry["payload"], id=entry["id"])


@pytest.mark.parametrize(("api", "payload"), list(refused()))
def test_every_door_refuses_in_the_same_words(
    emulate: Door, loop: Door, driver: Door, gateway: Door, api: str, payload: Any
) -> None:
    error = emulate(api, payload)
    assert error.keys() == {"message", "type", "param", "code"}
    assert [door(api, payload) for door in (loop, driver, gateway)] == [error] * 3


# Where a door answers what the API refuses.

OPEN = {"name": "add", "parameters": {"type": "object", "properties": {"numbers": {"type": "array"}}}}


@pytest.mark.parametrize("api", APIS)
def test_a_loop_and_a_driver_are_not_refused_what_they_were_given(
    emulate: Door, loop: Door, driver: Door, gateway: Door, api: str
) -> None:
    tool = {"type": "function", "function": OPEN} if api == CHAT else {"type": "function", **OPEN}
    asked = {"model": "m", "messages" if api == CHAT else "input": [HELLO], "tools": [tool]}
    error = emulate(api, asked)
    assert "array schema missing items" in error["message"]
    assert loop(api, asked) == driver(api, asked) == gateway(api, asked) == error
    assert loop(api, asked, [OPEN]) is driver(api, asked, [OPEN]) is None


def test_finding_out_what_a_subject_covers_refuses_nothing(behind: tuple[Gateway, GatewaySubject]) -> None:
    server, subject = behind
    server.api, server.payload = CHAT, {"about": "me"}
    assert set(ASKING.values()) & set(subject.describe().operations) == {ASKING[CHAT]}
    bad_from_the_start = WireSubject([sys.executable, str(DRIVER)], clean_environment())
    assert len(bad_from_the_start.describe().operations) == 2
    bad_from_the_start.close()
