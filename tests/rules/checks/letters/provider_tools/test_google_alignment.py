from __future__ import annotations

from typing import Any

import pytest

from tests.rules.checks.letters.provider_tools.samples import CITY, GOOGLE, KIND, PLACE, STRING, charged, request, tool


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


NOTHING = {"type": "null", "default": 1}
WHOLE = {"type": "integer"}
UPPER: Any = ({"type": "STRING"}, {"type": "INTEGER"}, {"type": "NULL"})


@pytest.mark.parametrize(
    ("union", "branches"),
    [
        ([{"anyOf": [STRING, NOTHING]}], [UPPER[0], {**UPPER[2], "default": 1}]),
        ([{"anyOf": [STRING, NOTHING]}], [{"anyOf": [UPPER[0], UPPER[2]]}]),
        ([{"anyOf": [STRING, NOTHING]}, WHOLE], UPPER),
        ([{"oneOf": [STRING, {"type": "null"}]}, WHOLE], [{"anyOf": [UPPER[0], UPPER[2]]}, UPPER[1]]),
        ([{"anyOf": [STRING, WHOLE]}, NOTHING], UPPER),
        ([{"anyOf": [STRING, WHOLE]}, NOTHING], [{"anyOf": [*UPPER[:2]]}, UPPER[2]]),
        ([{"anyOf": [STRING, WHOLE]}, STRING], UPPER[:2]),
        ([{"type": ["string", "null"]}], [UPPER[0], UPPER[2]]),
        ([{"type": ["string", "null"]}, WHOLE], UPPER),
        ([{"anyOf": [STRING, NOTHING], "title": "T"}], [UPPER[0], UPPER[2]]),
    ],
)
def test_a_union_within_a_union_may_be_written_as_its_branches(union: list[Any], branches: list[Any]) -> None:
    source = {"type": "object", "properties": {"x": {"anyOf": union}}}
    for lost in range(-1, len(branches)):
        left = [branch for place, branch in enumerate(branches) if place != lost]
        result = {"type": "OBJECT", "properties": {"x": {"anyOf": left}}}
        rules = charged(request(GOOGLE, source), tool(GOOGLE, result))
        assert rules == set() if lost < 0 else "LAW-4" in rules or not left


def test_a_branch_of_a_union_within_a_union_is_compared() -> None:
    source = {"type": "object", "properties": {"x": {"anyOf": [{"anyOf": [CITY, NOTHING]}, WHOLE]}}}
    for city in ({"type": "OBJECT"}, {"type": "OBJECT", "properties": {"town": {"type": "STRING"}}}):
        result = {"type": "OBJECT", "properties": {"x": {"anyOf": [city, *UPPER[1:]]}}}
        assert charged(request(GOOGLE, source), tool(GOOGLE, result)) == {"PRV-4b"}
