"""A socket that listens, or one line that says why not."""

from __future__ import annotations

import socket

from conformance.errors import UsageError

LOOPBACK = "127.0.0.1"
WAITING = 128  # connections that may wait to be taken


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens. port: 0 for any that is free. Raises UsageError."""
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except (OSError, OverflowError, UnicodeError) as error:
        what = f"Nothing can listen at {host!r}: {_reason(error)}."
        raise UsageError(what, "Give --host an address of this machine.") from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(WAITING)
    except (OSError, OverflowError) as error:
        listener.close()
        what = f"Nothing can listen at {host}, port {port}: {_reason(error)}."
        raise UsageError(what, "Give --port another one, or 0 for any.") from None
    return listener


def base_url(listener: socket.socket) -> str:
    """Return the URL of what listens there, as clients are told it."""
    host, port = listener.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
