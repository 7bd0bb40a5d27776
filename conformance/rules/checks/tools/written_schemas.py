"""Schemas that a converter writes itself, for a tool whose source has none."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.base.values import JSON
from conformance.formats.json_schema import Path, is_valid_schema, subschemas

_TYPES = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})


def unknown_types(schema: JSON) -> Iterator[tuple[Path, JSON]]:
    """Yield the types in a schema that JSON Schema does not know: nobody else wrote them than the converter."""
    for path, member in subschemas(schema):
        types = member.get("type", []) if isinstance(member, dict) else []
        for type_ in types if isinstance(types, list) else [types]:
            if not isinstance(type_, str) or type_ not in _TYPES:
                yield path, type_


def is_sound_schema(schema: dict[str, JSON]) -> bool:
    """Whether a schema that the converter wrote is valid, and requires only what is among its properties."""
    properties, required = schema.get("properties", {}), schema.get("required", [])
    return is_valid_schema(schema) and all(name in properties for name in required)


def takes_any_text(schema: JSON) -> bool:
    """Whether a schema is an object schema with room for free-form input. A format may narrow the text."""
    if not isinstance(schema, dict) or schema.get("type") != "object" or not is_sound_schema(schema):
        return False
    properties = schema.get("properties")
    members = [schema.get("additionalProperties", True), *(properties.values() if isinstance(properties, dict) else ())]
    return any(member is True or (isinstance(member, dict) and _is_text(member)) for member in members)


def _is_text(schema: dict[str, JSON]) -> bool:
    types = schema.get("type", "string")
    types = types if isinstance(types, list) else [types]
    return "string" in types and "enum" not in schema and "const" not in schema
