"""Keywords that a converter adds to a schema, and that say what holds without them."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.rules.checks.tools.redundant_keywords import without, without_additions

PLAIN: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "object"}}}


@pytest.mark.parametrize(
    ("source", "result", "kept"),
    [
        (PLAIN, {**PLAIN, "required": [], "additionalProperties": True}, PLAIN),
        (PLAIN, {**PLAIN, "additionalProperties": {}}, PLAIN),
        (PLAIN, {**PLAIN, "$defs": {}, "definitions": {}}, PLAIN),
        (PLAIN, {**PLAIN, "$defs": {"a": {}}}, None),
        (PLAIN, {**PLAIN, "properties": {"a": {"type": "object", "required": []}}}, PLAIN),
        (PLAIN, {**PLAIN, "properties": {"a": {"type": "object", "description": ""}}}, PLAIN),
        (PLAIN, {**PLAIN, "properties": {"a": {"type": "object"}, "description": ""}}, None),
        (PLAIN, {**PLAIN, "description": "A."}, None),
        ({**PLAIN, "description": "A."}, {**PLAIN, "description": ""}, None),
        (PLAIN, {**PLAIN, "additionalProperties": False}, None),
        (PLAIN, {**PLAIN, "required": ["a"]}, None),
        ({**PLAIN, "required": []}, {**PLAIN, "required": []}, None),
        ({**PLAIN, "additionalProperties": False}, {**PLAIN, "additionalProperties": True}, None),
        ({**PLAIN, "unevaluatedProperties": False}, {**PLAIN, "additionalProperties": True}, None),
        ({"type": "object"}, {"type": "object", "properties": {"a": {"required": []}}}, None),
        (None, {**PLAIN, "required": []}, None),
        (PLAIN, 3, None),
    ],
)  # fmt: skip
def test_what_says_nothing_new_goes_and_the_result_stays_as_it_was(source: Any, result: Any, kept: Any) -> None:
    before = str(result)
    assert without_additions(source, result) == (result if kept is None else kept)
    assert str(result) == before


def test_what_is_at_other_paths_stays_and_the_schema_itself_is_not_changed() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "object"}, "b": {}}}
    assert without(schema, [("properties", "b"), ("properties", "a", "type")]) == {
        "type": "object",
        "properties": {"a": {}},
    }
    assert schema["properties"] == {"a": {"type": "object"}, "b": {}}
    assert without(schema, []) is schema
