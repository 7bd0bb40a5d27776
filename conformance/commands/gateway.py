"""conformance gateway: the reference converters between two APIs, as a gateway, until a signal ends it."""

from __future__ import annotations

import argparse
import sys

from conformance.base.listening import LOOPBACK, base_url, listening
from conformance.base.redact import Redactor
from conformance.commands.subject import headers_of
from conformance.running.gateway.conversion import Direction
from conformance.running.gateway.running import need_libraries, serve
from conformance.running.subjects.http_client import address_of

PORT = 4000


def run(parsed: argparse.Namespace) -> int:
    """Serve until SIGINT or SIGTERM; return 0. Raises UsageError."""
    address = address_of(parsed.backend, "--backend")
    headers = headers_of(parsed.header)
    need_libraries()
    from conformance.running.gateway.app import Settings

    redactor = Redactor(headers.values())

    def report(line: str) -> None:
        print(f"conformance: {redactor.text(line)}", file=sys.stderr, flush=True)

    settings = Settings(
        direction=Direction(client=parsed.client, backend=parsed.asked),
        backend=address.url,
        model=parsed.model,
        headers=headers,
        timeout=parsed.timeout,
        report=report,
    )
    host = parsed.host or LOOPBACK
    with listening(host, PORT if parsed.port is None else parsed.port) as listener:
        print(f"Listening on {base_url(listener)}/v1", flush=True)
        serve(settings, listener, {host.lower(), *parsed.allow_host})
    return 0
