"""What the engine needs of a subject, however it is reached; and what is configured of one, whatever its kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from conformance.base.observation import ConversionRequest, Description, Outcome
from conformance.running.subjects.environment import secret_values

MEMORY_LIMIT = 4 << 30  # bytes


class Subject(Protocol):
    """An implementation under test."""

    def describe(self) -> Description:
        """Start it if necessary, and return what it is. Raises SubjectError."""

    def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        """Give it every request; yield each outcome once, in any order. Never raises for what the subject does."""

    def close(self) -> None:
        """End it and everything it started."""

    def restart(self) -> bool:
        """Make the next request reach a copy that has converted nothing. Return False if that is impossible."""

    @property
    def watches(self) -> bool:
        """Whether requests need a copy of their input, `ConversionRequest.before`: the subject could change it."""

    @property
    def faults(self) -> int:
        """How often it died, hung or answered garbage so far."""


class SubjectWrapper:
    """A subject that passes everything on to another one. Subclasses change what they are for."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject

    def describe(self) -> Description:
        """Return the subject's description. Raises SubjectError."""
        return self._subject.describe()

    def ask(self, requests: Iterable[ConversionRequest]) -> Iterator[tuple[ConversionRequest, Outcome]]:
        """Ask the subject."""
        return self._subject.ask(requests)

    def close(self) -> None:
        """Close the subject."""
        self._subject.close()

    def restart(self) -> bool:
        """Restart the subject, if it can be restarted."""
        return self._subject.restart()

    @property
    def watches(self) -> bool:
        """Whether the subject watches its inputs."""
        return self._subject.watches

    @property
    def faults(self) -> int:
        """The faults of the subject."""
        return self._subject.faults


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a subject may use.

    timeout: seconds of silence while requests are out. start_timeout: seconds until it describes itself, or answers its
    first conversation. memory: bytes that all of its processes may hold together; None for no limit. patience: seconds
    that may be lost to faults and restarts over a whole run, after which nothing more is asked; None for one minute and
    six timeouts.
    """

    timeout: float = 10.0
    start_timeout: float = 30.0
    memory: int | None = MEMORY_LIMIT
    patience: float | None = None

    @property
    def seconds_to_lose(self) -> float:
        """The patience in seconds."""
        return 60 + 6 * self.timeout if self.patience is None else self.patience


DEFAULT_LIMITS = Limits()


@dataclass(frozen=True, slots=True, kw_only=True)
class SubjectConfig(ABC):
    """How to reach a subject; each kind of subject has a class of its own.

    choices: answers that the user states, by choice. without: what the user states that the subject does not have.
    env: variables for its environment, NAME or NAME=VALUE. folder: where its process is started and its paths begin;
    empty for the working directory.
    """

    choices: Mapping[str, str] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    env: tuple[str, ...] = ()
    limits: Limits = DEFAULT_LIMITS
    folder: str = ""

    @property
    def secrets(self) -> tuple[str, ...]:
        """What of the configuration must be in no report."""
        return secret_values(self.env)

    @property
    def has_copies(self) -> bool:
        """Whether each opening starts a subject of its own, so that several can be asked at a time."""
        return False

    @abstractmethod
    def open(self) -> Subject:
        """Return the subject, not yet started. Raises UsageError for a configuration that cannot be used."""
