from __future__ import annotations

from typing import Any

import pytest

from conformance.base.values import ABSENT
from tests.rules.checks.letters.registry_tools.samples import charged, failed, of_one, schema, tool


@pytest.mark.parametrize(
    "parameters", ["{}", "", 0, False, [], {"type": "text"}, {"properties": []}, {"required": "a"}]
)
def test_an_invalid_schema_stays(parameters: Any) -> None:
    entry = tool(parameters=parameters)
    assert of_one(entry, entry) == set()
    for result in (tool(), tool(parameters=ABSENT)):
        assert of_one(entry, result) - {"API-2", "ALL-3"} == {"REG-7"}
    assert charged([entry], []) == {"REG-7"}
    assert charged([entry], failed()) == {"CONV-1"}


def test_only_what_is_invalid_is_a_matter_of_invalid_schemas() -> None:
    source = {"bad": None, "good": {"type": "string", "enum": ["a"], "format": "date"}}
    assert of_one(schema(**source), schema(bad={}, good=source["good"])) == {"REG-7"}
    assert of_one(schema(**source), schema(good=source["good"])) == {"REG-7", "LAW-7"}
    assert of_one(schema(**source), schema(bad=None, good={"type": "string", "format": "date"})) == {"REG-5"}
    assert of_one(schema(**source), schema(bad=None, good={"type": "string", "enum": ["a"]})) == {"REG-5a", "LAW-7"}
