"""Schemas closed as the Responses API closes those of a function that says nothing of strict; objects in schemas."""

from collections.abc import Iterator
from typing import Any

from conformance.reference.schema import copy_json

Schema = dict[str, Any]

_DEEPEST = 5  # objects within objects: fewer than any limit that is known
# Of other keywords it is not certain that strict mode takes them.
_PLAIN = frozenset({
    "type", "title", "description", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf",
})  # fmt: skip
# Keywords that hold schemas by name, and those that hold one schema or a list of them.
_MAPS = frozenset({"$defs", "definitions", "dependentSchemas", "patternProperties", "properties"})
_HOLDERS = frozenset({
    "additionalItems", "additionalProperties", "allOf", "anyOf", "contains", "contentSchema", "else", "if", "items",
    "not", "oneOf", "prefixItems", "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
})  # fmt: skip
_TYPES = frozenset({"object", "array", "string", "integer", "number", "boolean", "null"})


def closed(schema: Schema) -> Schema | None:
    """A deep copy of a schema with every object closed and every property required.

    None where it is not certain that strict mode takes the result.
    """
    if schema.get("type") != "object" or "anyOf" in schema or "enum" in schema:
        return None
    copy: Schema = copy_json(schema)
    return copy if _close(copy, 0) else None


def objects_in(schema: Schema) -> Iterator[Schema]:
    """The schemas of objects in a schema: itself, if it is one, and those below."""
    for node in schemas_in(schema):
        if node.get("type") == "object" or isinstance(node.get("properties"), dict):
            yield node


def schemas_in(schema: Any) -> Iterator[Schema]:
    """A schema and those below, but for true and false."""
    pending: list[Any] = [schema]
    for node in pending:
        if not isinstance(node, dict):
            continue
        yield node
        for keyword, value in node.items():
            if keyword in _MAPS and isinstance(value, dict):
                pending += value.values()
            elif keyword in _HOLDERS:
                pending += value if isinstance(value, list) else [value]


def _close(node: Any, depth: int) -> bool:
    if not isinstance(node, dict) or depth > _DEEPEST or not node.keys() <= _PLAIN:
        return False
    if not _has_known_type(node):
        return False
    properties, types = node.get("properties"), node.get("type")
    inner: list[Any] = []
    if "object" in (types if isinstance(types, list) else [types]) or properties is not None:
        if not isinstance(properties, dict):
            return False
        node["additionalProperties"] = False
        node["required"] = list(properties)
        inner += properties.values()
    if "array" in (types if isinstance(types, list) else [types]):
        inner.append(node.get("items"))
    elif "items" in node:
        return False
    branches = node.get("anyOf", [])
    if not isinstance(branches, list) or ("anyOf" in node and not branches):
        return False
    return all(_close(part, depth + 1) for part in (*inner, *branches))


def _has_known_type(node: Schema) -> bool:
    types = node.get("type")
    if isinstance(types, list):
        return bool(types) and len(set(map(str, types))) == len(types) and _TYPES.issuperset(types)
    if types is None:
        return "anyOf" in node and "type" not in node
    return isinstance(types, str) and types in _TYPES
