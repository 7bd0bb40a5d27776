"""What the engine needs of a subject, however it is reached."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from conformance.observation import Description, Outcome, Request


class Subject(Protocol):
    """An implementation under test."""

    def describe(self) -> Description:
        """Start it where that is needed, and say what it is. Raises SubjectError."""

    def ask(self, requests: Iterable[Request]) -> Iterator[tuple[Request, Outcome]]:
        """Give it every request; yield each outcome once, in any order. Never raises for what the subject does."""

    def close(self) -> None:
        """End it and everything it started."""

    def restart(self) -> bool:
        """Begin anew: the next request reaches a copy that has converted nothing. False where that cannot be done."""

    @property
    def watches(self) -> bool:
        """Whether requests should tell what their input was before (`Request.before`): it could be changed."""

    @property
    def faults(self) -> int:
        """How often it died, hung or answered garbage so far."""
