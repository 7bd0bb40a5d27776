from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.rules.checks.registry import view_of
from conformance.rules.checks.trial import Trial
from tests.rules.checks.letters.registry_tools.samples import LIST, of_one, schema


@pytest.mark.parametrize(
    ("source", "result", "rules"),
    [
        ({"type": "string", "enum": ["a"]}, {"type": "string"}, {"REG-5"}),
        ({"type": "array", "items": {"type": "string"}}, {"type": "array"}, {"REG-5"}),
        ({"properties": {"b": {"type": "string"}}}, {"properties": {}}, {"REG-5", "LAW-7"}),
        ({"properties": {"b": {}}, "required": ["b"]}, {"properties": {"b": {}}}, {"REG-5"}),
        ({"additionalProperties": {"type": "string"}}, {"additionalProperties": True}, {"REG-5"}),
        ({"additionalProperties": {"enum": ["a"]}}, {"additionalProperties": {}}, {"REG-5"}),
        ({"type": "object"}, {"type": "object", "additionalProperties": False}, {"REG-5"}),
        ({"properties": {"b": {}}}, {"properties": {"b": {}}, "required": ["b"]}, {"REG-5"}),
        ({"type": "string", "format": "date"}, {"type": "string"}, {"REG-5a", "LAW-7"}),
        ({"type": "string", "maxLength": 3}, {"type": "string"}, {"REG-5a", "LAW-4"}),
        ({"anyOf": [{"enum": ["a"]}, {"type": "null"}]}, {"anyOf": [{}, {"type": "null"}]}, {"REG-5a", "LAW-4"}),
        ({"type": "array", "items": True}, {"type": "array"}, {"REG-5a"}),
        ({"description": "", "required": [], "properties": {}}, {}, {"REG-5a"}),
        ({}, {"type": "string"}, {"LAW-4"}),
        ({"type": "object"}, {"type": "object", "properties": {}, "required": [], "additionalProperties": True}, set()),
        ({"type": "array"}, {"type": "array", "items": {}}, set()),
        (True, {}, {"REG-5a"}),
    ],
)
def test_who_keeps_a_keyword(source: Any, result: Any, rules: set[str]) -> None:
    for place in (lambda node: node, lambda node: {"type": "array", "items": {"properties": {"b": node}}}):
        assert of_one(schema(a=place(source)), schema(a=place(result))) == rules


def test_additions_that_say_nothing_are_free_in_worked_examples_too() -> None:
    given = [schema(a={"type": "object"})]
    plain = view_of(Trial(operation=LIST, input=given, outcome=Outcome(output=given)))
    filled = view_of(
        Trial(
            operation=LIST,
            input=given,
            outcome=Outcome(output=[schema(a={"type": "object", "properties": {}, "title": "A"})]),
        )
    )
    assert plain.essence() == filled.essence()
