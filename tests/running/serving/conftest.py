"""A subject that is served in a thread of this process, and a client that sends it anything."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from conformance.base.listening import LOOPBACK, base_url, listening
from conformance.base.observation import Description
from conformance.running.serving.bridge import Bridge
from conformance.running.serving.running import server_of
from conformance.running.subjects.base import Subject
from conformance.running.subjects.in_process import InProcessSubject


class Answered(NamedTuple):
    status: int
    content_type: str
    body: Any
    headers: Mapping[str, str]


class Served(NamedTuple):
    """What listens at `url`."""

    url: str

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Answered:
        """Send a request on a connection of its own; a body that is no bytes goes as JSON."""
        connection = http.client.HTTPConnection(self.url.removeprefix("http://"), timeout=30)
        reported = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None and not isinstance(body, bytes):
            body, reported = json.dumps(body).encode(), {"content-type": "application/json", **reported}
        try:
            connection.request(method, path, body, reported)
            answer = connection.getresponse()
            data = answer.read()
        finally:
            connection.close()
        content_type = answer.headers.get("content-type", "")
        told_back = json.loads(data) if "json" in content_type else data
        return Answered(answer.status, content_type, told_back, dict(answer.headers.items()))

    def convert(self, given: Any, operation: str = "echo", number: int = 7) -> Answered:
        params = {"operation": operation, "input": given}
        request = {"jsonrpc": "2.0", "id": number, "method": "convert", "params": params}
        return self.send("POST", f"/convert/{operation}", request)


def in_process(functions: Mapping[str, Callable[[Any], Any]], choices: Any = None) -> InProcessSubject:
    description = Description(
        name="own",
        version="1",
        language="python",
        adapter="in-process",
        operations=tuple(functions),
        choices=choices or {},
        exact_numbers=True,
    )
    return InProcessSubject(functions, description)


@pytest.fixture
def serve() -> Iterator[Callable[..., Served]]:
    """Serves a subject, or functions by operation, while the test lasts."""
    ends: list[Callable[[], None]] = []

    def make(made: Callable[[], Subject] | None = None, **functions: Callable[[Any], Any]) -> Served:
        named = {name.replace("_", "-"): function for name, function in functions.items()}
        bridge = Bridge(made or (lambda: in_process(named)))
        listener = listening(LOOPBACK, 0)
        server = server_of(bridge)
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()

        def end() -> None:
            server.should_exit = True
            thread.join()
            listener.close()
            bridge.close()

        ends.append(end)
        return Served(base_url(listener))

    yield make
    for end in ends:
        end()
