"""Changes planted in copies of the pinned schemas, as an API would make them."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from conformance.apis.oracles.pinned import pin

Schema = dict[str, Any]
Plant = Callable[[Schema], None]  # changes a schema of a kind
ROOT = "(root)"


def planted(kind: str, *plants: Plant) -> Schema:
    """The pinned schema of a kind with changes."""
    schema = copy.deepcopy(pin(kind)["schema"])
    for plant in plants:
        plant(schema)
    return schema


def _definitions(schema: Schema, name: str) -> list[Schema]:
    """Those of a name, which two versions of a specification may have."""
    if name == ROOT:
        return [schema]
    return [one for key, one in schema["$defs"].items() if key.rpartition("__")[2] == name]


def renamed(definition: str, member: str, name: str) -> Plant:
    """A member is called otherwise."""

    def plant(schema: Schema) -> None:
        for other_definition in _definitions(schema, definition):
            other_definition["properties"] = {
                name if key == member else key: value for key, value in other_definition["properties"].items()
            }
            other_definition["required"] = [
                name if key == member else key for key in other_definition.get("required", ())
            ]

    return plant


def removed(definition: str, member: str) -> Plant:
    """A member is gone."""

    def plant(schema: Schema) -> None:
        for other_definition in _definitions(schema, definition):
            del other_definition["properties"][member]
            other_definition["required"] = [key for key in other_definition.get("required", ()) if key != member]

    return plant


def required(definition: str, member: str) -> Plant:
    """A member is new and must be there."""

    def plant(schema: Schema) -> None:
        for other_definition in _definitions(schema, definition):
            other_definition["properties"][member] = {"type": "string"}
            other_definition["required"] = [*other_definition.get("required", ()), member]

    return plant


def with_value(definition: str, member: str, value: str) -> Plant:
    """A member takes one more of listed values; `member` is empty where the definition itself lists them."""

    def plant(schema: Schema) -> None:
        for other_definition in _definitions(schema, definition):
            assert _added(other_definition["properties"][member] if member else other_definition, value)

    return plant


def _added(schema: Any, value: str) -> bool:
    if isinstance(schema, list):
        return any(_added(subschema, value) for subschema in schema)
    if not isinstance(schema, dict):
        return False
    if isinstance(schema.get("enum"), list):
        schema["enum"].append(value)
        return True
    return any(_added(subschema, value) for subschema in schema.values())
