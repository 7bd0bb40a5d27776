"""Which members of an API's types a reader leaves beside its facts, and whether each has a reason."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from typing import NamedTuple

from conformance.base.values import ABSENT, JSON
from conformance.formats.model.fact import Fact, Other, Path, facts_in
from tests.formats.recorded import leaves
from tests.formats.sdk_types import Sampler, Scope, Type, options, type_of


class Place(NamedTuple):
    """Where values of a type are: put returns a whole value that holds one; at: its path there."""

    held: Type
    put: Callable[[JSON], JSON] = lambda value: value
    at: Path = ()


class Asked(NamedTuple):
    """A member of a type, or one of the types that it may be of. is_left: nothing of it is read."""

    name: str
    is_left: bool


def asked(root: Place, read: Callable[[JSON], tuple[Fact, ...]], sampler: Sampler) -> Iterator[Asked]:
    """Yield all members of a type, and of what it holds. What is within something that is left is not looked at.

    The name is "TYPE.MEMBER", or "TYPE" of a type that is one of several. read: what is read of a whole value.
    """
    queue, seen = [root], {root.held.name}
    while queue:
        place = queue.pop(0)
        for name, annotation in place.held.members.items():
            found = list(options(annotation, place.held.scope))
            for option in found:
                inner, left = _ask(place, name, option, read, sampler)
                yield Asked(inner.held.name if inner and len(found) > 1 else f"{place.held.name}.{name}", left)
                if inner and not left and inner.held.name not in seen:
                    seen.add(inner.held.name)
                    queue.append(inner)


def _ask(
    place: Place,
    name: str,
    option: tuple[ast.AST, Scope, bool],
    read: Callable[[JSON], tuple[Fact, ...]],
    sampler: Sampler,
) -> tuple[Place | None, bool]:
    """Return the place of a member's class, where it is one, and whether its value is left."""
    node, scope, is_list = option
    member, inner = sampler.spelled(name), type_of(node.id, scope) if isinstance(node, ast.Name) else None
    least = sampler.least(place.held, name)

    def put(value: JSON) -> JSON:
        return place.put({**least, member: [value] if is_list else value})

    at = (*place.at, member, *([0] if is_list else []))
    held = sampler.instead.get(f"{place.held.name}.{name}", ABSENT)
    if held is ABSENT:
        held = sampler.full(inner) if inner else sampler.one(node, scope, False)
    value = put(held)
    return (Place(inner, put, at) if inner else None), is_left(value, at, *read(value))


def wrong(members: Iterable[Asked], table: Mapping[str, str]) -> list[str]:
    """Return what is left without a reason, and the reasons for what is read. A key of the table may be a glob."""
    members = set(members)
    used = {
        member: next((key for key in table if fnmatchcase(member.name, key)), None)
        for member in members
        if member.is_left
    }
    stale = set(table) - {key for key in used.values() if key}
    return [f"{name.name} has no reason" for name, key in used.items() if key is None] + [
        f"{key} is read" for key in stale
    ]


def is_left(value: JSON, at: Path, *facts: Fact) -> bool:
    """Whether nothing at a path is read: all of it is beside a fact, or in one that stays as it is."""
    whole, part = (
        {
            place
            for fact in facts
            for other_fact in facts_in(fact)
            if isinstance(other_fact, Other) is wanted
            for place in other_fact.at[1:]
        }
        for wanted in (True, False)
    )
    below = [place for place, _one in leaves(value) if place[: len(at)] == at]
    return all(_within(place, whole) or not _within(place, part) for place in below)


def _within(place: Path, holders: set[Path]) -> bool:
    return any(place[:length] in holders for length in range(len(place) + 1))
