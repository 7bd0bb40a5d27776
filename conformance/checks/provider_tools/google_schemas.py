"""How a JSON Schema and what became of it in a Google function declaration are held together.

A node of the source that says nothing the API refuses is compared keyword by keyword. Where it does, translations
differ from one converter to the next: there only what no translation may do is looked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import floor

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
# What a node does not lack that stands for a definition which has it: else it was cut off there.
_BODIES = ("properties", "items")
# Keywords that limit the values, that the API refuses and that have no twin: left out, they are reported.
LIMITING = frozenset({
    "additionalProperties", "contains", "dependencies", "dependentRequired", "dependentSchemas", "if", "multipleOf",
    "not", "patternProperties", "prefixItems", "propertyNames", "unevaluatedItems", "unevaluatedProperties",
})  # fmt: skip

_UNIONS = frozenset({"anyOf", "oneOf"})
_EVERY_TYPE = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})
# The form has no limit that excludes itself.
_EXCLUSIVE = {"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}
# Where one of these stands, what was written in its place is looked at.
_SPOKEN = frozenset({"$ref", "allOf", "anyOf", "const", "enum", "oneOf", *_EXCLUSIVE})
_NULL = {"type": "null"}
# Where one of these stands, a reference was written out or kept.
_SAYS_MORE = frozenset({"$ref", "anyOf", "oneOf", "properties", "ref"})

Pairs = Iterator[tuple[Path, JSON, JSON]]


def aligned(source: JSON, result: JSON) -> Pairs:
    """Yield (path in the result, source, result) for schemas that stand in the same place of both.

    A definition that was written out stands in the place of its reference, and the one branch that a union has beside
    null in the place of the union.
    """
    return _Alignment(source).pairs(source, result, ())


class _Alignment:
    """How the schemas of one source and its result are put side by side."""

    def __init__(self, root: JSON) -> None:
        self._root = root
        self._definitions: dict[str, dict[str, JSON] | None] = {}

    def pairs(self, source: JSON, result: JSON, path: Path) -> Pairs:
        """Yield a pair, and those inside it."""
        yield path, source, result
        if not isinstance(source, dict) or not isinstance(result, dict):
            return
        if "$ref" in source:
            target = self._written_out(source, spelled(result))
            if target is not None:
                yield from self.pairs(target, result, path)
            return
        if (_REWRITTEN - _UNIONS) & source.keys():
            return
        members, keys = spelled(result), {camel(key): key for key in result}
        properties, others = source.get("properties"), members.get("properties")
        if isinstance(properties, dict) and isinstance(others, dict):
            for name, member in properties.items():
                if name in others:
                    yield from self.pairs(member, others[name], (*path, keys["properties"], name))
        if isinstance(source.get("items"), dict) and isinstance(members.get("items"), dict):
            yield from self.pairs(source["items"], members["items"], (*path, keys["items"]))
        unions = _UNIONS & source.keys()
        if len(unions) == 1:
            yield from self._branches(source, min(unions), result, path)

    def _branches(self, source: dict[str, JSON], keyword: str, result: dict[str, JSON], path: Path) -> Pairs:
        """Align the branches of a union, but for null, which may be said beside them."""
        branches = [branch for branch in _list(source[keyword]) if branch != _NULL]
        members, keys = spelled(result), {camel(key): key for key in result}
        arrived = [(index, one) for index, one in enumerate(_list(members.get("anyOf"))) if not _is_null(one)]
        if _UNIONS.isdisjoint(members):
            one = branches[0] if len(branches) == 1 and "type" not in source else None
            if isinstance(one, dict) and "$ref" in one:
                one = self._written_out(one, members)
            # Where both say something of one kind, it is free which of them is taken.
            if isinstance(one, dict) and one.keys().isdisjoint(source) and _is_whole(one, members):
                yield from self.pairs(one, result, path)
        elif len(branches) == len(arrived):
            for branch, (index, other) in zip(branches, arrived, strict=True):
                yield from self.pairs(branch, other, (*path, keys["anyOf"], index))

    def _written_out(self, source: dict[str, JSON], result: dict[str, JSON]) -> dict[str, JSON] | None:
        """Return the definition that a node refers to and says nothing beside, where it was written out in full.

        Where recursion ends is free, and so is after how many levels a definition is written out no more.
        """
        reference = source["$ref"]
        if len(source) != 1 or not isinstance(reference, str) or not {"ref", "$ref"}.isdisjoint(result):
            return None
        if reference not in self._definitions:
            self._definitions[reference] = None if _recurs(self._root, reference) else _target(self._root, reference)
        target = self._definitions[reference]
        return target if target is not None and _is_whole(target, result) else None


def _is_whole(source: dict[str, JSON], result: dict[str, JSON]) -> bool:
    """Whether a node holds what stands for a source: not where it was cut off, or left out altogether."""
    return not {"type", "anyOf"}.isdisjoint(result) and all(result.get(key) for key in _BODIES if source.get(key))


def _list(value: JSON) -> list[JSON]:
    return value if isinstance(value, list) else []


def _is_null(branch: JSON) -> bool:
    return isinstance(branch, dict) and str(branch.get("type")).upper() == "NULL"


def _target(root: JSON, reference: str) -> dict[str, JSON] | None:
    """Return the schema inside the root that a reference names."""
    if reference != "#" and not reference.startswith("#/"):
        return None
    found, target = find_reference(root, reference)
    return target if found and isinstance(target, dict) else None


def _recurs(root: JSON, reference: str) -> bool:
    """Whether a definition refers to itself, or to one that does."""
    ended: set[str] = set()

    def leads_back(one: str, within: frozenset[str]) -> bool:
        if one in within:
            return True
        if one in ended:
            return False
        inner = {member["$ref"] for _path, member in subschemas(_target(root, one)) if _refers(member)}
        found = any(leads_back(following, within | {one}) for following in inner)
        ended.add(one)
        return found

    return leads_back(reference, frozenset())


def _refers(schema: JSON) -> bool:
    return isinstance(schema, dict) and isinstance(schema.get("$ref"), str)


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
    # Beside another type than theirs the API refuses both.
    if _may_be(source, "object"):
        yield from _properties(source, result, path)
    yield from _enum(source, result, path)
    items = source.get("items") if _may_be(source, "array") else None
    if isinstance(items, dict) and "items" not in result and result.get("type") is not None:
        yield Difference("keyword-lost", (*path, "items"), items)
    for keyword, plain in _EXCLUSIVE.items():
        bound = _bound(source, keyword, result.get(plain))
        if bound is not None and bound[1] < bound[0] - 2:
            yield Difference("value-changed", (*path, plain), source[keyword], result[plain])
    for key in sorted(_COMPARED & source.keys()):
        value = source[key]
        if key not in result:
            if key in FURTHER and value is not None:
                yield Difference("further-lost", (*path, key), value)
        elif not _same_limit(key, value, result[key]):
            kind = "text-changed" if isinstance(value, str) and isinstance(result[key], str) else "value-changed"
            yield Difference(kind, (*path, key), value, result[key])


def _may_be(source: dict[str, JSON], kind: str) -> bool:
    types = source.get("type", kind)
    return kind in types if isinstance(types, list) else bool(types == kind)


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
        member is False
        or (isinstance(member, dict) and any(_limits(member, key) or _loses(member, key) for key in member))
        for _path, member in subschemas(source)
    )


def _loses(schema: dict[str, JSON], key: str) -> bool:
    """Whether a keyword has to be said in another way, and so may get lost."""
    if key in ("type", "items"):
        return isinstance(schema[key], list)
    return key in _SPOKEN and (key != "enum" or not _is_sayable(schema, _list(schema[key])))


def _limits(schema: dict[str, JSON], key: str) -> bool:
    if key == "uniqueItems":
        return schema[key] is True
    return key in LIMITING and schema[key] is not True and schema[key] != {}


def left_out(source: JSON, result: JSON) -> Iterator[tuple[Path, str]]:
    """Yield (path in the result, keyword) of limits that are neither there nor said in a description.

    And of references that were neither kept nor written out.
    """
    for path, one, other in aligned(source, result):
        if one is False and other == {}:
            yield path, "false"
        if not isinstance(one, dict) or not isinstance(other, dict):
            continue
        if _refers_to_nothing(source, one, spelled(other)):
            yield path, "$ref"
        if not same(other.get("description", ABSENT), one.get("description", ABSENT)):
            continue
        for key in sorted(one):
            if key not in other and _limits(one, key):
                yield path, key
        for keyword in _unsaid(source, one, spelled(other)):
            yield path, keyword


def _unsaid(root: JSON, source: dict[str, JSON], result: dict[str, JSON]) -> Iterator[str]:
    """Yield the keywords that have to be said in another way, and of which nothing was written."""
    if "allOf" in source and "allOf" not in result and _lost_of_parts(root, source, result):
        yield "allOf"
    types = source.get("type")
    if isinstance(types, list) and _types_taken(result) is None and _EVERY_TYPE - {*types, "integer"}:
        yield "type"
    for keyword in sorted(_UNIONS & source.keys()):
        if _UNIONS.isdisjoint(result) and _types_taken(result) is None:
            branches = _list(source[keyword])
            if branches and all(_types_of(branch) is not None for branch in branches):
                yield keyword
    if "anyOf" in result:
        return  # what else limits the values may stand in its branches
    if source.get("const") is not None and {"const", "enum"}.isdisjoint(result):
        yield "const"
    values = source.get("enum")
    if (
        isinstance(values, list)
        and "enum" not in result
        and not _is_sayable(source, values)
        and not _is_trivial(values)
    ):
        yield "enum"
    for keyword, plain in _EXCLUSIVE.items():
        if _is_number(source.get(keyword)) and keyword not in result and plain not in result:
            yield keyword
    if isinstance(source.get("items"), list) and source["items"] and not result.get("items"):
        yield "items"


def _lost_of_parts(root: JSON, source: dict[str, JSON], result: dict[str, JSON]) -> bool:
    """Whether something is not in the result that a node with allOf says itself, or a part of it."""
    if not {"$ref", "anyOf", "oneOf"}.isdisjoint(source) or not {"ref", "$ref", "anyOf"}.isdisjoint(result):
        return False
    properties, required = _names_of(result), _list(result.get("required"))
    for part in _parts(root, source, ()):
        if part is False:
            return True
        if not isinstance(part, dict):
            continue
        if any(PARAMETER.fullmatch(name) and name not in properties for name in _names_of(part)):
            return True
        if any(name in properties and name not in required for name in _texts(part.get("required"))):
            return True
        if isinstance(part.get("type"), str) and part["type"] != "null" and "type" not in result:
            return True
        if "enum" not in result and _is_sayable(part, _list(part.get("enum"))):
            return True
    return False


def _parts(root: JSON, schema: JSON, within: tuple[str, ...]) -> Iterator[JSON]:
    """Yield a schema and what all has to hold beside it: the parts of its allOf, and what it refers to."""
    yield schema
    if not isinstance(schema, dict):
        return
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference not in within:
        within = (*within, reference)
        yield from _parts(root, _target(root, reference), within)
    for part in _list(schema.get("allOf")):
        yield from _parts(root, part, within)


def _texts(value: JSON) -> list[str]:
    return [member for member in _list(value) if isinstance(member, str)]


def _names_of(schema: dict[str, JSON]) -> dict[str, JSON]:
    properties: JSON = schema.get("properties")
    return properties if isinstance(properties, dict) else {}


def _is_trivial(values: list[JSON]) -> bool:
    """Whether a list of values says no more than their type does."""
    return all(value is None for value in values) or (
        any(value is True for value in values) and any(value is False for value in values)
    )


def _is_number(value: JSON) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


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


def narrowed(source: JSON, result: JSON) -> Iterator[tuple[Path, str]]:
    """Yield (path in the result, sentence) where something that the source takes is taken no more."""
    for path, one, other in aligned(source, result):
        if isinstance(one, dict) and isinstance(other, dict):
            found = _narrowed(source, one, spelled(other))
            if found:
                yield path, found


def _narrowed(root: JSON, source: dict[str, JSON], result: dict[str, JSON]) -> str | None:
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
    if "allOf" in source and "$ref" not in source and isinstance(result.get("enum"), list):
        lists = [
            _list(part.get("enum")) for part in _parts(root, source, ()) if isinstance(part, dict) and "enum" in part
        ]
        common = [value for value in (lists[0] if lists else ()) if all(value in values for values in lists)]
        missing = [value for value in common if isinstance(value, str) and value and value not in result["enum"]]
        if missing:
            return f"of the values that all parts of allOf take {brief(missing[0])} is taken no more"
    if _REWRITTEN.isdisjoint(source):
        if types is None and None in _list(source.get("enum")) and "null" not in taken:
            return f"of the values {brief(source['enum'])} null is taken no more"
        for keyword, plain in _EXCLUSIVE.items():
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
    if not _is_number(limit) or not _is_number(written) or _EXCLUSIVE[keyword] in source:
        return None
    sign = 1 if keyword == "exclusiveMinimum" else -1
    whole = _types_of(source) in ({"integer"}, {"integer", "null"})
    return 2 * floor(sign * limit) + 2 if whole else 2 * sign * limit + 1, 2 * sign * written


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
