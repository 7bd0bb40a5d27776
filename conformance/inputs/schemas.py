"""JSON Schemas of tool parameters, as they occur and at their edges."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

from conformance.base.values import JSON
from conformance.inputs.builder import Builder, Schema, reference
from conformance.inputs.choices import Choices, DealtOptions, strategy_of, weighted
from conformance.inputs.kinds import KINDS
from conformance.inputs.material import DATA, DEFINITION_NAMES, fresh, text
from conformance.inputs.nesting import around, nested
from conformance.inputs.shapes import MANY

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

# About how many subschemas a schema gets.
SIZES = (4, 7, 10, 14, 18, 22, 28)
PROPERTIES = DealtOptions((0, 1, 2, 2, 3, 3, 4, 4, 5, None))
DEFINITIONS = DealtOptions((0, 0, 0, 1, 2))
# How often a tool has keywords one within the other: by whether it is alone.
NESTS = {True: weighted({0: 1, 1: 12}), False: DealtOptions((0, 1, 1))}
# Objects, enumerations and unions of more entries than a list has that is written by hand.
WIDE = weighted({"": 29, "properties": 1, "enum": 1, "anyOf": 1})
# How another property is referred to; before 2020-12 there are no anchors.
REFERENCES = {
    True: weighted({"none": 12, "by pointer": 2, "by anchor": 1}),
    False: weighted({"none": 6, "by pointer": 1}),
}

DIALECTS = {
    True: "https://json-schema.org/draft/2020-12/schema",
    False: "http://json-schema.org/draft-07/schema#",
}


@functools.cache
def schemas(exact_numbers: bool = True) -> SearchStrategy[Schema]:
    """JSON Schemas of tool parameters: root `type: object`, valid, finite, every `$ref` resolves inside them.

    They are JSON Schema 2020-12, or draft-07 where `$schema` says so (only there: `items` as a list,
    `additionalItems`, `definitions`, `dependencies`). Subschemas nest about 4 levels deep.
    exact_numbers: also integers beyond 2**53, and floats without a fraction.
    """
    return strategy_of(lambda choices: with_numbers(make_schema(choices), exact_numbers))


def with_numbers(value: JSON, exact: bool) -> JSON:
    """The value; unless `exact`, a copy whose numbers survive a transport that knows only doubles."""
    if exact:
        return value
    if type(value) is dict:
        return {key: with_numbers(member, exact) for key, member in value.items()}
    if type(value) is list:
        return [with_numbers(member, exact) for member in value]
    if type(value) is float and value.is_integer():
        value = int(value)
    if type(value) is int and abs(value) > 2**53:
        return 2**53 if value > 0 else -(2**53)
    return value


def without_boolean_properties(schema: Schema) -> Schema:
    """Return a schema whose properties have no boolean for a schema, which few programs write."""
    for key, property in schema.get("properties", {}).items():
        if isinstance(property, bool):
            schema["properties"][key] = {} if property else {"not": {}}
    return schema


def make_schema(choices: Choices, sizes: tuple[int, ...] = SIZES, nests: DealtOptions[int] | None = None) -> Schema:
    """One schema. sizes: about how many subschemas it gets. nests: how often keywords nest; None as for its sizes."""
    build = Builder(choices, KINDS, choices.pick(sizes))
    definitions = [choices.pick(DEFINITION_NAMES) for _ in range(choices.pick(DEFINITIONS))]
    build.definitions = tuple(dict.fromkeys(definitions))
    root: Schema = {} if build.modern and not choices.one_in(8) else {"$schema": DIALECTS[build.modern]}
    root["type"] = "object"
    choices.pick(ROOT_EXTRAS)(build, root)
    count = choices.pick(PROPERTIES)
    if count is not None:
        root["properties"] = build.properties(count, 0)
        _refer(build, root["properties"])
        for number in range(choices.pick(nests or NESTS[sizes is SIZES])):
            root["properties"][f"nested_{number}" if number else "nested"] = nested(build)
        wide = choices.pick(WIDE)
        if wide:
            root["properties"]["wide"] = _wide(wide)
        build.require(root)
    if build.definitions:
        root[build.definitions_keyword] = {
            name: _definition(build, index) for index, name in enumerate(build.definitions)
        }
    return root


def _wide(keyword: str) -> Schema:
    if keyword == "properties":
        properties: Schema = {f"p{number}": {} for number in range(MANY)}
        return {"type": "object", "properties": properties, "required": list(properties)}
    if keyword == "enum":
        return {"type": "integer", "enum": list(range(MANY))}
    return {"anyOf": [{"const": number} for number in range(MANY)]}


def _refer(build: Builder, properties: Schema) -> None:
    """Add properties that refer to the definitions, and sometimes one that refers to the first property."""
    first = next(iter(properties), None)
    for index, name in enumerate(build.definitions):
        schema = {"$ref": reference(build.definitions_keyword, name)}
        properties[f"definition_{index}"] = build.annotated(schema, {})
    kind = build.choices.pick(REFERENCES[build.modern])
    if kind == "by pointer" and first is not None:
        properties["alias"] = {"$ref": reference("properties", first)}
    elif kind == "by anchor":
        properties["place"] = build.annotated({"type": "string", "$anchor": "place"}, "here")
        properties["alias"] = {"$ref": "#place"}


def _definition(build: Builder, index: int) -> JSON:
    build.definition = index
    build.room = max(build.room, 4)
    return build.choices.pick(DEFINITION_KINDS)(build, index)


def _any_definition(build: Builder, index: int) -> JSON:
    return build.node(1, refer=False)


def _tree(build: Builder, index: int) -> JSON:
    """A definition that refers to itself."""
    own = {"$ref": reference(build.definitions_keyword, build.definitions[index])}
    inner = {"value": build.leaf(), "children": build.annotated({"type": "array", "items": own}, [])}
    return build.annotated({"type": "object", "properties": inner}, {})


def _chain(build: Builder, index: int) -> JSON:
    """A definition that refers to the next one, and the last one to the first."""
    following = build.definitions[(index + 1) % len(build.definitions)]
    reference_to = {"$ref": reference(build.definitions_keyword, following)}
    return build.annotated({"type": "object", "properties": {"next": reference_to, "value": build.node(2)}}, {})


def _with_one_inside(build: Builder, index: int) -> JSON:
    return around(build)


DEFINITION_KINDS = weighted({_any_definition: 4, _tree: 1, _chain: 2, _with_one_inside: 10})


def _nothing(build: Builder, root: Schema) -> None:
    pass


def _add_descriptions(build: Builder, root: Schema) -> None:
    root |= {"title": "Arguments", "description": text(build.choices)}


def _close_objects(build: Builder, root: Schema) -> None:
    root["additionalProperties"] = False


def _identified(build: Builder, root: Schema) -> None:
    root["$id"] = "https://example.org/schemas/arguments.json"


def _open(build: Builder, root: Schema) -> None:
    root["additionalProperties"] = True


def _additional(build: Builder, root: Schema) -> None:
    root["additionalProperties"] = build.node(1)


def _patterns(build: Builder, root: Schema) -> None:
    root["patternProperties"] = {"^x-": build.node(1)}


def _default(build: Builder, root: Schema) -> None:
    root["default"] = fresh(build.choices, DATA)


def _examples(build: Builder, root: Schema) -> None:
    root |= {"default": {}, "examples": [{"default": 1}, fresh(build.choices, DATA)]}


def _limits(build: Builder, root: Schema) -> None:
    root |= {"minProperties": 0, "maxProperties": 50, "propertyNames": {"pattern": "^", "default": "name"}}


def _conditional(build: Builder, root: Schema) -> None:
    root |= {"if": {"required": ["default"]}, "then": build.node(1, False), "else": build.node(1, False)}


def _any_of(build: Builder, root: Schema) -> None:
    root["anyOf"] = [{"required": ["id"]}, {"required": ["name"], "default": {}}, build.node(1, False)]


def _all_of(build: Builder, root: Schema) -> None:
    root["allOf"] = [{"not": {"required": ["default", "enum"]}}, build.node(1, False)]


Extra = Callable[[Builder, Schema], None]

ROOT_EXTRAS: tuple[Extra, ...] = weighted(
    {
        _nothing: 14,
        _add_descriptions: 4,
        _close_objects: 5,
        _open: 1,
        _additional: 3,
        _patterns: 2,
        _default: 4,
        _examples: 2,
    }
    | {_limits: 1, _conditional: 3, _any_of: 2, _all_of: 1, _identified: 2}
)
