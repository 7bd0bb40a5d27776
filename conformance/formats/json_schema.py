"""Where schemas are inside a JSON Schema, and how two of them differ.

Own knowledge, apart from the reference converter's: two readings of the same drafts check each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias
from urllib.parse import unquote

import jsonschema_rs

from conformance.base.second_opinion import confirm_invalid
from conformance.base.values import JSON, is_same_double, readable, same

Path: TypeAlias = tuple[str | int, ...]

# JSON Schema draft-04 to 2020-12: what is under each keyword.
ONE_SCHEMA = frozenset({
    "additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not",
    "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
})  # fmt: skip
SCHEMA_LIST = frozenset({"allOf", "anyOf", "items", "oneOf", "prefixItems"})
SCHEMA_MAP = frozenset({"$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"})
DATA = frozenset({
    "$anchor", "$comment", "$dynamicAnchor", "$dynamicRef", "$id", "$recursiveAnchor", "$recursiveRef", "$ref",
    "$schema", "$vocabulary", "const", "contentEncoding", "contentMediaType", "default", "dependentRequired",
    "deprecated", "description", "enum", "examples", "exclusiveMaximum", "exclusiveMinimum", "format", "id",
    "maxContains", "maxItems", "maxLength", "maxProperties", "maximum", "minContains", "minItems", "minLength",
    "minProperties", "minimum", "multipleOf", "pattern", "readOnly", "required", "title", "type", "uniqueItems",
    "writeOnly",
})  # fmt: skip
HOLDING = ONE_SCHEMA | SCHEMA_LIST | SCHEMA_MAP
KEYWORDS = ONE_SCHEMA | SCHEMA_LIST | SCHEMA_MAP | DATA

# Keywords that may point into another document.
_POINTING = frozenset({"$ref", "$dynamicRef", "$recursiveRef"})

# Subschemas, and levels, up to which containment is decided: a schema of 511 in 8 levels took 15 s.
MOST_DECIDED, DEEPEST_DECIDED = 100, 12

# A position in a list, in a JSON pointer (RFC 6901): "²" and "٣" are digits to Python.
_POSITION = re.compile(r"0|[1-9][0-9]{0,8}")


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaDifference:
    """One difference between a source schema and its conversion.

    kind: default-in-property, default-elsewhere, default-lost-from-data, name-lost, keyword-lost,
    keyword-added, text-changed, number-changed (same value, other form), value-changed or order-changed.
    name: the property name that was lost.
    """

    kind: str
    path: Path
    expected: JSON = None
    actual: JSON = None
    name: str | None = None


def without_defaults(schema: JSON) -> JSON:
    """Return a copy of a schema with the keyword `default` gone from every schema position."""
    if type(schema) is not dict:
        return schema
    copy = {}
    for keyword, value in schema.items():
        if keyword == "default":
            continue
        if type(value) is list:
            if keyword in SCHEMA_LIST:
                value = [without_defaults(member) for member in value]
        elif type(value) is dict:
            if keyword in SCHEMA_MAP:
                value = {name: without_defaults(member) for name, member in value.items()}
            elif keyword in ONE_SCHEMA:
                value = without_defaults(value)
        copy[keyword] = value
    return copy


def differences(source: JSON, result: JSON, *, defaults_go: bool, path: Path = ()) -> Iterator[SchemaDifference]:
    """Yield how `result` differs from what `source` should have become.

    defaults_go: the keyword `default` must be gone from every schema position; otherwise it is data like any
    other. Under keywords that no draft knows either is accepted.
    """
    yield from _schema(source, result, path, defaults_go, in_property=False)


def _schema(source: JSON, result: JSON, path: Path, defaults_go: bool, in_property: bool) -> Iterator[SchemaDifference]:
    if type(source) is not dict or type(result) is not dict:
        yield from _data(source, result, path)
        return
    for keyword, value in source.items():
        here = (*path, keyword)
        if keyword == "default" and defaults_go:
            if keyword in result:
                kind = "default-in-property" if in_property else "default-elsewhere"
                yield SchemaDifference(kind=kind, path=here, actual=result[keyword])
        elif keyword not in result:
            yield SchemaDifference(kind="keyword-lost", path=here, expected=value)
        else:
            yield from _keyword(keyword, value, result[keyword], here, defaults_go)
    for keyword, value in result.items():
        if keyword not in source:
            yield SchemaDifference(kind="keyword-added", path=(*path, keyword), actual=value)
    yield from _order(source, result, path)


def _keyword(keyword: str, source: JSON, result: JSON, path: Path, defaults_go: bool) -> Iterator[SchemaDifference]:
    if type(source) is dict and type(result) is dict:
        if keyword in SCHEMA_MAP:
            yield from _names(source, result, path, defaults_go, keyword == "properties")
            return
        if keyword in ONE_SCHEMA:
            yield from _schema(source, result, path, defaults_go, in_property=False)
            return
    if type(source) is list and type(result) is list and keyword in SCHEMA_LIST and len(source) == len(result):
        for index, (element, other) in enumerate(zip(source, result, strict=True)):
            yield from _schema(element, other, (*path, index), defaults_go, in_property=False)
        return
    if keyword == "required" and type(source) is list and type(result) is list:
        yield from _required(source, result, path)
        return
    lenient = defaults_go and keyword not in KEYWORDS
    yield from _data(source, result, path, lenient)


def _names(source: JSON, result: JSON, path: Path, defaults_go: bool, properties: bool) -> Iterator[SchemaDifference]:
    for name, value in source.items():
        if name not in result:
            yield SchemaDifference(kind="name-lost", path=(*path, name), expected=value, name=name)
        else:
            yield from _schema(value, result[name], (*path, name), defaults_go, in_property=properties)
    for name, value in result.items():
        if name not in source:
            yield SchemaDifference(kind="keyword-added", path=(*path, name), actual=value)
    yield from _order(source, result, path)


def _required(source: JSON, result: JSON, path: Path) -> Iterator[SchemaDifference]:
    if same(source, result):
        return
    lost = [name for name in source if not any(same(name, other) for other in result)]
    kept = [name for name in source if name not in lost]
    for name in lost:
        yield SchemaDifference(
            kind="name-lost", path=path, expected=source, actual=result, name=name if isinstance(name, str) else None
        )
    if not same(kept, result):
        yield SchemaDifference(kind="value-changed", path=path, expected=source, actual=result)


def _order(source: JSON, result: JSON, path: Path) -> Iterator[SchemaDifference]:
    kept = [key for key in source if key in result]
    if kept != [key for key in result if key in source]:
        yield SchemaDifference(kind="order-changed", path=path, expected=kept, actual=list(result))


def _data(source: JSON, result: JSON, path: Path, lenient: bool = False) -> Iterator[SchemaDifference]:
    """Compare values that hold no schema. lenient: the loss of keys named `default` is accepted."""
    if type(source) is dict and type(result) is dict:
        for key, value in source.items():
            if key not in result:
                if key == "default":
                    if not lenient:
                        yield SchemaDifference(kind="default-lost-from-data", path=(*path, key), expected=value)
                else:
                    yield SchemaDifference(kind="value-changed", path=(*path, key), expected=value)
            else:
                yield from _data(value, result[key], (*path, key), lenient)
        for key, value in result.items():
            if key not in source:
                yield SchemaDifference(kind="value-changed", path=(*path, key), actual=value)
        yield from _order(source, result, path)
    elif type(source) is list and type(result) is list and len(source) == len(result):
        for index, (element, other) in enumerate(zip(source, result, strict=True)):
            yield from _data(element, other, (*path, index), lenient)
    elif not same(source, result):
        yield SchemaDifference(kind=_scalar_kind(source, result), path=path, expected=source, actual=result)


def _scalar_kind(source: JSON, result: JSON) -> str:
    if isinstance(source, str) and isinstance(result, str):
        return "text-changed"
    numbers = (int, float)
    if type(source) in numbers and type(result) in numbers:
        return "number-changed" if is_same_double(source, result) else "value-changed"
    return "value-changed"


def subschemas(schema: JSON, path: Path = ()) -> Iterator[tuple[Path, JSON]]:
    """Yield every schema inside a schema, itself first, with its path."""
    yield path, schema
    if type(schema) is not dict:
        return
    for keyword, value in schema.items():
        if type(value) is dict and keyword in SCHEMA_MAP:
            for name, member in value.items():
                yield from subschemas(member, (*path, keyword, name))
        elif type(value) is dict and keyword in ONE_SCHEMA:
            yield from subschemas(value, (*path, keyword))
        elif type(value) is list and keyword in SCHEMA_LIST:
            for index, member in enumerate(value):
                yield from subschemas(member, (*path, keyword, index))


def object_schemas(schema: JSON) -> list[dict[str, JSON]]:
    """Return the objects among what `subschemas` yields, in another order and without paths: those take its time."""
    found = [schema] if type(schema) is dict else []
    for entry in found:
        if HOLDING.isdisjoint(entry):
            continue  # most hold no other
        for keyword, value in entry.items():
            if type(value) is dict:
                if keyword in SCHEMA_MAP:
                    found += [member for member in value.values() if type(member) is dict]
                elif keyword in ONE_SCHEMA:
                    found.append(value)
            elif type(value) is list and keyword in SCHEMA_LIST:
                found += [member for member in value if type(member) is dict]
    return found


def references(schema: JSON) -> set[str]:
    """Return each `$ref` of a schema."""
    return {
        object_schema["$ref"]
        for object_schema in object_schemas(schema)
        if "$ref" in object_schema and isinstance(object_schema["$ref"], str)
    }


def dangling_references(schema: JSON) -> list[tuple[Path, str]]:
    """Return the references of a schema that point into it and find nothing: `#`, `#/...` and `#anchor`.

    Another document may be at hand for who reads the schema.
    """
    dangling = {reference for reference in references(schema) if dangles(schema, reference)}
    if not dangling:
        return []  # then their places do not matter
    return [
        ((*path, "$ref"), member["$ref"])
        for path, member in subschemas(schema)
        if type(member) is dict and isinstance(member.get("$ref"), str) and member["$ref"] in dangling
    ]


def missing_place(source: JSON, schema: JSON, reference: str, path: Path) -> Path:
    """Return the first place that is missing on the way to what a reference points at in the source.

    path: that of the reference, which is returned if it points at nothing in the source.
    """
    if dangles(source, reference):
        return path
    if reference.startswith("#/"):
        target: Path = tuple(map(_name_of, reference.split("/")[1:]))
    else:
        target = next(place for place, name in _anchors(source) if name == unquote(reference))
    ends = range(1, len(target) + 1)
    return next((target[:end] for end in ends if not _follow(schema, target[:end])[0]), path)


def dangles(schema: JSON, reference: str) -> bool:
    """Whether a reference points into a schema and finds nothing there."""
    if reference == "#" or reference.startswith("#/"):
        return not find_reference(schema, reference)[0]
    return reference.startswith("#") and all(unquote(reference) != name for _place, name in _anchors(schema))


def _anchors(schema: JSON) -> Iterator[tuple[Path, str]]:
    """Yield place and `#name` of every anchor; before 2019-09 `$id` (draft-04: `id`) gave a place its name."""
    for path, member in subschemas(schema):
        if type(member) is dict:
            for key in ("$anchor", "$dynamicAnchor"):
                if isinstance(member.get(key), str):
                    yield (*path, key), f"#{member[key]}"
            for key in ("$id", "id"):
                if isinstance(member.get(key), str) and member[key].startswith("#"):
                    yield (*path, key), member[key]


def _name_of(step: str) -> str:
    """Return the name that a step of a reference writes."""
    return unquote(step).replace("~1", "/").replace("~0", "~") if "%" in step or "~" in step else step


def find_reference(schema: JSON, reference: str) -> tuple[bool, JSON]:
    """Follow `#` or `#/...` inside a schema. Return whether it finds anything, and what."""
    return _follow(schema, map(_name_of, reference.split("/")[1:]))


def target_of(schema: JSON, reference: str) -> dict[str, JSON] | None:
    """Return the object schema inside a schema that a reference by a path names."""
    if reference != "#" and not reference.startswith("#/"):
        return None
    found, target = find_reference(schema, reference)
    return target if found and isinstance(target, dict) else None


def parts_of(root: JSON, schema: JSON, within: tuple[str, ...] = ()) -> Iterator[JSON]:
    """Yield a schema and what all has to hold beside it: the parts of its allOf, and what it refers to."""
    yield schema
    if not isinstance(schema, dict):
        return
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference not in within:
        within = (*within, reference)
        yield from parts_of(root, target_of(root, reference), within)
    for part in list_of(schema.get("allOf")):
        yield from parts_of(root, part, within)


def properties_of(schema: JSON) -> dict[str, JSON]:
    """Return the properties that a schema describes."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    return properties if isinstance(properties, dict) else {}


