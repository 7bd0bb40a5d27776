"""Compares two schemas of one kind by walking both from their roots.

The walk pairs values at the same place, so that a definition that only has another name is not a change, and
members of a union by their `type` or `role`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from conformance.running.drift.model import ROOT, DefinitionChange, DriftKind, Variant

Schema = dict[str, Any]

_NAMES = 6  # values listed in one sentence
# The same parameters, once for answers at once and once for streams: a change of both is reported once.
_TWICE = ("NonStreaming", "Streaming")


class _WalkPlace(NamedTuple):
    """The current place of the walk. definition: the last one entered. at: the way from it, by properties."""

    definition: str
    at: tuple[str, ...]

    def below(self, name: str) -> _WalkPlace:
        return self._replace(at=(*self.at, name))


class UnionMember(NamedTuple):
    """An object of a union, resolved. key: its `type` or `role`. name: its definition's, "" where inline."""

    key: tuple[str, ...]
    name: str
    schema: Schema


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptedValues:
    """What a place takes: null, plain types, fixed values, lists of something, objects; anything where `any`."""

    plain: frozenset[str]
    values: frozenset[str]
    lists: tuple[Any, ...]
    objects: tuple[UnionMember, ...]
    any: bool


def compare(kind: str, old: Schema, new: Schema) -> list[DefinitionChange]:
    """Return what changed in a kind, in the order of the walk, each difference of a definition once."""
    walk = _Walk(kind, old.get("$defs", {}), new.get("$defs", {}))
    return list(dict.fromkeys(walk.places(old, new, _WalkPlace(ROOT, ()))))


