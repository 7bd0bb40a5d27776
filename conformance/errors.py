"""Errors a person can act on. Each is one line that says what was wrong, where, and how to mend it."""

from __future__ import annotations

from collections.abc import Iterable

MOST_NAMES = 20  # a longer list mends nothing


class ConformanceError(Exception):
    """The base: what, and how to mend it. `status` is the command's exit status."""

    status = 2

    def __init__(self, what: str, mend: str = "") -> None:
        super().__init__(f"{what} {mend}".strip() if mend else what)
        self.what = what
        self.mend = mend


class UsageError(ConformanceError):
    """The run could not be made: bad arguments, an unknown name, a file that cannot be read or written."""


class SubjectError(ConformanceError):
    """The subject cannot be reached at all: it does not import, start or describe itself."""

    def __init__(self, what: str, mend: str = "", log: tuple[str, ...] = ()) -> None:
        super().__init__(what, mend)
        self.log = log


class SpecificationError(ConformanceError):
    """A specification is broken or contradicts itself: the suite's own fault."""

    status = 3


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the mend for a name that nobody knows: the ones most like it, or all of them where they are few."""
    # Imported here: only a mistake pays for it.
    from difflib import get_close_matches

    names = {name.casefold(): name for name in known}
    folded = word.casefold()
    near = [names[name] for name in get_close_matches(folded, names, 3, 0.6)]
    near = near or [name for key, name in names.items() if folded and folded in key][:3]
    if near:
        return f"Did you mean {' or '.join(near)}?"
    return f"Known: {', '.join(names.values()) or 'none'}." if len(names) <= MOST_NAMES else ""
