from __future__ import annotations

from typing import Any

import pytest

from tests.rules.checks.letters.provider_tools.samples import (
    ANTHROPIC,
    CITY,
    FLAT,
    REFUSED,
    UNITED,
    charged,
    request,
    tool,
)


def test_anthropic_s_tool_has_no_key_of_another() -> None:
    assert charged(request(ANTHROPIC), tool(ANTHROPIC, type="custom", cache_control={"type": "ephemeral"})) == set()
    assert charged(request(ANTHROPIC), tool(ANTHROPIC, type="function")) == {"PRV-3"}
    assert charged(request(ANTHROPIC), tool(ANTHROPIC, strict=True)) == {"PRV-3"}
    assert charged(request(ANTHROPIC, strict=True), tool(ANTHROPIC, strict=True)) == set()
    assert charged(request(ANTHROPIC, strict=True), tool(ANTHROPIC, strict=True), ()) == set()
    assert charged(request(ANTHROPIC, strict=True), tool(ANTHROPIC), ()) == {"PRV-3a"}
    assert charged(request(ANTHROPIC, strict=True), tool(ANTHROPIC, strict=False), ()) == {"PRV-3a"}
    assert charged(request(ANTHROPIC, strict=True), tool(ANTHROPIC)) == set()
    assert charged(request(ANTHROPIC, strict=False), tool(ANTHROPIC), ()) == set()
    assert charged(request(ANTHROPIC), tool(FLAT)) == {"PRV-3"}
    assert charged(request(ANTHROPIC), tool(ANTHROPIC, {**CITY, "title": "x"})) == {"PRV-5a"}


def test_a_union_leaves_the_root_or_the_call_fails() -> None:
    folded = {**CITY, "properties": {**CITY["properties"], "zip": {"type": "string"}}}
    assert charged(request(ANTHROPIC, UNITED), tool(ANTHROPIC, folded)) == set()
    assert charged(request(ANTHROPIC, UNITED), tool(ANTHROPIC, UNITED)) == {"PRV-3"}
    assert charged(request(ANTHROPIC, UNITED), tool(ANTHROPIC, CITY)) == {"PRV-5a"}
    assert charged(request(ANTHROPIC, UNITED), REFUSED) == set()
    assert charged(request(ANTHROPIC, UNITED), REFUSED, root_unions="refuse") == set()
    assert charged(request(ANTHROPIC, UNITED), REFUSED, root_unions="fold") == {"CONV-1"}


def test_what_the_parts_of_the_root_demand_is_still_demanded() -> None:
    parts = {**CITY, "allOf": [True, {"properties": {"zip": {"type": "string"}}, "required": ["zip"]}]}
    folded = {**CITY, "properties": {**CITY["properties"], "zip": {"type": "string"}}}
    assert charged(request(ANTHROPIC, parts), tool(ANTHROPIC, {**folded, "required": ["city", "zip"]})) == set()
    assert charged(request(ANTHROPIC, parts), tool(ANTHROPIC, folded)) == {"PRV-5a"}


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
def test_what_some_branches_demand_is_not_demanded_of_all(keyword: str) -> None:
    properties = {"a": {"type": "string"}, "b": {"type": "string"}}
    plain = {"type": "object", "properties": properties}

    def found(branches: Any, required: list[str]) -> set[str]:
        folded = tool(ANTHROPIC, {**plain, "required": required})
        return charged(request(ANTHROPIC, {**plain, keyword: branches}), folded)

    either = [{"required": ["a"]}, {"required": ["b"]}]
    assert found(either, []) == set()
    assert found(either, ["a"]) == found(either, ["a", "b"]) == {"PRV-5a"}
    assert found([{"required": ["a"]}, {"required": ["a", "b"]}], ["a"]) == set()
    assert found([{"required": ["a"]}, {"type": "null"}], ["a"]) == set()
    assert found([{"required": ["a"]}, {"$ref": "#/$defs/A"}], ["a"]) == set()


@pytest.mark.parametrize(
    ("said", "got"),
    [
        ({"title": "City"}, {}),
        ({"description": ""}, {}),
        ({"$schema": "https://json-schema.org/draft/2020-12/schema"}, {}),
        ({}, {"description": ""}),
        ({"type": "object"}, {"type": "object", "required": []}),
        ({"type": "object"}, {"type": "object", "additionalProperties": True}),
    ],
)
def test_what_says_nothing_of_the_values_may_come_and_go(said: Any, got: Any) -> None:
    assert charged(request(ANTHROPIC, holding(said)), tool(ANTHROPIC, holding(got))) == set()


@pytest.mark.parametrize(
    ("said", "got"),
    [
        ({"title": "City"}, {"title": "Town"}),
        ({}, {"title": "City"}),
        ({"description": "A city."}, {}),
        ({"description": "A city."}, {"description": ""}),
        ({}, {"description": "A city."}),
        ({"properties": {"title": {"type": "string"}}}, {"properties": {}}),
        ({"properties": {}}, {"properties": {"additionalProperties": True}}),
        ({"default": 1}, {}),
    ],
)
def test_what_tells_the_model_something_stays(said: Any, got: Any) -> None:
    assert "PRV-5a" in charged(request(ANTHROPIC, holding(said)), tool(ANTHROPIC, holding(got)))


def holding(schema: Any) -> Any:
    return {"type": "object", "properties": {"city": schema}}


def test_what_anthropic_refuses_may_be_written_anew() -> None:
    odd = {"type": "object", "properties": {"filter[id]": {"type": "string"}}, "required": ["filter[id]"]}
    renamed = {"type": "object", "properties": {"filter_id": {"type": "string"}}, "required": ["filter_id"]}
    for outcome in (tool(ANTHROPIC, odd), tool(ANTHROPIC, renamed), REFUSED):
        assert charged(request(ANTHROPIC, odd), outcome) == set()
    old = {"type": "object", "properties": {"p": {"type": "array", "items": [{"type": "number"}]}}}
    new = {"type": "object", "properties": {"p": {"type": "array", "prefixItems": [{"type": "number"}]}}}
    assert charged(request(ANTHROPIC, old), tool(ANTHROPIC, new)) == set()
    assert (
        charged(request(ANTHROPIC, {"properties": {}}), tool(ANTHROPIC, {"type": "object", "properties": {}})) == set()
    )
