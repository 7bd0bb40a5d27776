"""Whether two values say the same, one of them perhaps as JSON text; and the keywords that schemas are made of."""

from __future__ import annotations

import json
from collections import Counter

from conformance.base.values import JSON, equal, packed
from conformance.formats.json_schema import ONE_SCHEMA, SCHEMA_LIST, SCHEMA_MAP


def packed_text(text: JSON) -> bytes | None:
    """Return the bytes of what a text says in JSON; None for one that is no object, list or text."""
    if type(text) is not str or text[:1] not in ("{", "[", '"'):
        return None
    try:
        return packed(json.loads(text))
    except (ValueError, RecursionError):
        return None


def is_equal(value: JSON, other: JSON) -> bool:
    """Whether two values are equal; False where they are nested too deeply to be compared."""
    try:
        return equal(value, other)
    except RecursionError:
        return False


def says_the_same(value: JSON, other: JSON) -> bool:
    """Whether one of them is JSON text that says what the other one is."""
    text, said = (value, other) if type(value) is str else (other, value)
    if type(text) is not str or not isinstance(said, dict | list):
        return False
    try:
        return is_equal(json.loads(text), said)
    except (ValueError, RecursionError):
        return False


def keywords_of(schema: JSON) -> Counter[str]:
    """Count the keywords of a schema and of all inside it."""
    keywords: list[str] = []
    stack = [schema]
    while stack:
        item = stack.pop()
        if type(item) is not dict:
            continue
        keywords += item
        for keyword, value in item.items():
            kind = type(value)
            if kind is dict:
                if keyword in SCHEMA_MAP:
                    stack += value.values()
                elif keyword in ONE_SCHEMA:
                    stack.append(value)
            elif kind is list and keyword in SCHEMA_LIST:
                stack += value
    return Counter(keywords)
