"""Arguments for a scripted call: one instance of a tool's schema, always the same for the same schema."""

from __future__ import annotations

import math
import os
import re
import sys
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any
from urllib.parse import unquote

import jsonschema_rs

from conformance.base.files import cache_folder
from conformance.base.values import JSON

DEPTH = 5  # how deep optional properties are filled in; what is required is filled in down to DEEPEST
DEEPEST = 40
BRANCHES = 4  # how many alternatives of anyOf and oneOf are tried
LONGEST = 10_000  # characters, items: a schema that demands more gets less, and so an instance that is not valid

_FORMATS = {
    "date": "2025-01-31",
    "date-time": "2025-01-31T12:00:00Z",
    "time": "12:00:00Z",
    "duration": "P1D",
    "email": "someone@example.com",
    "hostname": "example.com",
    "ipv4": "127.0.0.1",
    "ipv6": "::1",
    "uri": "https://example.com/",
    "uuid": "3f0c8bd2-6a0a-4b0e-9a53-0d9d2f0d7c11",
}


def arguments_of(schema: JSON) -> dict[str, Any]:
    """Return arguments that a tool's schema accepts, as `instance_of` does. They are an object, whatever it says."""
    instance = instance_of(schema)
    return instance if isinstance(instance, dict) else {}


def instance_of(schema: JSON) -> JSON:
    """Return an instance that the schema accepts, with its optional properties where they fit.

    Where none of the instances built is accepted (or the schema is not JSON Schema), the first of them is returned.
    """
    accepts = _validator(schema)
    built = []
    for full in (True, False):
        for branch in range(BRANCHES):
            instance = _Builder(schema, full, branch).build(schema, 0)
            if accepts is None or accepts(instance):
                return instance
            built.append(instance)
    return built[0]


def _validator(schema: JSON) -> Any:
    def nothing(uri: str) -> JSON:
        raise ValueError(f"{uri} is not looked up")

    try:
        return jsonschema_rs.validator_for(schema, retriever=nothing, validate_formats=True).is_valid
    except (ValueError, TypeError, jsonschema_rs.ReferencingError):
        return None


class _Builder:
    """Builds one instance. full: with optional properties; branch: which alternative is taken, from 0."""

    def __init__(self, root: JSON, full: bool, branch: int) -> None:
        self._root = root
        self._full = full
        self._branch = branch

    def build(self, schema: JSON, depth: int) -> JSON:
        if not isinstance(schema, dict) or depth > DEEPEST:
            return "a"
        if "const" in schema:
            return schema["const"]
        for keyword in ("enum", "examples"):
            values = schema.get(keyword)
            if isinstance(values, list) and values:
                return values[self._branch % len(values)]
        if "$ref" in schema:
            return self.build(_target(self._root, schema["$ref"]), depth + 1)
        if "default" in schema and schema["default"] is not None:
            return schema["default"]
        if any(isinstance(schema.get(keyword), list) for keyword in ("allOf", "anyOf", "oneOf")):
            return self._joined(schema, depth)
        return self._of_type(schema, depth)

    def _joined(self, schema: dict[str, Any], depth: int) -> JSON:
        """Build what the schema itself, all of its allOf and one of each alternative describe together."""
        joined = {key: value for key, value in schema.items() if key not in ("allOf", "anyOf", "oneOf")}
        parts = list(schema["allOf"]) if isinstance(schema.get("allOf"), list) else []
        for keyword in ("anyOf", "oneOf"):
            branches = schema.get(keyword)
            if isinstance(branches, list) and branches:
                parts.append(sorted(branches, key=_is_null)[self._branch % len(branches)])
        for part in parts:
            while isinstance(part, dict) and "$ref" in part and depth <= DEEPEST:
                part = _target(self._root, part["$ref"])
                depth += 1
            if isinstance(part, dict):
                joined = _together(joined, part)
        return self.build(joined, depth + 1)

    def _of_type(self, schema: dict[str, Any], depth: int) -> JSON:
        kind = schema.get("type")
        if isinstance(kind, list):
            kinds = [each for each in kind if each != "null"] or kind or [None]
            kind = kinds[self._branch % len(kinds)]
        if kind == "object" or (kind is None and "properties" in schema):
            return self._object(schema, depth)
        if kind == "array" or (kind is None and "items" in schema):
            return self._array(schema, depth)
        if kind in ("integer", "number"):
            return _number(schema, whole=kind == "integer")
        if kind == "boolean":
            return True
        return None if kind == "null" else _string(schema)

    def _object(self, schema: dict[str, Any], depth: int) -> JSON:
        properties = schema.get("properties")
        properties = properties if isinstance(properties, dict) else {}
        required = schema.get("required")
        names = [name for name in required if isinstance(name, str)] if isinstance(required, list) else []
        if self._full and depth < DEPTH:
            names = [*properties, *(name for name in names if name not in properties)]
        built = {name: self.build(properties.get(name, True), depth + 1) for name in names}
        missing = range(len(built), min(_count(schema, "minProperties"), LONGEST))
        others = schema.get("additionalProperties", True)
        return built | {f"key_{number}": self.build(others, depth + 1) for number in missing}

    def _array(self, schema: dict[str, Any], depth: int) -> JSON:
        first = schema.get("prefixItems")
        built = [self.build(item, depth + 1) for item in first] if isinstance(first, list) else []
        least = _count(schema, "minItems") or int(self._full and depth < DEPTH and schema.get("maxItems") != 0)
        rest = self.build(schema.get("items", True), depth + 1) if len(built) < least else None
        for number in range(len(built), min(least, LONGEST)):
            built.append(_another(rest, number) if schema.get("uniqueItems") else rest)
        return built


