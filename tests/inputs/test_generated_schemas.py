import json
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import unquote

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, settings

from conformance.inputs import schemas
from conformance.inputs.builder import reference
from conformance.inputs.choices import Choices
from conformance.inputs.schemas import make_schema, with_numbers

# Keywords with one schema, with a list of schemas, and with schemas by name.
ONE = {"additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not"}
ONE |= {"propertyNames", "then", "unevaluatedItems", "unevaluatedProperties"}
LISTED = {"allOf", "anyOf", "items", "oneOf", "prefixItems"}
NAMED = {"$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"}


def made(count: int, seed: int) -> list[dict[str, Any]]:
    choices = Choices(Random(seed).randrange)
    return [make_schema(choices) for _ in range(count)]


MANY = made(500, seed=1)


def subschemas(schema: Any) -> Iterator[Any]:
    """Every schema at a schema position, the given one first."""
    yield schema
    if not isinstance(schema, dict):
        return
    for keyword, value in schema.items():
        if keyword in LISTED and isinstance(value, list):
            inner = value
        elif keyword in NAMED and isinstance(value, dict):
            inner = [member for member in value.values() if not isinstance(member, list)]
        elif keyword in ONE:
            inner = [value]
        else:
            continue
        for member in inner:
            yield from subschemas(member)


def resolved(root: Any, place: str) -> Any:
    value = root
    for step in unquote(place[1:]).split("/")[1:]:
        value = value[step.replace("~1", "/").replace("~0", "~")]
    return value


def numbers(value: Any) -> Iterator[int | float]:
    if isinstance(value, dict):
        for member in value.values():
            yield from numbers(member)
    elif isinstance(value, list):
        for member in value:
            yield from numbers(member)
    elif type(value) in (int, float):
        yield value


@pytest.mark.parametrize("exact", [True, False], ids=["exact", "loose"])
def test_schemas_are_valid_in_their_dialect(exact: bool) -> None:
    for schema in MANY:
        schema = with_numbers(schema, exact)
        assert schema["type"] == "object"
        jsonschema_rs.meta.validate(schema)
        jsonschema_rs.validator_for(schema).is_valid({})


@settings(max_examples=100, database=None, deadline=None, suppress_health_check=list(HealthCheck))
@given(schema=schemas())
def test_the_strategy_gives_valid_schemas(schema: dict[str, Any]) -> None:
    assert schema["type"] == "object"
    jsonschema_rs.meta.validate(schema)


def test_schemas_are_finite_json() -> None:
    for schema in MANY:
        assert json.loads(json.dumps(schema, allow_nan=False, ensure_ascii=False).encode()) == schema


def test_references_lead_to_schemas() -> None:
    places = 0
    for schema in MANY:
        for inner in subschemas(schema):
            if isinstance(inner, dict) and "$ref" in inner:
                assert isinstance(resolved(schema, inner["$ref"]), dict | bool)
                places += 1
    assert places > 100


def test_no_reference_leads_back_to_itself_without_a_step_into_the_instance() -> None:
    """jsonschema_rs would recurse without end on values that reach such a place."""
    recursive = [schema for schema in MANY if '{"$ref": "#"}' in json.dumps(schema)]
    assert len(recursive) > 10
    value: Any = {}
    for _ in range(5):
        value = {"id": value, "name": [value], "default": None, "definition_0": value}
    for schema in recursive:
        assert jsonschema_rs.validator_for(schema).is_valid(value) in (True, False)


def test_no_schema_has_a_keyword_whose_target_hangs_on_how_it_was_reached() -> None:
    """No tool in use was seen with one, and what a conversion owes there is stated nowhere."""
    not_meant = {"$vocabulary", "$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor"}
    for schema in MANY:
        assert not [
            subschema
            for subschema in subschemas(schema)
            if isinstance(subschema, dict) and not_meant & subschema.keys()
        ]


def test_older_forms_stand_only_in_draft_07() -> None:
    old = 0
    for schema in MANY:
        dialect = schema.get("$schema", "2020-12")
        for inner in subschemas(schema):
            if not isinstance(inner, dict):
                continue
            if (
                isinstance(inner.get("items"), list)
                or {"additionalItems", "definitions", "dependencies"} & inner.keys()
            ):
                assert "draft-07" in dialect
                old += 1
            if {"prefixItems", "$defs", "dependentSchemas", "unevaluatedItems", "contentSchema"} & inner.keys():
                assert "2020-12" in dialect
    assert old > 10


def test_sizes_stay_bounded() -> None:
    counts = sorted(sum(1 for _ in subschemas(schema)) for schema in MANY)
    assert 8 <= counts[250] <= 25
    # About one in twenty has a wide object, enumeration or union.
    assert counts[-1 - len(MANY) // 16] <= 60
    assert counts[-1] <= 200
    # A text may have more than 4,096 characters, twice.
    assert max(len(json.dumps(schema)) for schema in MANY) < 12_000


def test_numbers_beyond_doubles_come_only_when_exact() -> None:
    exact = [number for schema in MANY for number in numbers(schema)]
    loose = [number for schema in MANY for number in numbers(with_numbers(schema, False))]
    assert any(type(number) is int and abs(number) > 2**53 for number in exact)
    assert any(type(number) is float and number.is_integer() for number in exact)
    assert all(abs(number) <= 2**53 if type(number) is int else number % 1 for number in loose)


def test_a_reference_escapes_what_a_pointer_and_a_uri_reserve() -> None:
    assert reference() == "#"
    assert reference("$defs", "a/b~c d%") == "#/$defs/a~1b~0c%20d%25"
    assert reference("properties", "") == "#/properties/"


def test_schemas_shrink_to_the_plainest_one() -> None:
    assert make_schema(Choices(lambda size: 0)) == {"type": "object", "properties": {}}
