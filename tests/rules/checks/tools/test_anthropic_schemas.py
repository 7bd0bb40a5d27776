from __future__ import annotations

from conformance.formats.json_schema import differences
from conformance.rules.checks.tools.anthropic_schemas import (
    ODD_PROPERTIES,
    TAKEN,
    UNITED,
    folded,
    is_of_another_draft,
    kind_of_schema,
    left,
    owed_schema,
    refers_into_union,
)

UNION = {"type": "object", "oneOf": [{"properties": {"a": {}}, "required": ["a"]}, {"properties": {"b": {}}}]}


def test_a_schema_is_taken_or_refused_for_its_root() -> None:
    assert kind_of_schema({"type": "object"}) == TAKEN
    assert kind_of_schema(UNION) == UNITED
    assert kind_of_schema(UNION | {"properties": {"a b": {}}}) == ODD_PROPERTIES


def test_the_owed_schema_takes_in_what_the_branches_say() -> None:
    assert owed_schema(UNION) == {"type": "object", "properties": {"a": {}, "b": {}}}
    assert owed_schema({}) == {"type": "object"}


def test_what_a_fold_loses_or_demands_is_named() -> None:
    assert not any(folded(UNION, owed_schema(UNION)).values())
    assert folded(UNION, {"type": "object"})["branches-lost"] == ["a", "b"]
    assert folded(UNION, owed_schema(UNION) | {"required": ["a"]})["demand-added"] == ["a"]
    both = {"allOf": [{"properties": {"a": {}}, "required": ["a"]}]}
    assert folded(both, {"properties": {"a": {}}})["demand-lost"] == ["a"]


def test_what_a_branch_says_of_a_property_may_lose_its_title() -> None:
    both = {"allOf": [{"properties": {"a": {"type": "string", "title": "A"}}}]}
    assert not any(folded(both, {"properties": {"a": {"type": "string", "description": "d"}}}).values())
    assert folded(both, {"properties": {"a": {"type": "integer"}}})["branch-changed"] == ["a"]
    assert folded(both, {"properties": {"a": {"type": "string", "enum": []}}})["branch-changed"] == ["a"]


def test_what_a_branch_of_an_older_draft_says_may_be_in_the_words_of_the_new_one() -> None:
    old = {"$schema": "http://json-schema.org/draft-07/schema#", "allOf": [{"properties": {"a": {"items": [{}]}}}]}
    assert not any(folded(old, {"properties": {"a": {"prefixItems": [{}]}}}).values())
    assert not any(folded(old, {"properties": {"a": {"items": [{}]}}}).values())
    assert folded(old, {"properties": {"a": {"prefixItems": []}}})["branch-changed"] == ["a"]


def test_differences_that_the_api_or_the_meaning_explains_are_not_left() -> None:
    source = UNION | {"title": "T", "properties": {"c": {"enum": [1]}}}
    result = owed_schema(source) | {"required": []}
    del result["title"]
    found = differences(source, result, defaults_go=False)
    assert [rest.path for rest in left(source, result, found)] == []
    result["properties"]["c"] = {}
    found = differences(source, result, defaults_go=False)
    assert [rest.path for rest in left(source, result, found)] == [("properties", "c", "enum")]


def test_an_older_draft_and_a_reference_into_a_union_are_recognised() -> None:
    assert is_of_another_draft({"definitions": {}})
    assert not is_of_another_draft({"$defs": {}})
    assert refers_into_union({"properties": {"a": {"$ref": "#/anyOf/0"}}})
    assert not refers_into_union({"properties": {"a": {"$ref": "#/$defs/a"}}})
