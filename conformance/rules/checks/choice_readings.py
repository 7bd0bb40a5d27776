"""What the probes of choices show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class IllegalAnswer:
    """A probe shows something that is none of the listed answers. observed: a clause, "the tool was converted"."""

    observed: str


# What a reader concludes from one probe: the listed answer that it proves, something that is no listed answer, or None
# if the probe shows neither.
Reading: TypeAlias = str | IllegalAnswer | None
