"""Runs the server until a signal ends it."""

from __future__ import annotations

import socket
from collections.abc import Collection
from contextlib import suppress
from typing import TYPE_CHECKING

from conformance.base.listening import importing_server
from conformance.running.serving.bridge import Bridge

if TYPE_CHECKING:
    import uvicorn


def serve(bridge: Bridge, listener: socket.socket, hosts: Collection[str] = ()) -> None:
    """Serve a subject on a socket that listens, until SIGINT, SIGTERM or SIGHUP.

    hosts: the names that requests may address besides those of loopback.
    """
    with suppress(KeyboardInterrupt):  # the way to end it
        server_of(bridge, hosts).run([listener])


def server_of(bridge: Bridge, hosts: Collection[str] = ()) -> uvicorn.Server:
    """Return a server for a subject that does not run yet."""
    from conformance.base import http_server
    from conformance.running.serving.app import PROBLEM_TYPE, app_of, problem

    return http_server.server_of(
        app_of(bridge), hosts, lambda message: (problem(http_server.MISDIRECTED, message), PROBLEM_TYPE)
    )


def need_libraries() -> None:
    """Raise UsageError where a library that serving needs is not installed."""
    with importing_server("Serving over HTTP", "serve"):
        import conformance.base.http_server
        import conformance.running.serving.app  # noqa: F401
