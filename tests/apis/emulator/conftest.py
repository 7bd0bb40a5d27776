from __future__ import annotations

import http.client
import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from conformance.apis.emulator import Emulator

Answer = tuple[int, Any]


class Heard(NamedTuple):
    """One answer. whole: whether the connection lasted until its end."""

    status: int
    headers: http.client.HTTPMessage
    data: bytes
    whole: bool

    @property
    def json(self) -> Any:
        return json.loads(self.data)

    @property
    def events(self) -> list[Any]:
        """The data of the stream's whole events, without the one that ends Chat's."""
        text = self.data.decode().replace("\r\n", "\n")
        blocks = [block for block in text.split("\n\n")[:-1] if block != "data: [DONE]"]
        return [json.loads(block.partition("data: ")[2]) for block in blocks]


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


@pytest.fixture(scope="session")
def ask() -> Callable[..., Heard]:
    """Sends one body as JSON, or as it is, with a key. Headers: `_` stands for `-`, None leaves one out."""

    def send(base_url: str, route: str, body: Any = None, method: str = "POST", **headers: str | None) -> Heard:
        host, _, path = base_url.removeprefix("http://").partition("/")
        given = {
            "Authorization": "Bearer key",
            "Content_Type": "application/json",
            "Anthropic_Version": "2023-06-01",
            **headers,
        }
        sent = {name.replace("_", "-"): value for name, value in given.items() if value is not None}
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        connection = http.client.HTTPConnection(host, timeout=60)
        try:
            connection.request(method, f"/{path}{route}".replace("//", "/", 1), data, sent)
            with connection.getresponse() as answer:
                try:
                    return Heard(answer.status, answer.headers, answer.read(), True)
                except http.client.IncompleteRead as cut:
                    return Heard(answer.status, answer.headers, cut.partial, False)
        finally:
            connection.close()

    return send
