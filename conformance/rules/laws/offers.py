"""Tools that were offered in one form, each with what it became in another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from conformance.base.values import ABSENT, JSON, Absent, same
from conformance.formats.model.conversation import FUNCTION
from conformance.formats.model.fact import Path
from conformance.formats.model.offer import UNREAD, Offer
from conformance.rules.laws.law import OUTPUT, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolPair:
    """One tool and what it became.

    entry, position: where the two are in input and output. body: the object that holds name and description
    in the result. key: that of the schema there; None where the result has none. schema, source_schema: ABSENT where
    there is none. source, got: both as they were read.
    """

    entry: int
    position: int
    source_name: JSON
    source_description: JSON
    source_schema: JSON | Absent
    result: JSON
    body: JSON
    body_path: Path
    key: str | None = "parameters"
    source: Offer = UNREAD
    got: Offer = UNREAD

    @property
    def schema(self) -> JSON | Absent:
        """The tool's parameters in the output."""
        return self.body.get(self.key, ABSENT) if isinstance(self.body, dict) and self.key else ABSENT

    @property
    def is_whole(self) -> bool:
        """Whether an object with members arrived."""
        return isinstance(self.result, dict) and isinstance(self.body, dict)

    def named(self, path: Path) -> Path:
        """Return a path from the tool's members with the key that the schema has there; `parameters` means it."""
        return (self.key, *path[1:]) if self.key and path[:1] == ("parameters",) else path

    def lends(self, key: str, value: JSON) -> bool:
        """Whether the source has a member of this value, among the others or beside them."""
        if self.source.at[:1] == (key,):
            return False  # it holds the others
        holders = (self.source.body, self.source.value)
        return any(isinstance(holder, dict) and same(holder.get(key, ABSENT), value) for holder in holders)


class Offers:
    """Tools and what became of them, as far as it is certain, and what an operation allows.

    is_list: whether there may be several. is_nested: whether the target has a tool's members below its type. words:
    names of members there, where they are not the model's. known, known_custom: the members that a function and a
    custom tool have there; frame: those around them. alone: members that only the source's format has. lends: whether
    others of the source may arrive. types: what a tool of the client's own may say that it is. forgives_null: whether
    a member that is null counts as none. means_strict: whether the target reads a tool without strict as strict.
    strict_answers: by the answers to strict-when-absent, what a tool says whose source says nothing; none without that
    choice.
    """

    is_refused: ClassVar[bool] = False
    is_list: ClassVar[bool] = True
    is_nested: ClassVar[bool] = False
    words: ClassVar[Mapping[str, str]] = {}
    known: ClassVar[frozenset[str]] = frozenset()
    known_custom: ClassVar[frozenset[str]] = frozenset()
    frame: ClassVar[frozenset[str]] = frozenset()
    alone: ClassVar[frozenset[str]] = frozenset()
    lends: ClassVar[bool] = True
    types: ClassVar[tuple[JSON | Absent, ...]] = (FUNCTION,)
    forgives_null: ClassVar[bool] = False
    means_strict: ClassVar[bool] = False
    strict_answers: ClassVar[Mapping[str, tuple[JSON | Absent, ...]]] = {}

    @property
    def pairs(self) -> Sequence[ToolPair]:
        """The functions."""
        raise NotImplementedError

    @property
    def formed(self) -> Sequence[ToolPair]:
        """Those of them whose form a rule states."""
        return self.pairs

    @property
    def customs(self) -> Sequence[ToolPair]:
        """The custom tools."""
        raise NotImplementedError

    def top(self, pair: ToolPair, *path: str | int) -> Place:
        """Return a place in what arrived; `path` starts at the entry."""
        return (OUTPUT, *((pair.position,) if self.is_list else ()), *path)

    def place(self, pair: ToolPair, *path: str | int) -> Place:
        """Return a place in what arrived; `path` starts at its members, where `parameters` means the schema."""
        return self.top(pair, *pair.body_path, *pair.named(path))

    def answers(self, choice: str, *legal: str) -> tuple[str, ...]:
        """Return the acceptable answers to a choice."""
        raise NotImplementedError

    def allows_name(self, pair: ToolPair) -> bool:
        """Whether the name that arrived may stand for the source's."""
        return False

    def forbids_name(self, pair: ToolPair) -> bool:
        """Whether the source's name must not arrive."""
        return False

    def says_more(self, pair: ToolPair) -> bool:
        """Whether a description is the source's with what else may be in it."""
        return False

    def stand_ins(self, pair: ToolPair) -> tuple[JSON | Absent, ...] | None:
        """Return what may describe a tool that says nothing of itself; None for anything."""
        return None

    def is_placeholder(self, text: JSON) -> bool:
        """Whether a text is a phrase of the converter's own, for a tool that says nothing of itself."""
        return False

    def strict_problem(self, schema: JSON | Absent) -> str | None:
        """Say why strict mode refuses a schema; None where it takes it."""
        raise NotImplementedError

    def takes_any_text(self, schema: JSON | Absent) -> bool:
        """Whether a schema has room for a text of any form."""
        raise NotImplementedError
