from __future__ import annotations

from conformance.base.observation import Outcome, Refusal
from conformance.rules.checks.registry import family, view_of
from conformance.rules.checks.trial import Trial
from tests.rules.checks.by_laws.anthropic_tools.samples import EITHER, FOLDED, OPERATION, charged, mcp, named


def test_a_union_at_the_root_is_folded_with_a_report() -> None:
    given = [mcp(inputSchema=EITHER)]
    assert charged(given, [named(input_schema=FOLDED)]) == set()
    assert charged(given, [named(input_schema=FOLDED)], ()) == {"TOOL-7"}
    assert charged(given, [named(input_schema=FOLDED)], None) == set()
    assert charged(given, [named(input_schema=EITHER)], ()) == set()
    lost = FOLDED | {"properties": EITHER["properties"]}
    assert charged(given, [named(input_schema=lost)]) == {"TOOL-2"}
    assert charged(given, [named(input_schema=FOLDED | {"required": ["a", "b"]})]) == {"TOOL-2"}


def test_where_no_schema_arrives_no_union_is_judged() -> None:
    check = family(OPERATION).checks["schemas-kept"]
    for output, findings in (([], None), ([named(input_schema=FOLDED)], ())):
        trial = Trial(operation=OPERATION, input=[mcp(inputSchema=EITHER)], outcome=Outcome(output=output))
        assert check(view_of(trial)) == findings


def test_a_tool_with_a_union_at_the_root_may_be_left_out_with_a_report() -> None:
    given = [mcp(), mcp("b", inputSchema=EITHER)]
    assert charged(given, [named()]) == set()
    assert charged(given, [named()], ()) == {"TOOL-7"}
    assert charged(given, [named("b", input_schema=FOLDED)]) == {"TOOL-1"}
    assert charged(given[1:], Outcome(refusal=Refusal("anyOf"))) == set()


def test_a_reference_into_a_union_that_left_the_root_need_not_resolve() -> None:
    schema = EITHER | {"properties": {"a": {"$ref": "#/anyOf/1/properties/b"}}}
    folded = {"type": "object", "properties": {"b": {"type": "string"}, **schema["properties"]}}
    assert charged([mcp(inputSchema=schema)], [named(input_schema=folded)]) == set()
    inside = {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "string"}}}
    without = {"type": "object", "properties": inside["properties"]}
    assert "REF-1" in charged([mcp(inputSchema=inside)], [named(input_schema=without)])


def test_another_meaning_of_one_tool_is_not_excused_by_the_union_of_another() -> None:
    typed = {"type": "object", "properties": {"a": {"type": ["string", "null"]}}}
    given = [mcp(inputSchema=EITHER), mcp("b", inputSchema=typed)]
    narrowed = {"type": "object", "properties": {"a": {"type": "string"}}}
    output = [named(input_schema=FOLDED), named("b", input_schema=narrowed)]
    assert charged(given, output) == {"TOOL-2", "LAW-4"}


def test_a_hint_for_caches_may_depend_on_the_place_of_a_tool_and_nothing_else_may() -> None:
    given = [mcp(), mcp("b")]
    hinted = named("b", cache_control={"type": "ephemeral"})
    alone = ([named(cache_control={"type": "ephemeral"})], [hinted])
    assert charged(given, [named(), hinted], alone=alone) == set()
    assert charged(given, [named(description="B."), hinted], alone=alone) == {"TOOL-1", "TOOL-5a"}


def test_a_property_of_a_branch_may_be_in_another_order() -> None:
    branch = {"properties": {"url": {"type": "string", "format": "uri", "description": "The page."}}}
    schema = {"type": "object", "properties": {}, "anyOf": [branch]}
    turned = {"description": "The page.", "format": "uri", "type": "string"}
    assert "TOOL-2" not in charged(
        [mcp(inputSchema=schema)], [named(input_schema={"type": "object", "properties": {"url": turned}})]
    )
    changed = {**turned, "format": "date"}
    assert "TOOL-2" in charged(
        [mcp(inputSchema=schema)], [named(input_schema={"type": "object", "properties": {"url": changed}})]
    )
