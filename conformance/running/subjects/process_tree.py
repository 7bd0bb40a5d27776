"""All processes that one subject started, also those that left its process group: found, watched and ended."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

from conformance.running.subjects import watchdog
from conformance.running.subjects.process_table import Process, has_variable, processes, resident

# A variable that every child of one subject inherits, whatever group or session it moves to.
MARK = "CONFORMANCE_SUBJECT"
ROUNDS = 5  # one may start another while we look
LOOK_EVERY = 0.5  # seconds between two looks at its memory: one takes some milliseconds


class Family:
    """The processes of one subject.

    One belongs to it by its mark, by the session that a child of ours leads, or by its parent. A process that cleared
    its environment, left the session and lost its parent is not found.
    """

    def __init__(self, mark: str | None = None, leaders: Iterable[int] = ()) -> None:
        self.mark = mark or os.urandom(12).hex()
        self._leaders = set(leaders)
        self._strangers: set[tuple[int, float]] = set()  # each was looked at once: a mark is inherited or never had

    def environment(self, environment: Mapping[str, str]) -> dict[str, str]:
        """Return the environment of a child with the mark; from now on all of them end with this process.

        Called before each start: between that and `leads` only the mark identifies the family of a process.
        """
        watchdog.watch(self.mark, self._leaders)
        return {**environment, MARK: self.mark}

    def leads(self, pid: int) -> None:
        """Take a child of ours, which leads a session of its own, for one of them."""
        if pid != os.getsid(0):  # never end the session of this process
            self._leaders.add(pid)
            watchdog.watch(self.mark, self._leaders)

    def members(self) -> list[int]:
        """Return the numbers of its processes, but for this one's."""
        seen = processes()
        members = {process.pid for process in seen if process.session in self._leaders or self._is_marked(process)}
        more = True
        while more:
            children = {process.pid for process in seen if process.parent in members} - members
            members |= children
            more = bool(children)
        return sorted(members - {os.getpid()})

    def memory(self) -> int:
        """Return the bytes of memory that all of them hold, what they share counted for each."""
        return sum(resident(pid, shared=True) for pid in self.members())

    def own_memory(self) -> int:
        """Return the bytes of memory that all of them hold, shared memory once where the system reports it."""
        return sum(resident(pid, shared=False) for pid in self.members())

    def end(self) -> None:
        """Kill them all."""
        for _round in range(ROUNDS):
            members = self.members()
            if not members:
                break
            for pid in members:
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
        self._leaders.clear()
        watchdog.forget(self.mark)

    def _is_marked(self, process: Process) -> bool:
        known = (process.pid, process.started)
        if known in self._strangers:
            return False
        marked = has_variable(process.pid, MARK, self.mark)
        if not marked:
            self._strangers.add(known)
        return marked


class MemoryWatch:
    """Looks at a family's memory now and then. limit: bytes; None for no limit. clock: seconds."""

    def __init__(self, family: Family, limit: int | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._family = family
        self._limit = limit
        self._clock = clock
        self._last = clock()

    def wait(self, seconds: float) -> float:
        """Return how much of a wait may go by until the next look."""
        return seconds if self._limit is None else min(seconds, LOOK_EVERY)

    def excess(self) -> str | None:
        """Say what is wrong where the limit is passed; None where it is not, or was looked at just now."""
        if self._limit is None or self._clock() - self._last < LOOK_EVERY:
            return None
        held = self._family.memory()
        if held > self._limit:
            held = self._family.own_memory()
        self._last = self._clock()
        if held <= self._limit:
            return None
        return f"the subject held {in_words(held)} of memory, over the limit of {in_words(self._limit)}"


def in_words(size: int) -> str:
    """Return a number of bytes as people say it."""
    for unit, name in ((1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "KB")):
        if size >= unit:
            return f"{size / unit:.1f} {name}".replace(".0 ", " ")
    return f"{size} bytes"
