"""The places of a source format, read from its schema: what can be there, as rows, and what of it a value contains.

A row is named `PATH: WHAT`. A path consists of members and of the names of variants (the role of a message, the type of
anything else); steps into lists are not written.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from itertools import pairwise
from typing import Any, TypeAlias

from conformance.base.values import JSON, same
from conformance.formats.chat.read import CALLS, OLD_CALL
from tests.suite.coverage import json_schemas
from tests.suite.coverage.classes import (
    ANY_NAME,
    ARGUMENTS,
    CHAT_IDENTIFIER,
    COUNT,
    FILE_DATA,
    FILE_NAME,
    IDENTIFIER,
    LONG_LISTS,
    NAME,
    PARTICIPANT,
    TEXT,
    URI,
    URL,
    Classes,
)

Schema: TypeAlias = Mapping[str, Any]

# Value classes of the texts and numbers at a place, by the end of its path; the first that fits. Others have none.
_CLASSES: tuple[tuple[str, Classes], ...] = (
    ("*/call_id", IDENTIFIER),
    ("*/tool_call_id", CHAT_IDENTIFIER),
    (f"*/{CALLS}/*/id", CHAT_IDENTIFIER),
    ("*/arguments", ARGUMENTS),
    ("*/user/name", PARTICIPANT),
    ("*/function/name", NAME),
    ("*/custom/name", NAME),
    (f"*/{OLD_CALL}/name", NAME),
    ("*/custom_tool_call/name", NAME),
    ("tools/name", ANY_NAME),
    ("definition/name", ANY_NAME),
    ("*/url", URL),
    ("*/image_url", URL),
    ("*/uri", URI),
    ("*/filename", FILE_NAME),
    ("*/file_data", FILE_DATA),
    ("*_tokens", COUNT),
    *((f"*{name}", TEXT) for name in ("/content", "/text", "description", "/refusal", "/output", "/input")),
    ("*instructions", TEXT),
)
_SCHEMAS = ("*/parameters", "*/inputSchema")
# Lists that programs read whole: what is next to what, and how many there are, matters.
_READ_WHOLE = ("messages", "items", "output", "tools", f"*/{CALLS}", "*/content", "response/output")
_LONG = (
    "messages",
    "items",
    "output",
    "tools",
    f"*/{CALLS}",
    "*/user/content",
    "*/assistant/content",
    "response/output",
)


@dataclass(slots=True)
class SchemaPlace:
    """What can be at one place. optional: whether it may be absent. Empty fields: nothing of that kind.

    types: names of JSON types. values: what an enumeration lists. classes: of its texts and numbers. items: what a list
    contains. members: of an object without variants. schema: whether a JSON Schema is here.
    """

    optional: bool = False
    types: dict[str, None] = field(default_factory=dict)
    values: list[JSON] = field(default_factory=list)
    classes: Classes = field(default_factory=dict)
    items: SchemaPlace | None = None
    members: dict[str, SchemaPlace] = field(default_factory=dict)
    variants: dict[str, SchemaPlace] = field(default_factory=dict)
    schema: bool = False


class PlaceReader:
    """Reads places from a schema.

    reads: the variants whose members have rows; of others only that they occur; None for all. unread: patterns of the
    paths of which only presence has rows. members: by patterns of paths, the members that have rows there.
    """

    def __init__(
        self,
        definitions: Mapping[str, Schema],
        reads: Collection[str] | None,
        unread: Collection[str],
        members: Iterable[tuple[str, Collection[str]]],
    ) -> None:
        self._definitions = definitions
        self._reads = reads
        self._unread = unread
        self._members = tuple(members)

    def place(self, schemas: list[Schema], path: str) -> SchemaPlace:
        """Return what the union of some schemas allows at a path."""
        place = SchemaPlace(schema=_is_one_of(path, _SCHEMAS))
        if place.schema:
            return place
        objects: list[Schema] = []
        items: list[Schema] = []
        for schema in self._flat(schemas):
            place.types[_type_of(schema)] = None
            place.values += schema.get("enum", [schema["const"]] if "const" in schema else [])
            if "properties" in schema:
                objects.append(schema)
            if "items" in schema:
                items.append(schema["items"])
        if not place.values and place.types.keys() & {"text", "number"}:
            place.classes = next((classes for pattern, classes in _CLASSES if fnmatchcase(path, pattern)), {})
        if items:
            place.items = self.place(items, path)
        tagged = [(label, object_) for object_ in objects for label in self._labels(object_)]
        if len({label for label, _one in tagged}) > 1:
            for label in dict.fromkeys(label for label, _one in tagged):
                same = [element for other, element in tagged if other == label]
                read = (self._reads is None or label in self._reads) and not self._is_unread(f"{path}/{label}")
                place.variants[label] = self._object(same, f"{path}/{label}") if read else SchemaPlace()
        elif objects:
            place.members = self._object(objects, path).members
        return place

    def _is_unread(self, path: str) -> bool:
        return any(fnmatchcase(path, pattern) for pattern in self._unread)

    def _flat(self, schemas: list[Schema]) -> Iterator[Schema]:
        for schema in schemas:
            while "$ref" in schema:
                schema = self._definitions[schema["$ref"].removeprefix("#/$defs/")]
            branches = schema.get("anyOf") or schema.get("oneOf")
            if branches:
                yield from self._flat(branches)
            else:
                yield schema

    def _object(self, schemas: list[Schema], path: str) -> SchemaPlace:
        members: dict[str, list[Schema]] = {}
        for schema in schemas:
            for name, member in schema["properties"].items():
                members.setdefault(name, []).append(member)
        found = SchemaPlace()
        chosen = next((names for pattern, names in self._members if fnmatchcase(path, pattern)), members)
        for name, given in members.items():
            if name not in chosen:
                continue
            if name in _TAGS and path.rpartition("/")[2] in self._tags(given):
                continue
            inner = SchemaPlace() if self._is_unread(f"{path}/{name}") else self.place(given, f"{path}/{name}")
            inner.optional = not all(name in schema.get("required", ()) for schema in schemas)
            found.members[name] = inner
        return found

    def _labels(self, schema: Schema) -> list[str]:
        """Return the names of an object's variants: the roles of a message, the type of anything else."""
        roles, types = (self._tags([schema["properties"].get(key, {})]) for key in _TAGS)
        return roles if roles and types in ([], ["message"]) else types

    def _tags(self, schemas: list[Schema]) -> list[str]:
        found = [value for element in self._flat(schemas) for value in element.get("enum", [element.get("const")])]
        return [value for value in found if isinstance(value, str)]


