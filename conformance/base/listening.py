"""A socket that listens, or one line that says why not; and the hosts that requests to it may address."""

from __future__ import annotations

import re
import socket
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from ipaddress import ip_address

from conformance.base.errors import UsageError
from conformance.base.extras import install_command

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


@contextmanager
def importing_server(what: str, extra: str) -> Iterator[None]:
    """Raise UsageError where a package is missing that is imported inside. what: what needs it, for people."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "conformance":  # our own fault
            raise
        missing = f"{what} needs starlette and uvicorn; {error.name} is not installed."
        raise UsageError(missing, f"Install what is missing: {install_command(extra)}") from None


WRONG_HOST = "The Host header must name this machine: localhost, or an address of loopback."
_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^][\s:/@,]+?)\.?)(?::[0-9]*)?", re.IGNORECASE)


def host_of(header: str) -> str | None:
    """Return the host of a Host header, lower case, without its port; None for what is no host."""
    found = _HOST.fullmatch(header)
    return (found[1] or found[2]).lower() if found else None


def is_allowed(header: str, hosts: Collection[str]) -> bool:
    """Return whether a Host header names loopback (localhost, 127.0.0.0/8, [::1]) or one of some hosts.

    hosts: as `host_of` returns them.
    """
    host = host_of(header)
    if host is None:
        return False
    if host == "localhost" or host in hosts:
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def base_url(listener: socket.socket) -> str:
    """Return the URL for clients."""
    host, port = listener.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
