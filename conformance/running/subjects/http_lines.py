"""Threads with a connection each, by which several requests are out at a time."""

from __future__ import annotations

import time
from queue import SimpleQueue
from threading import Thread
from typing import NamedTuple

from conformance.running.subjects.http_client import Connection, HttpRequest, HttpResponse, Lost, ServiceAddress, Unsent


class Back(NamedTuple):
    """What a line brought back: of the request with this number, and when."""

    line: Line
    number: int
    came: HttpResponse | Lost | Unsent
    at: float


class Line(Thread):
    """A thread with a connection: asks what it is given, one after another."""

    def __init__(self, address: ServiceAddress, timeout: float, back: SimpleQueue[Back]) -> None:
        super().__init__(daemon=True, name="conformance-http")
        self.connection = Connection(address)
        self._timeout = timeout
        self._back = back
        self._calls: SimpleQueue[tuple[int, HttpRequest] | None] = SimpleQueue()
        self.start()

    def put(self, number: int, call: HttpRequest) -> None:
        """Ask; what comes of it goes to the common queue."""
        self._calls.put((number, call))

    def end(self) -> None:
        """Ask no more."""
        self._calls.put(None)
        self.connection.abort()

    def run(self) -> None:
        """Ask until `end`."""
        while (given := self._calls.get()) is not None:
            number, call = given
            came: HttpResponse | Lost | Unsent
            try:
                came = self.connection.ask(call, self._timeout)
            except (Lost, Unsent) as problem:
                came = problem
            self._back.put(Back(self, number, came, time.monotonic()))
        self.connection.close()
