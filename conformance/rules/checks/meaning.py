"""Samples that distinguish two schemas, where nothing decides exactly whether they mean the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

import jsonschema_rs

from conformance.base.second_opinion import confirm_apart
from conformance.base.values import ABSENT, JSON, Absent, levels, packed
from conformance.formats.json_schema import find_reference, reaches_out, subschemas

SAMPLES = 400
NAMED = 20
ROOM = 100_000  # bytes that all instances together may take: fewer of large ones
DEPTH = 4
_EXACT = 2**53  # above it neighbours are one double, and validators differ in how they compare them
_SCALARS: tuple[JSON, ...] = (None, True, 0, -1, 1.5, 10**6, "", "a", "2020-01-01", [], ["a"], {}, {"a": 1})


def disagreement(source: JSON, result: JSON) -> JSON | Absent:
    """Return an instance that one schema accepts and the other does not; ABSENT where no sample shows one.

    For pairs that containment cannot decide: an open object against the same one closed, recursion. Instances
    that the source describes are built, and bent at each place; a disagreement on one is a proof. A `format` refuses
    no value, whatever the draft: validators differ in that, and a lost one is another rule's.
    """
    validators = _validators(source, result)
    if validators is None:
        return ABSENT
    accepts, accepts_too = validators
    for instance in _instances(source, result):
        if accepts.is_valid(instance) != accepts_too.is_valid(instance):
            confirm_apart(source, result, instance)
            return instance
    return ABSENT


def rejects_listed(source: JSON, result: JSON) -> bool:
    """Whether `result` rejects an object of the properties that `source` lists, which it does if a part is closed."""
    validators = _validators(source, result)
    if validators is None:
        return False
    accepts, accepts_too = validators
    built = [_built(source, source, full, DEPTH) for full in (True, False)]
    return any(accepts.is_valid(instance) and not accepts_too.is_valid(instance) for instance in built)


def _validators(*schemas: JSON) -> list[jsonschema_rs.Validator] | None:
    """Return a validator of each schema; None where a schema is invalid, or refers to another document."""
    if any(map(reaches_out, schemas)):
        return None
    try:
        return [jsonschema_rs.validator_for(schema, retriever=_nothing, validate_formats=False) for schema in schemas]
    except (ValueError, jsonschema_rs.ReferencingError):
        return None


def _nothing(uri: str) -> JSON:
    """Replace the lookup of a reference: a subject's schema must not make the suite read a file, or ask a host."""
    raise ValueError(f"{uri} is not looked up")


def _instances(*schemas: JSON) -> Iterator[JSON]:
    """Yield different instances around what the schemas describe, in a fixed order, `SAMPLES` at most."""
    named = [value for schema in schemas for value in _values_in_schema(schema)]
    values = (*_SCALARS, *named[:NAMED])
    seen: set[bytes] = set()
    room = ROOM
    for schema in schemas:
        for full in (True, False):
            built = _built(schema, schema, full, DEPTH)
            for instance in chain((built,), _bent(built, values)):  # lazily: all of a large one would fill the memory
                data = packed(instance) or b""
                if data not in seen and _is_exact(instance):
                    seen.add(data)
                    room -= len(data)
                    yield instance
                if len(seen) >= SAMPLES or room < 0:
                    return


def _is_exact(instance: JSON) -> bool:
    numbers = (schema for level in levels(instance) for schema in level if isinstance(schema, int | float))
    return all(abs(number) <= _EXACT for number in numbers)


def _built(schema: JSON, root: JSON, full: bool, depth: int) -> JSON:
    """Return an instance that the schema probably accepts.

    full: with optional properties, an item, and the first value of an enum; otherwise without, and the last.
    """
    if not isinstance(schema, dict):
        return "a"
    if isinstance(schema.get("$ref"), str) and depth > 0:
        found, target = find_reference(root, schema["$ref"])
        return _built(target, root, full, depth - 1) if found else "a"
    if "const" in schema:
        return schema["const"]
    if isinstance(schema.get("enum"), list) and schema["enum"]:
        return schema["enum"][0 if full else -1]
    parts = [
        _built(branch, root, full, depth - 1)
        for keyword, most in (("anyOf", 1), ("oneOf", 1), ("allOf", None))
        if isinstance(schema.get(keyword), list)
        for branch in schema[keyword][:most]
    ]
    if not parts or "properties" in schema:
        parts.append(_of_type(schema, root, full, depth))
    if not isinstance(parts[-1], dict):
        return parts[0]
    return {name: value for part in parts if isinstance(part, dict) for name, value in part.items()}


def _of_type(schema: JSON, root: JSON, full: bool, depth: int) -> JSON:
    type_ = schema.get("type")
    if isinstance(type_, list):
        type_ = type_[0] if type_ else None
    properties = schema.get("properties")
    if type_ == "object" or isinstance(properties, dict):
        properties = properties if isinstance(properties, dict) else {}
        required = schema.get("required")
        required = required if isinstance(required, list) else []
        names = [name for name in properties if full and depth > 0]
        names += [name for name in required if isinstance(name, str) and name not in names]
        return {name: _built(properties.get(name, True), root, full, depth - 1) for name in names}
    if type_ == "array":
        return [_built(schema.get("items", True), root, full, depth - 1)] if full and depth > 0 else []
    plain: dict[JSON, JSON] = {"string": "a" * max(1, _count(schema, "minLength")), "boolean": True, "null": None}
    if type_ in ("integer", "number"):
        low = schema.get("minimum", schema.get("exclusiveMinimum"))
        return low + 1 if isinstance(low, int | float) else 1
    return plain.get(type_, "a")


def _count(schema: JSON, keyword: str) -> int:
    value = schema.get(keyword)
    return value if isinstance(value, int) and 0 <= value < 1000 else 0


def _values_in_schema(schema: JSON) -> Iterator[JSON]:
    """Yield the values that a schema names itself."""
    for _path, member in subschemas(schema):
        if isinstance(member, dict):
            yield from member["enum"] if isinstance(member.get("enum"), list) else ()
            if "const" in member:
                yield member["const"]


def _bent(instance: JSON, values: Sequence[JSON]) -> Iterator[JSON]:
    """Yield the instance with one place changed: another value there, a key more, a key less."""
    yield from values
    if isinstance(instance, dict):
        yield from ({**instance, "an unheard-of name": value} for value in (1, "a"))
        for name, member in instance.items():
            yield {key: value for key, value in instance.items() if key != name}
            for bent in _bent(member, values):
                yield {**instance, name: bent}
    elif isinstance(instance, list):
        yield [*instance, *instance]
        for index, member in enumerate(instance):
            for bent in _bent(member, values):
                yield [*instance[:index], bent, *instance[index + 1 :]]
