"""What the banks hold: broken converters, and sound ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Convert: TypeAlias = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A converter with one defect.

    rules: those that must convict it. sets: the requirement sets that it must fail. innocent: rules that it keeps, and
    that must not be charged. single: the single form beside a list form. others: what else the subject offers, by
    operation. choices: what it states. without: what it says that it does not have. inputs: further ones that it takes
    to be seen. examples: generated ones that are
    enough. timed: whether the defect is the time it takes, by the Clock. mortal: whether it ends the process, by
    raising Died. anew: makes another copy of the function, which has converted nothing yet. place: FILE:LINE of its
    entry in a bank. shown_by: the case that convicts it, where that needs no search.
    """

    name: str
    operation: str
    function: Convert
    rules: tuple[str, ...]
    innocent: tuple[str, ...] = ()
    note: str = ""
    single: Convert | None = None
    choices: Mapping[str, str] = field(default_factory=dict)
    inputs: tuple[Any, ...] = ()
    examples: int = 20
    timed: bool = False
    mortal: bool = False
    others: Mapping[str, Convert] = field(default_factory=dict)
    anew: Callable[[], Convert] | None = None
    place: str = ""
    sets: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    shown_by: str | None = None

    def __str__(self) -> str:
        """Name it in a test's id."""
        return f"{self.operation}:{self.name}"


@dataclass(frozen=True, slots=True)
class Sound:
    """A converter that breaks no rule.

    answers: what must be found out about its choices. choices: what it states. others: what else the subject offers, by
    operation. inputs: further ones that it is asked. sets: the requirement sets that must certify it; none for all.
    """

    name: str
    operation: str
    function: Convert
    single: Convert | None = None
    answers: tuple[tuple[str, str], ...] = ()
    choices: Mapping[str, str] = field(default_factory=dict)
    others: Mapping[str, Convert] = field(default_factory=dict)
    inputs: tuple[Any, ...] = ()
    sets: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Name it in a test's id."""
        return f"{self.operation}:{self.name}"


class Died(BaseException):
    """The defect ended the process; a run in one process turns it into a fault."""


class Clock:
    """A clock that only the work of mutants moves: what is timed does not hang on the machine."""

    seconds = 0.0

    @classmethod
    def now(cls) -> float:
        """Return the time, as time.process_time does."""
        return cls.seconds
