"""Where the members of a kind's definitions occur in a value, by the names that a comparison of schemas gives them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from conformance.base.values import JSON
from conformance.running.drift.changes import (
    AcceptedValues,
    Schema,
    UnionMember,
    form_of,
    short_name,
    tag_of,
    without_stream,
)
from conformance.running.drift.model import ROOT, DefinitionChange

_Key = TypeVar("_Key")
_Entry = TypeVar("_Entry")


class DefinitionMember(NamedTuple):
    """A member of a definition. at: as in `DefinitionChange`."""

    kind: str
    definition: str
    at: str

    def below(self, name: str) -> DefinitionMember:
        """The place of a member of the object here."""
        return self._replace(at=f"{self.at}.{name}" if self.at else name)

    @property
    def around(self) -> DefinitionMember:
        """The place of the object that has the member."""
        return self._replace(at=self.at.rpartition(".")[0])


class HeldMember(NamedTuple):
    """A member of an object that is somewhere in a value."""

    holder: dict[str, JSON]
    name: str


def _lists() -> defaultdict[DefinitionMember, list[Any]]:
    return defaultdict(list)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPlaces:
    """What occurs in values, by place. The objects are those of the values themselves.

    members: each object that has the member. objects: each object of the definition, or of the part that is there.
    entries: each object that a member holds, or a list in it, whatever its definition; by the root, each whole value.
    taken: by the identity of an object, its places of `objects`.
    """

    members: defaultdict[DefinitionMember, list[HeldMember]] = field(default_factory=_lists)
    objects: defaultdict[DefinitionMember, list[dict[str, JSON]]] = field(default_factory=_lists)
    entries: defaultdict[DefinitionMember, list[dict[str, JSON]]] = field(default_factory=_lists)
    taken: defaultdict[int, list[DefinitionMember]] = field(default_factory=lambda: defaultdict(list))

    def add(self, other: FoundPlaces) -> None:
        """Add what was found elsewhere."""
        _extend(self.members, other.members)
        _extend(self.objects, other.objects)
        _extend(self.entries, other.entries)
        _extend(self.taken, other.taken)

    def taken_as(self, entry: dict[str, JSON], kind: str) -> list[DefinitionMember]:
        """Return what an object is for a kind: several places where definitions of a union do not differ in it."""
        return [place for place in self.taken.get(id(entry), ()) if place.kind == kind]


def _extend(lists: defaultdict[_Key, list[_Entry]], more: Mapping[_Key, list[_Entry]]) -> None:
    for key, entries in more.items():
        lists[key] += entries


def place_of(change: DefinitionChange) -> DefinitionMember:
    """Return where a change is."""
    return DefinitionMember(change.kind, change.definition, change.at)


class Walker:
    """Finds the places of one kind. Keeps what it read of the schema, which must not change meanwhile."""

    def __init__(self, kind: str, schema: Schema) -> None:
        self._kind, self._schema = kind, schema
        self._definitions: Mapping[str, Any] = schema.get("$defs", {})
        # By the identity of a schema, which its owner keeps: the kind's schema, or a form that is kept here.
        self._forms: dict[int, AcceptedValues] = {}
        self._entries: dict[int, Any] = {}
        self._unions: dict[int, _Union] = {}

    def walk(self, value: JSON, found: FoundPlaces) -> None:
        """Add the places of a value."""
        self._value(value, self._schema, ROOT, (), found)

    def _value(self, value: JSON, schema: Any, definition: str, at: tuple[str, ...], found: FoundPlaces) -> None:
        form = self._form(schema)
        if isinstance(value, list) and form.lists:
            entries = self._entries.setdefault(id(form), {"anyOf": list(form.lists)})
            for element in value:
                self._value(element, entries, definition, at, found)
        elif isinstance(value, dict) and form.objects:
            found.entries[DefinitionMember(self._kind, definition, ".".join(at))].append(value)
            for member in self._union(form).members(value):
                if member.name:
                    self._members(value, member.schema, without_stream(short_name(member.name)), (), found)
                else:
                    self._members(value, member.schema, definition, at, found)

    def _members(
        self, value: dict[str, JSON], schema: Schema, definition: str, at: tuple[str, ...], found: FoundPlaces
    ) -> None:
        place = DefinitionMember(self._kind, definition, ".".join(at))
        found.objects[place].append(value)
        found.taken[id(value)].append(place)
        properties, rest = schema.get("properties", {}), schema.get("additionalProperties")
        for name, member in value.items():
            if name not in properties and not isinstance(rest, dict):
                continue
            below = (*at, name if name in properties else "*")
            found.members[DefinitionMember(self._kind, definition, ".".join(below))].append(HeldMember(value, name))
            self._value(member, properties.get(name, rest), definition, below, found)

    def _form(self, schema: Any) -> AcceptedValues:
        if id(schema) not in self._forms:
            self._forms[id(schema)] = form_of(schema, self._definitions)
        return self._forms[id(schema)]

    def _union(self, form: AcceptedValues) -> _Union:
        if id(form) not in self._unions:
            self._unions[id(form)] = _Union(form.objects)
        return self._unions[id(form)]


class _Candidate(NamedTuple):
    """A member of a union. tags: by name, the values that distinguish it."""

    member: UnionMember
    tags: Mapping[str, frozenset[str]]
    required: frozenset[str]
    properties: frozenset[str]


class _Union:
    """The members of a union, by their `type`: there are hundreds of them."""

    def __init__(self, members: Sequence[UnionMember]) -> None:
        # The same parameters, for answers at once and for streams, are the same places.
        unique = {without_stream(member.name) or id(member): member for member in members}
        self._candidates = list(map(_candidate, unique.values()))
        self._untyped = [candidate for candidate in self._candidates if "type" not in candidate.tags]
        self._typed: defaultdict[str, list[_Candidate]] = defaultdict(list)
        for candidate in self._candidates:
            for value in candidate.tags.get("type", ()):
                self._typed[value].append(candidate)

    def members(self, value: Mapping[str, JSON]) -> list[UnionMember]:
        """Return the members that an object can be: several where nothing decides."""
        type_ = value.get("type")
        found = self._candidates
        if len(found) < 2:
            return [candidate.member for candidate in found]
        if isinstance(type_, str):
            found = [*self._typed.get(type_, ()), *self._untyped]
        found = [
            candidate
            for candidate in found
            if all(value[tag] in candidate.tags[tag] for tag in _tags(candidate, value))
        ]
        names = value.keys()
        found = [candidate for candidate in found if candidate.required <= names] or found
        found = [candidate for candidate in found if _tags(candidate, value)] or found
        known = [len(names & candidate.properties) for candidate in found]
        return [candidate.member for candidate, count in zip(found, known, strict=True) if count == max(known)]


def _candidate(member: UnionMember) -> _Candidate:
    tags: defaultdict[str, set[str]] = defaultdict(set)
    for key in member.key:
        name, value = tag_of(key)
        tags[name].add(value)
    return _Candidate(
        member,
        {name: frozenset(values) for name, values in tags.items()},
        frozenset(member.schema.get("required", ())),
        frozenset(member.schema.get("properties", {})),
    )


def _tags(candidate: _Candidate, value: Mapping[str, JSON]) -> list[str]:
    """Return the tags that an object has as a text."""
    return [tag for tag in candidate.tags if isinstance(value.get(tag), str)]
