from __future__ import annotations

from typing import Any

import pytest

from conformance.base.observation import Outcome
from conformance.base.values import ABSENT
from conformance.rules.checks.choice_readings import Reading
from conformance.rules.checks.findings import NOT_OBSERVABLE
from conformance.rules.checks.registry import family
from tests.rules.checks.by_laws.flat_mcp_tools.samples import (
    LONG,
    OPERATION,
    REFUSED,
    charged,
    flat,
    mcp,
    two_steps,
    view,
)
from tests.rules.checks.choice_samples import unlisted


def test_either_strict_is_fine_until_it_is_known() -> None:
    assert charged([mcp()], [flat()]) == charged([mcp()], [flat(strict=ABSENT)]) == set()
    assert charged([mcp()], [flat()], strict_when_absent="omit") == {"M2R-1c"}
    assert charged([mcp()], [flat(strict=ABSENT)], strict_when_absent="false") == {"M2R-1c"}
    assert charged([mcp()], [flat(strict=None)]) == {"M2R-1c"}
    assert charged([mcp()], [flat(strict=True)]) >= {"M2R-1c", "API-3"}


def test_strict_is_free_on_a_schema_that_strict_mode_takes_unchanged() -> None:
    members = {"type": "object", "properties": {"a": {"type": "string"}}}
    closed = members | {"required": ["a"], "additionalProperties": False}
    for strict in (True, ABSENT):
        assert "API-3" not in charged([mcp(inputSchema=closed)], [flat(parameters=closed, strict=strict)])
    optional = closed | {"required": []}
    assert "API-3" in charged([mcp(inputSchema=optional)], [flat(parameters=optional, strict=True)])


def test_a_null_description_is_none_for_the_responses_api() -> None:
    bare = mcp(description=ABSENT)
    assert charged([bare], [flat(description=None)], description_when_absent="omit") == set()
    assert charged([bare], [flat(description=None)], description_when_absent="empty") == {"M2R-2"}


def test_a_tuple_of_an_older_draft_is_the_source_s_matter_where_only_the_draft_s_name_goes() -> None:
    members = {"type": "object", "properties": {"a": {"type": "array", "items": [{}]}}}
    source = {"$schema": "http://json-schema.org/draft-07/schema#", **members}
    assert "API-2" not in charged([mcp(inputSchema=source)], [flat(parameters=members)])
    broken = {"type": "object", "properties": {"a": {"type": "array", "items": 7}}}
    assert "API-2" in charged([mcp()], [flat(parameters=broken)])


def test_a_nested_tool_is_the_form_s_matter() -> None:
    source = {"type": "object", "properties": {"x": {"enum": [1]}}}
    nested = {"type": "function", "function": {"name": "a", "description": "A.", "parameters": source}}
    assert charged([mcp(inputSchema=source)], [nested], strict_when_absent="omit") == {"M2R-1", "API-1"}


def test_a_default_that_stays_and_a_keyword_that_goes_are_two_matters() -> None:
    source = {"type": "object", "properties": {"x": {"type": "string", "default": "a", "title": "X"}}}
    kept, short = ({"type": "object", "properties": {"x": member}} for member in (source["properties"]["x"], {}))
    assert charged([mcp(inputSchema=source)], [flat(parameters=kept)]) == {"M2R-1a"}
    assert charged([mcp(inputSchema=source)], [flat(parameters=short)]) == {"M2R-1b", "LAW-4"}


def test_a_key_of_mcp_is_a_leak_and_another_one_an_invention() -> None:
    assert charged([mcp(title="T")], [flat(title="T")]) == {"M2R-3b", "API-1"}
    assert charged([mcp()], [flat(server="s")]) == {"M2R-1e", "API-1"}
    assert charged([mcp()], [flat(defer_loading=False)]) == {"M2R-1e"}


@pytest.mark.parametrize("description", ["", ABSENT, "a"])
def test_an_empty_description_is_kept_or_counts_as_none(description: Any) -> None:
    assert charged([mcp(description="")], [flat(description=description)]) == set()
    assert charged([mcp(description="")], [flat(description="x")]) == {"M2R-2"}


def test_a_tool_without_description_converts() -> None:
    assert charged([mcp(description=ABSENT)], [flat(description="")]) == set()
    assert charged([mcp(description=ABSENT)], []) == {"M2R-2"}
    assert charged([mcp(description="")], REFUSED, alone=(REFUSED,)) == {"CONV-1"}
    assert charged([mcp(description=ABSENT)], REFUSED, alone=(REFUSED,)) == {"CONV-1"}
    assert charged([mcp()], REFUSED, alone=(REFUSED,)) == {"CONV-1"}


