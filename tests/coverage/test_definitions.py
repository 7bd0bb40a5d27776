"""The rows of tool definitions, by provider."""

from __future__ import annotations

import pytest

from tests.suite.coverage.definitions import marks, rows


@pytest.mark.parametrize(
    ("definition", "expected"),
    [
        ({"name": "a"}, {"strict absent", "no description", "no parameters"}),
        ({"name": "a", "description": "b", "strict": True, "parameters": {}}, {"strict true"}),
        (
            {"name": "a", "description": "b", "strict": False, "parameters": {"properties": {"p": {"anyOf": [{}]}}}},
            {"strict false", "properties in a schema", "anyOf in a schema"},
        ),
    ],
)
def test_a_definition_covers_rows_of_its_provider(definition, expected):
    found = set(marks({"provider": "google", "definition": definition}))
    assert found == {f"google: {element}" for element in expected}
    assert found <= set(rows())


@pytest.mark.parametrize("given", [None, 7, {}, {"provider": "google"}, {"provider": 7, "definition": {}}])
def test_what_is_no_definition_covers_nothing(given):
    assert set(marks(given)) == set()
