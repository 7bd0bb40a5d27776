"""Reads an object member by member: what nobody takes stays beside the fact. Puts members where they were."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from conformance.model.fact import Fact, Other, Path
from conformance.values import ABSENT, JSON


class Node:
    """An object, and which of its members were taken. Null is nothing. is_snake: snake_case names are the same."""

    def __init__(self, value: JSON, at: Path, format: str, place: Path = (), is_snake: bool = False) -> None:
        self.value = value if isinstance(value, dict) else {}
        self.path, self.format, self.place, self.is_snake = at, format, place, is_snake
        self.taken: list[Path] = []
        self.names: set[str] = set()
        self.inner: list[Node] = []
        self.within: dict[str, Node] = {}

    def spelled(self, name: str) -> str:
        """Return a name as the object spells it."""
        snake = re.sub(r"([A-Z])", lambda found: "_" + found[1].lower(), name)
        return snake if self.is_snake and name not in self.value and snake in self.value else name

    def peek(self, name: str) -> JSON:
        """Return a member without taking it."""
        return self.value.get(self.spelled(name))

    def take(self, name: str, *types: type) -> Any:
        """Return a member of one of some types, which is then read; None where it has none. bool is no int."""
        name = self.spelled(name)
        value = self.value.get(name)
        if value is None or (types and type(value) not in types):
            return None
        self.names.add(name)
        self.taken.append((*self.path, name))
        return value

    def child(self, name: str) -> Node:
        """Return the object under a member, whose rest is part of this one's; an empty one where there is none."""
        own = self.spelled(name)
        if own in self.within:
            return self.within[own]
        value = self.value.get(own)
        node = self.within[own] = Node(value, (*self.path, own), self.format, (*self.place, own), self.is_snake)
        if isinstance(value, dict):
            self.names.add(own)
            self.inner.append(node)
            if not value:
                self.taken.append((*self.path, own))
        return node

    def list(self, name: str) -> tuple[Path, list[JSON]]:
        """Return a list of which another reader reads the entries, with its path."""
        name = self.spelled(name)
        value = self.value.get(name)
        if isinstance(value, list):
            self.names.add(name)
            if not value:
                self.taken.append((*self.path, name))
            return (*self.path, name), value
        return (*self.path, name), []

    def apart(self, name: str) -> Node:
        """Return the object under a member, whose rest is its own reader's."""
        name = self.spelled(name)
        value = self.value.get(name)
        if isinstance(value, dict):
            self.names.add(name)
        return Node(value, (*self.path, name), self.format, (), self.is_snake)

    def drop(self, *names: str, only: Iterable[JSON] | None = None) -> None:
        """Take members that carry nothing. only: the values that do."""
        for name in map(self.spelled, names):
            if only is None or any(
                self.value.get(name) == one and type(self.value.get(name)) is type(one) for one in only
            ):
                self.take(name)

    def rest(self) -> tuple[Other, ...]:
        """Return what was not taken, here and in the objects within."""
        found = [
            Other(format=self.format, word=name, value=value, place=(*self.place, name), at=((*self.path, name),) * 2)
            for name, value in self.value.items()
            if name not in self.names and value is not None
        ]
        return (*found, *(one for node in self.inner for one in node.rest()))

    def places(self) -> tuple[Path, ...]:
        """Return the paths of what was taken, here and in the objects within."""
        return (*self.taken, *(path for node in self.inner for path in node.places()))

    @property
    def fact(self) -> dict[str, Any]:
        """The pointers and the rest of the fact that is read from this object."""
        return {"at": (self.path, *self.places()), "others": self.rest()}


class Pen:
    """Writes for one format. lost: the facts that it has no place for."""

    def __init__(self, format: str) -> None:
        self.format = format
        self.lost: list[Fact | str] = []

    def beside(self, fact: Fact, written: dict[str, JSON]) -> dict[str, JSON]:
        """Add what was beside a fact."""
        for other in fact.others:
            if other.format != self.format:
                self.lost.append(other)
            elif other.place:
                put(written, other.place, other.value)
        return written

    def lose(self, *facts: Any) -> None:
        """Note what cannot be written."""
        self.lost += [fact for fact in facts if fact is not None and fact is not ABSENT and fact != ()]


def put(holder: dict[str, JSON], place: Path, value: JSON) -> None:
    """Put a value at a path of names."""
    for name in place[:-1]:
        holder = holder.setdefault(str(name), {})
    holder[str(place[-1])] = value


def kept(**members: JSON) -> dict[str, JSON]:
    """Return the members that have a value."""
    return {name: value for name, value in members.items() if value is not None and value is not ABSENT}
