"""Progress of a long run where no terminal can draw a bar: a line from time to time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import IO

from conformance.running.engine.events import Advanced, Event, Shrinking, Started, TrialProgress

EVERY = 10.0  # seconds


class RunCount:
    """How far a run is: inputs in all, judged, and those on which a rule that decides seems to fail."""

    def __init__(self) -> None:
        self.total = self.done = self.failed = 0

    def take(self, event: Event) -> str | None:
        """Count an event; return what the run does now, if the event says it."""
        if isinstance(event, Started):
            self.total = event.trials
        elif isinstance(event, TrialProgress):
            self.done += 1
            self.failed += bool(event.failing) and event.decides
            return event.operation
        elif isinstance(event, Advanced):
            self.done += event.trials
            self.failed += event.failing
            return event.operation
        elif isinstance(event, Shrinking):
            return f"reducing evidence of {event.rule}"
        return None


class Lines:
    """Writes a line every ten seconds of a run. clock: seconds, of any origin."""

    follows_trials = True

    def __init__(self, stream: IO[str], clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._begun = self._written = clock()
        self._count = RunCount()

    def __call__(self, event: Event) -> None:
        """Count an event, and write a line if it is time."""
        what = self._count.take(event)
        if what is not None:
            self._write(what)

    def _write(self, what: str) -> None:
        now = self._clock()
        if now - self._written < EVERY:
            return
        self._written = now
        done = f"{min(self._count.done, self._count.total):,} of {self._count.total:,} inputs"
        failed = f", {self._count.failed:,} to look at again" if self._count.failed else ""
        try:
            self._stream.write(f"conformance: {now - self._begun:.0f} s, {done}{failed} ({what})\n")
            self._stream.flush()
        except OSError:
            self._written = float("inf")  # a closed stream must not end the run
