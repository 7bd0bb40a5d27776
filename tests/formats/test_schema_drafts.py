"""Schemas of older drafts in the words of draft 2020-12."""

from __future__ import annotations

import pytest

from conformance.base.values import JSON
from conformance.formats.schema_drafts import modern


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"definitions": {"a": {"$ref": "#/definitions/b"}}}, {"$defs": {"a": {"$ref": "#/$defs/b"}}}),
        ({"items": [{"type": "null"}], "additionalItems": False}, {"prefixItems": [{"type": "null"}], "items": False}),
        ({"items": {"id": "#a"}, "additionalItems": False}, {"items": {"$id": "#a"}}),
        (
            {"dependencies": {"a": ["b"], "c": {"definitions": {}}}},
            {"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"c": {"$defs": {}}}},
        ),
        ({"minimum": 1, "exclusiveMinimum": True}, {"exclusiveMinimum": 1}),
        ({"maximum": 1, "exclusiveMaximum": False}, {"maximum": 1}),
        ({"properties": {"definitions": {"items": []}}}, {"properties": {"definitions": {"prefixItems": []}}}),
        ({"$defs": {"a": True}, "definitions": {"b": False}}, {"$defs": {"a": True, "b": False}}),
        ({"enum": [{"definitions": 1}], "default": {"id": 1}}, {"enum": [{"definitions": 1}], "default": {"id": 1}}),
        (True, True),
    ],
)
def test_old_keywords_have_the_words_of_the_new_draft(old: JSON, new: JSON) -> None:
    assert modern(old) == new
    assert modern(new) == new
