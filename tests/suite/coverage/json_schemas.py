"""The rows of a JSON Schema in an input: its keywords, how they nest, and what they hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from conformance.base.values import JSON
from conformance.formats.json_schema import DATA, ONE_SCHEMA, SCHEMA_LIST, SCHEMA_MAP, subschemas
from tests.suite.coverage.classes import LONG_LISTS, SPECIAL_KEYS, TEXT, VALUE

# Keywords without rows of their own: of dialects that no tool in use is written in, and of meta-schemas.
_RARE = frozenset({"$dynamicAnchor", "$dynamicRef", "$recursiveAnchor", "$recursiveRef", "$vocabulary", "id"})
# Each within each: what tools in use nest.
NESTED = (
    "properties", "items", "anyOf", "oneOf", "allOf", "additionalProperties", "patternProperties", "prefixItems",
    "$defs", "then", "else",
)  # fmt: skip
_TYPES = ("string", "integer", "number", "boolean", "null", "array", "object", "a list", "none")
_OF_VALUES = ("default", "enum", "const", "examples")
_OF_TEXTS = ("description", "title")
_NAMES: dict[str, Callable[[str], bool]] = {
    **{f"the name {name!r}": {name}.__contains__ for name in SPECIAL_KEYS},
    "a name of several words": lambda name: " " in name,
    "a name with / or ~": lambda name: "/" in name or "~" in name,
    "a name beyond ASCII": lambda name: not name.isascii(),
    "a name beyond 64 characters": lambda name: len(name) > 64,
}
_REFERENCES: dict[str, Callable[[str], bool]] = {
    "to a definition": lambda target: target.startswith(("#/$defs/", "#/definitions/")),
    "to the root": lambda target: target == "#",
    "to a property": lambda target: target.startswith("#/properties/"),
    "to an anchor": lambda target: target[:1] == "#" and target[1:2].isalpha(),
    "escaped": lambda target: "~" in target or "%" in target,
}
_COUNTED = {"properties": SCHEMA_MAP, "enum": DATA, "required": DATA, "anyOf": SCHEMA_LIST}


def rows(path: str) -> Iterator[str]:
    """Yield the rows of a schema at a path."""
    yield from (
        f"{path}: keyword {keyword}" for keyword in sorted(ONE_SCHEMA | SCHEMA_LIST | SCHEMA_MAP | DATA - _RARE)
    )
    yield from (f"{path}: {inner} in {outer}" for outer in NESTED for inner in NESTED if inner != "$defs")
    yield from (
        f"{path}: {keyword} at its root" for keyword in sorted((ONE_SCHEMA | SCHEMA_LIST | SCHEMA_MAP) & set(_AT_ROOT))
    )
    yield from (f"{path}: {keyword}, {position} branch" for keyword in _BRANCHED for position in ("first", "last"))
    yield from (f"{path}: type {kind}" for kind in _TYPES)
    yield from (f"{path}: {keyword}: {name}" for keyword in _OF_VALUES for name in VALUE)
    yield from (f"{path}: {keyword}: {name}" for keyword in _OF_TEXTS for name in TEXT)
    yield from (f"{path}: properties: {name}" for name in _NAMES)
    yield f"{path}: properties: names that differ in case"
    yield from (f"{path}: $ref {name}" for name in _REFERENCES)
    yield f"{path}: $ref to itself"
    for keyword in _COUNTED:
        counts = ("one", "several") if keyword in ("enum", "anyOf") else ("none", "one", "several")
        yield from (f"{path}: {keyword}: {count}" for count in counts)
        yield from (f"{path}: {keyword}: more than {count}" for count in LONG_LISTS)
    yield from (f"{path}: required: {name}" for name in ("another order", "names beside the properties"))
    yield from (f"{path}: additionalProperties: {name}" for name in ("true", "false", "a schema"))
    yield from (f"{path}: {name} as a schema" for name in ("true", "false", "{}"))


_AT_ROOT = ("properties", "patternProperties", "additionalProperties", "$defs", "definitions", "anyOf", "allOf", "if")
_BRANCHED = ("anyOf", "oneOf", "allOf", "prefixItems")


def marks(path: str, schema: JSON) -> Iterator[str]:
    """Yield the rows that a schema covers."""
    for place, subschema in subschemas(schema):
        steps = list(_keywords(place))
        yield from (f"{path}: {inner} in {outer}" for outer, inner in pairwise(steps))
        if len(steps) == 1:
            yield f"{path}: {steps[0]} at its root"
        if isinstance(subschema, bool) or subschema == {}:
            yield f"{path}: {'{}' if subschema == {} else str(subschema).lower()} as a schema"
        if isinstance(subschema, dict):
            yield from (f"{path}: {mark}" for mark in _of_one(subschema, place))


def _keywords(place: tuple[str | int, ...]) -> Iterator[str]:
    """Yield the keywords of a path to a subschema, without names and positions."""
    named = False
    for step in place:
        if named:
            named = False
        elif isinstance(step, str):
            yield step
            named = step in SCHEMA_MAP


def _of_one(schema: dict[str, JSON], place: tuple[str | int, ...]) -> Iterator[str]:
    yield from (f"keyword {keyword}" for keyword in schema)
    yield f"type {_type(schema.get('type'))}"
    for keyword in _OF_VALUES:
        if keyword in schema:
            values = schema[keyword] if keyword in ("enum", "examples") else [schema[keyword]]
            yield from (f"{keyword}: {name}" for value in values for name, fits in VALUE.items() if fits(value))
    for keyword in _OF_TEXTS:
        if isinstance(schema.get(keyword), str):
            yield from (f"{keyword}: {name}" for name, fits in TEXT.items() if fits(schema[keyword]))
    for keyword in _BRANCHED:
        if isinstance(schema.get(keyword), list) and schema[keyword]:
            yield f"{keyword}, first branch"
            yield from [f"{keyword}, last branch"] if len(schema[keyword]) > 1 else []
    yield from _of_names(schema)
    yield from _of_reference(schema, place)
    for keyword in _COUNTED:
        if keyword in schema:
            count = len(schema[keyword])
            yield f"{keyword}: {('none', 'one', 'several')[min(count, 2)]}"
            yield from (f"{keyword}: more than {limit}" for limit in LONG_LISTS if count > limit)
    if "additionalProperties" in schema:
        more = schema["additionalProperties"]
        yield f"additionalProperties: {str(more).lower() if isinstance(more, bool) else 'a schema'}"


def _type(given: JSON) -> str:
    return "none" if given is None else given if isinstance(given, str) else "a list"


def _of_names(schema: dict[str, JSON]) -> Iterator[str]:
    names = list(schema.get("properties", ()))
    for name in names:
        yield from (f"properties: {kind}" for kind, fits in _NAMES.items() if fits(name))
    if len({name.lower() for name in names}) < len(names):
        yield "properties: names that differ in case"
    required = schema.get("required", [])
    if [name for name in names if name in required] != [name for name in required if name in names]:
        yield "required: another order"
    if not set(names).issuperset(required):
        yield "required: names beside the properties"


def _of_reference(schema: dict[str, JSON], place: tuple[str | int, ...]) -> Iterator[str]:
    target = schema.get("$ref")
    if not isinstance(target, str):
        return
    yield from (f"$ref {name}" for name, fits in _REFERENCES.items() if fits(target))
    if target == "#" or "/".join(map(str, place)).startswith(target.removeprefix("#/") + "/"):
        yield "$ref to itself"
