"""What a schema of a function declaration says: its members in one spelling, its types, the enums that it can have."""

from __future__ import annotations

import re
from typing import Any, Final

from conformance.base.values import JSON

COUNTS: Final = frozenset({"maxItems", "maxLength", "maxProperties", "minItems", "minLength", "minProperties"})
NUMBERS: Final = frozenset({"maximum", "minimum"})
# The form has no limit that excludes itself.
EXCLUSIVE: Final = {"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}
# The name of a parameter that the API takes.
PARAMETER: Final = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]{0,63}")
# Keywords with another name in a JSON Schema, and those that hold schemas.
_KEYWORDS: Final = {"defs": "$defs", "ref": "$ref"}
_MAPS: Final = ("properties", "$defs")
_LISTS: Final = ("anyOf", "prefixItems")
_SCHEMAS: Final = ("items", "additionalProperties")
# By their numbers, which the JSON of protobuf may have in the place of names.
_TYPES: Final = ("", "string", "number", "integer", "boolean", "array", "object", "null")
_WORD: Final = re.compile(r"_([a-z])")


def camel(key: str) -> str:
    """Return a keyword as the API's JSON has it; the SDKs take any_of for anyOf."""
    return _WORD.sub(lambda found: found[1].upper(), key) if "_" in key else key


def members_of(schema: JSON) -> dict[str, Any]:
    """Return the members of a schema in the API's spelling; null means that one is absent."""
    held = schema if isinstance(schema, dict) else {}
    return {camel(key): value for key, value in held.items() if value is not None}


def types_taken(schema: JSON) -> set[str] | None:
    """Return the types that a schema takes, as JSON Schema names them; None where it takes any."""
    members = members_of(schema)
    named = members.get("type")
    found: set[str] = set()
    if isinstance(named, str | list):
        found |= {value.lower() for value in (named if isinstance(named, list) else [named]) if isinstance(value, str)}
    elif isinstance(members.get("anyOf"), list):
        for taken in map(types_taken, members["anyOf"]):
            if taken is None:
                return None
            found |= taken
    else:
        return None
    found |= {"null"} if members.get("nullable") is True else set()
    return found | {"integer"} if "number" in found else found


def is_sayable(schema: dict[str, JSON], values: list[JSON]) -> bool:
    """Whether the API takes this enum of a JSON Schema: texts that are not empty, of a node that may be a text."""
    texts = [value for value in values if value is not None]
    named = schema.get("type", "string")
    types = named if isinstance(named, list) else [named]
    is_textual = all(type_ in ("string", "null") for type_ in types)
    return bool(texts) and all(isinstance(text, str) and text for text in texts) and is_textual


def json_schema_of(schema: JSON) -> JSON:
    """Return the JSON Schema that says what a schema of the form says, in the draft that every format takes."""
    if not isinstance(schema, dict):
        return schema
    members = {_KEYWORDS.get(key, key): value for key, value in members_of(schema).items()}
    is_nullable = members.pop("nullable", None) is True
    members.pop("propertyOrdering", None)
    if members.get("format") == "enum":
        del members["format"]
    for key, value in list(members.items()):
        if key in _MAPS and isinstance(value, dict):
            members[key] = {name: json_schema_of(inner) for name, inner in value.items()}
        elif key in _LISTS and isinstance(value, list):
            members[key] = [json_schema_of(inner) for inner in value]
        elif key in _SCHEMAS:
            members[key] = json_schema_of(value)
        elif key in COUNTS and isinstance(value, str) and value.isdecimal():
            members[key] = int(value)
    type_ = members.get("type")
    if isinstance(type_, int) and type_ in range(1, len(_TYPES)):
        type_ = members["type"] = _TYPES[type_]
    if isinstance(type_, str):
        members["type"] = [type_.lower(), "null"] if is_nullable else type_.lower()
    if is_nullable and isinstance(members.get("enum"), list) and None not in members["enum"]:
        members["enum"] = [*members["enum"], None]
    if is_nullable and isinstance(members.get("anyOf"), list):
        members["anyOf"] = [*members["anyOf"], {"type": "null"}]
    return members
