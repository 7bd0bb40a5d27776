"""What the standing of an input is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from conformance.base.values import pointer

REAL, DOCUMENTED, MALFORMED = "real", "documented", "malformed"
# The rule of a chunk of a Chat stream that says nothing of the answer, in a form that the types do not have.
CHUNK_OF_HOSTS = "chunk-of-hosts"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why an input is not real. at: JSON pointer into it. rule: the rule of the source side that refuses it.

    rule: the id of a rule in specs/api/rules.json, "schema" for the pinned schema, or one of this package's own.
    """

    at: str
    message: str
    rule: str

    def __str__(self) -> str:
        return f"{self.at or '/'}: {self.message}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How much an input proves. kind: REAL, DOCUMENTED or MALFORMED. reasons: none for a real one."""

    kind: str
    reasons: tuple[Reason, ...] = ()

    @property
    def is_sent(self) -> bool:
        """Whether servers send the input: it is real, or only has chunks that the types do not have."""
        return self.kind == REAL or {reason.rule for reason in self.reasons} == {CHUNK_OF_HOSTS}


def reason(rule: str, message: str, *path: str | int) -> Reason:
    """Return a reason at a path."""
    return Reason(at=pointer(*path), message=message, rule=rule)


def below(path: tuple[str | int, ...], reasons: Iterable[Reason]) -> Iterator[Reason]:
    """Yield reasons about a part of an input as reasons about the whole. path: where the part is."""
    for reason in reasons:
        yield replace(reason, at=pointer(*path) + reason.at)
