"""What a schema of a function declaration says: its members in one spelling, its types, the enums that it can have."""

from __future__ import annotations

import re
from typing import Any, Final

from conformance.base.values import JSON

COUNTS: Final = frozenset({"maxItems", "maxLength", "maxProperties", "minItems", "minLength", "minProperties"})
NUMBERS: Final = frozenset({"maximum", "minimum"})
# The form has no limit that excludes itself.
EXCLUSIVE: Final = {"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}
# The name of a parameter that the API takes.
PARAMETER: Final = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]{0,63}")
_WORD: Final = re.compile(r"_([a-z])")


def camel(key: str) -> str:
    """Return a keyword as the API's JSON has it; the SDKs take any_of for anyOf."""
    return _WORD.sub(lambda found: found[1].upper(), key) if "_" in key else key


def members_of(schema: JSON) -> dict[str, Any]:
    """Return the members of a schema in the API's spelling; null means that one is absent."""
    held = schema if isinstance(schema, dict) else {}
    return {camel(key): value for key, value in held.items() if value is not None}


def types_taken(schema: JSON) -> set[str] | None:
    """Return the types that a schema takes, as JSON Schema names them; None where it takes any."""
    members = members_of(schema)
    named = members.get("type")
    found: set[str] = set()
    if isinstance(named, str | list):
        found |= {value.lower() for value in (named if isinstance(named, list) else [named]) if isinstance(value, str)}
    elif isinstance(members.get("anyOf"), list):
        for taken in map(types_taken, members["anyOf"]):
            if taken is None:
                return None
            found |= taken
    else:
        return None
    found |= {"null"} if members.get("nullable") is True else set()
    return found | {"integer"} if "number" in found else found


def is_sayable(schema: dict[str, JSON], values: list[JSON]) -> bool:
    """Whether the API takes this enum of a JSON Schema: texts that are not empty, of a node that may be a text."""
    texts = [value for value in values if value is not None]
    named = schema.get("type", "string")
    types = named if isinstance(named, list) else [named]
    is_textual = all(type_ in ("string", "null") for type_ in types)
    return bool(texts) and all(isinstance(text, str) and text for text in texts) and is_textual
