"""Compares two schemas of one kind by walking both from their roots.

The walk pairs values at the same place, so that a definition that only has another name is not a change, and
members of a union by their `type` or `role`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from conformance.drift.model import BREAKS_ANSWERS, BREAKS_REQUESTS, Change

Schema = dict[str, Any]

_NAMES = 6  # values listed in one sentence


class _Place(NamedTuple):
    """The current place of the walk. definition: the last one entered. at: the way from it, by properties."""

    definition: str
    at: tuple[str, ...]

    def below(self, name: str) -> _Place:
        return self._replace(at=(*self.at, name))


class _Member(NamedTuple):
    """An object of a union, resolved. key: its `type` or `role`. name: its definition's, "" where inline."""

    key: tuple[str, ...]
    name: str
    schema: Schema


@dataclass(frozen=True, slots=True, kw_only=True)
class _Form:
    """What a place takes: null, plain types, fixed values, lists of something, objects; anything where `any`."""

    plain: frozenset[str]
    values: frozenset[str]
    lists: tuple[Any, ...]
    objects: tuple[_Member, ...]
    any: bool


def compare(kind: str, old: Schema, new: Schema) -> list[Change]:
    """Return what changed in a kind, in the order of the walk, each difference of a definition once."""
    walk = _Walk(kind, old.get("$defs", {}), new.get("$defs", {}))
    return list(dict.fromkeys(walk.places(old, new, _Place("(root)", ()))))


