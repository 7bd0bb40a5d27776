"""Relaxations: what a server accepts although the published types refuse it, laid over a derived schema."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

Schema = dict[str, Any]

_WORD = re.compile(r"_([a-z])")
_CAPITAL = re.compile(r"([A-Z])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Relaxation:
    """One thing that servers are seen to accept.

    kinds: the kinds of values it holds for. definitions: names of definitions, as shell patterns. optional: properties
    that may be absent. nullable: properties that may be null. also: by property, a schema of further values; a property
    that the definition lacks is added. items: by property that holds a list, a schema of further items. forms: by a
    definition's name, further forms of the whole value.
    """

    id: str
    kinds: tuple[str, ...]
    evidence: str
    definitions: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    nullable: tuple[str, ...] = ()
    also: Mapping[str, Any] = field(default_factory=dict)
    items: Mapping[str, Any] = field(default_factory=dict)
    forms: Mapping[str, Any] = field(default_factory=dict)


def relaxations_of(data: Mapping[str, Any]) -> tuple[Relaxation, ...]:
    """Read the overlay. Raises TypeError for a field that nobody knows."""
    lists = ("kinds", "definitions", "optional", "nullable")
    entries: list[dict[str, Any]] = data["relaxations"]
    read: list[dict[str, Any]] = [
        {key: tuple(value) if key in lists else value for key, value in entry.items()} for entry in entries
    ]
    return tuple(Relaxation(**entry) for entry in read)


def relaxed(schema: Schema, overlay: Sequence[Relaxation]) -> Schema:
    """Return a schema with an overlay laid over it. What names a definition that is not there changes nothing."""
    made = copy.deepcopy(schema)
    for name, definition in made.get("$defs", {}).items():
        for relaxation in overlay:
            if any(fnmatchcase(name, pattern) for pattern in relaxation.definitions):
                _relax(definition, relaxation)
    for relaxation in overlay:
        made.get("$defs", {}).update(relaxation.forms)
        made.get("anyOf", []).extend({"$ref": f"#/$defs/{name}"} for name in relaxation.forms)
    return made


def _relax(target: Schema, relaxation: Relaxation) -> None:
    properties = target.setdefault("properties", {})
    if "required" in target:
        target["required"] = [name for name in target["required"] if name not in relaxation.optional]
    for name in relaxation.nullable:
        if name in properties:
            properties[name] = _either(properties[name], {"type": "null"})
    for name, further in relaxation.also.items():
        properties[name] = _either(properties[name], further) if name in properties else further
    for name, further in relaxation.items.items():
        for branch in _branches(properties.get(name)):
            if "items" in branch:
                branch["items"] = _either(branch["items"], further)


def _branches(schema: Any) -> Iterator[Schema]:
    if isinstance(schema, dict):
        yield schema
        for branch in schema.get("anyOf", ()):
            yield from _branches(branch)


def _either(schema: Any, further: Any) -> Schema:
    """Return the union of two schemas, flat where the first already is one."""
    branches = schema["anyOf"] if list(schema) == ["anyOf"] else [schema]
    return {"anyOf": [*branches, further]}


def closed(schema: Any, *, throughout: bool = False) -> Any:
    """Return a schema whose objects of declared properties take no others.

    What is open by itself stays so. throughout: only if it is a schema of a caller's own.
    """

    def close(schema: Schema) -> None:
        if schema.get("type") != "object" or "properties" not in schema:
            return
        if throughout and schema["properties"].get("type", {}).get("const") != "object":
            schema["additionalProperties"] = False
        schema.setdefault("additionalProperties", False)

    return changed(schema, close)


def opened(schema: Any, words: frozenset[str]) -> Any:
    """Return a schema of what a server sends: its objects take further members, and its words are any texts.

    words: the definitions whose words stay as they are.
    """

    def open_object(schema: Schema) -> None:
        if schema.get("additionalProperties") is False:
            del schema["additionalProperties"]

    made: Schema = changed(schema, open_object)
    for name, definition in made["$defs"].items():
        if name not in words and definition.get("type") == "string":
            definition.pop("enum", None)
    return made


def both_spellings(schema: Any) -> Any:
    """Return a schema that takes each property in camelCase and in snake_case."""

    def spell(schema: Schema) -> None:
        properties = schema.get("properties", {})
        schema["properties"] = {
            name: member for key, member in properties.items() for name in dict.fromkeys((key, snake(key)))
        }

    return changed(schema, spell)


def words_and_numbers(schema: Any) -> Any:
    """Return a schema that takes each word of its definitions in either case, or its number, as protobuf does."""
    made: Schema = {**schema, "$defs": dict(schema["$defs"])}
    for name, definition in schema["$defs"].items():
        if definition.get("type") == "string":
            words = definition.get("enum", ())
            spelled = dict.fromkeys(case for word in words for case in (word, word.upper(), word.lower()))
            known = {"enum": [*spelled, *range(len(words))]} if words else {}
            made["$defs"][name] = {**definition, **known, "type": ["string", "integer"]}
    return made


def camel(key: str) -> str:
    """Return a field's name as the API's JSON has it; the SDKs take any_of for anyOf."""
    return _WORD.sub(lambda found: found[1].upper(), key)


def snake(key: str) -> str:
    """Return a field's name as the API's error texts have it."""
    return _CAPITAL.sub(lambda found: "_" + found[1].lower(), key)


def changed(schema: Any, change: Callable[[Schema], None]) -> Any:
    """Return a copy of a schema with a change made to it and to every schema in it."""
    if isinstance(schema, list):
        return [changed(member, change) for member in schema]
    if not isinstance(schema, dict):
        return schema
    made: Schema = {}
    for key, value in schema.items():
        if key in ("properties", "$defs"):
            made[key] = {name: changed(member, change) for name, member in value.items()}
        else:
            made[key] = value if key in ("const", "enum", "default", "required") else changed(value, change)
    change(made)
    return made
