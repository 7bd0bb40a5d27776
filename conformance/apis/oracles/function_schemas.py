"""What the OpenAI APIs refuse in the schema of a function or a response format, and under strict in addition."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import unquote

import jsonschema_rs

from conformance.apis.oracles.explain import Path
from conformance.apis.oracles.table import BrokenApiRule, rule
from conformance.base.second_opinion import confirm_invalid
from conformance.base.values import JSON, packed, readable, steps

# Where a schema holds further schemas: under names, in a list, or alone.
_NAMED = ("properties", "$defs", "definitions", "patternProperties", "dependentSchemas")
_LISTED = ("anyOf", "oneOf", "allOf", "prefixItems")
_ALONE = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames")

_HOLDING = frozenset((*_NAMED, *_LISTED, *_ALONE))

_DRAFTS = frozenset({
    "http://json-schema.org/draft-04/schema", "http://json-schema.org/draft-06/schema",
    "http://json-schema.org/draft-07/schema", "https://json-schema.org/draft/2019-09/schema",
    "https://json-schema.org/draft/2020-12/schema",
})  # fmt: skip


def subschemas(schema: JSON, path: Path = ()) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield a schema and every schema in it that is an object, outermost first, with its path."""
    stack: list[tuple[Path, JSON]] = [(path, schema)]
    while stack:
        at, subschema = stack.pop()
        if not isinstance(subschema, dict):
            continue
        yield at, subschema
        inner: list[tuple[Path, JSON]] = []
        for key, held in subschema.items():
            if key in _HOLDING:
                inner += [((*at, key, *place), member) for place, member in _schemas_in_keyword(key, held)]
        stack += reversed(inner)


