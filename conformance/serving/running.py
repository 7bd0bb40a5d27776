"""Runs the server until a signal ends it."""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import TYPE_CHECKING

from conformance.errors import UsageError
from conformance.serving.bridge import Bridge

if TYPE_CHECKING:
    import uvicorn

PATIENCE = 1  # seconds that requests under way are given when the server is ended


def serve(bridge: Bridge, listener: socket.socket) -> None:
    """Serve a subject on a socket that listens, until SIGINT, SIGTERM or SIGHUP."""
    with suppress(KeyboardInterrupt):  # the way to end it
        server_of(bridge).run([listener])


def server_of(bridge: Bridge) -> uvicorn.Server:
    """Return a server for a subject that does not run yet."""
    import uvicorn

    from conformance.serving.app import app_of

    config = uvicorn.Config(
        app_of(bridge), lifespan="off", ws="none", http="h11", log_config=None, log_level="error", access_log=False,
        server_header=False, timeout_graceful_shutdown=PATIENCE,
    )  # fmt: skip
    return uvicorn.Server(config)


def need_libraries() -> None:
    """Raise UsageError where a library that serving needs is not installed."""
    from importlib.util import find_spec

    if not (find_spec("starlette") and find_spec("uvicorn")):
        raise UsageError("Serving over HTTP needs starlette and uvicorn.", "pip install 'tool-conformance[serve]'")
