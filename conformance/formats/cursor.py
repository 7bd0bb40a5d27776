"""Reads an object member by member: what nobody takes stays beside the fact. Puts members where they were."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, TypeVar

from conformance.base.values import ABSENT, JSON
from conformance.formats.model.fact import Fact, Other, Path

_Meaning = TypeVar("_Meaning")
_Fact = TypeVar("_Fact", bound=Fact)


@cache
def _snake(name: str) -> str:
    return re.sub(r"([A-Z])", lambda found: "_" + found[1].lower(), name)


class ObjectCursor:
    """An object, and which of its members were taken. Null is nothing. is_snake: snake_case names are the same.

    raw: the value, which may be no object: then it has no members, and all of it is left beside the fact. ABSENT: there
    is no value. names: the members that are read, and whether they are places of the fact; the others hold what has
    places of its own. within: the nodes of members whose rest is part of this one's.
    """

    __slots__ = ("format", "is_snake", "names", "path", "place", "raw", "value", "within")

    def __init__(self, value: JSON, at: Path, format: str, place: Path = (), is_snake: bool = False) -> None:
        self.raw = value
        self.value: dict[str, Any] = value if isinstance(value, dict) else {}
        self.path, self.format, self.place, self.is_snake = at, format, place, is_snake
        self.names: dict[str, bool] = {}
        self.within: dict[str, ObjectCursor] = {}

    def spelled(self, name: str) -> str:
        """Return a name as the object spells it."""
        if not self.is_snake or name in self.value:
            return name
        return _snake(name) if _snake(name) in self.value else name

    def peek(self, name: str) -> JSON:
        """Return a member without taking it."""
        return self.value.get(self.spelled(name) if self.is_snake else name)

    def word(self, name: str) -> str | None:
        """Return a member that is a text, without taking it; None where it is none."""
        value = self.value.get(self.spelled(name) if self.is_snake else name)
        return value if isinstance(value, str) else None

    def take(self, name: str, *types: type) -> Any:
        """Return a member of one of some types, which is then read; None where it has none. bool is no int."""
        if self.is_snake:
            name = self.spelled(name)
        value = self.value.get(name)
        if value is None or (types and type(value) not in types):
            return None
        self.names[name] = True
        return value

    def look_up(self, name: str, table: Mapping[str, _Meaning]) -> _Meaning | None:
        """Return what a table has for a member, which is then read; None where it has nothing."""
        word = self.peek(name)
        if not isinstance(word, str) or word not in table:
            return None
        self.take(name)
        return table[word]

    def child(self, name: str) -> ObjectCursor:
        """Return the object under a member, whose rest is part of this one's; an empty one where there is none."""
        own = self.spelled(name)
        if own in self.within:
            return self.within[own]
        value = self.value.get(own)
        held = value if isinstance(value, dict) else ABSENT
        place = (*self.place, name)  # as it is written, where what is within is put back
        node = self.within[own] = ObjectCursor(held, (*self.path, own), self.format, place, self.is_snake)
        if isinstance(value, dict):
            self.names[own] = not value
        return node

    def list(self, name: str) -> tuple[Path, list[JSON]]:
        """Return a list of which another reader reads the entries, with its path."""
        name = self.spelled(name)
        value = self.value.get(name)
        if isinstance(value, list):
            self.names[name] = not value
            return (*self.path, name), value
        return (*self.path, name), []

    def holder(self, name: str) -> Path:
        """Return the path of a list; the object's own where it has none."""
        return (*self.path, self.spelled(name)) if isinstance(self.peek(name), list) else self.path

    def entries(self, name: str) -> tuple[ObjectCursor, ...]:
        """Return the entries of a list, whose rest is their own readers'."""
        at, entries = self.list(name)
        return tuple(
            ObjectCursor(entry, (*at, number), self.format, (), self.is_snake) for number, entry in enumerate(entries)
        )

    def apart(self, name: str) -> ObjectCursor:
        """Return the object under a member, whose rest is its own reader's."""
        name = self.spelled(name)
        value = self.value.get(name)
        if isinstance(value, dict):
            self.names[name] = not value
        return ObjectCursor(
            value if isinstance(value, dict) else ABSENT, (*self.path, name), self.format, (), self.is_snake
        )

    def drop(self, *names: str, only: Iterable[JSON] | None = None) -> None:
        """Take members that carry nothing. only: the values that do."""
        for name in map(self.spelled, names):
            if only is None or any(
                self.value.get(name) == element and type(self.value.get(name)) is type(element) for element in only
            ):
                self.take(name)

    def rest(self) -> tuple[Other, ...]:
        """Return what was not taken, here and in the objects within. A value that is no object has no place."""
        if not isinstance(self.raw, dict):
            return () if self.raw is ABSENT else (self.other(),)
        found = [
            Other(format=self.format, word=name, value=value, place=(*self.place, name), at=((*self.path, name),) * 2)
            for name, value in self.value.items()
            if value is not None and name not in self.names
        ]
        for node in self.within.values():
            found += node.rest()
        return tuple(found)

    def other(self, word: str = "") -> Other:
        """Return all of it as something that the model has no place for."""
        return Other(format=self.format, word=word, value=self.raw, at=self.pointers)

    @property
    def pointers(self) -> tuple[Path, ...]:
        """The pointers of a fact that holds all of it. Its members have their own: in a stream they come later."""
        return (self.path, self.path, *((*self.path, name) for name in self.value))

    def places(self) -> tuple[Path, ...]:
        """Return the paths of what was taken, here and in the objects within."""
        path = self.path
        found = [(*path, name) for name, is_place in self.names.items() if is_place]
        for node in self.within.values():
            found += node.places()
        return tuple(found)

    @property
    def fact(self) -> dict[str, Any]:
        """The pointers and the rest of the fact that is read from this object."""
        return {"at": (self.path, *self.places()), "others": self.rest()}