def types_of(schema: JSON) -> set[str] | None:
    """Return the types that a schema names itself; None where it names none."""
    if not isinstance(schema, dict) or "type" not in schema:
        return None
    return {element for element in (list_of(schema["type"]) or [schema["type"]]) if isinstance(element, str)}


def list_of(value: JSON) -> list[JSON]:
    """Return a list; an empty one for anything else."""
    return value if isinstance(value, list) else []


def texts_of(value: JSON) -> list[str]:
    """Return the texts of a list, such as the names of `required`."""
    return [element for element in list_of(value) if isinstance(element, str)]


def _follow(schema: JSON, path: Iterable[str | int]) -> tuple[bool, JSON]:
    """Return whether a schema has a place, and what is there."""
    place = schema
    for step in path:
        if isinstance(place, dict) and step in place:
            place = place[step]
        elif isinstance(place, list) and _POSITION.fullmatch(str(step)) and int(step) < len(place):
            place = place[int(step)]
        else:
            return False, None
    return True, place


def is_valid_schema(schema: JSON) -> bool:
    """Whether a schema is valid by its own draft (2020-12 where it names none)."""
    if reaches_out(schema):
        return True  # nobody can say without the network
    try:
        is_valid = jsonschema_rs.meta.is_valid(schema)
    except ValueError:  # what the validator cannot read
        is_valid = jsonschema_rs.meta.is_valid(readable(schema))
    if is_valid:
        return True
    confirm_invalid(schema)
    return False


