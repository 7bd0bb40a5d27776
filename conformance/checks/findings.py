"""What a check returns: not reached, not observable, OK, or failures."""

import json
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


class NotObservable(Enum):
    """The type of NOT_OBSERVABLE."""

    NOT_OBSERVABLE = "not observable"


# The trial reaches the rule, but this subject does not show whether it holds.
NOT_OBSERVABLE: Final = NotObservable.NOT_OBSERVABLE

# None: the trial does not reach the rule. OK: it does, and nothing is wrong.
Findings: TypeAlias = tuple[Failure, ...] | NotObservable | None
OK: Final[tuple[Failure, ...]] = ()


def output_at(*path: str | int) -> str:
    """Return the pointer of a place in the output."""
    return pointer("output", *path)


def input_at(*path: str | int) -> str:
    """Return the pointer of a place in the input."""
    return pointer("input", *path)


def brief(value: object, limit: int = 80) -> str:
    """Return a value as JSON for a message, cut to `limit` characters."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = repr(value)
    return text if len(text) <= limit else text[: limit - 3] + "..."
