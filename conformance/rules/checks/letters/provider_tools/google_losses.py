"""What of a schema is left out for Google and has to be reported."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from conformance.base.values import ABSENT, JSON, same
from conformance.formats.gemini.schemas import EXCLUSIVE, PARAMETER, is_sayable, types_taken
from conformance.formats.json_schema import (
    Path,
    find_reference,
    list_of,
    parts_of,
    properties_of,
    subschemas,
    texts_of,
    types_of,
)
from conformance.rules.checks.exact import is_number
from conformance.rules.checks.letters.provider_tools.google_alignment import REWRITTEN, UNIONS, SchemaPair
from conformance.rules.checks.letters.provider_tools.google_schemas import bound_of

# Keywords that limit the values, that the API refuses and that have no twin: left out, they are reported.
LIMITING = frozenset({
    "additionalProperties", "contains", "dependencies", "dependentRequired", "dependentSchemas", "if", "multipleOf",
    "not", "patternProperties", "prefixItems", "propertyNames", "unevaluatedItems", "unevaluatedProperties",
})  # fmt: skip
_EVERY_TYPE = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})
_WHOLE = ({"integer"}, {"integer", "null"})
# Where one of these is, what was written in its place is looked at.
_SPOKEN = frozenset({"$ref", "allOf", "anyOf", "const", "oneOf", *EXCLUSIVE})
# Where one of these is, a reference was written out or kept.
_SAYS_MORE = frozenset({"$ref", "anyOf", "oneOf", "properties", "ref"})


def is_limited(source: JSON) -> bool:
    """Whether a schema holds anything that `left_out` may speak of."""
    return any(
        member is False
        or (isinstance(member, dict) and any(_limits(member, key) or _may_go(member, key) for key in member))
        for _path, member in subschemas(source)
    )


def _may_go(schema: dict[str, JSON], key: str) -> bool:
    """Whether a keyword has to be said in another way, and so may get lost."""
    if key == "enum":
        return not is_sayable(schema, list_of(schema[key]))
    return isinstance(schema[key], list) if key in ("type", "items") else key in _SPOKEN


def _limits(schema: dict[str, JSON], key: str) -> bool:
    if key == "uniqueItems":
        return schema[key] is True
    return key in LIMITING and schema[key] is not True and schema[key] != {}


def left_out(root: JSON, places: Iterable[SchemaPair]) -> Iterator[tuple[Path, str]]:
    """Yield (path in the result, keyword) of limits that are neither there nor said in a description.

    And of references that were neither kept nor written out. root: the source.
    """
    for path, entry, other, *_rest in places:
        if _refers_to_nothing(root, entry, other):
            yield path, "$ref"
        if same(other.get("description", ABSENT), entry.get("description", ABSENT)):
            for keyword in sorted(key for key in entry if key not in other and _limits(entry, key)):
                yield path, keyword
            for keyword in _unsaid(root, entry, other):
                yield path, keyword


def _unsaid(root: JSON, source: dict[str, JSON], result: dict[str, JSON]) -> Iterator[str]:
    """Yield the keywords that have to be said in another way, and of which nothing was written."""
    if "allOf" in source and "allOf" not in result and _lost_of_parts(root, source, result):
        yield "allOf"
    if types_taken(result) is None:
        if isinstance(source.get("type"), list) and _EVERY_TYPE - {*(types_of(source) or ()), "integer"}:
            yield "type"
        for keyword in sorted(UNIONS & source.keys()) if UNIONS.isdisjoint(result) else ():
            if list_of(source[keyword]) and all(types_of(branch) is not None for branch in source[keyword]):
                yield keyword
    if "anyOf" in result:
        return  # what else limits the values may be in its branches
    if source.get("const") is not None and {"const", "enum"}.isdisjoint(result):
        yield "const"
    values = source.get("enum")
    if isinstance(values, list) and "enum" not in result and not is_sayable(source, values) and not _is_trivial(values):
        yield "enum"
    for keyword, plain in EXCLUSIVE.items():
        if is_number(source.get(keyword)) and keyword not in result:
            if plain not in result or _takes_the_limit(source, keyword, result[plain]):
                yield keyword
    if list_of(source.get("items")) and not result.get("items"):
        yield "items"


def _takes_the_limit(source: dict[str, JSON], keyword: str, written: JSON) -> bool:
    """Whether an integer's limit that excluded itself is taken now, where the next integer would have said the same."""
    bound = bound_of(source, keyword, written) if types_of(source) in _WHOLE and REWRITTEN.isdisjoint(source) else None
    return bound is not None and bound[1] < bound[0]


def _lost_of_parts(root: JSON, source: dict[str, JSON], result: dict[str, JSON]) -> bool:
    """Whether something is not in the result that a node with allOf says itself, or a part of it."""
    if not {"$ref", "anyOf", "oneOf"}.isdisjoint(source) or not {"ref", "$ref", "anyOf"}.isdisjoint(result):
        return False
    properties, required, taken = properties_of(result), list_of(result.get("required")), types_taken(result)
    is_object = taken is None or "object" in taken  # properties say nothing of another type
    return any(
        part is False
        or (is_object and any(PARAMETER.fullmatch(name) and name not in properties for name in properties_of(part)))
        or (
            isinstance(part, dict)
            and (
                any(name in properties and name not in required for name in texts_of(part.get("required")))
                or (isinstance(part.get("type"), str) and part["type"] != "null" and "type" not in result)
                or ("enum" not in result and is_sayable(part, list_of(part.get("enum"))))
            )
        )
        for part in parts_of(root, source)
    )


def _is_trivial(values: list[JSON]) -> bool:
    """Whether a list of values says no more than their type does."""
    booleans = {value for value in values if isinstance(value, bool)}
    return values != [] and (booleans == {True, False} or all(value is None for value in values))


def _refers_to_nothing(root: JSON, source: dict[str, JSON], result: dict[str, JSON]) -> bool:
    """Whether a node refers to a schema with a type, or with properties, and nothing of that arrived.

    What another document holds nobody knows; there something has to say what the node is.
    """
    reference = source.get("$ref")
    if not isinstance(reference, str) or not _SAYS_MORE.isdisjoint(result):
        return False
    if not reference.startswith("#"):
        return "type" not in result
    found, target = find_reference(root, reference)
    if not found or not isinstance(target, dict):
        return False
    return bool(target.get("properties")) or ("type" in target and "type" not in result)
