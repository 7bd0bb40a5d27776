"""The HTTP server of `serve` and `emulate`: uvicorn with this project's settings. Imports uvicorn."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, MutableMapping
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from conformance.base.listening import WRONG_HOST, is_allowed

PATIENCE = 1  # seconds that requests under way are given when the server is ended
MISDIRECTED = 421

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Scope]]
Send = Callable[[Scope], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
# From the message of a refusal to its body and media type.
Refusal = Callable[[str], tuple[bytes, str]]


def server_of(app: App, hosts: Collection[str], refusal: Refusal) -> uvicorn.Server:
    """Return a server that does not run yet.

    hosts: the names that requests may address besides those of loopback. refusal: how the application words an error.
    """
    config = uvicorn.Config(
        _OnlyHosts(app, hosts, refusal), lifespan="off", ws="none", http=_Protocol, log_config=None, log_level="error",
        access_log=False, server_header=False, timeout_graceful_shutdown=PATIENCE,
    )  # fmt: skip
    return uvicorn.Server(config)


class _OnlyHosts:
    """Answers requests that address another host with 421.

    Starlette's TrustedHostMiddleware cuts a Host at its first colon, so it knows neither IPv6 nor ranges of addresses.
    """

    def __init__(self, app: App, hosts: Collection[str], refusal: Refusal) -> None:
        self._app = app
        self._hosts = hosts
        self._refusal = refusal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        named = [value.decode("latin-1") for name, value in scope.get("headers", ()) if name == b"host"]
        if scope["type"] != "http" or (len(named) == 1 and is_allowed(named[0], self._hosts)):
            await self._app(scope, receive, send)
            return
        body, media_type = self._refusal(f"{WRONG_HOST} --allow-host adds a name.")
        headers = [(b"content-type", media_type.encode()), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": MISDIRECTED, "headers": headers})
        await send({"type": "http.response.body", "body": body})


class _Protocol(H11Protocol):
    """uvicorn's protocol, which raises where a body turns out to be malformed after its request was answered."""

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP; close the connection where the answer was sent already."""
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:
            self.transport.close()
