"""What a difference between two schemas changes: the walk keeps five keywords, and should keep the others."""

from __future__ import annotations

from enum import Enum

from conformance.base.values import JSON
from conformance.formats.json_schema import SCHEMA_MAP, Path, SchemaDifference, is_valid_schema


class Changed(Enum):
    """What a difference between two schemas changes. INVALID: what makes the source no valid schema."""

    KEPT_KEYWORD = "keyword that the walk keeps"
    OTHER_KEYWORD = "other keyword"
    INVALID = "invalid"


# What the walk keeps, and what leads it on.
KEPT = frozenset({"type", "description", "required", "additionalProperties", "enum"})
_LEADS_ON = frozenset({"properties", "items", "additionalProperties"})
# Where these are empty, nothing is lost with them.
_MAY_SAY_NOTHING = frozenset({"description", "required", "properties"})
# Other checks judge these.
_NOT_HERE = frozenset({"number-changed", "order-changed"})


def changed_by(source: JSON, difference: SchemaDifference, invalid: bool) -> Changed | None:
    """Return what a difference changes; None if it is free, or if other rules judge it.

    invalid: whether the source as a whole is no valid schema. Then what is invalid itself has to stay as it is.
    """
    kind = difference.kind
    if kind in _NOT_HERE or _is_neutral_addition(difference):
        return None
    node, rest = _place(source, difference.path)
    lost_other = kind == "keyword-lost" and _is_other(node, rest)
    if invalid and not lost_other and _is_at_fault(source, node, rest, kind):
        return Changed.INVALID
    if kind == "keyword-added":
        # Of what has no twin in the source, the meaning decides (LAW-4), but where it takes a kept keyword's place, or
        # is a further property, which the model would be asked for.
        if len(rest) == 2 and rest[0] == "properties":
            return Changed.KEPT_KEYWORD
        if not invalid and _is_wrong_value(source, difference):
            return Changed.KEPT_KEYWORD
        return Changed.KEPT_KEYWORD if len(rest) == 1 and rest[0] in KEPT - {"type", "description"} else None
    if lost_other or _is_other(node, rest):
        return Changed.OTHER_KEYWORD
    if kind == "keyword-lost" and rest[0] in _MAY_SAY_NOTHING and not node[rest[0]]:
        return Changed.OTHER_KEYWORD
    return Changed.KEPT_KEYWORD


def _is_neutral_addition(difference: SchemaDifference) -> bool:
    """Whether a keyword was added that says what its absence says."""
    if difference.kind != "keyword-added":
        return False
    keyword, value = difference.path[-1], difference.actual
    if keyword == "additionalProperties":
        return value is True or value == {}
    return (keyword == "required" and value == []) or (keyword in ("properties", "items") and value == {})


def _is_wrong_value(source: JSON, difference: SchemaDifference) -> bool:
    """Whether a keyword was added with a value that it cannot have; the API refuses the schema."""
    *above, keyword = difference.path
    is_keyword = isinstance(keyword, str) and not (above and above[-1] in SCHEMA_MAP)
    return is_keyword and not _is_valid(source, {keyword: difference.actual})


def _place(source: JSON, path: Path) -> tuple[JSON, Path]:
    """Follow a path as far as the walk goes. Return the schema it ends at, and what is left of the path."""
    node, rest = source, path
    while isinstance(node, dict) and len(rest) > 1:
        value = node.get(rest[0])
        if rest[0] == "properties" and isinstance(value, dict) and rest[1] in value:
            node, rest = value[rest[1]], rest[2:]
        elif rest[0] in ("items", "additionalProperties") and isinstance(value, dict):
            node, rest = value, rest[1:]
        else:
            break
    return node, rest


def _is_other(node: JSON, rest: Path) -> bool:
    """Whether a place is none that the walk keeps: another keyword, or a boolean schema."""
    if not rest:
        return isinstance(node, bool) or node == {}
    if rest[0] == "items":
        return not isinstance(node.get("items"), dict)
    return rest[0] not in KEPT and rest[0] != "properties"


def _is_at_fault(source: JSON, node: JSON, rest: Path, kind: str) -> bool:
    """Whether a changed place is what makes the whole schema invalid."""
    if not isinstance(source, dict):
        return True
    if not isinstance(node, dict) or not rest:
        return not isinstance(node, bool) and not _is_valid(source, node)
    if rest[0] in _LEADS_ON and kind != "keyword-added":
        return not _is_valid(source, {rest[0]: node.get(rest[0])})
    return not _is_valid(source, {keyword: _emptied(keyword, value) for keyword, value in node.items()})


def _is_valid(source: JSON, schema: JSON) -> bool:
    if not isinstance(schema, dict):
        return False
    dialect = source.get("$schema") if isinstance(source, dict) else None
    return is_valid_schema({"$schema": dialect, **schema} if isinstance(dialect, str) else schema)


def _emptied(keyword: str, value: JSON) -> JSON:
    """Take out what has a place of its own, so that a schema is judged without the schemas below it."""
    if keyword == "properties" and isinstance(value, dict):
        return {}
    return {} if keyword in ("items", "additionalProperties") and isinstance(value, dict) else value
