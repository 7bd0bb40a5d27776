"""Which members and variants of the APIs the conversions have no place for, by specs/api/twins.json."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from conformance.apis.oracles.pinned import read_api_file
from conformance.running.drift.changes import Schema, form_of, member_name, short_name
from conformance.running.drift.model import State, Unplaced

ROOT = "(root)"
# They distinguish definitions: what a member of these names says is said by the choice of the target.
_TAGS = frozenset({"type", "role"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """Definitions of a kind. definitions: a regular expression of whole names. at: a property that holds a union."""

    kind: str
    definitions: str
    at: str | None = None

    def of(self, state: State) -> Iterator[tuple[str, Schema]]:
        """Yield its definitions in a state, by their names."""
        schema = state.schemas.get(self.kind)
        if schema is None:
            return
        for name, definition in {ROOT: schema, **schema.get("$defs", {})}.items():
            if re.fullmatch(self.definitions, short_name(name)):
                yield short_name(name), definition


@dataclass(frozen=True, slots=True, kw_only=True)
class Twins:
    """What becomes of source definitions in some operations.

    places: by member, the target's member, or in words where it goes. variants: the members of a union that have a
    place.
    """

    operations: tuple[str, ...]
    source: Side
    target: Side
    places: Mapping[str, str] = field(default_factory=dict)
    variants: tuple[str, ...] = ()


@cache
def twins() -> tuple[Twins, ...]:
    """Return the table. Raises SpecificationError."""
    return tuple(map(_twins, read_api_file("twins.json")["twins"]))


def _twins(entry: dict[str, Any]) -> Twins:
    return Twins(
        operations=tuple(entry["operations"]),
        source=Side(**entry["source"]),
        target=Side(**entry["target"]),
        places=entry.get("places", {}),
        variants=tuple(entry.get("variants", ())),
    )


def unplaced(new: State, old: State) -> tuple[Unplaced, ...]:
    """Return what the new state has and the target of an operation cannot hold, each member of an operation once.

    A member is new if the old state has it in none of the definitions that become the same: they may have other names.
    """
    known = {key for key, _one in _unplaced(old)}
    found = dict.fromkeys(unplaced._replace(is_new=key not in known) for key, unplaced in _unplaced(new))
    return tuple(found)


def _unplaced(state: State) -> Iterator[tuple[tuple[tuple[str, ...], Side, str], Unplaced]]:
    """Yield what has no place, each behind the operations, the source and what names it on the wire."""
    for twin in twins():
        target = dict(twin.target.of(state))
        if not target:
            continue  # the state does not describe it
        held = {name for definition in target.values() for name in definition.get("properties", {})}
        at = twin.source.at
        for definition, schema in twin.source.of(state):
            properties = schema.get("properties", {})
            if at is None:
                called, members = definition, [(name, name) for name in _members(twin, properties, held)]
            else:
                called, members = f"{definition}.{at}", list(_variants(twin, properties.get(at, False), state))
            for name, tags in members:
                lacking = Unplaced(twin.source.kind, called, name, twin.operations, ", ".join(target))
                yield (twin.operations, twin.source, tags), lacking


def _members(twins: Twins, properties: Mapping[str, Any], held: set[str]) -> Iterator[str]:
    for name in properties:
        place = twins.places.get(name, name)
        # A word is a member of the target, which may be gone; more than a word describes the place.
        if name not in _TAGS and place not in held and not re.search(r"\W", place):
            yield name


def _variants(twins: Twins, union: Any, state: State) -> Iterator[tuple[str, str]]:
    """Yield the members of a union without a place: its name, and what distinguishes it."""
    definitions = state.schemas[twins.source.kind].get("$defs", {})
    whole = form_of(union, definitions)
    for form in (whole, form_of({"anyOf": list(whole.lists)}, definitions)):
        for member in form.objects:
            tags = [key.replace('"', "") for key in member.key]
            # The role of what has a type is a member like any other.
            deciding = [tag for tag in tags if tag.startswith("type: ")] or tags
            if deciding and not set(deciding) & set(twins.variants):
                yield member_name(member), deciding[0]
