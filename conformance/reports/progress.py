"""Progress of a long run where no terminal can draw a bar: a line from time to time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import IO

from conformance.engine.events import Advanced, Event, Progress, Shrinking, Started

EVERY = 10.0  # seconds


class Lines:
    """Writes a line every ten seconds of a run. clock: seconds, of any origin."""

    follows_trials = True

    def __init__(self, stream: IO[str], clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._begun = self._written = clock()
        self._total = self._done = self._failed = 0

    def __call__(self, event: Event) -> None:
        """Count an event, and write a line if it is time."""
        if isinstance(event, Started):
            self._total = event.trials
        elif isinstance(event, Progress):
            self._done += 1
            self._failed += bool(event.failing)
            self._tell(event.operation)
        elif isinstance(event, Advanced):
            self._done += event.trials
            self._failed += event.failing
            self._tell(event.operation)
        elif isinstance(event, Shrinking):
            self._tell(f"reducing evidence of {event.rule}")

    def _tell(self, what: str) -> None:
        now = self._clock()
        if now - self._written < EVERY:
            return
        self._written = now
        done = f"{min(self._done, self._total):,} of {self._total:,} inputs"
        failed = f", {self._failed:,} failing" if self._failed else ""
        try:
            self._stream.write(f"conformance: {now - self._begun:.0f} s, {done}{failed} ({what})\n")
            self._stream.flush()
        except OSError:
            self._written = float("inf")  # a closed stream must not end the run
