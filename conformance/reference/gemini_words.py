"""How Gemini spells a request: its members in one case, and its schemas as JSON Schemas."""

import re
from typing import Any

from conformance.reference.members import Object

# What holds values of the client's own, whose names are nobody else's.
_OPAQUE = {
    "args", "response", "parametersJsonSchema", "responseJsonSchema", "parameters", "responseSchema", "labels",
}  # fmt: skip
_TYPES = ("string", "number", "integer", "boolean", "array", "object", "null")  # by their numbers, from 1
_COUNTS = {"minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"}


def camel(name: str) -> str:
    """A name in camelCase."""
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), name)


def in_camel_case(value: Any) -> Any:
    """A request whose members are in camelCase; what is null is left out, but for values of the client's own."""
    if isinstance(value, list):
        return [in_camel_case(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    made = {}
    for key, member in value.items():
        name = camel(key)
        if member is not None:
            made[name] = member if name in _OPAQUE else in_camel_case(member)
    return made


def json_schema(schema: Any) -> Any:
    """The JSON Schema for a schema of Gemini's own dialect."""
    if not isinstance(schema, dict):
        return schema
    made: Object = {}
    for key, value in schema.items():
        name = camel(key)
        if value is None or name in ("nullable", "propertyOrdering") or (name, value) == ("format", "enum"):
            continue
        if name in ("properties", "defs") and isinstance(value, dict):
            value = {own: json_schema(inner) for own, inner in value.items()}
        elif name in ("anyOf", "prefixItems") and isinstance(value, list):
            value = [json_schema(inner) for inner in value]
        elif name in ("items", "additionalProperties"):
            value = json_schema(value)
        elif name == "type" and isinstance(value, str):
            value = value.lower()
        elif name == "type" and isinstance(value, int) and 0 < value <= len(_TYPES):
            value = _TYPES[value - 1]
        elif name in _COUNTS and isinstance(value, str) and value.isdecimal():
            value = int(value)
        made[{"defs": "$defs", "ref": "$ref"}.get(name, name)] = value
    return _nullable(made) if schema.get("nullable") is True else made


def _nullable(schema: Object) -> Object:
    """A schema that takes null too."""
    made = dict(schema)
    if isinstance(made.get("type"), str):
        made["type"] = [made["type"], "null"]
    if isinstance(made.get("enum"), list) and None not in made["enum"]:
        made["enum"] = [*made["enum"], None]
    if isinstance(made.get("anyOf"), list):
        made["anyOf"] = [*made["anyOf"], {"type": "null"}]
    return made
