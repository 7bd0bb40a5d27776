"""A reason names the member that is missing, unknown or wrong, as precisely as the validator knows it."""

from __future__ import annotations

from typing import Any

import jsonschema_rs
import pytest

from conformance.apis.input_validity.refusals import refusals

TOOL = {
    "type": "object",
    "required": ["name"],
    "additionalProperties": False,
    "properties": {
        "name": {"type": "string"},
        "fields": {"anyOf": [{"type": "null"}, {"type": "object", "additionalProperties": {"type": "object"}}]},
        "kind": {"anyOf": [{"const": "a"}, {"const": "b"}]},
    },
}


@pytest.mark.parametrize(
    ("value", "at"),
    [
        ({}, "/name"),
        ({"name": 1}, "/name"),
        ({"name": "a", "colour": 1, "size": 2}, "/colour"),
        ({"name": "a", "fields": {"city": {}, "open": True}}, "/fields/open"),
        ({"name": "a", "kind": "c"}, "/kind"),
        ([], ""),
    ],
)
def test_a_refusal_has_the_place_of_what_is_wrong(value: Any, at: str) -> None:
    (found,) = refusals("schema", jsonschema_rs.validator_for(TOOL).iter_errors(value), "refused: ")
    assert (found.rule, found.at, found.message[:9]) == ("schema", at, "refused: ")
