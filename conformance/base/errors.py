"""Errors a user can act on. Each is one line: what was wrong, where, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable

OUR_FAULT = "This is the suite's own fault; please report it."
MOST_NAMES = 60  # a longer list of known names does not help
ALL_OPERATIONS = "`conformance operations` lists them."
TELLING = 3  # letters: fewer are in many names


class ConformanceError(Exception):
    """The base class. message: what was wrong. hint: what to do. status: the exit status of the command."""

    status = 2

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(f"{message} {hint}".rstrip())
        self.message = message
        self.hint = hint


class UsageError(ConformanceError):
    """The run could not be made: bad arguments, an unknown name, a file that cannot be read or written."""


class SubjectError(ConformanceError):
    """The subject cannot be reached at all: it does not import, start or describe itself."""

    def __init__(self, message: str, hint: str = "", log: tuple[str, ...] = ()) -> None:
        super().__init__(message, hint)
        self.log = log


class SpecificationError(ConformanceError):
    """A file that came with an installed suite is damaged or contradicts itself."""

    status = 3


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the hint for an unknown name: the known names most like it, all of them if they are few, or none."""
    # Imported here: `conformance --help` imports this module, and only a mistake needs difflib.
    from difflib import get_close_matches

    names = {name.casefold(): name for name in known}
    folded = word.casefold()
    near = [names[name] for name in get_close_matches(folded, names, 3, 0.6)]
    near = near or [name for key, name in names.items() if len(folded) >= TELLING and folded in key][:3]
    if near:
        return f"Did you mean {' or '.join(near)}?"
    return f"Known: {', '.join(names.values()) or 'none'}." if len(names) <= MOST_NAMES else ""
