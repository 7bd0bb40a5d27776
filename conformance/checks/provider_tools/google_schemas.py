"""How a JSON Schema and what became of it in a Google function declaration are held together.

A node of the source that says nothing the API refuses is compared keyword by keyword. Where it does, translations
differ from one converter to the next: there only what no translation may do is looked for.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import floor

from conformance.checks.findings import brief, is_in_words
from conformance.checks.provider_tools.google_alignment import REWRITTEN, aligned, is_kept
from conformance.checks.provider_tools.google_reading import (
    COUNTS,
    EXCLUSIVE,
    NUMBERS,
    PARAMETER,
    is_number,
    is_sayable,
    list_of,
    parts_of,
    target_of,
    types_of,
    types_taken,
)
from conformance.formats.json_schema import SCHEMA_LIST, Difference, Path, subschemas
from conformance.oracles.google import spelled
from conformance.values import ABSENT, JSON, is_same_double, same

_NULL = {"type": "null"}
# What the API takes and a converter should not leave out, beside what it must not.
FURTHER = COUNTS | NUMBERS | {"pattern"}
# What its own form lacks and a JSON Schema may keep.
_JSON_LIMITS = frozenset({"exclusiveMaximum", "exclusiveMinimum", "multipleOf", "uniqueItems"})
_COMPARED = FURTHER | {"default", "nullable", "title"}


def differences(source: JSON, result: JSON) -> Iterator[Difference]:
    """Yield what differs although the API takes it. Kinds as in `schemas.Difference`, and further-lost."""
    for path, one, other in aligned(source, result):
        if isinstance(one, dict) and isinstance(other, dict) and is_kept(one, members := spelled(other)):
            yield from _node(one, members, path, kept=True)
            yield from _kept(source, one, result, members, path)
        elif isinstance(one, dict) and isinstance(other, dict) and not REWRITTEN & one.keys():
            yield from _node(one, spelled(other), path)
        elif isinstance(one, dict) and isinstance(other, dict) and path and _is_optional(one):
            wanted = one.get("description")
            said = [
                member["description"]
                for _at, member in subschemas(other)
                if isinstance(member, dict) and "description" in member
            ]
            if isinstance(wanted, str) and wanted and not any(_extended(wanted, text) for text in said):
                yield Difference(kind="keyword-lost", path=(*path, "description"), expected=wanted)


def _kept(
    source: JSON, one: dict[str, JSON], result: JSON, members: dict[str, JSON], path: Path
) -> Iterator[Difference]:
    """Yield what differs below the keywords that are written in another way elsewhere, and were not here."""
    if "const" in one and not same(one["const"], members["const"]):
        yield Difference(kind="value-changed", path=(*path, "const"), expected=one["const"], actual=members["const"])
    reference, other = one.get("$ref"), members.get("$ref")
    if isinstance(reference, str) and target_of(source, reference) is not None:
        if not isinstance(other, str) or target_of(result, other) is None:
            yield Difference(kind="value-changed", path=(*path, "$ref"), expected=reference, actual=other)
    for keyword in sorted(SCHEMA_LIST & REWRITTEN & one.keys()):
        wanted, actual = list_of(one[keyword]), list_of(members[keyword])
        # A branch that is there twice, or that is null, may be said in another way.
        if any(
            part != _NULL and part not in wanted[:index]
            for index, part in enumerate(wanted[len(actual) :], len(actual))
        ):
            yield Difference(kind="value-changed", path=(*path, keyword), expected=wanted, actual=actual)


def _is_optional(source: dict[str, JSON]) -> bool:
    """Whether a node is a union of something and null, as an optional parameter is, and it alone is described."""
    branches = source.get("anyOf", source.get("oneOf"))
    if not isinstance(branches, list) or len(branches) != 2 or {"type": "null"} not in branches:
        return False
    return not any(isinstance(one, dict) and ("$ref" in one or "description" in one) for one in branches)


def _node(source: dict[str, JSON], result: dict[str, JSON], path: Path, *, kept: bool = False) -> Iterator[Difference]:
    moved = "anyOf" in result and not kept  # a list of types, as branches: what limits each type moves there
    described = result.get("description", ABSENT)
    wanted = source.get("description") if path else None  # what the root says, the tool's own description says
    if isinstance(wanted, str) and wanted and not _extended(wanted, described) and not (moved and described is ABSENT):
        kind = "keyword-lost" if described is ABSENT else "text-changed"
        yield Difference(
            kind=kind, path=(*path, "description"), expected=wanted, actual=None if described is ABSENT else described
        )
    if moved or _is_empty_object(source):
        return
    yield from _type(source, result, path)
    # Beside another type than theirs the API refuses both.
    if _may_be(source, "object"):
        yield from _properties(source, result, path)
    yield from _enum(source, result, path)
    items = source.get("items") if _may_be(source, "array") else None
    if isinstance(items, dict) and "items" not in result and result.get("type") is not None:
        yield Difference(kind="keyword-lost", path=(*path, "items"), expected=items)
    for keyword, plain in EXCLUSIVE.items():
        bound = _bound(source, keyword, result.get(plain))
        if bound is not None and bound[1] < bound[0] - 2:
            yield Difference(kind="value-changed", path=(*path, plain), expected=source[keyword], actual=result[plain])
    for key in sorted(_JSON_LIMITS & source.keys() & result.keys()):
        if not same(source[key], result[key]) and {type(source[key]), type(result[key])} <= {bool, int, float}:
            yield Difference(kind="value-changed", path=(*path, key), expected=source[key], actual=result[key])
    for key in sorted(_COMPARED & source.keys()):
        value = source[key]
        if key not in result:
            if key in FURTHER and value is not None:
                yield Difference(kind="further-lost", path=(*path, key), expected=value)
        elif not _same_limit(key, value, result[key]):
            kind = "text-changed" if isinstance(value, str) and isinstance(result[key], str) else "value-changed"
            yield Difference(kind=kind, path=(*path, key), expected=value, actual=result[key])


def _may_be(source: dict[str, JSON], kind: str) -> bool:
    types = source.get("type", kind)
    return kind in types if isinstance(types, list) else bool(types == kind)


def _is_empty_object(source: dict[str, JSON]) -> bool:
    """Whether a node is an object without properties, which the API was seen to refuse: how it is written is free."""
    return source.get("type") == "object" and not source.get("properties")


def _extended(wanted: str, described: JSON) -> bool:
    """Whether a description is there; it may say in further words what the API takes in no keyword."""
    return isinstance(described, str) and is_in_words(wanted, described)


def _type(source: dict[str, JSON], result: dict[str, JSON], path: Path) -> Iterator[Difference]:
    wanted = source.get("type")
    actual = result.get("type")
    if not isinstance(wanted, str) or wanted == "null" or isinstance(actual, list):
        return
    if actual is None:
        yield Difference(kind="keyword-lost", path=(*path, "type"), expected=wanted)
    elif not isinstance(actual, str) or actual.upper() != wanted.upper():
        yield Difference(kind="value-changed", path=(*path, "type"), expected=wanted, actual=actual)


def _properties(source: dict[str, JSON], result: dict[str, JSON], path: Path) -> Iterator[Difference]:
    properties, others = source.get("properties"), result.get("properties", {})
    if not isinstance(properties, dict) or not isinstance(others, dict):
        return
    required, kept = (_names(schema.get("required")) for schema in (source, result))
    for name, member in properties.items():
        if PARAMETER.fullmatch(name):  # others the API may refuse, and what becomes of them is free
            if name not in others:
                yield Difference(kind="name-lost", path=(*path, "properties", name), expected=member, name=name)
            elif name in required and name not in kept:
                yield Difference(kind="name-lost", path=(*path, "required"), expected=required, actual=kept, name=name)
    unsafe = not all(map(PARAMETER.fullmatch, properties))
    for name in others:
        if name not in properties and not unsafe:
            yield Difference(kind="keyword-added", path=(*path, "properties", name), actual=others[name])
    for name in kept:
        if name in properties and name not in required:
            yield Difference(kind="value-changed", path=(*path, "required"), expected=required, actual=kept)
    order = [name for name in properties if name in others]
    if order != [name for name in others if name in properties]:
        yield Difference(kind="order-changed", path=(*path, "properties"), expected=order, actual=list(others))


def _names(value: JSON) -> list[str]:
    return [name for name in list_of(value) if isinstance(name, str)]


def _enum(source: dict[str, JSON], result: dict[str, JSON], path: Path) -> Iterator[Difference]:
    values = source.get("enum")
    if not isinstance(values, list):
        return
    if not is_sayable(source, values):
        known = {text.casefold() for value in values for text in (str(value), json.dumps(value))}
        for index, one in enumerate(list_of(result.get("enum"))):
            if one is not None and not any(same(one, value) for value in values) and str(one).casefold() not in known:
                yield Difference(kind="value-changed", path=(*path, "enum", index), expected=values, actual=one)
        return
    wanted = [value for value in values if value is not None]
    actual = result.get("enum", ABSENT)
    if actual is ABSENT:
        yield Difference(kind="keyword-lost", path=(*path, "enum"), expected=values)
    elif not isinstance(actual, list) or not same([value for value in actual if value is not None], wanted):
        yield Difference(kind="value-changed", path=(*path, "enum"), expected=values, actual=actual)


def _same_limit(key: str, one: JSON, other: JSON) -> bool:
    if key in COUNTS and isinstance(other, str):
        return str(one) == other
    if isinstance(one, int | float) and isinstance(other, int | float) and not isinstance(one, bool):
        return is_same_double(one, other)  # the API keeps limits as doubles
    return same(one, other)


def narrowed(source: JSON, result: JSON) -> Iterator[tuple[Path, str]]:
    """Yield (path in the result, sentence) where something that the source takes is taken no more."""
    for path, one, other in aligned(source, result):
        if isinstance(one, dict) and isinstance(other, dict):
            found = _narrowed(source, one, spelled(other))
            if found:
                yield path, found


def _narrowed(root: JSON, source: dict[str, JSON], result: dict[str, JSON]) -> str | None:
    taken = types_taken(result)
    if taken is None:
        return None
    for key in ("anyOf", "oneOf"):
        branches = source.get(key)
        if isinstance(branches, list) and "type" not in source and "allOf" not in source and "$ref" not in source:
            wanted = [types_of(branch) for branch in branches]
            lost = [types for types in wanted if types is not None and not types <= taken]
            if lost:
                return (
                    f"of the branches of {key} only {brief(sorted(taken))} is left; wanted {brief(sorted(lost[0]))} too"
                )
    types = types_of(source)
    if isinstance(source.get("type"), list) and types is not None and not types <= taken:
        return f"of the types {brief(source['type'])} only {brief(sorted(taken))} is left"
    if "allOf" in source and "$ref" not in source and isinstance(result.get("enum"), list):
        parts = [part for part in parts_of(root, source, ()) if isinstance(part, dict)]
        lists = [list_of(part["enum"]) for part in parts if "enum" in part]
        lists += [[part["const"]] for part in parts if "const" in part]
        common = [value for value in (lists[0] if lists else ()) if all(value in values for values in lists)]
        missing = [value for value in common if isinstance(value, str) and value and value not in result["enum"]]
        if missing:
            return f"of the values that all parts of allOf take {brief(missing[0])} is taken no more"
    if REWRITTEN.isdisjoint(source):
        if types is None and None in list_of(source.get("enum")) and "null" not in taken:
            return f"of the values {brief(source['enum'])} null is taken no more"
        for keyword, plain in EXCLUSIVE.items():
            bound = _bound(source, keyword, result.get(plain))
            if bound is not None and bound[1] > bound[0]:
                return f"{keyword} {brief(source[keyword])} became {plain} {brief(result[plain])}"
    return None


def _bound(source: dict[str, JSON], keyword: str, written: JSON) -> tuple[float, float] | None:
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
