"""Copies of JSON values and of JSON Schemas: nothing is shared with the source, which stays as it is.

Both walks keep a list of what is still to be copied instead of calling themselves, so depth has no limit, and
pass leaves without a call: the time these copies take is the floor of every comparison of converters. The
values are JSON: they hold no cycle.
"""

from collections.abc import Callable
from typing import Any, Literal

Schema = dict[str, Any]
MissingProperties = Literal["keep", "add"]

_LEAVES = frozenset({str, int, float, bool, type(None)})


def copy_json(value: Any) -> Any:
    """A deep copy of a JSON value; subclasses of dict and list become plain ones."""
    root = [value]
    pending: list[Any] = [root]
    for container in pending:
        for key, inner in container.items() if type(container) is dict else enumerate(container):
            kind = type(inner)
            if kind in _LEAVES:
                continue
            if kind is dict or kind is list:
                copy = inner.copy()
            elif isinstance(inner, dict):
                copy = dict(inner)
            elif isinstance(inner, list):
                copy = list(inner)
            else:
                continue
            container[key] = copy  # replaces a value, adds no key: safe while its items are read
            pending.append(copy)
    return root[0]


def without_defaults(schema: Schema) -> Schema:
    """A deep copy of a schema without the keyword `default` at any schema position (S2, Rule 2).

    Schema positions are those of draft-07 and 2020-12. A property named `default` stays, and so does all
    data: the values of enum, const, examples, or a keyword that no draft knows. What is no schema at the
    place of one (a boolean, null, a string) is copied as it is.
    """
    pending: list[Schema] = []
    result: Schema = _copy_schema(schema, pending)
    for node in pending:
        if "default" in node:
            del node["default"]
        for keyword, value in node.items():
            if type(value) not in _LEAVES:
                node[keyword] = _COPIERS.get(keyword, _copy_data)(value, pending)
    return result


def add_missing_properties(schema: Schema) -> None:
    """Give an object schema without `properties`, or with null there, an empty one; changes its argument.

    Chat Completions refuses an object schema that has none.
    """
    if schema.get("type") == "object" and schema.get("properties") is None:
        schema["properties"] = {}


# The copiers below copy one level and leave the schemas they find there, copied shallowly, in `pending`.


def _copy_schema(value: Any, pending: list[Schema]) -> Any:
    if not isinstance(value, dict):
        return copy_json(value)
    copy = dict(value)
    pending.append(copy)
    return copy


def _copy_schema_map(value: Any, pending: list[Schema]) -> Any:
    if not isinstance(value, dict):
        return copy_json(value)
    result = dict(value)
    for name, schema in result.items():
        if type(schema) is dict:
            result[name] = copy = schema.copy()
            pending.append(copy)
        elif type(schema) not in _LEAVES:
            result[name] = _copy_schema(schema, pending)
    return result


def _copy_schema_list(value: Any, pending: list[Schema]) -> Any:
    if not isinstance(value, list):
        return copy_json(value)
    result = []
    for schema in value:
        if type(schema) is dict:
            schema = schema.copy()
            pending.append(schema)
        elif type(schema) not in _LEAVES:
            schema = _copy_schema(schema, pending)
        result.append(schema)
    return result


def _copy_schema_or_list(value: Any, pending: list[Schema]) -> Any:
    return _copy_schema_list(value, pending) if isinstance(value, list) else _copy_schema(value, pending)


def _copy_data(value: Any, pending: list[Schema]) -> Any:
    # most data is a list of strings (required, enum), which needs no walk
    if type(value) is list and _LEAVES.issuperset(map(type, value)):
        return value.copy()
    return copy_json(value)


_COPIERS: dict[str, Callable[[Any, list[Schema]], Any]] = {
    "additionalItems": _copy_schema,
    "additionalProperties": _copy_schema,
    "contains": _copy_schema,
    "contentSchema": _copy_schema,
    "else": _copy_schema,
    "if": _copy_schema,
    "not": _copy_schema,
    "propertyNames": _copy_schema,
    "then": _copy_schema,
    "unevaluatedItems": _copy_schema,
    "unevaluatedProperties": _copy_schema,
    "items": _copy_schema_or_list,
    "allOf": _copy_schema_list,
    "anyOf": _copy_schema_list,
    "oneOf": _copy_schema_list,
    "prefixItems": _copy_schema_list,
    "$defs": _copy_schema_map,
    "definitions": _copy_schema_map,
    "dependencies": _copy_schema_map,
    "dependentSchemas": _copy_schema_map,
    "patternProperties": _copy_schema_map,
    "properties": _copy_schema_map,
}