_TAGS = ("role", "type")


def rows(place: SchemaPlace, path: str) -> Iterator[str]:
    """Yield the rows of a place and of all places below it."""
    if place.schema:
        yield from json_schemas.rows(path)
        return
    if len(place.types) > 1:
        yield from (f"{path}: {kind}" for kind in place.types)
    if len(place.values) > 1:
        yield from (f"{path}: {json.dumps(value)}" for value in place.values)
    yield from (f"{path}: {name}" for name in place.classes)
    if "boolean" in place.types:
        yield from (f"{path}: {name}" for name in ("true", "false"))
    if place.items is not None:
        yield from (f"{path}: {name}" for name in ("no entry", "one entry", "several entries"))
        if _is_one_of(path, _READ_WHOLE):
            yield f"{path}: identical neighbours"
        if _is_one_of(path, _LONG):
            yield from (f"{path}: more than {count} entries" for count in LONG_LISTS)
        yield from rows(place.items, path)
    for label, variant in place.variants.items():
        yield f"{path}/{label}: occurs"
        yield from rows(variant, f"{path}/{label}")
    for name, member in place.members.items():
        if member.optional:
            yield from (f"{path}/{name}: {state}" for state in ("present", "absent"))
        yield from rows(member, f"{path}/{name}")


def marks(place: SchemaPlace, path: str, value: JSON) -> Iterator[str]:
    """Yield the rows that a value at a place covers."""
    if place.schema:
        yield from json_schemas.marks(path, value)
        return
    kind = _kind_of(value)
    if kind in place.types:
        yield f"{path}: {kind}"
    if isinstance(value, str | bool):
        yield f"{path}: {json.dumps(value)}"
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        yield from (f"{path}: {name}" for name, fits in place.classes.items() if kind in place.types and fits(value))
    if isinstance(value, list) and place.items is not None:
        yield from _list_marks(path, value)
        for entry in value:
            yield from marks(place.items, path, entry)
    elif isinstance(value, dict):
        label = value.get("role") if value.get("type", "message") == "message" else value["type"]
        variant = place.variants.get(label) if isinstance(label, str) else None
        if variant is not None:
            yield f"{path}/{label}: occurs"
            yield from _member_marks(variant.members, f"{path}/{label}", value)
        yield from _member_marks(place.members, path, value)


def _member_marks(members: Mapping[str, SchemaPlace], path: str, value: dict[str, JSON]) -> Iterator[str]:
    for name, member in members.items():
        yield f"{path}/{name}: {'present' if name in value else 'absent'}"
        if name in value:
            yield from marks(member, f"{path}/{name}", value[name])


def _list_marks(path: str, value: list[JSON]) -> Iterator[str]:
    yield f"{path}: {('no entry', 'one entry', 'several entries')[min(len(value), 2)]}"
    if any(same(element, other) for element, other in pairwise(value)):
        yield f"{path}: identical neighbours"
    yield from (f"{path}: more than {count} entries" for count in LONG_LISTS if len(value) > count)


def _is_one_of(path: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(path, pattern) for pattern in patterns)


def _type_of(schema: Schema) -> str:
    if "type" in schema:
        return _NAMES.get(schema["type"], "number")
    first = (schema.get("enum") or [schema.get("const")])[0]
    return "object" if first is None else _kind_of(first)


_NAMES = {"string": "text", "array": "list", "object": "object", "null": "null", "boolean": "boolean"}
_KINDS = {str: "text", list: "list", dict: "object", type(None): "null", bool: "boolean"}


def _kind_of(value: JSON) -> str:
    return _KINDS.get(type(value), "number")
