"""How a JSON Schema and what became of it in a Google function declaration are held together.

A node of the source that says nothing the API refuses is compared keyword by keyword. Where it does, translations
differ from one converter to the next: there only what no translation may do is looked for.
"""

from __future__ import annotations

from collections.abc import Iterator

from conformance.checks.findings import brief
from conformance.checks.provider_tools.google_form import COUNTS, NUMBERS, PARAMETER, camel, spelled
from conformance.checks.schemas import Difference, Path, find_reference, subschemas
from conformance.values import ABSENT, JSON, same

# A node with one of these is written in another way; what stands beside them may move.
_REWRITTEN = frozenset({
    "$dynamicRef", "$recursiveRef", "$ref", "allOf", "anyOf", "const", "else", "if", "not", "oneOf", "then",
})  # fmt: skip
# What the API takes and a converter should not leave out, beside what it must not.
FURTHER = COUNTS | NUMBERS | {"pattern"}
_COMPARED = FURTHER | {"default", "nullable", "title"}
# Keywords that limit the values, that the API refuses and that have no twin: left out, they are reported.
LIMITING = frozenset({
    "additionalProperties", "contains", "dependencies", "dependentRequired", "dependentSchemas", "if", "multipleOf",
    "not", "patternProperties", "prefixItems", "propertyNames", "unevaluatedItems", "unevaluatedProperties",
})  # fmt: skip

# Where one of these stands, a reference was written out or kept.
_SAYS_MORE = frozenset({"$ref", "anyOf", "oneOf", "properties", "ref"})

Pairs = Iterator[tuple[Path, JSON, JSON]]


def aligned(source: JSON, result: JSON, path: Path = ()) -> Pairs:
    """Yield (path in the result, source, result) for schemas that stand in the same place of both."""
    yield path, source, result
    if not isinstance(source, dict) or not isinstance(result, dict) or (_REWRITTEN - {"anyOf"}) & source.keys():
        return
    members, keys = spelled(result), {camel(key): key for key in result}
    properties, others = source.get("properties"), members.get("properties")
    if isinstance(properties, dict) and isinstance(others, dict):
        for name, member in properties.items():
            if name in others:
                yield from aligned(member, others[name], (*path, keys["properties"], name))
    if isinstance(source.get("items"), dict) and isinstance(members.get("items"), dict):
        yield from aligned(source["items"], members["items"], (*path, keys["items"]))
    branches, arrived = source.get("anyOf"), members.get("anyOf")
    if isinstance(branches, list) and isinstance(arrived, list) and len(branches) == len(arrived):
        for index, (one, other) in enumerate(zip(branches, arrived, strict=True)):
            yield from aligned(one, other, (*path, keys["anyOf"], index))


def differences(source: JSON, result: JSON) -> Iterator[Difference]:
    """Yield what differs although the API takes it. Kinds as in `schemas.Difference`, and further-lost."""
    for path, one, other in aligned(source, result):
        if isinstance(one, dict) and isinstance(other, dict) and not _REWRITTEN & one.keys():
            yield from _node(one, spelled(other), path)


def _node(source: dict[str, JSON], result: dict[str, JSON], path: Path) -> Iterator[Difference]:
    moved = "anyOf" in result  # a list of types, as branches: what limits each type moves there
    described = result.get("description", ABSENT)
    wanted = source.get("description")
    if isinstance(wanted, str) and wanted and not _extended(wanted, described) and not (moved and described is ABSENT):
        kind = "keyword-lost" if described is ABSENT else "text-changed"
        yield Difference(kind, (*path, "description"), wanted, None if described is ABSENT else described)
    if moved or _is_empty_object(source):
        return
    yield from _type(source, result, path)
    yield from _properties(source, result, path)
    yield from _enum(source, result, path)
    if isinstance(source.get("items"), dict) and "items" not in result and result.get("type") is not None:
        yield Difference("keyword-lost", (*path, "items"), source["items"])
    for key in sorted(_COMPARED & source.keys()):
        value = source[key]
        if key not in result:
            if key in FURTHER and value is not None:
                yield Difference("further-lost", (*path, key), value)
        elif not _same_limit(key, value, result[key]):
            kind = "text-changed" if isinstance(value, str) and isinstance(result[key], str) else "value-changed"
            yield Difference(kind, (*path, key), value, result[key])


def _is_empty_object(source: dict[str, JSON]) -> bool:
    """Whether a node is an object without properties, which the API was seen to refuse: how it is written is free."""
    return source.get("type") == "object" and not source.get("properties")


def _extended(wanted: str, described: JSON) -> bool:
    """Whether a description is there; it may say in further words what the API takes in no keyword."""
    return isinstance(described, str) and wanted in described


def _type(source: dict[str, JSON], result: dict[str, JSON], path: Path) -> Iterator[Difference]:
    wanted = source.get("type")
    actual = result.get("type")
    if not isinstance(wanted, str) or wanted == "null" or isinstance(actual, list):
        return
    if actual is None:
        yield Difference("keyword-lost", (*path, "type"), wanted)
    elif not isinstance(actual, str) or actual.upper() != wanted.upper():
        yield Difference("value-changed", (*path, "type"), wanted, actual)


