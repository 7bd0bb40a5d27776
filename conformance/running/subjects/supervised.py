"""A command that runs as a child when it is needed, and everything that the child started."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from conformance.running.subjects.child import Child
from conformance.running.subjects.process_tree import Family, MemoryWatch


class Supervised:
    """One child at a time, with its family of processes. memory: its watch over what all of them hold.

    memory_limit: bytes; None for no limit. folder: in which it is started; empty for the working directory.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        memory_limit: int | None = None,
        folder: str = "",
    ) -> None:
        self._command = command
        self._environment = environment
        self._folder = folder
        self._family = Family()
        self.memory = MemoryWatch(self._family, memory_limit)
        self.child: Child | None = None

    def start(self) -> Child:
        """Start a child. Raises SubjectError where the command cannot be started."""
        self.child = Child(self._command, self._family.environment(self._environment), self._folder)
        self._family.leads(self.child.pid)
        return self.child

    def drop(self) -> None:
        """Kill the child and what it started."""
        child, self.child = self.child, None
        if child:
            child.kill()
            self._family.end()

    def end(self, grace: float) -> None:
        """Give the child `grace` seconds to leave by itself, then end it and what it started."""
        try:
            if self.child:
                self.child.end(grace)
        finally:
            self.drop()  # also where the wait was interrupted