def _is_null(schema: JSON) -> bool:
    return isinstance(schema, dict) and schema.get("type") == "null"


def _together(entry: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return one schema for two that hold at once, as far as instances are built by it."""
    properties, required = (
        [each[keyword] for each in (entry, other) if isinstance(each.get(keyword), kind)]
        for keyword, kind in (("properties", dict), ("required", list))
    )
    joined = {**entry, **other}
    if properties:
        joined["properties"] = {name: value for each in properties for name, value in each.items()}
    if required:
        joined["required"] = [name for each in required for name in each]
    return joined


def _another(value: JSON, number: int) -> JSON:
    """Return a value like the given one, other than those of other numbers."""
    if isinstance(value, str):
        return f"{value}{number}" if number else value
    return value + number if isinstance(value, int | float) and not isinstance(value, bool) else value


def _number(schema: dict[str, Any], *, whole: bool) -> JSON:
    step = next((number for number in _numbers(schema, "multipleOf") if number > 0), 1)
    lows, highs = _numbers(schema, "minimum", "exclusiveMinimum"), _numbers(schema, "maximum", "exclusiveMaximum")
    if lows:
        value = math.ceil(max(lows) / step) * step
        value += step if value in _numbers(schema, "exclusiveMinimum") else 0
        between = not whole and highs and value >= min(highs)
        return (max(lows) + min(highs)) / 2 if between else value
    if highs:
        value = math.floor(min(highs) / step) * step
        value -= step if value in _numbers(schema, "exclusiveMaximum") else 0
        return min(value, step)
    return step


def _numbers(schema: dict[str, Any], *keywords: str) -> list[Any]:
    values = (schema.get(keyword) for keyword in keywords)
    return [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]


def _string(schema: dict[str, Any]) -> str:
    if isinstance(schema.get("pattern"), str):
        return _matching(schema["pattern"])
    value = _FORMATS.get(schema.get("format", ""), "text") if isinstance(schema.get("format", ""), str) else "text"
    most = schema.get("maxLength")
    value = value[:most] if isinstance(most, int) and most >= 0 else value
    return value.ljust(min(_count(schema, "minLength"), LONGEST), "a")


@cache
def _matching(pattern: str) -> str:
    """Return the simplest text that the pattern accepts; any text where Python's re does not know such a pattern."""
    _place_hypothesis()
    from hypothesis import HealthCheck, Phase, find, settings
    from hypothesis.errors import HypothesisException
    from hypothesis.strategies import from_regex

    quiet = settings(
        database=None, max_examples=20, deadline=None, suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
    )  # fmt: skip
    try:
        return find(from_regex(pattern), lambda _text: True, settings=quiet, random=Random(0))
    except (HypothesisException, ValueError, OverflowError, RecursionError, re.error, Warning):
        return "text"


def _place_hypothesis() -> None:
    """Have Hypothesis keep its tables in the cache, unless the caller already imported it."""
    if "hypothesis" not in sys.modules:
        from hypothesis.configuration import set_hypothesis_home_dir

        set_hypothesis_home_dir(os.path.join(cache_folder(), "hypothesis"))


def _target(root: JSON, reference: JSON) -> JSON:
    """Return what a reference inside the schema points at; True where it points elsewhere or nowhere."""
    if not isinstance(reference, str) or not reference.startswith("#"):
        return True

    value = root
    for step in _steps(unquote(reference[1:])):
        if isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        elif isinstance(value, dict) and step in value:
            value = value[step]
        else:
            return True
    return value


def _steps(pointer: str) -> Iterator[str]:
    return (step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:])


def _count(schema: dict[str, Any], keyword: str) -> int:
    value = schema.get(keyword)
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0