class Bare(ObjectCursor):
    """An object of which only what is said is wanted: neither the pointers of its members nor what nobody takes."""

    __slots__ = ()

    def take(self, name: str, *types: type) -> Any:
        """Return a member of one of some types; None where it has none."""
        value = self.value.get(name)
        return None if types and type(value) not in types else value

    @property
    def fact(self) -> dict[str, Any]:
        """The pointer of the fact that is read from this object."""
        return {"at": (self.path,)}


def unread(value: JSON, at: Path, format: str, word: str | None = None, place: Path = ()) -> Other:
    """Return a value of which the model has nothing. word: what it is; None where it does not say."""
    return Other(format=format, word=word or "", value=value, place=place, at=(at, at))


class Pen:
    """Writes for one format. lost: the facts that it has no place for."""

    def __init__(self, format: str) -> None:
        self.format = format
        self.lost: list[Fact | str] = []

    def beside(self, fact: Fact, written: dict[str, JSON]) -> Any:
        """Add what was beside a fact. What was no object is returned as it was."""
        for other in fact.others:
            if other.format != self.format:
                self.lost.append(other)
            elif not other.place:
                return other.value
            else:
                put(written, other.place, other.value)
        return written

    def each(self, facts: Iterable[_Fact | Other], write: Callable[[_Fact, Pen], dict[str, JSON] | None]) -> list[JSON]:
        """Write facts, with what is beside each. What `write` has no place for is lost, and what another format had."""
        written: list[JSON] = []
        for fact in facts:
            if isinstance(fact, Other):
                written += [fact.value] if fact.format == self.format else []
                self.lose(fact if fact.format != self.format else None)
            elif (made := write(fact, self)) is None:
                self.lose(fact)
            else:
                written.append(self.beside(fact, made))
        return written

    def lose(self, *facts: Any) -> None:
        """Note what cannot be written."""
        self.lost += [fact for fact in facts if fact is not None and fact is not ABSENT and fact != ()]


def put(holder: dict[str, JSON], place: Path, value: JSON) -> None:
    """Put a value at a path of names."""
    for name in place[:-1]:
        inner = holder.get(str(name))
        if not isinstance(inner, dict):
            inner = holder[str(name)] = {}
        holder = inner
    holder[str(place[-1])] = value


def present_members(**members: JSON) -> dict[str, JSON]:
    """Return the members that have a value."""
    return {name: value for name, value in members.items() if value is not None and value is not ABSENT}
