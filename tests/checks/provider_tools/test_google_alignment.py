from __future__ import annotations

from typing import Any

import pytest

from tests.checks.provider_tools.samples import GOOGLE, KIND, PLACE, STRING, charged, request, tool


@pytest.mark.parametrize(
    ("place", "rules"),
    [
        ({"type": "OBJECT", "properties": {"kind": KIND | {"type": "STRING"}}, "required": ["kind"]}, set()),
        ({"type": "OBJECT", "properties": {"kind": KIND | {"type": "STRING"}}}, {"PRV-4b"}),
        ({"type": "OBJECT", "properties": {"kind": {"type": "STRING"}}, "required": ["kind"]}, {"PRV-4b", "PRV-4c"}),
        ({"type": "OBJECT", "properties": {"kind": {}}, "required": ["kind"]}, set()),
        ({"type": "OBJECT"}, set()),
        ({}, set()),
        ({"ref": "#/defs/place"}, set()),
    ],
)
def test_what_is_written_out_for_a_reference_is_whole_or_left_out(place: Any, rules: set[str]) -> None:
    source = {"type": "object", "properties": {"x": {"$ref": "#/$defs/place"}}, "$defs": {"place": PLACE, "kind": KIND}}
    assert charged(request(GOOGLE, source), tool(GOOGLE, {"type": "OBJECT", "properties": {"x": place}})) == rules


def test_what_is_beside_a_reference_may_be_taken_instead() -> None:
    definitions = {"place": {"type": "object", "description": "A place.", "properties": {"kind": KIND}}}
    place = {"anyOf": [{"$ref": "#/$defs/place"}, {"type": "null"}], "description": "Where."}
    source = {"type": "object", "properties": {"x": place}, "$defs": definitions}
    kind = {"kind": KIND | {"type": "STRING"}}
    written = {"type": "OBJECT", "properties": kind, "nullable": True}
    for description in ("Where.", "A place.", "Where. A place."):
        result = {"type": "OBJECT", "properties": {"x": written | {"description": description}}}
        assert charged(request(GOOGLE, source), tool(GOOGLE, result)) == set()


def test_a_long_row_of_references_need_not_be_followed() -> None:
    row = {f"d{n}": {"type": "object", "properties": {"a": {"$ref": f"#/$defs/d{n + 1}"}}} for n in range(999)}
    source = {"type": "object", "properties": {"x": {"$ref": "#/$defs/d0"}}, "$defs": row | {"d999": KIND}}
    for place in ({"type": "OBJECT"}, {"type": "OBJECT", "properties": {"a": {"type": "OBJECT"}}}):
        assert charged(request(GOOGLE, source), tool(GOOGLE, {"type": "OBJECT", "properties": {"x": place}})) == set()


def test_where_recursion_ends_is_free() -> None:
    node = {"type": "object", "properties": {"value": STRING, "next": {"$ref": "#/$defs/node"}}}
    source = {"type": "object", "properties": {"x": {"$ref": "#/$defs/node"}}, "$defs": {"node": node}}
    cut = {"type": "OBJECT", "properties": {"value": {"type": "STRING"}}}
    for end in (cut, {"type": "OBJECT", "properties": {**cut["properties"], "next": {"type": "OBJECT"}}}):
        assert charged(request(GOOGLE, source), tool(GOOGLE, {"type": "OBJECT", "properties": {"x": end}})) == set()
