"""What JSON Schemas can hold, each thing by a name, and which of them a schema holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from conformance.generate.material import DEFINITION_NAMES, PROPERTY_NAMES

# The vocabularies of JSON Schema 2020-12 and draft-07.
ONE_SCHEMA = {
    *("additionalProperties", "propertyNames", "items", "contains", "not", "if", "then", "else"),
    *("unevaluatedItems", "unevaluatedProperties", "contentSchema", "additionalItems"),
}
SCHEMA_LISTS = {"prefixItems", "items", "allOf", "anyOf", "oneOf"}
SCHEMA_MAPS = {"properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions"}
OTHERS = {
    *("$schema", "$id", "$ref", "$anchor", "$comment"),
    *("type", "enum", "const", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"),
    *("maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "maxContains", "minContains"),
    *("maxProperties", "minProperties", "required", "dependentRequired"),
    *("format", "contentEncoding", "contentMediaType"),
    *("title", "description", "default", "deprecated", "readOnly", "writeOnly", "examples"),
}
KEYWORDS = ONE_SCHEMA | SCHEMA_LISTS | SCHEMA_MAPS | OTHERS
# A `$vocabulary` stands in meta-schemas only, and no tool in use was seen with a `$dynamicRef` or its anchor: its
# target depends on how the schema was reached, and what a conversion owes there is stated nowhere.
NOT_MEANT = {"$vocabulary", "$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor"}

POSITIONS = {
    *("root", "items list", "dependencies"),
    *(ONE_SCHEMA | SCHEMA_LISTS | SCHEMA_MAPS),
}
# Where a schema may be just true or false in our inputs often enough to be counted on.
BOOLEANS = {
    *(("true", place) for place in ("properties", "items", "additionalProperties", "anyOf")),
    *(("false", place) for place in ("properties", "items", "additionalProperties", "anyOf", "additionalItems")),
}
DATA_KEYWORDS = ("enum", "const", "default", "examples")
TYPES = ("string", "integer", "number", "boolean", "null", "array", "object")

WANTED = {
    *(f"keyword {keyword}" for keyword in KEYWORDS),
    *(f"schema at {place}" for place in POSITIONS),
    *(f"default at {place}" for place in POSITIONS - {"additionalItems"}),
    *(f"{value} at {place}" for value, place in BOOLEANS),
    *(f"property {name!r}" for name in PROPERTY_NAMES),
    *(f"required {name!r}" for name in ("default", "properties", "items", "enum", "type", "$ref", "__proto__", "")),
    *(f"pattern property {name!r}" for name in ("^x-", "default", "")),
    *(f"definition {name!r}" for name in DEFINITION_NAMES),
    *(f"data like a schema in {keyword}" for keyword in DATA_KEYWORDS),
    *(f"default {value}" for value in ("null", "false", "true", "0", '""', "[]", "{}", "1.0", "-0.0")),
    *(f"type {name}" for name in (*TYPES, "absent", "with null", "of several")),
    *("draft-07 by name", "2020-12 by name", "no dialect"),
    *("$ref to a definition", "$ref to the root", "$ref to a property", "$ref to an anchor", "$ref in an array"),
    *("$ref beside other keywords", "$ref with ~1", "$ref with ~0", "$ref with %"),
    *("a definition that refers to itself", "a definition that refers to another", "$ref as data", "$ref as a name"),
    *("integer beyond 2**53", "integer below -2**63", "number beyond 64 bits", "1.0", "-0.0", "1e+100", "1e-07"),
    *("1 beside 1.0", "negative number", "fraction", "boolean beside a number"),
    *("no properties", "empty properties", "empty schema", "required without a property", "required in another order"),
    *("closed", "open by true", "open by a schema", "unknown keyword", "null beside a value in enum", "empty text"),
    *("not ASCII", "beyond the first plane", "quote", "control character", "line end", "U+2028", "combining mark"),
    *("four levels",),
}


def seen(schema: Any) -> Iterator[str]:
    """Yield what the schema of a tool's parameters holds."""
    yield from _of_schema(schema, "root", 0)
    yield from _of_references(schema)
    yield from _of_texts(schema)
    yield from _of_values(schema)


def _of_schema(schema: Any, place: str, depth: int) -> Iterator[str]:
    yield f"schema at {place}"
    if depth >= 4:
        yield "four levels"
    if isinstance(schema, bool):
        yield f"{json.dumps(schema)} at {place}"
        return
    if place == "root":
        dialect = schema.get("$schema", "")
        yield "draft-07 by name" if "draft-07" in dialect else "2020-12 by name" if dialect else "no dialect"
    if schema == {}:
        yield "empty schema"
    yield from _of_keywords(schema, place)
    for keyword, value in schema.items():
        if keyword in SCHEMA_MAPS:
            for name, member in value.items():
                yield f"{_MEMBERS.get(keyword, keyword)} {name!r}"
                if not isinstance(member, list):  # draft-07 dependencies name properties too
                    yield from _of_schema(member, keyword, depth + 1)
        elif keyword in SCHEMA_LISTS and isinstance(value, list):
            for member in value:
                yield from _of_schema(member, "items list" if keyword == "items" else keyword, depth + 1)
        elif keyword in ONE_SCHEMA:
            yield from _of_schema(value, keyword, depth + 1)


