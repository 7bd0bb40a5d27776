from __future__ import annotations

from typing import Any

import pytest

from conformance.base.values import ABSENT
from conformance.formats.gemini.declared import declarations, placed_declarations, read_declared, schema_key

ONE = {"name": "a", "description": "A.", "parametersJsonSchema": {"type": "object"}}


def test_declarations_of_all_tools_are_one_list() -> None:
    tools = [{"functionDeclarations": [ONE, 7]}, {"function_declarations": [ONE]}, {"googleSearch": {}}]
    assert declarations(tools) == [ONE, 7, ONE, {"googleSearch": {}}]
    assert [at for at, _each in placed_declarations(tools)] == [
        (0, "functionDeclarations", 0), (0, "functionDeclarations", 1), (1, "function_declarations", 0), (2,),
    ]  # fmt: skip
    assert declarations({"functionDeclarations": [ONE]}) == {"functionDeclarations": [ONE]}


@pytest.mark.parametrize(
    ("declared", "key"),
    [
        (ONE, "parametersJsonSchema"),
        ({"parameters_json_schema": {}}, "parameters_json_schema"),
        ({"parametersJsonSchema": None, "parameters": {}}, "parameters"),
        ({}, None),
        (7, None),
    ],
)
def test_a_schema_is_in_one_of_three_places(declared: Any, key: str | None) -> None:
    assert schema_key(declared) == key
    assert read_declared(declared).schema == (ABSENT if key is None else declared[key])
