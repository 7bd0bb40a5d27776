"""Schemas that the Responses API closes itself, where a function says nothing of strict."""

from __future__ import annotations

from conformance.base.values import JSON, equal, packed, unpacked
from conformance.formats.json_schema import object_schemas


def as_the_server_closes(schema: JSON, arrived: JSON) -> JSON:
    """Return a schema in the form which `arrived` should have beside `strict: true`.

    That is the schema as it is, or each object closed and each property required, as recorded answers show the API's
    own copy of it; the properties that were optional may be nullable. Of several it is the one that arrived.
    """
    data = packed(schema)
    if not isinstance(schema, dict) or data is None or equal(schema, arrived):
        return schema
    plain, nullable = unpacked(data), unpacked(data)
    _close(plain, is_nullable=False)
    _close(nullable, is_nullable=True)
    return nullable if equal(nullable, arrived) else plain


def _close(schema: JSON, *, is_nullable: bool) -> None:
    for object_schema in object_schemas(schema):
        properties, types = object_schema.get("properties"), object_schema.get("type")
        if types != "object" and not (isinstance(types, list) and "object" in types) and properties is None:
            continue
        properties = properties if isinstance(properties, dict) else {}
        required = object_schema.get("required")
        for name, member in properties.items():
            if is_nullable and not (isinstance(required, list) and name in required):
                _let_be_null(member)
        object_schema["additionalProperties"] = False
        object_schema["required"] = list(properties)


def _let_be_null(schema: JSON) -> None:
    types = schema.get("type") if isinstance(schema, dict) else None
    if isinstance(types, str) and types != "null":
        schema["type"] = [types, "null"]
    elif isinstance(types, list) and "null" not in types:
        schema["type"] = [*types, "null"]
