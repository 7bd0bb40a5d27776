"""What a law finds, and which check it is charged to."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

INPUT: Final = "input"
OUTPUT: Final = "output"
Place: TypeAlias = tuple[str | int, ...]  # a path that begins with INPUT or OUTPUT


class Breach(NamedTuple):
    """Something that a law forbids. kind: a stable word. at: where. message: what was owed and what came.

    about: as in Failure.
    """

    kind: str
    at: Place
    message: str
    about: str = ""


class Applicability(Enum):
    """REACHED: the law applies. UNSEEN: it applies, and the subject does not show whether it holds."""

    REACHED = "reached"
    UNSEEN = "unseen"


REACHED: Final = Applicability.REACHED
UNSEEN: Final = Applicability.UNSEEN

# (law/kind of fact/situation, what was found). A law yields REACHED for what is owed, and breaches beside it.
Found: TypeAlias = tuple[str, Breach | Applicability]


class Charge(NamedTuple):
    """Who is charged with what a law finds.

    kind: the rule's own word for it. above: by how many steps the rule's pointer is above that of the law; failures of
    one kind and place are one. alone: only where the check finds nothing else.
    reaches: whether the rule is reached where the law is.
    """

    check: str
    kind: str | None = None
    above: int = 0
    alone: bool = False
    reaches: bool = True


# By key; the longest prefix decides. None: a check of the operation's own says it.
Charges: TypeAlias = Mapping[str, Charge | None]


def charged(key: str, charges: Charges) -> Charge | None:
    """Return who is charged for a key: by its longest prefix of whole words. Raises KeyError where there is none."""
    words = key.split("/")
    for end in range(len(words), 0, -1):
        name = "/".join(words[:end])
        if name in charges:
            return charges[name]
    raise KeyError(key)
