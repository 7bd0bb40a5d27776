"""What Google's API takes of a function declaration, by hand-written rules.

The keys are those of the declaration's and the schema's type in google-genai 3.4, in either spelling, but for
additionalProperties: the SDK itself refuses it for the Gemini API, whose answer is "Unknown name". The rest are
complaints that the API was seen to answer with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from conformance.checks.findings import brief
from conformance.checks.schemas import Path
from conformance.values import JSON

DECLARATION_KEYS = frozenset(
    {"name", "description", "parameters", "parametersJsonSchema", "response", "responseJsonSchema", "behavior"}
)
TEXTS = frozenset({"description", "format", "pattern", "ref", "title"})
COUNTS = frozenset({"maxItems", "maxLength", "maxProperties", "minItems", "minLength", "minProperties"})
NUMBERS = frozenset({"maximum", "minimum"})
SCHEMA_KEYS = TEXTS | COUNTS | NUMBERS | frozenset({
    "anyOf", "default", "defs", "enum", "example", "items", "nullable", "properties", "propertyOrdering", "required",
    "type",
})  # fmt: skip
TYPES = frozenset({"ARRAY", "BOOLEAN", "INTEGER", "NULL", "NUMBER", "OBJECT", "STRING", "TYPE_UNSPECIFIED"})
# A function's and a parameter's name; whether a function's may have 128 characters is disputed.
NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}")
PARAMETER = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]{0,63}")

_WORD = re.compile(r"_([a-z])")


def camel(key: str) -> str:
    """Return a key in the API's own spelling; the SDKs take `any_of` for `anyOf`."""
    return _WORD.sub(lambda found: found[1].upper(), key) if "_" in key else key


def spelled(holder: JSON) -> dict[str, JSON]:
    """Return the members of a declaration or schema by the API's spelling; null stands for what is not there."""
    if not isinstance(holder, dict):
        return {}
    return {camel(key): value for key, value in holder.items() if value is not None}


def problems(schema: JSON, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield what the API refuses in the schema under `parameters`."""
    if not isinstance(schema, dict):
        yield path, f"a schema must be an object, got {brief(schema)}"
        return
    for key, value in schema.items():
        if value is not None:
            yield from _keyword_problems(camel(key), value, (*path, key))
    members = spelled(schema)
    yield from _joint_problems(members, path)
    yield from _inner_problems(schema, path)


def _keyword_problems(key: str, value: JSON, path: Path) -> Iterator[tuple[Path, str]]:
    if key not in SCHEMA_KEYS:
        yield path, f"the API knows no {brief(path[-1])} in a schema"
    elif key == "type":
        if isinstance(value, list):
            yield path, "type must be one type, the API cannot start a list there"
        elif not isinstance(value, str) or value.upper() not in TYPES:
            yield path, f"the API knows no type {brief(value)}"
    elif key in TEXTS and not isinstance(value, str):
        yield path, f"{key} must be a text, got {brief(value)}"
    elif key in COUNTS and not _is_count(value):
        yield path, f"{key} must be a whole number, got {brief(value)}"
    elif key in NUMBERS and (not isinstance(value, int | float) or isinstance(value, bool)):
        yield path, f"{key} must be a number, got {brief(value)}"
    elif key == "nullable" and not isinstance(value, bool):
        yield path, f"nullable must be a boolean, got {brief(value)}"
    elif key in ("enum", "required", "propertyOrdering"):
        if not isinstance(value, list) or not all(isinstance(member, str) for member in value):
            yield path, f"{key} must be a list of texts, got {brief(value)}"
        elif key == "enum" and "" in value:
            yield path, f"{key} holds an empty text, which the API refuses: {brief(value)}"
    elif key in ("properties", "defs") and not isinstance(value, dict):
        yield path, f"{key} must be an object, got {brief(value)}"
    elif key == "anyOf" and not isinstance(value, list):
        yield path, f"anyOf must be a list, got {brief(value)}"


def _is_count(value: JSON) -> bool:
    # 64-bit integers may be written as texts.
    return (isinstance(value, int) and not isinstance(value, bool)) or (isinstance(value, str) and value.isdecimal())


def _joint_problems(members: dict[str, JSON], path: Path) -> Iterator[tuple[Path, str]]:
    """Yield what the API refuses of keywords together."""
    type_ = members.get("type")
    type_ = type_.upper() if isinstance(type_, str) else type_
    if isinstance(type_, list):
        return
    if "enum" in members and type_ != "STRING" and members.get("format") != "enum":
        yield path, "enum is only allowed for STRING type"
    if "items" in members and type_ != "ARRAY":
        yield path, "items is only allowed for ARRAY type"
    if type_ == "ARRAY" and "items" not in members:
        yield path, "items is missing, which an ARRAY must have"
    if "properties" in members and type_ != "OBJECT":
        yield path, "properties is only allowed for OBJECT type"
    properties, required = members.get("properties", {}), members.get("required")
    if isinstance(required, list) and isinstance(properties, dict):
        unknown = [name for name in required if isinstance(name, str) and name not in properties]
        if unknown:
            yield path, f"required names {brief(unknown[0])}, and that property is not defined"


def _inner_problems(schema: dict[str, JSON], path: Path) -> Iterator[tuple[Path, str]]:
    for key, value in schema.items():
        known = camel(key)
        if known in ("properties", "defs") and isinstance(value, dict):
            for name, member in value.items():
                yield from problems(member, (*path, key, name))
        elif known == "items" and value is not None:
            yield from problems(value, (*path, key))
        elif known == "anyOf" and isinstance(value, list):
            for index, member in enumerate(value):
                yield from problems(member, (*path, key, index))
