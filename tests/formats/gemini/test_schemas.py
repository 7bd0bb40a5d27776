"""What a schema of a function declaration says."""

from typing import Any

import pytest

from conformance.formats.gemini.schemas import is_sayable, types_taken


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
