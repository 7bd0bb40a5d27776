"""A published state of the APIs, and a change between two of them, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from conformance.oracles import KINDS

# What a change does to users of the old state.
BREAKS_REQUESTS, BREAKS_ANSWERS = "requests we send", "answers we read"


class State(NamedTuple):
    """What one place says of the APIs.

    name: of the place, for people. schemas: by kind (`oracles.KINDS`). versions: by kind, "PACKAGE VERSION". absent: by
    kind, why the place says nothing of it.
    """

    name: str
    schemas: Mapping[str, Any]
    versions: Mapping[str, str]
    absent: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One difference of one definition.

    at: the property, with a dot for each level below; "" for the definition as a whole. what: the difference, in words.
    breaks: BREAKS_REQUESTS, BREAKS_ANSWERS, or None. words: the properties and type names that the difference is about;
    rules that speak of one of them are touched.
    """

    kind: str
    definition: str
    at: str
    what: str
    breaks: str | None
    words: frozenset[str]


class Touched(NamedTuple):
    """A change and whom it touches. operations: none where no operation here converts what changed.

    rules: "OPERATION RULE" of the rules that speak of it.
    """

    change: Change
    operations: tuple[str, ...]
    rules: tuple[str, ...]

    @property
    def is_breaking(self) -> bool:
        """Whether an operation here relies on what is no longer so."""
        return self.change.breaks is not None and bool(self.operations)


class Replayed(NamedTuple):
    """Recorded traffic of one kind, judged by both states. newly_refused, newly_accepted: by place, a line each."""

    kind: str
    judged: int
    newly_refused: tuple[str, ...]
    newly_accepted: tuple[str, ...]


class Stricter(NamedTuple):
    """A place where a document refuses what an API took or sent.

    at: JSON pointer, with * for each position in a list. what: the difference, in words. by: "schema", or the rule of
    specs/api/rules.json. taken: whether the suite takes it all the same. values: how many. example: where one is
    recorded.
    """

    kind: str
    at: str
    what: str
    by: str
    taken: bool
    values: int
    example: str


class Unplaced(NamedTuple):
    """A member of an API's definition, or of a union, for which operations have no place.

    definition: its name, and of a union the property that holds it. target: the definitions that would hold the member.
    is_new: whether the old state does not have it.
    """

    kind: str
    definition: str
    member: str
    operations: tuple[str, ...]
    target: str
    is_new: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """What came of a comparison. unseen: by kind that was asked for, why it was not compared.

    kinds: those that were asked for. stale: certificates, with the reason. install: the command that installs what is
    missing; None where nothing that can be installed is.
    """

    old: State
    new: State
    changes: tuple[Touched, ...]
    unseen: Mapping[str, str]
    replayed: tuple[Replayed, ...] = ()
    stricter: tuple[Stricter, ...] = ()
    unplaced: tuple[Unplaced, ...] = ()
    stale: tuple[tuple[str, str], ...] = ()
    kinds: tuple[str, ...] = KINDS
    install: str | None = None

    @property
    def is_breaking(self) -> bool:
        """Whether anything here stops working."""
        return any(one.is_breaking for one in self.changes) or any(one.newly_refused for one in self.replayed)
