from typing import Any

import pytest

from conformance.checks.provider_tools.google_reading import is_sayable, parts_of, target_of, types_of, types_taken

ROOT = {"$defs": {"A": {"type": "string", "allOf": [{"$ref": "#/$defs/A"}, {"maxLength": 3}]}}}


def test_a_reference_names_a_schema_inside_the_root() -> None:
    assert target_of(ROOT, "#/$defs/A") == ROOT["$defs"]["A"]
    assert target_of(ROOT, "#") == ROOT
    assert target_of(ROOT, "#/$defs/B") is None
    assert target_of(ROOT, "other.json") is None


def test_the_parts_of_a_schema_end_where_it_recurs() -> None:
    assert {"maxLength": 3} in list(parts_of(ROOT, {"$ref": "#/$defs/A"}, ()))


@pytest.mark.parametrize(
    ("schema", "types"),
    [({"type": "string"}, {"string"}), ({"type": ["string", "null"]}, {"string", "null"}), ({}, None)],
)
def test_the_types_that_a_schema_names(schema: Any, types: set[str] | None) -> None:
    assert types_of(schema) == types


@pytest.mark.parametrize(
    ("node", "types"),
    [
        ({"type": "NUMBER"}, {"number", "integer"}),
        ({"type": "STRING", "nullable": True}, {"string", "null"}),
        ({"anyOf": [{"type": "STRING"}, {"type": "INTEGER"}]}, {"string", "integer"}),
        ({"anyOf": [{"type": "STRING"}, {}]}, None),
        ({}, None),
    ],
)
def test_the_types_that_a_node_takes(node: Any, types: set[str] | None) -> None:
    assert types_taken(node) == types


@pytest.mark.parametrize(
    ("source", "values", "sayable"),
    [
        ({"type": "string"}, ["a", None], True),
        ({"type": "string"}, ["a", ""], False),
        ({"type": "integer"}, [1], False),
        ({}, [None], False),
    ],
)
def test_the_enums_that_the_api_takes(source: Any, values: Any, sayable: bool) -> None:
    assert is_sayable(source, values) is sayable
