"""Schemas of older drafts in the words of draft 2020-12, so that two of different drafts can be compared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from conformance.base.values import JSON
from conformance.formats.json_schema import ONE_SCHEMA, SCHEMA_LIST, SCHEMA_MAP

_POINTERS: Final = (
    (re.compile("/definitions/"), "/$defs/"),
    (re.compile(r"/items/(?=[0-9])"), "/prefixItems/"),
    (re.compile("/dependencies/"), "/dependentSchemas/"),
)
_BOUNDS: Final = {"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}  # draft-04 has true or false there
_EXCLUSIVE: Final = {bound: keyword for keyword, bound in _BOUNDS.items()}


def modern(schema: JSON) -> JSON:
    """Return a schema with the keywords that draft 2020-12 has for its own. It names its draft as before."""
    if not isinstance(schema, dict):
        return schema
    found: dict[str, Any] = {}
    for keyword, value in schema.items():
        for name, held in _equivalent_keywords(keyword, value, schema):
            known = found.get(name)
            found[name] = {**known, **held} if isinstance(known, dict) and isinstance(held, dict) else held
    return found


def _equivalent_keywords(keyword: str, value: JSON, schema: dict[str, JSON]) -> Iterator[tuple[str, JSON]]:
    """Yield the keywords that say what one says."""
    bound = _BOUNDS.get(keyword)
    if keyword == "definitions":
        yield "$defs", _within("$defs", value)
    elif keyword == "items" and isinstance(value, list):
        yield "prefixItems", _within("prefixItems", value)
    elif keyword == "additionalItems":
        if isinstance(schema.get("items"), list):
            yield "items", modern(value)
    elif keyword == "dependencies" and isinstance(value, dict):
        names = {name: value for name, value in value.items() if isinstance(value, list)}
        schemas = {name: modern(value) for name, value in value.items() if name not in names}
        yield from (
            (word, entry) for word, entry in (("dependentRequired", names), ("dependentSchemas", schemas)) if entry
        )
    elif bound is not None and isinstance(value, bool):
        if value and bound in schema:
            yield keyword, schema[bound]
    elif schema.get(_EXCLUSIVE.get(keyword, "")) is not True:
        yield {"id": "$id"}.get(keyword, keyword), _within(keyword, value)


def _within(keyword: str, value: JSON) -> JSON:
    """Return what is under a keyword, with the schemas in it in the words of the new draft."""
    if keyword == "$ref" and isinstance(value, str):
        for old, new in _POINTERS:
            value = old.sub(new, value)
    elif keyword in SCHEMA_MAP and isinstance(value, dict):
        return {name: modern(value) for name, value in value.items()}
    elif keyword in SCHEMA_LIST and isinstance(value, list):
        return [modern(element) for element in value]
    elif keyword in ONE_SCHEMA:
        return modern(value)
    return value
