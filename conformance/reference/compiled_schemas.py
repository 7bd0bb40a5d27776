"""Schemas as Anthropic compiles them: those of an answer's form and of strict tools."""

from collections.abc import Iterator
from typing import Any

from conformance.reference.anthropic_blocks import TARGET
from conformance.reference.errors import LOG
from conformance.reference.members import Object
from conformance.reference.strict_schema import objects_in, schemas_in

_OF_NUMBERS = ("exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf")
_REFUSED = {
    "integer": _OF_NUMBERS, "number": _OF_NUMBERS, "string": ("maxLength", "minLength"),
    "array": ("maxItems", "uniqueItems"), "object": ("maxProperties", "minProperties", "propertyNames"),
}  # fmt: skip
_MOST_STRICT, _MOST_OPTIONAL, _MOST_UNIONS = 20, 24, 16  # tools, and members of all schemas, of a request
_DEFINITIONS = ("$defs", "definitions")


def compile_schema(schema: Object, place: str) -> None:
    """Close the objects of a schema, and take out what limits values, as Anthropic demands."""
    opened = [node for node in objects_in(schema) if node.get("additionalProperties") is not False]
    for node in opened:
        node["additionalProperties"] = False
    if opened:
        LOG.warning("%s: %s takes closed objects only; further properties are forbidden", place, TARGET)
    refused = [(node, keyword) for node in schemas_in(schema) for keyword in _refused(node)]
    for node, keyword in refused:
        del node[keyword]
    if refused:
        keywords = ", ".join(dict.fromkeys(keyword for _node, keyword in refused))
        LOG.warning("%s: %s takes no %s in a schema; left out", place, TARGET, keywords)
    for node in schemas_in(schema):
        if "oneOf" in node and "anyOf" not in node:
            node["anyOf"] = node.pop("oneOf")


def compile_tools(tools: list[tuple[str, Object]], format_: Any) -> None:
    """Compile the schemas of strict tools. What cannot be compiled is not strict: a recursive one, and too many.

    tools: each with its place. format_: the schema of the answer's form, which is compiled too; None without one.
    """
    for _place, tool in tools:
        if tool.get("strict") is True and _is_recursive(tool["input_schema"]):
            _loosen(tool, "a definition that refers to itself")
    strict = [(place, tool) for place, tool in tools if tool.get("strict") is True]
    compiled = [format_, *(tool["input_schema"] for _place, tool in strict)]
    is_too_much = len(strict) > _MOST_STRICT or _has_too_many(compiled)
    for place, tool in strict:
        if is_too_much:
            _loosen(tool, "so many strict schemas")
        else:
            compile_schema(tool["input_schema"], place)


def _has_too_many(schemas: list[Any]) -> bool:
    members = [member for schema in schemas for node in schemas_in(schema) for member in _members(node)]
    optional = sum(not is_required for _member, is_required in members)
    return optional > _MOST_OPTIONAL or sum(_is_union(member) for member, _is_required in members) > _MOST_UNIONS


def _loosen(tool: Object, why: str) -> None:
    tool["strict"] = False
    LOG.warning("strict of the tool %s: %s does not take %s; it is false", tool["name"], TARGET, why)


def _refused(schema: Object) -> list[str]:
    type_, least = schema.get("type"), schema.get("minItems")
    types = type_ if isinstance(type_, list) else [type_]
    found = [
        keyword for name, keywords in _REFUSED.items() if name in types for keyword in keywords if keyword in schema
    ]
    if "array" in types and isinstance(least, int) and least > 1:
        found.append("minItems")
    return list(dict.fromkeys(found))


def _members(schema: Object) -> Iterator[tuple[Any, bool]]:
    properties, required = schema.get("properties"), schema.get("required")
    for name, member in properties.items() if isinstance(properties, dict) else ():
        yield member, isinstance(required, list) and name in required


def _is_union(schema: Any) -> bool:
    is_union = isinstance(schema, dict) and not schema.keys().isdisjoint(("anyOf", "oneOf"))
    return is_union or (isinstance(schema, dict) and isinstance(schema.get("type"), list))


def _is_recursive(schema: Object) -> bool:
    refers = {
        f"#/{key}/{name}": {node["$ref"] for node in schemas_in(value) if isinstance(node.get("$ref"), str)}
        for key in _DEFINITIONS
        if isinstance(schema.get(key), dict)
        for name, value in schema[key].items()
    }
    for _step in refers:  # a way is no longer than there are definitions
        refers = {ref: names.union(*(refers.get(name, ()) for name in names)) for ref, names in refers.items()}
    return any(ref in names for ref, names in refers.items())
