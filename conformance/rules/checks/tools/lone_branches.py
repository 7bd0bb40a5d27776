"""Unions of a single branch, which says the same where a converter writes it beside the union."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from conformance.base.values import JSON
from conformance.formats.json_schema import ONE_SCHEMA, SCHEMA_LIST, SCHEMA_MAP, references

_UNIONS: Final = ("allOf", "anyOf", "oneOf")
# Keywords of which one reads what another beside it says; in a branch it reads those of the branch.
_READERS: Final = (
    frozenset({"properties", "patternProperties", "additionalProperties", "unevaluatedProperties"}),
    frozenset(
        {"prefixItems", "items", "additionalItems", "contains", "minContains", "maxContains", "unevaluatedItems"}
    ),
    frozenset({"if", "then", "else"}),
    frozenset({"$id", "$ref", "$dynamicRef", "$anchor", "$schema", "$defs", "definitions"}),
)


def merged(source: JSON, result: JSON) -> JSON:
    """Return a schema with each lone branch below its root beside its union, where the result has no such union.

    A title of the branch may go. What both say, or one of which reads the other, stays in its union.
    """
    refers = any(f"/{keyword}/0" in reference for reference in references(source) for keyword in _UNIONS)
    return source if refers else _below(source, result)


def _merged_branches(schema: JSON, result: JSON) -> JSON:
    """Return one schema, and those below it, as `merged` has them."""
    while isinstance(schema, dict) and isinstance(result, dict):
        found = next((text for text in _lone(schema) if text not in result), None)
        if found is None:
            break
        schema = schema[found][0] | {key: value for key, value in schema.items() if key != found}
    return _below(schema, result)


def _lone(schema: dict[str, JSON]) -> Iterator[str]:
    """Yield the keywords of unions with one branch that says nothing of what is said beside it."""
    for keyword in _UNIONS:
        branches = schema.get(keyword)
        if isinstance(branches, list) and len(branches) == 1 and isinstance(branches[0], dict):
            beside, own = schema.keys() - {keyword, "title"}, branches[0].keys() - {"title"}
            if beside.isdisjoint(own) and all(
                reader.isdisjoint(own) or reader.isdisjoint(beside) for reader in _READERS
            ):
                yield keyword


def _below(schema: JSON, result: JSON) -> JSON:
    """Return a schema with those below it as `merged` has them."""
    if not isinstance(schema, dict):
        return schema
    got = result if isinstance(result, dict) else {}
    return {keyword: _within(keyword, value, got.get(keyword)) for keyword, value in schema.items()}


def _within(keyword: str, value: JSON, got: JSON) -> JSON:
    if isinstance(value, dict) and keyword in SCHEMA_MAP:
        named = got if isinstance(got, dict) else {}
        return {name: _merged_branches(value, named.get(name)) for name, value in value.items()}
    if isinstance(value, list) and keyword in SCHEMA_LIST:
        listed = [*got, *value[len(got) :]] if isinstance(got, list) else value
        return [_merged_branches(element, other) for element, other in zip(value, listed, strict=False)]
    return _merged_branches(value, got) if keyword in ONE_SCHEMA else value
