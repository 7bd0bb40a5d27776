"""What the parts of one generated schema share: its dialect, its definitions, and how much room is left."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias
from urllib.parse import quote

from conformance.base.values import JSON, pointer
from conformance.inputs.choices import Choices, weighted
from conformance.inputs.material import DATA, LEAVES, PROPERTY_NAMES, edges, fresh, text

Schema: TypeAlias = dict[str, JSON]
# Makes one subschema: builder, its depth, whether `$ref` is safe at its place.
Kind: TypeAlias = Callable[["Builder", int, bool], JSON]

DEPTH = 4

# The keywords of an annotation, and whether they come before the others.
ANNOTATIONS: tuple[tuple[tuple[str, ...], bool], ...] = weighted(
    {
        ((), False): 6,
        (("description",), False): 4,
        (("default",), False): 4,
        (("description", "default"), False): 3,
        (("default", "title"), True): 2,
        (("description",), True): 1,
        (("examples",), False): 1,
        (("title", "default", "examples"), False): 1,
    }
)


def _all(names: list[str]) -> list[str] | None:
    return names


def _none(names: list[str]) -> list[str] | None:
    return None


def _first(names: list[str]) -> list[str] | None:
    return names[:1]


def _reversed(names: list[str]) -> list[str] | None:
    return names[::-1]


def _others_too(names: list[str]) -> list[str] | None:
    return ["not_among_the_properties", *names]


_NOTES = {"title": edges(9), "description": edges(49)}
MODERN = weighted({True: 5, False: 2})
REQUIRED = weighted({_none: 3, _all: 3, _first: 2, _reversed: 2, _others_too: 1})


class Builder:
    """One schema while it is built."""

    __slots__ = ("choices", "definition", "definitions", "kinds", "modern", "room")

    def __init__(self, choices: Choices, kinds: Mapping[bool, tuple[Kind, ...]], room: int) -> None:
        """kinds: what subschemas may be, in JSON Schema 2020-12 (True) and draft-07. room: for how many."""
        self.choices = choices
        self.room = room
        self.modern = choices.pick(MODERN)
        self.kinds = kinds[self.modern]
        self.definitions: tuple[str, ...] = ()
        self.definition: int | None = None

    @property
    def definitions_keyword(self) -> str:
        """Where this dialect keeps its definitions."""
        return "$defs" if self.modern else "definitions"

    def node(self, depth: int, refer: bool = True) -> JSON:
        """One subschema. refer: whether `$ref` is safe here.

        It is not before a first step into an instance (a property, an item): a definition that refers to
        itself there would be checked without end.
        """
        self.room -= 1
        if depth >= DEPTH or self.room <= 0:
            return self.leaf()
        return self.choices.pick(self.kinds)(self, depth, refer)

    def leaf(self) -> Schema:
        """A subschema without subschemas."""
        schema, value = fresh(self.choices, LEAVES)
        return self.annotated(schema, value)

    def properties(self, count: int, depth: int) -> Schema:
        """Properties of an object at this depth."""
        properties: Schema = {}
        for _ in range(count):
            name = self.choices.pick(PROPERTY_NAMES)
            if name in properties:
                other = self.choices.pick(PROPERTY_NAMES)
                name = f"{name}_{len(properties)}" if other in properties else other
            properties[name] = self.node(depth + 1)
        return properties

    def require(self, schema: Schema) -> None:
        """Give an object schema some, all or no required properties."""
        required = self.choices.pick(REQUIRED)(list(schema["properties"]))
        if required is not None:
            schema["required"] = required

    def annotated(self, schema: Schema, value: JSON) -> Schema:
        """The schema with some or none of default, title, description, examples. value: one for default."""
        keywords, first = self.choices.pick(ANNOTATIONS)
        notes: Schema = {}
        for keyword in keywords:
            if keyword == "default":
                notes[keyword] = fresh(self.choices, DATA) if self.choices.one_in(3) else value
            elif keyword == "examples":
                notes[keyword] = [fresh(self.choices, DATA)]
            else:
                notes[keyword] = text(self.choices, _NOTES[keyword])
        return notes | schema if first else schema | notes


def reference(*path: str) -> str:
    """A `$ref` to a place of the same schema, as the fragment of a URI (RFC 6901, section 6)."""
    return "#" + quote(pointer(*path), safe="/~!$&'()*+,;=:@?")