class _Walk:
    """One comparison; remembers which pairs of definitions it has been through."""

    def __init__(self, kind: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
        self._kind = kind
        self._sends = kind.endswith(("-request", "-tool"))
        self._old = old
        self._new = new
        self._seen: set[tuple[str, str]] = set()

    def places(self, old: Any, new: Any, place: _Place) -> Iterator[Change]:
        """Yield what changed between two schemas of the same place."""
        before, after = form_of(old, self._old), form_of(new, self._new)
        yield from self._scalars(before, after, place)
        if before.any != after.any:
            taken = "takes any value now" if after.any else "takes some values only"
            yield self._change(place, taken, wider=after.any)
        if before.lists and after.lists:
            yield from self.places({"anyOf": list(before.lists)}, {"anyOf": list(after.lists)}, place)
        elif before.lists or after.lists:
            yield self._change(place, "may be a list" if after.lists else "may no longer be a list", bool(after.lists))
        yield from self._objects(before.objects, after.objects, place)

    def _scalars(self, before: _Form, after: _Form, place: _Place) -> Iterator[Change]:
        for word in sorted(after.plain - before.plain):
            yield self._change(place, f"may be {word}", wider=True)
        for word in sorted(before.plain - after.plain):
            yield self._change(place, f"may no longer be {word}", wider=False)
        if "a string" in before.plain & after.plain:
            return  # any string is taken, whatever is listed beside it
        gained, lost = sorted(after.values - before.values), sorted(before.values - after.values)
        if gained and not {"a string"} & before.plain:
            yield self._change(place, f"takes {_listed(gained)}", True, gained)
        if lost and not {"a string"} & after.plain:
            yield self._change(place, f"takes {_listed(lost)} no longer", False, lost)

    def _objects(self, before: Sequence[_Member], after: Sequence[_Member], place: _Place) -> Iterator[Change]:
        pairs, lost, gained = _paired(before, after)
        for member in gained:
            yield self._change(place, f"takes {member_name(member)}", True, _words(member), member=True)
        for member in lost:
            yield self._change(place, f"takes {member_name(member)} no longer", False, _words(member), member=True)
        for one, other in pairs:
            if other.name or one.name:
                if (one.name, other.name) in self._seen:
                    continue
                self._seen.add((one.name, other.name))
                yield from self._object(one.schema, other.schema, _Place(short_name(one.name or other.name), ()))
            else:
                yield from self._object(one.schema, other.schema, place)

    def _object(self, old: Schema, new: Schema, place: _Place) -> Iterator[Change]:
        before, after = old.get("properties", {}), new.get("properties", {})
        needed, needs = set(old.get("required", ())), set(new.get("required", ()))
        for name in (name for name in after if name not in before):
            what = "is new, and required" if name in needs else "is new"
            # A property that is sent may be left away; one that must be sent may not.
            breaks = (name in needs) and self._sends
            yield self._changed(place.below(name), what, breaks, (name,))
        for name in (name for name in before if name not in after):
            yield self._changed(place.below(name), "is gone", self._sends or name in needed, (name,))
        for name in (name for name in before if name in after):
            if name in needs - needed:
                # Answers on file, and those of local APIs, may lack it.
                yield self._changed(place.below(name), "is required now", True, (name,))
            elif name in needed - needs:
                yield self._changed(place.below(name), "is optional now", not self._sends, (name,))
            yield from self.places(before[name], after[name], place.below(name))
        rest, now = old.get("additionalProperties"), new.get("additionalProperties")
        if isinstance(rest, dict) and isinstance(now, dict):
            yield from self.places(rest, now, place.below("*"))

    def _change(
        self, place: _Place, what: str, wider: bool, words: Iterable[str] = (), *, member: bool = False
    ) -> Change:
        """Return a change of what a place takes. A reader passes over members of a union that it does not know."""
        breaks = not wider if self._sends else wider and not member
        return self._changed(place, what, breaks, [*words, *place.at[-1:]])

    def _changed(self, place: _Place, what: str, breaks: bool, words: Iterable[str]) -> Change:
        effect = (BREAKS_REQUESTS if self._sends else BREAKS_ANSWERS) if breaks else None
        return Change(
            kind=self._kind,
            definition=place.definition,
            at=".".join(place.at),
            what=what,
            breaks=effect,
            words=frozenset(words),
        )


def form_of(schema: Any, definitions: Mapping[str, Any], name: str = "") -> _Form:
    """Return what a schema takes, its unions flat and its references followed. name: of its definition."""
    plain: set[str] = set()
    values: set[str] = set()
    lists: list[Any] = []
    objects: list[_Member] = []
    anything = False
    for one, called in _branches(schema, definitions, name, frozenset()):
        if "const" in one or "enum" in one:
            values.update(json.dumps(value) for value in one.get("enum", [one.get("const")]) if value is not None)
            if one.get("const", 0) is None or None in one.get("enum", ()):
                plain.add("null")
            continue
        types = one.get("type", ())
        for type_ in [types] if isinstance(types, str) else types:
            if type_ == "object":
                objects.append(_Member(_key(one, definitions), called, one))
            elif type_ == "array":
                lists.append(one.get("items", {}))
            else:
                plain.add(_WORDS[type_])
        if not types and "properties" in one:
            objects.append(_Member(_key(one, definitions), called, one))
        elif not types:
            anything = True
    return _Form(
        plain=frozenset(plain), values=frozenset(values), lists=tuple(lists), objects=tuple(objects), any=anything
    )


_WORDS = {"null": "null", "string": "a string", "integer": "an integer", "number": "a number", "boolean": "a boolean"}


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
        yield from _branches(_merged(schema, parts, definitions), definitions, name, entered)
        return
    yield schema, name


def _merged(schema: Schema, parts: Sequence[Any], definitions: Mapping[str, Any]) -> Schema:
    """Return one schema for allOf, as OpenAPI documents use it to extend objects."""
    made = {key: value for key, value in schema.items() if key != "allOf"}
    for part in parts:
        for one, _name in _branches(part, definitions, "", frozenset()):
            properties = {**made.get("properties", {}), **one.get("properties", {})}
            required = list(dict.fromkeys([*made.get("required", ()), *one.get("required", ())]))
            made = {**one, **made} | ({"properties": properties} if properties else {})
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
_LIKENESS: tuple[Callable[[_Member, _Member], bool], ...] = (
    lambda one, other: one.key == other.key and short_name(one.name) == short_name(other.name),
    lambda one, other: one.key == other.key,
    lambda one, other: bool(set(one.key) & set(other.key)),
    lambda one, other: one.name != "" and short_name(one.name) == short_name(other.name),
)


def _paired(
    before: Sequence[_Member], after: Sequence[_Member]
) -> tuple[list[tuple[_Member, _Member]], list[_Member], list[_Member]]:
    """Pair the members of two unions by their likeness; where each has but one member, those."""
    pairs: list[tuple[_Member, _Member]] = []
    lost, gained = list(before), list(after)
    for same in _LIKENESS:
        for one in lost[:]:
            found = next((other for other in gained if same(one, other)), None)
            if found is not None:
                pairs.append((one, found))
                lost.remove(one)
                gained.remove(found)
    if len(before) == len(after) == 1 and lost:
        return [(before[0], after[0])], [], []
    return pairs, lost, gained


def member_name(member: _Member) -> str:
    """Name a member of a union by its definition, and by what distinguishes it on the wire."""
    name = short_name(member.name) or "an object"
    return f"{name} ({', '.join(member.key)})" if member.key else name


def _words(member: _Member) -> list[str]:
    return [json.loads(key.partition(": ")[2]) for key in member.key]


def _listed(values: Sequence[str]) -> str:
    more = len(values) - _NAMES
    return ", ".join(values[:_NAMES]) + (f" and {more} more" if more > 0 else "")


def short_name(name: str) -> str:
    """Return a definition's name without the module that pydantic puts before names that two definitions have."""
    return name.rpartition("__")[2]
