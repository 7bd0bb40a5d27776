"""What field converters do to schemas: each function returns a changed copy of a schema."""

from __future__ import annotations

import html
import json
import unicodedata
from collections.abc import Callable, Collection
from typing import Any

from conformance.formats.json_schema import KEYWORDS, ONE_SCHEMA, SCHEMA_LIST, SCHEMA_MAP

Schema = Any
Change = Callable[[Schema], Schema]


def copied(value: Any) -> Any:
    """A deep copy by way of JSON text."""
    return json.loads(json.dumps(value))


def everywhere(change: Change, schema: Schema) -> Schema:
    """Apply `change` to every schema inside a schema, the innermost first."""
    if not isinstance(schema, dict):
        return change(schema)
    result = {}
    for keyword, value in schema.items():
        if isinstance(value, dict) and keyword in SCHEMA_MAP:
            value = {name: everywhere(change, member) for name, member in value.items()}
        elif isinstance(value, dict) and keyword in ONE_SCHEMA:
            value = everywhere(change, value)
        elif isinstance(value, list) and keyword in SCHEMA_LIST:
            value = [everywhere(change, member) for member in value]
        result[keyword] = value
    return change(result)


def at_objects(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Change:
    """A change of every schema that is an object."""
    return lambda schema: everywhere(lambda node: change(node) if isinstance(node, dict) else node, schema)


def values(change: Callable[[Any], Any], value: Any, keys: bool = False) -> Any:
    """Apply `change` to every scalar of a JSON value, and to keys if requested."""
    if isinstance(value, dict):
        return {change(key) if keys else key: values(change, member, keys) for key, member in value.items()}
    if isinstance(value, list):
        return [values(change, member, keys) for member in value]
    return change(value)


def texts(change: Callable[[str], str], keys: bool = False) -> Callable[[Any], Any]:
    """A change of every text in a JSON value."""
    return lambda value: values(lambda value: change(value) if isinstance(value, str) else value, value, keys)


def numbers(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A change of every number in a JSON value."""
    return lambda value: values(lambda value: change(value) if type(value) in (int, float) else value, value)


def without(*keywords: str) -> Change:
    """Leave keywords out of every schema."""
    return at_objects(lambda node: {key: value for key, value in node.items() if key not in keywords})


def key_gone_anywhere(key: str, value: Any) -> Any:
    """Delete a key everywhere: in schemas, in `properties`, in data."""
    if isinstance(value, dict):
        return {own: key_gone_anywhere(key, member) for own, member in value.items() if own != key}
    if isinstance(value, list):
        return [key_gone_anywhere(key, member) for member in value]
    return value


def closed(node: dict[str, Any]) -> dict[str, Any]:
    """Close an object schema."""
    return node | {"additionalProperties": False} if "properties" in node else node


def titled(node: dict[str, Any]) -> dict[str, Any]:
    """Give a schema a title."""
    return node if "title" in node else node | {"title": "Arguments"}


def first_branch(node: dict[str, Any]) -> dict[str, Any]:
    """Take the first branch of a union for the whole."""
    if isinstance(node.get("anyOf"), list) and node["anyOf"] and isinstance(node["anyOf"][0], dict):
        return {key: value for key, value in node.items() if key != "anyOf"} | node["anyOf"][0]
    return node


def one_type(node: dict[str, Any]) -> dict[str, Any]:
    """Take the first of several types."""
    return node | {"type": node["type"][0]} if isinstance(node.get("type"), list) and node["type"] else node


def boolean_as_object(node: Any) -> Any:
    """Write a boolean schema as an object."""
    return {} if node is True else {"not": {}} if node is False else node


def without_falsy(value: Any) -> Any:
    """Drop null, false, 0, and "" from objects, as `if value` does."""
    if isinstance(value, dict):
        return {
            key: without_falsy(member) for key, member in value.items() if member or isinstance(member, dict | list)
        }
    return [without_falsy(member) for member in value] if isinstance(value, list) else value


def without_empty(value: Any) -> Any:
    """Drop empty objects and lists, as serialisers set to omit them do."""
    if isinstance(value, dict):
        return {key: without_empty(member) for key, member in value.items() if member not in ({}, [])}
    return [without_empty(member) for member in value] if isinstance(value, list) else value


def without_null(value: Any) -> Any:
    """Drop nulls from objects."""
    if isinstance(value, dict):
        return {key: without_null(member) for key, member in value.items() if member is not None}
    return [without_null(member) for member in value] if isinstance(value, list) else value


def inlined(schema: Schema) -> Schema:
    """Replace each reference by its target, three deep, and drop the definitions."""
    definitions = {**schema.get("definitions", {}), **schema.get("$defs", {})} if isinstance(schema, dict) else {}

    def walk(value: Any, depth: int) -> Any:
        if isinstance(value, dict):
            name = str(value.get("$ref", "")).rpartition("/")[2]
            if isinstance(value.get("$ref"), str) and isinstance(definitions.get(name), dict):
                rest = {key: member for key, member in value.items() if key != "$ref"}
                return walk(definitions[name] | rest, depth + 1) if depth < 3 else rest
            return {key: walk(member, depth) for key, member in value.items() if key not in ("$defs", "definitions")}
        return [walk(member, depth) for member in value] if isinstance(value, list) else value

    return walk(schema, 0)


def inlined_without_end(schema: Schema) -> Schema:
    """Replace each reference by its target, for as long as there are any."""
    definitions = {**schema.get("definitions", {}), **schema.get("$defs", {})} if isinstance(schema, dict) else {}

    def change(node: Any) -> Any:
        if isinstance(node, dict) and isinstance(node.get("$ref"), str):
            target = definitions.get(node["$ref"].rpartition("/")[2])
            if isinstance(target, dict):
                return everywhere(change, target)
        return node

    return everywhere(change, schema)


def definitions_renamed(schema: Schema) -> Schema:
    """Move `$defs` to `definitions`, and leave the references as they were."""
    if isinstance(schema, dict) and "$defs" in schema:
        return {("definitions" if key == "$defs" else key): value for key, value in schema.items()}
    return schema


def described_default(node: dict[str, Any]) -> dict[str, Any]:
    """Write a default into the description."""
    if "default" in node:
        note = f"(default: {json.dumps(node['default'])})"
        return node | {"description": f"{node['description']} {note}" if node.get("description") else note}
    return node


def keys_sorted(value: Any) -> Any:
    """Sort the keys of every object."""
    return json.loads(json.dumps(value, sort_keys=True))


def properties_sorted(node: dict[str, Any]) -> dict[str, Any]:
    """Sort the properties of a schema by name."""
    if isinstance(node.get("properties"), dict):
        return node | {"properties": dict(sorted(node["properties"].items()))}
    return node


def required_sorted(node: dict[str, Any]) -> dict[str, Any]:
    """Sort the required names."""
    return node | {"required": sorted(node["required"])} if isinstance(node.get("required"), list) else node


def all_required(node: dict[str, Any]) -> dict[str, Any]:
    """Make every property required."""
    return node | {"required": list(node["properties"])} if node.get("properties") else node


def constants_as_enum(node: dict[str, Any]) -> dict[str, Any]:
    """Write `const` as an enum of one."""
    if "const" not in node:
        return node
    return {key: value for key, value in node.items() if key != "const"} | {"enum": [node["const"]]}


def only_known(known: Collection[str]) -> Change:
    """Rebuild every schema from the keywords somebody thought of."""
    return at_objects(lambda node: {key: value for key, value in node.items() if key in known})


def recursing(schema: Any, room: int) -> Any:
    """Copy a JSON value by recursion that ends after so many levels."""
    if room <= 0:
        raise RecursionError("maximum recursion depth exceeded")
    if isinstance(schema, dict):
        return {key: recursing(value, room - 1) for key, value in schema.items()}
    return [recursing(value, room - 1) for value in schema] if isinstance(schema, list) else schema


def cut_off(value: Any, room: int) -> Any:
    """Replace what lies deeper than so many levels by an empty object."""
    if room <= 0 and isinstance(value, dict):
        return {}
    if isinstance(value, dict):
        return {key: cut_off(member, room - 1) for key, member in value.items()}
    return [cut_off(member, room - 1) for member in value] if isinstance(value, list) else value


def defaults_gone(skip: Collection[str] = (), node_is: Callable[[dict[str, Any]], bool] | None = None) -> Change:
    """Remove defaults from every schema, but not from what lies below certain keywords or in certain nodes.

    skip: keywords whose schemas are copied as they are. node_is: what a schema must be for the walk to go on
    below it; the schema itself still loses its default.
    """

    def walk(node: Any) -> Any:
        if not isinstance(node, dict):
            return copied(node)
        deeper = node_is is None or node_is(node)
        result = {}
        for keyword, value in node.items():
            if keyword == "default":
                continue
            if deeper and keyword not in skip and isinstance(value, dict) and keyword in SCHEMA_MAP:
                value = {name: walk(member) for name, member in value.items()}
            elif deeper and keyword not in skip and isinstance(value, dict) and keyword in ONE_SCHEMA:
                value = walk(value)
            elif deeper and keyword not in skip and isinstance(value, list) and keyword in SCHEMA_LIST:
                value = [walk(member) for member in value]
            result[keyword] = copied(value)
        return result

    return walk


def defaults_left_on(*keywords: str) -> Change:
    """Remove defaults everywhere, except in schemas directly under certain keywords; "" the root."""

    def walk(node: Any, under: str) -> Any:
        if not isinstance(node, dict):
            return copied(node)
        result = {}
        for keyword, value in node.items():
            if keyword == "default" and under not in keywords:
                continue
            if isinstance(value, dict) and keyword in SCHEMA_MAP:
                value = {name: walk(member, keyword) for name, member in value.items()}
            elif isinstance(value, dict) and keyword in ONE_SCHEMA:
                value = walk(value, keyword)
            elif isinstance(value, list) and keyword in SCHEMA_LIST:
                value = [walk(member, keyword) for member in value]
            result[keyword] = copied(value)
        return result

    return lambda schema: walk(schema, "")


def property_gone(*names: str) -> Change:
    """Lose the properties of certain names."""

    def change(node: dict[str, Any]) -> dict[str, Any]:
        if isinstance(node.get("properties"), dict):
            return node | {"properties": {k: v for k, v in node["properties"].items() if k not in names}}
        return node

    return at_objects(change)


def required_gone(*names: str) -> Change:
    """Lose certain names from `required`."""

    def change(node: dict[str, Any]) -> dict[str, Any]:
        if isinstance(node.get("required"), list):
            return node | {"required": [name for name in node["required"] if name not in names]}
        return node

    return at_objects(change)


def normalised(text: str) -> str:
    """Bring a text into a compatibility form."""
    return unicodedata.normalize("NFKC", text)


def escaped(text: str) -> str:
    """Write everything beyond ASCII as an escape."""
    return json.dumps(text)[1:-1]


def for_html(text: str) -> str:
    """Escape a text for HTML."""
    return html.escape(text, quote=False)


USUAL_KEYWORDS = ("type", "description", "properties", "required", "items", "enum", "default", "additionalProperties")
ALL_KNOWN = KEYWORDS
