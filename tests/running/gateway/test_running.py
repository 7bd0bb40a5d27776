"""A gateway that is served, and one that cannot be."""

from __future__ import annotations

import builtins
import logging
import socket
from typing import Any

import httpx2
import pytest

from conformance.base.errors import UsageError
from conformance.running.gateway.running import need_libraries
from tests.running.backends import HELLO, PATHS, Asked, Backend, chat_events
from tests.running.gateway.test_app import CLIENT
from tests.running.gateways import gateway


def test_nothing_listens_when_the_context_is_over() -> None:
    with gateway("chat", "gemini", "http://127.0.0.1:1") as url:
        port = int(url.rpartition(":")[2])
    with pytest.raises(OSError), socket.create_connection(("127.0.0.1", port), timeout=5):
        pass


def test_another_host_is_told_so_in_the_clients_form() -> None:
    with gateway("anthropic", "chat", "http://127.0.0.1:1") as url:
        answered = CLIENT.post(url + PATHS["anthropic"], json=HELLO["anthropic"], headers={"host": "evil.example"})
    assert (answered.status_code, answered.json()["type"]) == (421, "error")
    assert "--allow-host" in answered.json()["error"]["message"]


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def import_(name: str, *rest: Any, **named: Any) -> Any:
        if name == "conformance.base.http_server":
            raise ModuleNotFoundError("No module named 'uvicorn'", name="uvicorn")
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", import_)
    with pytest.raises(UsageError, match="A gateway needs starlette and uvicorn; uvicorn is not installed"):
        need_libraries()


def test_what_is_cut_by_the_end_of_the_gateway_is_no_line_of_the_log(
    backend: Backend, caplog: pytest.LogCaptureFixture
) -> None:
    async def answer(request: Asked) -> None:
        await request.start()
        await request.events(*chat_events("One", finish=None))
        await backend.until_gone(request)

    backend.answer = answer
    logging.getLogger("uvicorn.error").disabled = False
    with gateway("anthropic", "chat", backend.url) as url:
        asked = HELLO["anthropic"] | {"stream": True}
        streamed = CLIENT.stream("POST", url + PATHS["anthropic"], json=asked)
        answered = streamed.__enter__()
        lines = answered.iter_lines()
        next(lines)
    with pytest.raises(httpx2.HTTPError):
        list(lines)
    assert [record.message for record in caplog.records if record.name == "uvicorn.error"] == []
