"""How a JSON Schema and what became of it in a Google function declaration are held together.

A node of the source that says nothing the API refuses is compared keyword by keyword. Where it does, translations
differ from one converter to the next: there only what no translation may do is looked for.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from math import floor
from typing import Any

from conformance.base.values import ABSENT, JSON, is_same_double, same
from conformance.formats.gemini.schemas import COUNTS, EXCLUSIVE, NUMBERS, PARAMETER, is_sayable, types_taken
from conformance.formats.json_schema import (
    SCHEMA_LIST,
    Path,
    SchemaDifference,
    list_of,
    parts_of,
    subschemas,
    target_of,
    texts_of,
    types_of,
)
from conformance.rules.checks.exact import is_number
from conformance.rules.checks.findings import brief, is_in_words
from conformance.rules.checks.letters.provider_tools.google_alignment import (
    NULL,
    REWRITTEN,
    UNIONS,
    SchemaPair,
    flat_branches,
)

# What the API takes and a converter should not leave out, beside what it must not.
FURTHER = COUNTS | NUMBERS | {"pattern"}
# What its own form lacks and a JSON Schema may keep.
_JSON_LIMITS = frozenset({"exclusiveMaximum", "exclusiveMinimum", "multipleOf", "uniqueItems"})
_COMPARED = FURTHER | {"default", "nullable", "title"}
_TAKEN_AS_NUMBER = frozenset({bool, int, float})


def differences(source: JSON, result: JSON, places: Iterable[SchemaPair]) -> Iterator[SchemaDifference]:
    """Yield what differs although the API takes it. Kinds as in `schemas.Difference`, and further-lost."""
    for place in places:
        if place.is_kept:
            yield from _node(place)
            yield from _schema_differences(source, result, place)
        elif REWRITTEN.isdisjoint(place.source):
            yield from _node(place)
        elif place.path and _is_optional(place.source):
            wanted = place.source.get("description")
            said = [
                subschema.get("description")
                for _at, subschema in subschemas(place.result)
                if isinstance(subschema, dict)
            ]
            if isinstance(wanted, str) and wanted and not any(_extended(wanted, text) for text in said):
                yield SchemaDifference(kind="keyword-lost", path=(*place.path, "description"), expected=wanted)


def _schema_differences(source: JSON, result: JSON, place: SchemaPair) -> Iterator[SchemaDifference]:
    """Yield what differs below the keywords that are written in another way elsewhere, and were not here."""
    for keyword in sorted(REWRITTEN & place.source.keys()):
        wanted, actual = place.source[keyword], place.result[keyword]
        if keyword == "const":
            is_other = not same(wanted, actual)
        elif keyword == "$ref":
            leads = isinstance(wanted, str) and target_of(source, wanted) is not None
            is_other = leads and not (isinstance(actual, str) and target_of(result, actual) is not None)
        else:  # a branch that is there twice, or that is null, may be said in another way
            wanted, actual = list_of(wanted), list_of(actual)
            rest = enumerate(wanted[len(actual) :], len(actual)) if keyword in SCHEMA_LIST else ()
            is_other = any(part != NULL and part not in wanted[:index] for index, part in rest)
        if is_other:
            yield _value_difference(place, keyword, wanted, actual)


def _value_difference(
    place: SchemaPair, keyword: str, expected: JSON, actual: JSON, kind: str = "value-changed"
) -> SchemaDifference:
    return SchemaDifference(kind=kind, path=(*place.path, keyword), expected=expected, actual=actual)


def _lost_keyword(place: SchemaPair, keyword: str, kind: str = "keyword-lost") -> SchemaDifference:
    return SchemaDifference(kind=kind, path=(*place.path, keyword), expected=place.source[keyword])


def _is_optional(source: dict[str, JSON]) -> bool:
    """Whether a node is a union of something and null, as an optional parameter is, and it alone is described."""
    branches = list_of(source.get("anyOf", source.get("oneOf")))
    if len(branches) != 2 or NULL not in branches:
        return False
    return not any(isinstance(branch, dict) and ("$ref" in branch or "description" in branch) for branch in branches)


def _node(place: SchemaPair) -> Iterator[SchemaDifference]:
    source, result = place.source, place.result
    moved = "anyOf" in result and not place.is_kept  # a list of types, as branches: what limits each type moves there
    # What the root says, the tool's own description says.
    wanted, described = source.get("description") if place.path else None, result.get("description", ABSENT)
    if isinstance(wanted, str) and wanted and not _extended(wanted, described):
        if described is not ABSENT:
            yield _value_difference(place, "description", wanted, described, "text-changed")
        elif not moved:
            yield _lost_keyword(place, "description")
    # How an object without properties is written, which the API was seen to refuse, is free.
    if moved or (source.get("type") == "object" and not source.get("properties")):
        return
    wanted, actual = source.get("type"), result.get("type")
    if isinstance(wanted, str) and wanted != "null" and not isinstance(actual, list):
        if actual is None:
            yield _lost_keyword(place, "type")
        elif str(actual).upper() != wanted.upper():
            yield _value_difference(place, "type", wanted, actual)
    # Beside another type than theirs the API refuses both.
    if _may_be(source, "object"):
        yield from _properties(place)
    yield from _enum(place)
    if (
        _may_be(source, "array")
        and isinstance(source.get("items"), dict)
        and "items" not in result
        and "type" in result
    ):
        yield _lost_keyword(place, "items")
    yield from _limits(place)


def _may_be(source: dict[str, JSON], kind: str) -> bool:
    types = source.get("type", kind)
    return kind in types if isinstance(types, list) else bool(types == kind)


def _extended(wanted: str, described: Any) -> bool:
    """Whether a description is there; it may say in further words what the API takes in no keyword."""
    return isinstance(described, str) and is_in_words(wanted, described)


def _properties(place: SchemaPair) -> Iterator[SchemaDifference]:
    properties, others = place.source.get("properties"), place.result.get("properties", {})
    if not isinstance(properties, dict) or not isinstance(others, dict):
        return
    at, required, kept = (*place.path, "properties"), *(texts_of(entry.get("required")) for entry in place[1:3])
    for name, member in properties.items():
        if PARAMETER.fullmatch(name):  # others the API may refuse, and what becomes of them is free
            if name not in others:
                yield SchemaDifference(kind="name-lost", path=(*at, name), expected=member, name=name)
            elif name in required and name not in kept:
                at_required = (*place.path, "required")
                yield SchemaDifference(kind="name-lost", path=at_required, expected=required, actual=kept, name=name)
    if all(map(PARAMETER.fullmatch, properties)):
        for name in others:
            if name not in properties:
                yield SchemaDifference(kind="keyword-added", path=(*at, name), actual=others[name])
    for name in kept:
        if name in properties and name not in required:
            yield _value_difference(place, "required", required, kept)
    order = [name for name in properties if name in others]
    if order != [name for name in others if name in properties]:
        yield _value_difference(place, "properties", order, list(others), "order-changed")


def _enum(place: SchemaPair) -> Iterator[SchemaDifference]:
    values, actual = place.source.get("enum"), place.result.get("enum", ABSENT)
    if not isinstance(values, list):
        return
    if is_sayable(place.source, values):
        wanted = [value for value in values if value is not None]
        if actual is ABSENT:
            yield _lost_keyword(place, "enum")
        elif not isinstance(actual, list) or not same([value for value in actual if value is not None], wanted):
            yield _value_difference(place, "enum", values, actual)
        return
    known = {text.casefold() for value in values for text in (str(value), json.dumps(value))}
    for index, element in enumerate(list_of(actual)):
        if (
            element is not None
            and not any(same(element, value) for value in values)
            and str(element).casefold() not in known
        ):
            at = (*place.path, "enum", index)
            yield SchemaDifference(kind="value-changed", path=at, expected=values, actual=element)


def _limits(place: SchemaPair) -> Iterator[SchemaDifference]:
    source, result = place.source, place.result
    for keyword, plain in EXCLUSIVE.items():
        bound = bound_of(source, keyword, result.get(plain))
        if bound is not None and bound[1] < bound[0] - 2:
            yield _value_difference(place, plain, source[keyword], result[plain])
    for key in sorted(_JSON_LIMITS & source.keys() & result.keys()):
        if not same(source[key], result[key]) and {type(source[key]), type(result[key])} <= _TAKEN_AS_NUMBER:
            yield _value_difference(place, key, source[key], result[key])
    for key in sorted(_COMPARED & source.keys()):
        value, actual = source[key], result.get(key, ABSENT)
        if actual is ABSENT:
            if key in FURTHER and value is not None:
                yield _lost_keyword(place, key, "further-lost")
        elif not _same_limit(key, value, actual):
            are_texts = isinstance(value, str) and isinstance(actual, str)
            yield _value_difference(place, key, value, actual, "text-changed" if are_texts else "value-changed")


def _same_limit(key: str, value: JSON, other: JSON) -> bool:
    if key in COUNTS and isinstance(other, str):
        return str(value) == other
    if isinstance(value, int | float) and isinstance(other, int | float) and not isinstance(value, bool):
        return is_same_double(value, other)  # the API keeps limits as doubles
    return same(value, other)


def narrowed(root: JSON, places: Iterable[SchemaPair]) -> Iterator[tuple[Path, str]]:
    """Yield (path in the result, sentence) where something that the source takes is taken no more. root: the source."""
    for place in places:
        taken = types_taken(place.result)
        beside = {"null"} if place.takes_null else set()
        found = None if taken is None else next(_narrowed(root, place, taken | beside), None)
        if found:
            yield place.path, found


def _narrowed(root: JSON, place: SchemaPair, taken: set[str]) -> Iterator[str]:
    source, result, types = place.source, place.result, types_of(place.source)
    if {"type", "allOf", "$ref"}.isdisjoint(source):
        for key in sorted(UNIONS & source.keys()):
            branches = (types_of(branch) for _at, branch in flat_branches(source[key]))
            for lost in (wanted for wanted in branches if wanted and not wanted <= taken):
                yield f"of the branches of {key} only {brief(sorted(taken))} is left; wanted {brief(sorted(lost))} too"
    if isinstance(source.get("type"), list) and types is not None and not types <= taken:
        yield f"of the types {brief(source['type'])} only {brief(sorted(taken))} is left"
    if "allOf" in source and "$ref" not in source and isinstance(result.get("enum"), list):
        parts = [part for part in parts_of(root, source) if isinstance(part, dict)]
        lists = [list_of(part["enum"]) for part in parts if "enum" in part]
        lists += [[part["const"]] for part in parts if "const" in part]
        common = [value for value in (lists[0] if lists else ()) if all(value in values for values in lists)]
        for missing in (value for value in common if isinstance(value, str) and value and value not in result["enum"]):
            yield f"of the values that all parts of allOf take {brief(missing)} is taken no more"
    if REWRITTEN.isdisjoint(source):
        if types is None and None in list_of(source.get("enum")) and "null" not in taken:
            yield f"of the values {brief(source['enum'])} null is taken no more"
        for keyword, plain in EXCLUSIVE.items():
            bound = bound_of(source, keyword, result.get(plain))
            if bound is not None and bound[1] > bound[0]:
                yield f"{keyword} {brief(source[keyword])} became {plain} {brief(result[plain])}"


def bound_of(source: dict[str, JSON], keyword: str, written: JSON) -> tuple[float, float] | None:
    """Return how far a limit that excluded itself may move, and where it is now, both doubled.

    To the next integer where only integers are taken; elsewhere by less than anybody may think of, a half. None where
    it is no number, was not written, or is not the only one on its side.
    """
    limit: JSON = source.get(keyword)
    if not is_number(limit) or not is_number(written) or EXCLUSIVE[keyword] in source:
        return None
    sign = 1 if keyword == "exclusiveMinimum" else -1
    whole = types_of(source) in ({"integer"}, {"integer", "null"})
    return 2 * floor(sign * limit) + 2 if whole else 2 * sign * limit + 1, 2 * sign * written
