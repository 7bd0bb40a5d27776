"""What all facts have: where they were read from, and what beside them the model has no place for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, TypeAlias

from conformance.base.values import JSON

Path: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One thing. at: the pointer of its holder, then those of the values that it holds. others: members beside it."""

    at: tuple[Path, ...] = ()
    others: tuple[Other, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Other(Fact):
    """Something that the model has no place for.

    format: whose. word: its own name for what it is. place: of a member, its path from the fact that it is beside;
    empty for a whole part, block or item. value: as it is.
    """

    format: str
    word: str
    value: JSON
    place: Path = ()


def facts_in(value: Any) -> Iterator[Fact]:
    """Yield a fact and all that it holds, each before what it holds."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Fact):
            yield item
            kind: Any = type(item)  # which mypy takes for one that cannot be hashed
            held = [getattr(item, name) for name in _members(kind)]
        elif isinstance(item, tuple):
            held = list(item)
        else:
            continue
        waiting.extend(each for each in reversed(held) if isinstance(each, Fact | tuple))


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


@cache
def _members(kind: type[Any]) -> tuple[str, ...]:
    """The members of a kind of fact that may hold facts: paths hold none."""
    return tuple(field.name for field in fields(kind) if field.name not in ("at", "place"))


def moved(value: Any, where: dict[Path, tuple[Path, ...]]) -> Any:
    """Return a fact with other pointers. where: the new pointers of some old ones; the longest beginning counts."""
    if isinstance(value, tuple):
        return tuple([moved(element, where) for element in value])
    if not isinstance(value, Fact):
        return value
    kind: Any = type(value)
    new = {name: getattr(value, name) for name in _names(kind)}
    for name in _members(kind):
        if isinstance(new[name], Fact | tuple):
            new[name] = moved(new[name], where)
    first = [place for old in value.at[:1] for place in _new(old, where)[:1]]
    rest = dict.fromkeys([place for old in value.at[1:] for place in _new(old, where)])
    new["at"] = (*(first or tuple(rest)[:1]), *rest)
    return kind(**new)


def _new(old: Path, where: dict[Path, tuple[Path, ...]]) -> tuple[Path, ...]:
    for length in range(len(old), -1, -1):
        if old[:length] in where:
            rest = old[length:]  # of a value that came whole, the last time
            return tuple((*place, *rest) for place in (where[old[:length]][-1:] if rest else where[old[:length]]))
    return (old,)