class _Walk:
    """One comparison; remembers which pairs of definitions it has been through."""

    def __init__(self, kind: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
        self._kind = kind
        self._old = old
        self._new = new
        self._seen: set[tuple[str, str]] = set()

    def places(self, old: Any, new: Any, place: _WalkPlace) -> Iterator[DefinitionChange]:
        """Yield what changed between two schemas of the same place."""
        before, after = form_of(old, self._old), form_of(new, self._new)
        if after.any and not before.any:
            yield self._type(place, DriftKind.WIDER, "takes any value now", ANY, before)
            return  # what else differs is a part of this
        if before.any and not after.any:
            yield self._type(place, DriftKind.NARROWER, "takes some values only", ANY, after)
            return
        yield from self._scalars(before, after, place)
        if before.lists and after.lists:
            yield from self.places({"anyOf": list(before.lists)}, {"anyOf": list(after.lists)}, place)
        elif after.lists:
            yield self._type(place, DriftKind.WIDER, "may be a list", LIST, before)
        elif before.lists:
            yield self._type(place, DriftKind.NARROWER, "may no longer be a list", LIST, after)
        yield from self._objects(before.objects, after.objects, place)

    def _scalars(self, before: AcceptedValues, after: AcceptedValues, place: _WalkPlace) -> Iterator[DefinitionChange]:
        for word in sorted(_more(after.plain, before.plain)):
            yield self._type(place, DriftKind.WIDER, f"may be {word}", word, before)
        for word in sorted(_more(before.plain, after.plain)):
            yield self._type(place, DriftKind.NARROWER, f"may no longer be {word}", word, after)
        # A value of a type that is taken is taken, whatever is listed beside it.
        types = before.plain | after.plain
        gained = [value for value in sorted(after.values - before.values) if not _is_of(value, types)]
        lost = [value for value in sorted(before.values - after.values) if not _is_of(value, types)]
        if gained:
            yield self._values(place, DriftKind.WIDER, f"takes {_values_in_words(gained)}", gained)
        if lost:
            yield self._values(place, DriftKind.NARROWER, f"takes {_values_in_words(lost)} no longer", lost)

    def _objects(
        self, before: Sequence[UnionMember], after: Sequence[UnionMember], place: _WalkPlace
    ) -> Iterator[DefinitionChange]:
        pairs, lost, gained = _pairs_of_members(before, after)
        for member in gained:
            yield self._member(place, DriftKind.WIDER, f"takes {member_name(member)}", member)
        for member in lost:
            yield self._member(place, DriftKind.NARROWER, f"takes {member_name(member)} no longer", member)
        for union_member, other in pairs:
            if other.name or union_member.name:
                if (union_member.name, other.name) in self._seen:
                    continue
                self._seen.add((union_member.name, other.name))
                yield from self._object(
                    union_member.schema, other.schema, _WalkPlace(short_name(union_member.name or other.name), ())
                )
            else:
                yield from self._object(union_member.schema, other.schema, place)

    def _object(self, old: Schema, new: Schema, place: _WalkPlace) -> Iterator[DefinitionChange]:
        before, after = old.get("properties", {}), new.get("properties", {})
        needed, needs = set(old.get("required", ())), set(new.get("required", ()))
        for name in (name for name in after if name not in before):
            if name in needs:
                yield self._change(place.below(name), DriftKind.REQUIRED, "is new, and required")
            else:
                yield self._change(place.below(name), DriftKind.NEW, "is new")
        for name in (name for name in before if name not in after):
            yield self._change(place.below(name), DriftKind.GONE, "is gone")
        for name in (name for name in before if name in after):
            if name in needs - needed:
                yield self._change(place.below(name), DriftKind.REQUIRED, "is required now")
            elif name in needed - needs:
                yield self._change(place.below(name), DriftKind.OPTIONAL, "is optional now")
            yield from self.places(before[name], after[name], place.below(name))
        rest, now = old.get("additionalProperties"), new.get("additionalProperties")
        if isinstance(rest, dict) and isinstance(now, dict):
            yield from self.places(rest, now, place.below("*"))

    def _type(
        self, place: _WalkPlace, difference: DriftKind, what: str, type_: str, other: AcceptedValues
    ) -> DefinitionChange:
        """Return a change of the types that a place takes. other: what it takes without this type."""
        kept = other.plain | ({LIST} if other.lists else set()) | ({_OBJECT} if other.objects else set())
        values = tuple(map(json.loads, sorted(other.values))) if difference is DriftKind.NARROWER else ()
        return self._change(place, difference, what, type=type_, values=values, kept=kept)

    def _values(self, place: _WalkPlace, difference: DriftKind, what: str, values: Iterable[str]) -> DefinitionChange:
        found = tuple(map(json.loads, values))
        return self._change(place, difference, what, values=found, words=frozenset(filter(_is_text, found)))

    def _member(self, place: _WalkPlace, difference: DriftKind, what: str, member: UnionMember) -> DefinitionChange:
        variant = Variant(without_stream(short_name(member.name)), tuple(map(tag_of, member.key)))
        words = frozenset(value for _tag, value in variant.tags)
        return self._change(place, difference, what, variant=variant, words=words)

    def _change(
        self, place: _WalkPlace, difference: DriftKind, what: str, words: frozenset[str] = frozenset(), **data: Any
    ) -> DefinitionChange:
        return DefinitionChange(
            kind=self._kind,
            definition=place.definition,
            at=".".join(place.at),
            what=what,
            difference=difference,
            words=words | set(place.at[-1:]),
            **data,
        )


def form_of(schema: Any, definitions: Mapping[str, Any], name: str = "") -> AcceptedValues:
    """Return what a schema takes, its unions flat and its references followed. name: of its definition."""
    plain: set[str] = set()
    values: set[str] = set()
    lists: list[Any] = []
    objects: list[UnionMember] = []
    anything = False
    for entry, called in _branches(schema, definitions, name, frozenset()):
        if "const" in entry or "enum" in entry:
            values.update(json.dumps(value) for value in entry.get("enum", [entry.get("const")]) if value is not None)
            if entry.get("const", 0) is None or None in entry.get("enum", ()):
                plain.add("null")
            continue
        types = entry.get("type", ())
        for type_ in [types] if isinstance(types, str) else types:
            if type_ == "object":
                objects.append(UnionMember(_key(entry, definitions), called, entry))
            elif type_ == "array":
                lists.append(entry.get("items", {}))
            else:
                plain.add(_WORDS[type_])
        if not types and "properties" in entry:
            objects.append(UnionMember(_key(entry, definitions), called, entry))
        elif not types:
            anything = True
    return AcceptedValues(
        plain=frozenset(plain), values=frozenset(values), lists=tuple(lists), objects=tuple(objects), any=anything
    )


LIST, _OBJECT, ANY = "a list", "an object", "any value"  # beside the words of _WORDS
_WORDS = {"null": "null", "string": "a string", "integer": "an integer", "number": "a number", "boolean": "a boolean"}


_TYPES: dict[str, Callable[[Any], bool]] = {
    "null": lambda value: value is None,
    "a string": lambda value: isinstance(value, str),
    "an integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "a number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "a boolean": lambda value: isinstance(value, bool),
    LIST: lambda value: isinstance(value, list),
    _OBJECT: lambda value: isinstance(value, dict),
    ANY: lambda _value: True,
}


def has_type(value: Any, type_: str) -> bool:
    """Whether a value is of a type that `DefinitionChange.type` names."""
    return _TYPES[type_](value)


def _more(names: frozenset[str], other: frozenset[str]) -> frozenset[str]:
    """Return the types that one place has beyond another: each integer is a number."""
    return names - other - ({"an integer"} if "a number" in other else set())


def _is_of(value: str, types: frozenset[str]) -> bool:
    """Whether a value, as JSON, is of one of some types."""
    return any(has_type(json.loads(value), type_) for type_ in types)


def _branches(
    schema: Any, definitions: Mapping[str, Any], name: str, entered: frozenset[str]
) -> Iterator[tuple[Schema, str]]:
    """Yield the members of a union, and itself where it is none, with the names of their definitions."""
    if schema is True:
        schema = {}
    if not isinstance(schema, dict):
        return  # false takes nothing
    reference = schema.get("$ref")
    if isinstance(reference, str):
        target = reference.rpartition("/")[2]
        if target not in entered:
            yield from _branches(definitions.get(target, {}), definitions, target, entered | {target})
        return
    members = schema.get("anyOf") or schema.get("oneOf")
    if members:
        for member in members:
            yield from _branches(member, definitions, name if len(members) == 1 else "", entered)
        return
    parts = schema.get("allOf")
    if parts:
        yield from _branches(_merged_parts(schema, parts, definitions), definitions, name, entered)
        return
    yield schema, name


def _merged_parts(schema: Schema, parts: Sequence[Any], definitions: Mapping[str, Any]) -> Schema:
    """Return one schema for allOf, as OpenAPI documents use it to extend objects."""
    made = {key: value for key, value in schema.items() if key != "allOf"}
    for part in parts:
        for entry, _name in _branches(part, definitions, "", frozenset()):
            properties = {**made.get("properties", {}), **entry.get("properties", {})}
            required = list(dict.fromkeys([*made.get("required", ()), *entry.get("required", ())]))
            made = {**entry, **made} | ({"properties": properties} if properties else {})
            made |= {"required": required} if required else {}
    return made


def _key(schema: Schema, definitions: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what distinguishes an object on the wire."""
    properties = schema.get("properties", {})
    return tuple(
        f"{name}: {value}"
        for name in ("type", "role", "object")
        if name in properties
        for value in sorted(form_of(properties[name], definitions).values)
    )


# What makes two members of unions the same one, the surest sign first.
_LIKENESS: tuple[Callable[[UnionMember, UnionMember], bool], ...] = (
    lambda member, other: member.key == other.key and short_name(member.name) == short_name(other.name),
    lambda member, other: member.key == other.key,
    lambda member, other: bool(set(member.key) & set(other.key)),
    lambda member, other: member.name != "" and short_name(member.name) == short_name(other.name),
)


def _pairs_of_members(
    before: Sequence[UnionMember], after: Sequence[UnionMember]
) -> tuple[list[tuple[UnionMember, UnionMember]], list[UnionMember], list[UnionMember]]:
    """Pair the members of two unions by their likeness; where each has but one member, those."""
    pairs: list[tuple[UnionMember, UnionMember]] = []
    lost, gained = list(before), list(after)
    for same in _LIKENESS:
        for member in lost[:]:
            found = next((other for other in gained if same(member, other)), None)
            if found is not None:
                pairs.append((member, found))
                lost.remove(member)
                gained.remove(found)
    if len(before) == len(after) == 1 and lost:
        return [(before[0], after[0])], [], []
    return pairs, lost, gained


def member_name(member: UnionMember) -> str:
    """Name a member of a union by its definition, and by what distinguishes it on the wire."""
    name = short_name(member.name) or "an object"
    return f"{name} ({', '.join(member.key)})" if member.key else name


def tag_of(key: str) -> tuple[str, str]:
    """Return a name and a value of `UnionMember.key`."""
    name, _, value = key.partition(": ")
    return name, json.loads(value)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _values_in_words(values: Sequence[str]) -> str:
    more = len(values) - _NAMES
    return ", ".join(values[:_NAMES]) + (f" and {more} more" if more > 0 else "")


def short_name(name: str) -> str:
    """Return a definition's name without the module that pydantic puts before names that two definitions have."""
    return name.rpartition("__")[2]


def without_stream(definition: str) -> str:
    """Return a definition's name without what tells parameters for an answer at once from those for a stream."""
    for suffix in _TWICE:
        definition = definition.removesuffix(suffix)
    return definition