def _properties(source: dict[str, JSON], result: dict[str, JSON], path: Path) -> Iterator[Difference]:
    properties, others = source.get("properties"), result.get("properties", {})
    if not isinstance(properties, dict) or not isinstance(others, dict):
        return
    required, kept = (_names(schema.get("required")) for schema in (source, result))
    for name, member in properties.items():
        if PARAMETER.fullmatch(name):  # others the API may refuse, and what becomes of them is free
            if name not in others:
                yield Difference("name-lost", (*path, "properties", name), member, name=name)
            elif name in required and name not in kept:
                yield Difference("name-lost", (*path, "required"), required, kept, name=name)
    unsafe = not all(map(PARAMETER.fullmatch, properties))
    for name in others:
        if name not in properties and not unsafe:
            yield Difference("keyword-added", (*path, "properties", name), actual=others[name])
    for name in kept:
        if name in properties and name not in required:
            yield Difference("value-changed", (*path, "required"), required, kept)
    order = [name for name in properties if name in others]
    if order != [name for name in others if name in properties]:
        yield Difference("order-changed", (*path, "properties"), order, list(others))


def _names(value: JSON) -> list[JSON]:
    return value if isinstance(value, list) else []


def _enum(source: dict[str, JSON], result: dict[str, JSON], path: Path) -> Iterator[Difference]:
    values = source.get("enum")
    if not isinstance(values, list) or not _is_sayable(source, values):
        return
    wanted = [value for value in values if value is not None]
    actual = result.get("enum", ABSENT)
    if actual is ABSENT:
        yield Difference("keyword-lost", (*path, "enum"), values)
    elif not isinstance(actual, list) or not same([value for value in actual if value is not None], wanted):
        yield Difference("value-changed", (*path, "enum"), values, actual)


def _is_sayable(source: dict[str, JSON], values: list[JSON]) -> bool:
    """Whether the API takes this enum: texts that are not empty, of a node that may be a text."""
    texts = [value for value in values if value is not None]
    type_ = source.get("type", "string")
    types = type_ if isinstance(type_, list) else [type_]
    return bool(texts) and all(isinstance(text, str) and text for text in texts) and set(types) <= {"string", "null"}


def _same_limit(key: str, one: JSON, other: JSON) -> bool:
    if key in COUNTS and isinstance(other, str):
        return str(one) == other
    if isinstance(one, int | float) and isinstance(other, int | float) and not isinstance(one, bool):
        return one == other or float(one) == float(other)  # the API keeps limits as doubles
    return same(one, other)


def is_limited(source: JSON) -> bool:
    """Whether a schema holds anything that `left_out` may speak of."""
    return any(
        isinstance(member, dict) and ("$ref" in member or any(_limits(member, key) for key in member))
        for _path, member in subschemas(source)
    )


def _limits(schema: dict[str, JSON], key: str) -> bool:
    if key == "uniqueItems":
        return schema[key] is True
    return key in LIMITING and schema[key] is not True and schema[key] != {}


def left_out(source: JSON, result: JSON) -> Iterator[tuple[Path, str]]:
    """Yield (path in the result, keyword) of limits that are neither there nor said in a description.

    And of references that were neither kept nor written out.
    """
    for path, one, other in aligned(source, result):
        if not isinstance(one, dict) or not isinstance(other, dict):
            continue
        if _refers_to_nothing(source, one, spelled(other)):
            yield path, "$ref"
        if not same(other.get("description", ABSENT), one.get("description", ABSENT)):
            continue
        for key in sorted(one):
            if key not in other and _limits(one, key):
                yield path, key


def _refers_to_nothing(root: JSON, source: dict[str, JSON], result: dict[str, JSON]) -> bool:
    """Whether a node refers to a schema with a type, or with properties, and nothing of that arrived."""
    reference = source.get("$ref")
    if not isinstance(reference, str) or not reference.startswith("#") or not _SAYS_MORE.isdisjoint(result):
        return False
    found, target = find_reference(root, reference)
    if not found or not isinstance(target, dict):
        return False
    return bool(target.get("properties")) or ("type" in target and "type" not in result)


def narrowed(source: JSON, result: JSON) -> Iterator[tuple[Path, str]]:
    """Yield (path in the result, sentence) where something that the source takes is taken no more."""
    for path, one, other in aligned(source, result):
        if isinstance(one, dict) and isinstance(other, dict):
            found = _narrowed(one, spelled(other))
            if found:
                yield path, found


def _narrowed(source: dict[str, JSON], result: dict[str, JSON]) -> str | None:
    taken = _types_taken(result)
    if taken is None:
        return None
    for key in ("anyOf", "oneOf"):
        branches = source.get(key)
        if isinstance(branches, list) and "type" not in source and "allOf" not in source and "$ref" not in source:
            wanted = [_types_of(branch) for branch in branches]
            lost = [types for types in wanted if types is not None and not types <= taken]
            if lost:
                return (
                    f"of the branches of {key} only {brief(sorted(taken))} is left; wanted {brief(sorted(lost[0]))} too"
                )
    types = _types_of(source)
    if isinstance(source.get("type"), list) and types is not None and not types <= taken:
        return f"of the types {brief(source['type'])} only {brief(sorted(taken))} is left"
    return None


def _types_of(schema: JSON) -> set[str] | None:
    """Return the types that a JSON Schema names itself; None where it names none, or says more than a type."""
    if not isinstance(schema, dict) or "type" not in schema:
        return None
    type_ = schema["type"]
    return {name for name in (type_ if isinstance(type_, list) else [type_]) if isinstance(name, str)}


def _types_taken(result: dict[str, JSON]) -> set[str] | None:
    """Return the types that a node of the result takes; None where it takes any."""
    type_ = result.get("type")
    found: set[str] = set()
    if isinstance(type_, str | list):
        found |= {name.lower() for name in (type_ if isinstance(type_, list) else [type_]) if isinstance(name, str)}
    elif isinstance(result.get("anyOf"), list):
        for branch in result["anyOf"]:
            taken = _types_taken(spelled(branch))
            if taken is None:
                return None
            found |= taken
    else:
        return None
    if result.get("nullable") is True:
        found.add("null")
    if "number" in found:
        found.add("integer")
    return found