_MEMBERS = {
    "properties": "property",
    "patternProperties": "pattern property",
    "$defs": "definition",
    "definitions": "definition",
}


def _of_keywords(schema: dict[str, Any], place: str) -> Iterator[str]:
    for keyword in schema:
        yield f"keyword {keyword}" if keyword in KEYWORDS | NOT_MEANT else "unknown keyword"
    if "default" in schema:
        yield f"default at {place}"
        yield f"default {json.dumps(schema['default'])}"
    for keyword in DATA_KEYWORDS:
        if '"default":' in json.dumps(schema.get(keyword)):
            yield f"data like a schema in {keyword}"
    kind = schema.get("type", "absent")
    if isinstance(kind, list):
        yield "type with null" if "null" in kind else "type of several"
    else:
        yield f"type {kind}"
    if kind == "object":
        yield (
            "no properties"
            if "properties" not in schema
            else "properties"
            if schema["properties"]
            else "empty properties"
        )
    yield from _of_required(schema)
    further = schema.get("additionalProperties", "absent")
    if further != "absent":
        yield "closed" if further is False else "open by true" if further is True else "open by a schema"
    if None in schema.get("enum", ()) and len(schema["enum"]) > 1:
        yield "null beside a value in enum"


def _of_required(schema: dict[str, Any]) -> Iterator[str]:
    required, properties = schema.get("required", []), schema.get("properties", {})
    for name in required:
        yield f"required {name!r}"
    if any(name not in properties for name in required):
        yield "required without a property"
    known = [name for name in required if name in properties]
    if known != [name for name in properties if name in known]:
        yield "required in another order"


def _of_references(root: dict[str, Any]) -> Iterator[str]:
    for path, schema in _schemas(root, ()):
        if "$ref" not in schema:
            continue
        target = schema["$ref"]
        definition = target.startswith(("#/$defs/", "#/definitions/"))
        kind = (
            "a definition"
            if definition
            else {"#": "the root"}.get(target, "a property" if "/" in target else "an anchor")
        )
        yield f"$ref to {kind}"
        if len(schema) > 1:
            yield "$ref beside other keywords"
        if path[-1:] == ("items",):
            yield "$ref in an array"
        yield from (f"$ref with {part}" for part in ("~1", "~0", "%") if part in target)
        if path[:1] in (("$defs",), ("definitions",)) and definition:
            own = target.rpartition("/")[2] == path[1].replace("~", "~0").replace("/", "~1")
            yield f"a definition that refers to {'itself' if own else 'another'}"


def _schemas(schema: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    if not isinstance(schema, dict):
        return
    yield path, schema
    for keyword, value in schema.items():
        if keyword in SCHEMA_MAPS:
            for name, member in value.items():
                yield from _schemas(member, (*path, keyword, name))
        elif keyword in SCHEMA_LISTS and isinstance(value, list):
            for member in value:
                yield from _schemas(member, (*path, keyword))
        elif keyword in ONE_SCHEMA:
            yield from _schemas(value, (*path, keyword))


def _of_texts(value: Any) -> Iterator[str]:
    text = json.dumps(value, ensure_ascii=False)
    if '"$ref": "#/$defs/Missing"' in text:
        yield "$ref as data"
    if '"$ref": {' in text or '"$ref": true' in text:
        yield "$ref as a name"
    yield from texts_of(text)


def texts_of(text: str) -> Iterator[str]:
    """Yield what is special in a text that was written as JSON, Unicode as it is."""
    marks = {'\\"': "quote", "\\n": "line end", "\u2028": "U+2028", "\u0308": "combining mark", '""': "empty text"}
    yield from (name for mark, name in marks.items() if mark in text)
    if not text.isascii():
        yield "not ASCII"
        if max(text) > "\uffff":
            yield "beyond the first plane"
    if "\\u00" in text:
        yield "control character"


def _of_values(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for member in value.values():
            yield from _of_values(member)
    elif isinstance(value, list):
        kinds = {type(member) for member in value}
        if any(type(a) is int and type(b) is float and a == b for a in value for b in value):
            yield "1 beside 1.0"
        if bool in kinds and kinds & {int, float}:
            yield "boolean beside a number"
        for member in value:
            yield from _of_values(member)
    elif type(value) in (int, float):
        yield from numbers_of(value)


def numbers_of(value: float) -> Iterator[str]:
    """Yield what is special in a number."""
    if value < 0:
        yield "negative number"
    if type(value) is float:
        yield repr(value) if repr(value) in ("1.0", "-0.0", "1e+100", "1e-07") else "fraction"
        return
    if abs(value) > 2**53:
        yield "integer beyond 2**53"
    if value < -(2**63):
        yield "integer below -2**63"
    if value >= 2**64:
        yield "number beyond 64 bits"
