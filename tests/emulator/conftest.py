from __future__ import annotations

import http.client
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from conformance.emulator import Emulator

Answer = tuple[int, Any]


@pytest.fixture(scope="module")
def api() -> Iterator[Emulator]:
    with Emulator() as emulator:
        yield emulator


@pytest.fixture
def post() -> Callable[..., Answer]:
    """Sends one body to an address, as JSON or as it is, on a connection of its own."""

    def send(base_url: str, route: str, body: Any, method: str = "POST", **headers: str) -> Answer:
        host, _, path = base_url.removeprefix("http://").partition("/")
        connection = http.client.HTTPConnection(host)
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        try:
            connection.request(method, f"/{path}{route}", data, headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    return send
