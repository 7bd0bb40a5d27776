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
        for one in _definitions(schema, definition):
            one["properties"] = {name if key == member else key: value for key, value in one["properties"].items()}
            one["required"] = [name if key == member else key for key in one.get("required", ())]

    return plant


def removed(definition: str, member: str) -> Plant:
    """A member is gone."""

    def plant(schema: Schema) -> None:
        for one in _definitions(schema, definition):
            del one["properties"][member]
            one["required"] = [key for key in one.get("required", ()) if key != member]

    return plant


def required(definition: str, member: str) -> Plant:
    """A member is new and must be there."""

    def plant(schema: Schema) -> None:
        for one in _definitions(schema, definition):
            one["properties"][member] = {"type": "string"}
            one["required"] = [*one.get("required", ()), member]

    return plant


def with_value(definition: str, member: str, value: str) -> Plant:
    """A member takes one more of listed values; `member` is empty where the definition itself lists them."""

    def plant(schema: Schema) -> None:
        for one in _definitions(schema, definition):
            assert _added(one["properties"][member] if member else one, value)

    return plant


def _added(schema: Any, value: str) -> bool:
    if isinstance(schema, list):
        return any(_added(one, value) for one in schema)
    if not isinstance(schema, dict):
        return False
    if isinstance(schema.get("enum"), list):
        schema["enum"].append(value)
        return True
    return any(_added(one, value) for one in schema.values())
