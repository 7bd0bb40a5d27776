"""Values that have, in turn, every member, variant and word that a JSON Schema lists."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from conformance.base.values import JSON

_OF_TYPE: dict[str, JSON] = {"string": "x", "integer": 0, "number": 0.5, "boolean": True}


class Members:
    """The values of a schema. Each has its required members, and one thing more. always: members that are required."""

    def __init__(self, schema: dict[str, Any], always: frozenset[str] = frozenset()) -> None:
        self._root, self._always = schema, always

    def values(self) -> Iterator[JSON]:
        """Yield the values of the schema."""
        return self._values(self._root, ())

    def _values(self, schema: Any, within: tuple[str, ...]) -> Iterator[JSON]:
        if not isinstance(schema, dict):
            yield "x"
        elif "$ref" in schema:
            name = schema["$ref"].removeprefix("#/$defs/")
            yield from (
                [self._least_of(name, within)]
                if name in within
                else self._values(self._root["$defs"][name], (*within, name))
            )
        elif "const" in schema:
            yield schema["const"]
        elif "enum" in schema:
            yield from schema["enum"]
        elif "anyOf" in schema or "oneOf" in schema:
            for branch in schema.get("anyOf") or schema["oneOf"]:
                yield from self._values(branch, within)
        else:
            yield from self._of_type(schema, within)

    def _of_type(self, schema: dict[str, Any], within: tuple[str, ...]) -> Iterator[JSON]:
        types = schema.get("type")
        for type_ in types if isinstance(types, list) else [types]:
            if type_ == "object":
                yield from self._objects(schema, within)
            elif type_ == "array":
                yield from ([value] for value in self._values(schema.get("items"), within))
            elif type_ != "null":
                yield _OF_TYPE.get(type_, {"key": "x"})

    def _objects(self, schema: dict[str, Any], within: tuple[str, ...]) -> Iterator[JSON]:
        members = schema.get("properties", {})
        required = [name for name in members if name in self._always or name in schema.get("required", ())]
        least = {name: self._first(members[name], within) for name in required}
        yield least
        for name, member in members.items():
            for value in self._values(member, within):
                yield {**least, name: value}
        if isinstance(schema.get("additionalProperties"), dict):
            for value in self._values(schema["additionalProperties"], within):
                yield {**least, "key": value}

    def _first(self, schema: Any, within: tuple[str, ...]) -> JSON:
        return next(iter(islice(self._values(schema, within), 1)), None)

    def _least_of(self, name: str, within: tuple[str, ...]) -> JSON:
        """Return a value of a type that is within itself."""
        found = self._root["$defs"][name]
        branches = found.get("anyOf") or found.get("oneOf") or [found]
        for branch in branches:
            if "$ref" not in branch and branch.get("type") != "array":
                members = branch.get("properties", {})
                return {
                    key: members[key].get("const", members[key].get("enum", ["x"])[0])
                    for key in branch.get("required", ())
                }
        return {}
