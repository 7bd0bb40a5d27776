"""Each kind of subschema has the keywords of its dialect."""

from __future__ import annotations

from random import Random
from typing import Any

import jsonschema_rs
import pytest

from conformance.inputs import kinds
from conformance.inputs.builder import Builder, Kind
from conformance.inputs.choices import Dealing
from conformance.inputs.kinds import KINDS

URIS = {True: "https://json-schema.org/draft/2020-12/schema", False: "http://json-schema.org/draft-07/schema#"}
# Of each kind, keywords of which it has one, by dialect.
KEYWORDS: dict[Kind, tuple[set[str], set[str]]] = {
    kinds.object_: ({"properties"}, {"properties"}),
    kinds.values: ({"additionalProperties", "patternProperties"},) * 2,
    kinds.array: ({"items", "contains"},) * 2,
    kinds.tuple_: ({"prefixItems"}, {"items"}),
    kinds.union: ({"anyOf", "oneOf", "allOf"},) * 2,
    kinds.conditional: ({"then", "else"},) * 2,
    kinds.negation: ({"not"}, {"not"}),
    kinds.dependent: ({"dependentSchemas"}, {"dependencies"}),
}
ONLY_MODERN = {kinds.unevaluated: {"unevaluatedProperties", "unevaluatedItems"}, kinds.content: {"contentSchema"}}


def made(kind: Kind, modern: bool, count: int = 40) -> list[Any]:
    choices = Dealing(Random(2))
    found: list[Any] = []
    while len(found) < count:
        build = Builder(choices, KINDS, 20)
        if build.modern is modern:
            found.append(kind(build, 1, False))
    return found


@pytest.mark.parametrize("modern", [True, False], ids=["2020-12", "draft-07"])
@pytest.mark.parametrize("kind", KEYWORDS, ids=lambda kind: kind.__name__)
def test_a_kind_has_a_keyword_of_its_dialect_and_each_is_made(kind: Kind, modern: bool) -> None:
    keywords = KEYWORDS[kind][0 if modern else 1]
    schemas = made(kind, modern)
    assert all(keywords & set(schema) for schema in schemas)
    assert keywords <= {keyword for schema in schemas for keyword in schema}
    assert all(jsonschema_rs.meta.is_valid({"$schema": URIS[modern], **schema}) for schema in schemas)


@pytest.mark.parametrize("kind", ONLY_MODERN, ids=lambda kind: kind.__name__)
def test_what_draft_07_does_not_have_is_made_for_2020_12_alone(kind: Kind) -> None:
    assert kind in KINDS[True] and kind not in KINDS[False]
    assert {keyword for schema in made(kind, True) for keyword in schema} >= ONLY_MODERN[kind]


def test_a_tuple_of_draft_07_closes_with_additional_items() -> None:
    closed = [schema for schema in made(kinds.tuple_, False) if "additionalItems" in schema]
    assert closed and all(isinstance(schema["items"], list) for schema in closed)


def test_what_cannot_refer_is_a_leaf() -> None:
    assert all("$ref" not in repr(schema) for schema in made(kinds.referring, True))