def same_meaning(value: JSON, other: JSON) -> bool | None:
    """Whether two schemas accept the same instances; None where it cannot be decided exactly, or not in time.

    A `format` refuses no value, whatever the draft.
    """
    if reaches_out(value) or reaches_out(other) or not (_is_decidable(value) and _is_decidable(other)):
        return None
    try:
        first, second = (jsonschema_rs.canonicalize(schema, validate_formats=False) for schema in (value, other))
        answers = {str(first.covers(second)), str(second.covers(first))}
    except (ValueError, TypeError, jsonschema_rs.ReferencingError):
        return None
    if "no" in answers:
        return False
    return True if answers == {"yes"} else None


def _is_decidable(schema: JSON) -> bool:
    """Whether a schema is small enough for containment, which takes exponential time in depth and width."""
    paths = [path for path, _member in islice(subschemas(schema), MOST_DECIDED + 1)]
    return len(paths) <= MOST_DECIDED and max(map(len, paths)) <= 2 * DEEPEST_DECIDED


def reaches_out(schema: JSON) -> bool:
    """Whether understanding a schema could take a look at another document, on disk or on the network."""
    for object_schema in object_schemas(schema):
        if "$id" in object_schema or "id" in object_schema:
            return True
        for key in _POINTING & object_schema.keys():
            if isinstance(object_schema[key], str) and not object_schema[key].startswith("#"):
                return True
        if "$schema" in object_schema and not str(object_schema["$schema"]).partition("://")[2].startswith(
            "json-schema.org/"
        ):
            return True
    return False
