"""What Google's Gemini API refuses in function declarations beyond their schema."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from conformance.apis.oracles.explain import Path
from conformance.apis.oracles.relax import camel, snake
from conformance.apis.oracles.table import BrokenApiRule, rule
from conformance.base.values import JSON

# Fields that hold a map: what follows in a path is a key of the caller's own.
_MAPS = frozenset({"properties", "defs"})
# By their numbers, as protobuf's JSON may have them.
_TYPES = ("TYPE_UNSPECIFIED", "STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL")


def spelled(holder: JSON) -> dict[str, Any]:
    """Return the members of an object under the API's spelling; null means that it is absent."""
    if not isinstance(holder, dict):
        return {}
    return {camel(key): value for key, value in holder.items() if isinstance(key, str) and value is not None}


def declarations_of(tool: JSON) -> Iterator[tuple[Path, Any]]:
    """Yield the function declarations of a value: of a tool each one it holds, or the value itself."""
    for key in ("functionDeclarations", "function_declarations"):
        if isinstance(tool, dict) and key in tool:
            held = tool[key]
            yield from (((key, index), element) for index, element in enumerate(held if isinstance(held, list) else ()))
            return
    if (
        isinstance(tool, dict)
        and {"name", "parameters", "parametersJsonSchema", "parameters_json_schema"} & tool.keys()
    ):
        yield (), tool


def broken_tool(tool: JSON) -> Iterator[BrokenApiRule]:
    """Yield what a tool's declarations break."""
    for at, declaration in declarations_of(tool):
        if isinstance(declaration, dict):
            yield from _broken_declaration(declaration, at)


def _broken_declaration(declaration: dict[str, Any], at: Path) -> Iterator[BrokenApiRule]:
    fields = spelled(declaration)
    name = fields.get("name")
    if name is None:
        yield BrokenApiRule("google-name", at)
    elif isinstance(name, str) and not re.fullmatch(rule("google-name").limit("*"), name):
        yield BrokenApiRule("google-name", (*at, "name"))
    if not fields.get("description"):
        yield BrokenApiRule("tool-undescribed", at, {"name": f"{name}"})
    if "parameters" in fields and "parametersJsonSchema" in fields:
        yield BrokenApiRule("google-two-schemas", at)
    if isinstance(fields.get("parameters"), dict):
        yield from _broken_schema(declaration["parameters"], (*at, "parameters"))


def _broken_schema(schema: Any, at: Path) -> Iterator[BrokenApiRule]:
    if not isinstance(schema, dict):
        return
    fields = spelled(schema)
    for key in schema:
        if isinstance(key, str) and camel(key) == "additionalProperties":
            yield BrokenApiRule("google-additional-properties", (*at, key), {"key": key})
    yield from _broken_together(fields, at)
    for key, value in schema.items():
        known = camel(key) if isinstance(key, str) else ""
        if known in _MAPS and isinstance(value, dict):
            for name, member in value.items():
                yield from _broken_schema(member, (*at, key, name))
        elif known == "items":
            yield from _broken_schema(value, (*at, key))
        elif known == "anyOf" and isinstance(value, list):
            for index, member in enumerate(value):
                yield from _broken_schema(member, (*at, key, index))


def _broken_together(fields: dict[str, Any], at: Path) -> Iterator[BrokenApiRule]:
    """Yield what keywords beside each other break."""
    type_ = fields.get("type")
    if isinstance(type_, list):
        return  # the schema says it
    named = _type_of(type_)
    if named == "ARRAY" and "items" not in fields:
        yield BrokenApiRule("google-items-missing", (*at, "items"))
    if named == "OBJECT" and not fields.get("properties"):
        yield BrokenApiRule("google-empty-object", (*at, "properties"))
    if named is None and not {"anyOf", "ref"} & fields.keys():
        yield BrokenApiRule("google-untyped", (*at, "type"))
    if "enum" in fields and named != "STRING" and fields.get("format") != "enum":
        yield BrokenApiRule("google-enum-type", (*at, "enum"))
    values = fields.get("enum")
    for index, value in enumerate(values if isinstance(values, list) else ()):
        if value == "":
            yield BrokenApiRule("google-enum-empty", (*at, "enum", index))
    if "items" in fields and named != "ARRAY":
        yield BrokenApiRule("google-items-type", (*at, "items"))
    properties, required = fields.get("properties"), fields.get("required")
    if properties is not None and named != "OBJECT":
        yield BrokenApiRule("google-properties-type", (*at, "properties"))
    if isinstance(required, list) and isinstance(properties, dict | None):
        for index, name in enumerate(required):
            if isinstance(name, str) and name not in (properties or {}):
                yield BrokenApiRule("google-required-undefined", (*at, "required", index))
                break


def _type_of(type_: JSON) -> str | None:
    """Return the name of a type; None for what is neither its name nor its number."""
    if isinstance(type_, int) and type_ in range(len(_TYPES)):
        return _TYPES[type_]
    return type_.upper() if isinstance(type_, str) else None


def place(path: Path, tool: JSON, index: int, *, positions: bool = False) -> str:
    """Write a place as the API does: tools[0].function_declarations[0].parameters.properties[city].items.

    positions: whether the keys of a map are counted, as where the API cannot read the JSON at all:
    properties[0].value.items.
    """
    is_declaration = any(True for _at, declaration in declarations_of(tool) if declaration is tool)
    text = f"tools[0].function_declarations[{index}]" if is_declaration else f"tools[{index}]"
    return text + _spelled_path(path, tool, positions=positions)


def request_place(path: Path, request: JSON, *, positions: bool = False) -> str:
    """Write a place in a request as the API does: contents[0].parts[1].function_call."""
    return _spelled_path(path, request, positions=positions).removeprefix(".")


def _spelled_path(path: Path, value: JSON, *, positions: bool) -> str:
    held: Any = value
    text, in_map = "", False
    for step in path:
        if in_map:
            text += f"[{list(held).index(step)}].value" if positions and step in held else f"[{step}]"
        else:
            text += f"[{step}]" if isinstance(step, int) else f".{snake(step)}"
        in_map = not in_map and isinstance(step, str) and camel(step) in _MAPS
        try:
            held = held[step]
        except (KeyError, IndexError, TypeError):
            held = {}
    return text