def test_new_names_may_depend_on_neighbours_and_nothing_else_may() -> None:
    given, alone = [mcp("a.b"), mcp("a:b")], (Outcome(output=[flat("a_b")]), Outcome(output=[flat("a_b")]))
    assert charged(given, [flat("a_b"), flat("a_b_2")], alone=alone, unsafe_names="rename") == set()
    given, alone = [mcp("a"), mcp("a")], (Outcome(output=[flat("a")]), Outcome(output=[flat("a")]))
    assert charged(given, [flat("a")], alone=alone) == {"M2R-1d"}


def test_what_cannot_convert_fails_alone() -> None:
    given = [mcp(), None, mcp("b", inputSchema=None)]
    assert charged(given, [flat()], unusable_tool="drop") == set()
    assert charged(given, [flat(), flat("b")], unusable_tool="empty-object") == set()
    assert charged(given, [flat(), flat("b", parameters=None)], unusable_tool="empty-object") >= {"M2R-2a"}
    assert charged(given, REFUSED, unusable_tool="raise") == set()
    check = family(OPERATION).checks["unusable-tool"]
    assert check(view(given, Outcome(output=[flat()]), {}, {"unusable_tool": "drop"})) is NOT_OBSERVABLE


@pytest.mark.parametrize(
    ("source", "direct", "chain"),
    [
        (mcp(), flat(), flat(strict=ABSENT)),
        (mcp(description=""), flat(description=""), None),
        (mcp(description=ABSENT), flat(description=""), flat(description="a")),
        (mcp("a.b"), flat("a.b"), flat("a_b")),
        (mcp(inputSchema=None), None, flat()),
        (mcp(inputSchema={"type": "object"}), flat(parameters={"type": "object"}), flat()),
        (mcp(inputSchema={"type": "object", "properties": None}), flat(), flat(parameters={"type": "object"})),
    ],
)
def test_what_a_choice_explains_is_no_difference_between_the_ways(source: Any, direct: Any, chain: Any) -> None:
    assert (
        two_steps(
            [source, mcp("b")], *([element, flat("b")] if element else [flat("b")] for element in (direct, chain))
        )
        == set()
    )


@pytest.mark.parametrize(
    "chain", [flat("A"), flat(description="B."), flat(strict=True), flat(parameters={"type": "object", "title": "x"})]
)
def test_the_two_ways_must_agree_on_the_rest(chain: Any) -> None:
    assert two_steps([mcp()], [flat()], [flat()]) == set()
    assert two_steps([mcp()], [flat()], [chain]) == {"LAW-1"}


@pytest.mark.parametrize(
    ("choice", "given", "outcome", "answer"),
    [
        ("strict-when-absent", [mcp()], [flat()], "false"),
        ("strict-when-absent", [mcp()], [flat(strict=ABSENT)], "omit"),
        ("strict-when-absent", [mcp()], [flat(strict=None)], unlisted("strict became null")),
        ("strict-when-absent", [mcp()], REFUSED, None),
        ("unsafe-names", [mcp("a.b")], [flat("a.b")], "keep"),
        ("unsafe-names", [mcp("a.b")], [flat("a_b")], "rename"),
        ("unsafe-names", [mcp("a.b")], [], "refuse"),
        ("unsafe-names", [mcp(LONG)], [], None),
        ("description-when-absent", [mcp(description=ABSENT)], [flat(description=ABSENT)], "omit"),
        ("description-when-absent", [mcp(description=ABSENT)], [flat(description="a")], "name"),
        ("missing-properties", [mcp(inputSchema={"type": "object"})], [flat()], "add"),
        ("unusable-tool", [mcp(inputSchema=ABSENT)], [], "drop"),
        ("unusable-tool", [mcp(inputSchema=ABSENT)], REFUSED, "raise"),
        ("unusable-tool", [mcp(inputSchema=ABSENT)], [flat()], "empty-object"),
        (
            "unusable-tool", [mcp(inputSchema=ABSENT)], [flat(parameters=None)],
            unlisted("a tool without a schema arrived with the parameters null"),
        ),
        ("unusable-tool", [mcp()], [flat()], None),
    ],
)  # fmt: skip
def test_what_a_probe_shows(choice: str, given: Any, outcome: Any, answer: Reading) -> None:
    assert family(OPERATION).readers[choice](view(given, outcome, {}, {})) == answer


@pytest.mark.parametrize("words", ["The title", "The schema"])
def test_the_tool_s_own_words_may_replace_an_absent_description(words: str) -> None:
    schema = {"type": "object", "description": "The schema", "properties": {}}
    given = mcp(title="The title", inputSchema=schema, description=ABSENT)
    for described, rules in ((words, set()), ("Other", {"M2R-2"})):
        assert (
            charged([given], [flat(parameters=schema, description=described)], description_when_absent="omit") == rules
        )
