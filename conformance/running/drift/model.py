"""A published state of the APIs, and a change between two of them, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from conformance.apis.oracles import KINDS
from conformance.base.values import JSON

# What a change breaks: the results of operations, or how they read their inputs.
WRITTEN, READ = "what we write", "what we read"
ROOT = "(root)"  # as a definition: the kind's own schema


class State(NamedTuple):
    """What one place says of the APIs.

    name: of the place, for people. schemas: by kind (`oracles.KINDS`). versions: by kind, "PACKAGE VERSION". absent: by
    kind, why the place says nothing of it.
    """

    name: str
    schemas: Mapping[str, Any]
    versions: Mapping[str, str]
    absent: Mapping[str, str] = {}


class DriftKind(StrEnum):
    """How a place differs. WIDER, NARROWER: in the values that it takes."""

    NEW = "new"
    REQUIRED = "required"
    GONE = "gone"
    OPTIONAL = "optional"
    WIDER = "wider"
    NARROWER = "narrower"


class Variant(NamedTuple):
    """An object of a union. definition: "" where it is inline. tags: members, with the values that distinguish it."""

    definition: str
    tags: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DefinitionChange:
    """One difference of one definition.

    at: the property, with a dot for each level below; "" for the definition as a whole. what: the difference, in words.
    What is taken now or no longer, if it is WIDER or NARROWER, is one of: values, each listed; type, as in `changes`;
    variant. kept: the types that are taken before and after. Of a type that is taken no longer, values are taken all
    the same. words: the properties and type names that the difference is about; rules that speak of one of them are
    touched.
    """

    kind: str
    definition: str
    at: str
    what: str
    difference: DriftKind
    values: tuple[JSON, ...] = ()
    type: str = ""
    kept: frozenset[str] = frozenset()
    variant: Variant | None = None
    words: frozenset[str] = frozenset()


class Affected(NamedTuple):
    """An operation that reads or writes what changed.

    broken: for WRITTEN and READ, if that no longer works, the first input that shows it: "case ID", or "example N of
    seed S". works: the first input that has what changed and is converted all the same, if one was looked for.
    """

    operation: str
    broken: Mapping[str, str]
    works: str | None = None


class Touched(NamedTuple):
    """A change and whom it touches. affected: none where no operation here converts what changed.

    rules: "OPERATION RULE" of the rules that speak of it.
    """

    change: DefinitionChange
    affected: tuple[Affected, ...]
    rules: tuple[str, ...]

    @property
    def operations(self) -> tuple[str, ...]:
        """The operations that read or write what changed."""
        return tuple(affected.operation for affected in self.affected)

    @property
    def breaks(self) -> tuple[str, ...]:
        """What no longer works, of WRITTEN and READ."""
        return tuple(way for way in (WRITTEN, READ) if any(way in affected.broken for affected in self.affected))

    @property
    def is_breaking(self) -> bool:
        """Whether an operation here relies on what is no longer so."""
        return bool(self.breaks)


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
        """Whether anything here stops working, or refuses what was recorded."""
        return (
            any(change.is_breaking for change in self.changes)
            or any(replayed.newly_refused for replayed in self.replayed)
            or any(not stricter.taken for stricter in self.stricter)
        )
