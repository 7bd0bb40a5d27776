"""What a check says: nothing to judge, not observable, in order, or what is wrong."""

from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from conformance.values import pointer


class Failure(NamedTuple):
    """One thing that is wrong. kind: a stable word for what it is, so that shrinking keeps to it.

    at: a JSON pointer into {"input", "output"}. message: what was wanted and what came, in a sentence.
    yields_to: a document's rule that asks for the opposite on this very input; while the documents are in force the
    failure is advice (SHOULD), under a set without them it counts.
    """

    kind: str
    at: str
    message: str
    yields_to: str | None = None


class Unseen(Enum):
    """The type of UNSEEN."""

    UNSEEN = "not observable"


# The rule was reached, but this subject does not let anyone see whether it holds.
UNSEEN: Final = Unseen.UNSEEN

# None: this observation does not touch the rule. An empty tuple: it does, and all is well.
Findings: TypeAlias = tuple[Failure, ...] | Unseen | None

WELL: Final[tuple[Failure, ...]] = ()


def output_at(*path: str | int) -> str:
    """Return the pointer of a place in the output."""
    return pointer("output", *path)


def input_at(*path: str | int) -> str:
    """Return the pointer of a place in the input."""
    return pointer("input", *path)


def brief(value: object, limit: int = 80) -> str:
    """Show a value inside a sentence."""
    import json

    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = repr(value)
    return text if len(text) <= limit else text[: limit - 3] + "..."