def _objects(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the schemas that `subschemas` yields, in any order, without their paths: these take most of its time."""
    found = [schema]
    for entry in found:
        for key, held in entry.items():
            if key in _HOLDING:
                found += [member for _place, member in _schemas_in_keyword(key, held) if isinstance(member, dict)]
    return found


def _schemas_in_keyword(key: str, held: JSON) -> Iterable[tuple[tuple[str | int, ...], JSON]]:
    """Yield what a keyword holds that may be a schema, each with its place below the keyword."""
    if key in _NAMED:
        return [((name,), member) for name, member in held.items()] if isinstance(held, dict) else ()
    if key in _LISTED:
        return [((index,), member) for index, member in enumerate(held)] if isinstance(held, list) else ()
    return (((), held),)


def _lacks_items(schema: dict[str, Any]) -> bool:
    return _is(schema, "array") and "items" not in schema and "prefixItems" not in schema


def broken_by(schema: JSON, *, strict: bool, at: Path, owner: str) -> Iterator[BrokenApiRule]:
    """Yield what a schema breaks. at: its path. owner: what has it, as messages say it: function 'search'."""
    fields = {"owner": owner}
    if isinstance(schema, list):  # what an empty object becomes in PHP
        yield BrokenApiRule("schema-invalid", at, {**fields, "detail": f"{schema!r} is not of type 'object'"})
    if not isinstance(schema, dict):
        return
    invalid = _invalid(schema)
    if invalid is not None:
        place, detail = invalid
        yield BrokenApiRule("schema-invalid", (*at, *place), {**fields, "detail": detail})
        return
    refused = [keyword for keyword in rule("root-combinators").limit("*") if keyword in schema]
    if schema.get("type") != "object":
        got = schema.get("type")
        yield BrokenApiRule("root-type", (*at, "type") if "type" in schema else at, {**fields, "got": f"{got}"})
    elif refused:
        yield BrokenApiRule("root-combinators", (*at, refused[0]), fields)
    elif not isinstance(schema.get("properties"), dict):
        yield BrokenApiRule("properties-missing", at, {**fields, "context": _context(())})
    # Most have no array at all, and their bytes say so quicker than a walk.
    if b"array" in (packed(schema) or b"array") and any(map(_lacks_items, _objects(schema))):
        for path, entry in subschemas(schema):
            if _lacks_items(entry):
                yield BrokenApiRule("items-missing", (*at, *path), {**fields, "context": _context(path)})
    # Most have no reference either.
    found = [*_references(schema, strict=strict)] if b"$ref" in (packed(schema) or b"$ref") else []
    if strict:
        found += [(path, broken) for path, entry in subschemas(schema) for broken in _strict(path, entry)]
        found += [((), broken) for broken in _limits(schema)]
    for path, broken in found:
        yield broken._replace(at=(*at, *broken.at), fields={**fields, "context": _context(path), **broken.fields})


def _references(schema: dict[str, Any], *, strict: bool) -> Iterator[tuple[Path, BrokenApiRule]]:
    for path, entry in subschemas(schema):
        ref = entry.get("$ref")
        if not isinstance(ref, str):
            continue
        at = (*path, "$ref")
        if not strict:
            if not _points_at_something(schema, ref):
                yield path, BrokenApiRule("ref-missing", at, {"ref": ref})
            continue
        beside = [key for key in entry if key not in ("$ref", "$defs", "definitions")]
        if beside:
            keywords = "{" + ", ".join(map(repr, beside)) + "}"
            yield path, BrokenApiRule("strict-ref-alone", at, {"keywords": keywords})
        elif not _points_at_something(schema, ref):
            yield path, BrokenApiRule("strict-ref-missing", at, {"ref": ref})
        elif not re.fullmatch(rule("strict-ref-place").limit("*"), ref):
            yield path, BrokenApiRule("strict-ref-place", at)


def _points_at_something(schema: dict[str, Any], ref: str) -> bool:
    """Whether a pointer into the schema resolves. Of other references nothing is known."""
    if not ref.startswith("#/"):
        return True
    held: JSON = schema
    for step in steps(unquote(ref[1:])):
        if isinstance(held, list) and step.isdecimal() and int(step) < len(held):
            held = held[int(step)]
        elif isinstance(held, dict) and step in held:
            held = held[step]
        else:
            return False
    return True


def _limits(schema: dict[str, Any]) -> Iterator[BrokenApiRule]:
    counted = {
        "enum values": sum(
            len(object_["enum"]) for object_ in _objects(schema) if isinstance(object_.get("enum"), list)
        ),
        "levels": max(path.count("properties") for path, _one in subschemas(schema)),
    }
    for what, most in rule("strict-limits").limit("*").items():
        if counted[what] > most:
            yield BrokenApiRule("strict-limits", (), {"what": what, "count": counted[what], "most": most})


def _strict(path: Path, schema: dict[str, Any]) -> Iterator[BrokenApiRule]:
    for keyword in rule("strict-keyword").limit("*"):
        if keyword in schema and not (path == () and keyword in rule("root-combinators").limit("*")):
            yield BrokenApiRule("strict-keyword", (*path, keyword), {"keyword": keyword})
    if not {"type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const"} & schema.keys() and path:
        yield BrokenApiRule("strict-type", path)
    for keyword in _HOLDING & schema.keys() - {"additionalProperties"}:
        for place, member in _schemas_in_keyword(keyword, schema[keyword]):
            if isinstance(member, bool):
                yield BrokenApiRule("strict-type", (*path, keyword, *place))
    format_ = schema.get("format")
    is_of_texts = "type" not in schema or _is(schema, "string")  # formats of numbers are taken: int64, double
    if is_of_texts and isinstance(format_, str) and format_ not in rule("strict-format").limit("*"):
        yield BrokenApiRule("strict-format", (*path, "format"), {"format": format_})
    properties = schema.get("properties")
    # A recorded request with a map that may be null was taken: a type in a list, and no properties.
    is_map = isinstance(schema.get("type"), list) and isinstance(schema.get("additionalProperties"), dict)
    if (_is(schema, "object") and not is_map) or isinstance(properties, dict):
        if schema.get("additionalProperties") is not False:
            yield BrokenApiRule("strict-closed", path)
        required = schema.get("required")
        listed = required if isinstance(required, list) else []
        for name in properties if isinstance(properties, dict) else ():
            if name not in listed:
                yield BrokenApiRule("strict-required", path, {"missing": name})
                break
        else:
            for name in listed:
                if name not in (properties or {}):
                    yield BrokenApiRule("strict-required-extra", (*path, "required"), {"extra": name})
                    break


def _is(schema: dict[str, Any], name: str) -> bool:
    type_ = schema.get("type")
    return type_ == name or (isinstance(type_, list) and name in type_)


def _context(path: Path) -> str:
    """Write a path as the API does: a Python tuple of texts."""
    return repr(tuple(map(str, path)))


def is_schema(value: dict[str, Any]) -> bool:
    """Whether a value is a JSON Schema, by the draft that it names or 2020-12. One of an unknown draft may be."""
    return _invalid(value) is None


def _validate(schema: dict[str, Any]) -> None:
    try:
        jsonschema_rs.meta.validate(schema)
    except jsonschema_rs.ValidationError:
        raise
    except ValueError:  # what the validator cannot read
        jsonschema_rs.meta.validate(readable(schema))


def _invalid(schema: dict[str, Any]) -> tuple[Path, str] | None:
    """Return where and why a value is no JSON Schema, in the words that the API passes on; None for one that is."""
    draft = schema.get("$schema")
    if isinstance(draft, str) and draft.rstrip("#") not in _DRAFTS:
        return None  # nobody knows that draft, and the library would ask the network for it
    try:
        _validate(schema)
    except jsonschema_rs.ValidationError as invalid:
        error = invalid
    else:
        return None
    confirm_invalid(schema)
    value, name = error.instance, error.kind.name
    if name == "type":
        # The API has the order of the draft: object before boolean.
        expected = sorted(error.kind.value, key=lambda value: (value != "object", value))
        detail = f"{value!r} is not of type {', '.join(map(repr, expected))}"
    elif name == "anyOf":
        detail = f"{value!r} is not valid under any of the given schemas"
    else:
        detail = error.message
    return tuple(error.instance_path), detail
