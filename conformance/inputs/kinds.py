"""The kinds of subschemas, each a function of a Builder, and how often each occurs."""

from __future__ import annotations

from conformance.base.values import JSON
from conformance.inputs.builder import Builder, Kind, Schema, reference
from conformance.inputs.choices import DealtOptions, weighted
from conformance.inputs.material import DATA, LEAVES, fresh, table

OBJECT_TYPES = table(*[{"type": "object"}] * 3, {"type": ["object", "null"]}, {})
ADDITIONAL = weighted({"absent": 4, "false": 2, "true": 1, "schema": 1})
SIZES = DealtOptions((1, 0, 1, 2, 2, 3))
NAMES_FREE = DealtOptions(("additionalProperties", "patternProperties"))
PATTERNS = DealtOptions(("^x-", "^[a-z]+$", "default", ""))
ITEMS: DealtOptions[str | bool] = weighted({"items": 6, "contains": 4, True: 1, False: 1})
COUNTED = table({}, {"minContains": 0, "maxContains": 5})
REST = DealtOptions(("absent", "false", "schema"))
UNIONS = weighted({"anyOf": 2, "oneOf": 1, "allOf": 1})
BRANCHES = DealtOptions((1, 2, 2, 3))
FURTHER_BRANCHES: DealtOptions[str | bool] = weighted({"none": 3, True: 1, False: 2})
OUTCOMES = DealtOptions((("then",), ("then", "else"), ("then", "else"), ("else",)))
UNEVALUATED = DealtOptions(("unevaluatedProperties", "unevaluatedItems"))
ANYTHING_OR_NOTHING = table(True, False, True, False, {})


def _with_default(build: Builder, depth: int) -> JSON:
    """A subschema, often with a default, for a place that few schemas have."""
    inner = build.node(depth + 1)
    if isinstance(inner, dict) and build.choices.one_in(2):
        inner.setdefault("default", fresh(build.choices, DATA))
    return inner


def leaf(build: Builder, depth: int, refer: bool) -> JSON:
    """A subschema without subschemas."""
    return build.leaf()


def boolean(build: Builder, depth: int, refer: bool) -> JSON:
    """A boolean schema, or the empty one, which says what true says."""
    return fresh(build.choices, ANYTHING_OR_NOTHING)


def object_(build: Builder, depth: int, refer: bool) -> JSON:
    """An object with properties: typed, nullable by a type list, or without a type."""
    schema: Schema = fresh(build.choices, OBJECT_TYPES)
    schema["properties"] = build.properties(build.choices.pick(SIZES), depth)
    build.require(schema)
    additional = build.choices.pick(ADDITIONAL)
    if additional == "schema":
        schema["additionalProperties"] = build.node(depth + 1)
    elif additional != "absent":
        schema["additionalProperties"] = additional == "true"
    return build.annotated(schema, {})


def values(build: Builder, depth: int, refer: bool) -> JSON:
    """An object whose names are free."""
    schema: Schema = {"type": "object"}
    keyword = build.choices.pick(NAMES_FREE)
    inner = build.node(depth + 1)
    if keyword == "patternProperties":
        schema["patternProperties"] = {build.choices.pick(PATTERNS): inner}
        schema["propertyNames"] = {"type": "string", "maxLength": 64, "default": "x-name"}
    else:
        schema["additionalProperties"] = inner
    return build.annotated(schema, {"default": 1})


def array(build: Builder, depth: int, refer: bool) -> JSON:
    """A list with one schema for its items, or for at least one of them."""
    keyword = build.choices.pick(ITEMS)
    if isinstance(keyword, bool):
        return build.annotated({"type": "array", "items": keyword}, [])
    schema: Schema = {"type": "array", keyword: build.node(depth + 1)}
    if keyword == "contains" and build.modern:
        schema |= fresh(build.choices, COUNTED)
    return build.annotated(schema, [])


def tuple_(build: Builder, depth: int, refer: bool) -> JSON:
    """A list with a schema for each position: prefixItems, in draft-07 items."""
    each, rest = ("prefixItems", "items") if build.modern else ("items", "additionalItems")
    count = build.choices.pick((1, 2))
    schema: Schema = {"type": "array", each: [build.node(depth + 1) for _ in range(count)]}
    more = build.choices.pick(REST)
    if more != "absent":
        schema[rest] = _with_default(build, depth) if more == "schema" else False
    return build.annotated(schema, [1, "a"])


def union(build: Builder, depth: int, refer: bool) -> JSON:
    """A choice or a combination of schemas; often null is one of the choices."""
    keyword = build.choices.pick(UNIONS)
    count = build.choices.pick(BRANCHES)
    branches = [build.node(depth + 1, refer) for _ in range(count)]
    further = build.choices.pick(FURTHER_BRANCHES)
    if further != "none":
        branches.append(further)
    elif keyword != "allOf" and count < 3:
        branches.append({"type": "null"})
    return build.annotated({keyword: branches}, None)


def conditional(build: Builder, depth: int, refer: bool) -> JSON:
    """If, then, else."""
    schema: Schema = {"if": {"properties": {"type": {"const": "default", "default": "x"}}, "default": {}}}
    for keyword in build.choices.pick(OUTCOMES):
        schema[keyword] = build.node(depth + 1, refer)
    return build.annotated(schema, {})


def negation(build: Builder, depth: int, refer: bool) -> JSON:
    """A leaf that is not something else."""
    schema, value = fresh(build.choices, LEAVES)
    return schema | {"not": {"required": ["default"], "default": value}}


def dependent(build: Builder, depth: int, refer: bool) -> JSON:
    """An object where one property brings in a schema and another one further names."""
    inner = build.node(depth + 1, refer)
    names = ["default", "id"]
    if build.modern:
        schema = {"dependentSchemas": {"default": inner}, "dependentRequired": {"name": names}}
    else:
        schema = {"dependencies": {"default": inner, "name": names}}
    return build.annotated(schema, {})


def unevaluated(build: Builder, depth: int, refer: bool) -> JSON:
    """The rest of an object or a list."""
    keyword = build.choices.pick(UNEVALUATED)
    return build.annotated({keyword: _with_default(build, depth)}, {})


def content(build: Builder, depth: int, refer: bool) -> JSON:
    """A string that holds JSON."""
    inner = _with_default(build, depth)
    schema = {"type": "string", "contentMediaType": "application/json", "contentSchema": inner}
    return build.annotated(schema, "{}")


def referring(build: Builder, depth: int, refer: bool) -> JSON:
    """A `$ref`; a recursive one is inside a list or beside null, so that values can end."""
    if not refer:
        return build.leaf()
    target = build.choices.pick((*range(len(build.definitions)), -1))
    if target < 0:
        place = reference()
    else:
        place = reference(build.definitions_keyword, build.definitions[target])
        if build.definition is None or target > build.definition:
            return build.annotated({"$ref": place}, {})
    if build.choices.one_in(2):
        return build.annotated({"type": "array", "items": {"$ref": place}}, [])
    return build.annotated({"anyOf": [{"$ref": place}, {"type": "null"}]}, None)


_EVERYWHERE: dict[Kind, int] = {
    leaf: 29,
    object_: 11,
    array: 7,
    tuple_: 6,
    union: 9,
    values: 6,
    conditional: 5,
    referring: 6,
    boolean: 6,
    negation: 2,
}

MODERN_KINDS = weighted(_EVERYWHERE | {dependent: 5, unevaluated: 5, content: 3})
DRAFT_07_KINDS = weighted(_EVERYWHERE | {dependent: 7, tuple_: 10})
KINDS = {True: MODERN_KINDS, False: DRAFT_07_KINDS}
