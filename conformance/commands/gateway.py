"""conformance gateway: the reference converters between two APIs, as a gateway, until a signal ends it."""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue

from conformance.base.listening import LOOPBACK, base_url, listening
from conformance.base.redact import Redactor
from conformance.commands.subject import headers_of
from conformance.running.gateway.conversion import GatewayDirection
from conformance.running.gateway.running import need_libraries, serve
from conformance.running.subjects.http_client import address_of

PORT = 4000
PATIENCE = 1.0  # seconds that who reads standard error is given in the end
MOST_LINES = 10_000  # that are printed: what comes later is in the headers of answers


def run(parsed: argparse.Namespace) -> int:
    """Serve until SIGINT or SIGTERM; return 0. Raises UsageError."""
    address = address_of(parsed.backend, "--backend")
    headers = headers_of(parsed.header)
    need_libraries()
    from conformance.running.gateway.app import GatewaySettings

    host = parsed.host or LOOPBACK
    with (
        listening(host, PORT if parsed.port is None else parsed.port) as listener,
        _reporting(Redactor(headers.values())) as report,
    ):
        settings = GatewaySettings(
            direction=GatewayDirection(client=parsed.client, backend=parsed.asked),
            backend=address.url,
            model=parsed.model,
            headers=headers,
            timeout=parsed.timeout,
            report=report,
        )
        print(f"Listening on {base_url(listener)}/v1", flush=True)
        serve(settings, listener, {host.lower(), *parsed.allow_host})
    return 0


@contextmanager
def _reporting(redactor: Redactor) -> Iterator[Callable[[str], None]]:
    """Give what prints a line, the first time that it comes: the next request of a conversation loses the same.

    Nobody waits for who reads standard error: a thread prints.
    """
    printed: set[str] = set()
    waiting: SimpleQueue[str | None] = SimpleQueue()

    def report(line: str) -> None:
        if line not in printed and len(printed) < MOST_LINES:
            printed.add(line)
            waiting.put(line)

    def write() -> None:
        while (line := waiting.get()) is not None:
            print(f"conformance: {redactor.text(line)}", file=sys.stderr, flush=True)

    thread = threading.Thread(target=write, daemon=True)
    thread.start()
    try:
        yield report
    finally:
        waiting.put(None)
        thread.join(PATIENCE)
