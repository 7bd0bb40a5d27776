"""What a JSON Schema and its translation for Google say: types, values, properties, what they refer to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from conformance.formats.json_schema import find_reference
from conformance.oracles.google import spelled
from conformance.values import JSON

COUNTS = frozenset({"maxItems", "maxLength", "maxProperties", "minItems", "minLength", "minProperties"})
NUMBERS = frozenset({"maximum", "minimum"})
# The name of a parameter that the API takes.
PARAMETER = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]{0,63}")

# The form has no limit that excludes itself.
EXCLUSIVE = {"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}


def list_of(value: JSON) -> list[JSON]:
    """Return a list; an empty one for anything else."""
    return value if isinstance(value, list) else []


def is_number(value: JSON) -> bool:
    """Whether a value is a number."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def properties_of(schema: dict[str, JSON]) -> dict[str, JSON]:
    """Return the properties that a schema describes."""
    properties: JSON = schema.get("properties")
    return properties if isinstance(properties, dict) else {}


def target_of(root: JSON, reference: str) -> dict[str, JSON] | None:
    """Return the schema inside the root that a reference names."""
    if reference != "#" and not reference.startswith("#/"):
        return None
    found, target = find_reference(root, reference)
    return target if found and isinstance(target, dict) else None


def parts_of(root: JSON, schema: JSON, within: tuple[str, ...]) -> Iterator[JSON]:
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


def types_of(schema: JSON) -> set[str] | None:
    """Return the types that a JSON Schema names itself; None where it names none, or says more than a type."""
    if not isinstance(schema, dict) or "type" not in schema:
        return None
    type_ = schema["type"]
    return {name for name in (type_ if isinstance(type_, list) else [type_]) if isinstance(name, str)}


def types_taken(result: dict[str, JSON]) -> set[str] | None:
    """Return the types that a node of the result takes; None where it takes any."""
    type_ = result.get("type")
    found: set[str] = set()
    if isinstance(type_, str | list):
        found |= {name.lower() for name in (type_ if isinstance(type_, list) else [type_]) if isinstance(name, str)}
    elif isinstance(result.get("anyOf"), list):
        for branch in result["anyOf"]:
            taken = types_taken(spelled(branch))
            if taken is None:
                return None
            found |= taken
    else:
        return None
    if result.get("nullable") is True:
        found.add("null")
    if "number" in found:
        found.add("integer")
    return found


def is_sayable(source: dict[str, JSON], values: list[JSON]) -> bool:
    """Whether the API takes this enum: texts that are not empty, of a node that may be a text."""
    texts = [value for value in values if value is not None]
    type_ = source.get("type", "string")
    types = type_ if isinstance(type_, list) else [type_]
    return bool(texts) and all(isinstance(text, str) and text for text in texts) and set(types) <= {"string", "null"}
