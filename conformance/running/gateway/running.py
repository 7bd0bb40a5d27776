"""Runs a gateway: until a signal ends it, or in a thread of its own while a context lasts.

Needs starlette and uvicorn: the extra `emulate`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import socket
import threading
from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING

from conformance.base.listening import LOOPBACK, base_url, importing_server, listening
from conformance.running.gateway.errors import GatewayProblem, answer_of

_CUT = ("ASGI callable returned without completing response", "Cancel %s running task")

if TYPE_CHECKING:
    import uvicorn

    from conformance.base.http_server import App
    from conformance.running.gateway.app import GatewayApp, GatewaySettings


def need_libraries() -> None:
    """Raise UsageError where a library that a gateway needs is not installed."""
    with importing_server("A gateway", "emulate"):
        import conformance.base.http_server
        import conformance.running.gateway.app  # noqa: F401


def serve(settings: GatewaySettings, listener: socket.socket, hosts: Collection[str] = ()) -> None:
    """Serve a gateway on a socket that listens, until SIGINT, SIGTERM or SIGHUP.

    hosts: the names that requests may address besides those of loopback.
    """
    with contextlib.suppress(KeyboardInterrupt):  # the way to end it
        _Running(settings, hosts).run(listener)


@contextlib.contextmanager
def running_gateway(
    settings: GatewaySettings, *, port: int = 0, around: Callable[[App], App] | None = None
) -> Iterator[str]:
    """Give the address of a gateway that is served on loopback while the context lasts, such as http://127.0.0.1:4000.

    around: makes the application that is served of the gateway.
    """
    need_libraries()
    running = _Running(settings, (), around)
    with listening(LOOPBACK, port) as listener:
        thread = threading.Thread(target=running.run, args=(listener,), daemon=True)
        thread.start()
        try:
            yield base_url(listener)
        finally:
            running.server.should_exit = True
            thread.join()


class _Running:
    """A gateway with its server."""

    def __init__(
        self, settings: GatewaySettings, hosts: Collection[str], around: Callable[[App], App] | None = None
    ) -> None:
        from conformance.base import http_server
        from conformance.running.gateway.app import GatewayApp

        def refusal(message: str) -> tuple[bytes, str]:
            problem = GatewayProblem(status=http_server.MISDIRECTED, message=message)
            return json.dumps(answer_of(settings.direction.client, problem)[1]).encode(), "application/json"

        self._gateway: GatewayApp = GatewayApp(settings)
        app: App = self._gateway if around is None else around(self._gateway)
        self.server: uvicorn.Server = http_server.server_of(app, hosts, refusal)

    def run(self, listener: socket.socket) -> None:
        """Serve until the server is told to end, or by a signal."""
        log = logging.getLogger("uvicorn.error")
        log.addFilter(_is_no_cut)
        try:
            asyncio.run(self._serve(listener))
        finally:
            log.removeFilter(_is_no_cut)

    async def _serve(self, listener: socket.socket) -> None:
        try:
            await self.server.serve([listener])
        finally:
            await self._gateway.close()


def _is_no_cut(record: logging.LogRecord) -> bool:
    """Whether a line of the server's log is about anything else than an answer that its backend or the end cut."""
    raised = record.exc_info[1] if record.exc_info else None
    return not str(record.msg).startswith(_CUT) and not isinstance(raised, asyncio.CancelledError)
