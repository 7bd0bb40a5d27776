"""Which rules are charged with a difference that several rules object to."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.apis.input_validity import REAL
from conformance.reference import mcp_tools_to_responses_tools
from conformance.rules.contracts import load_specifications
from conformance.running.engine import Options, RunResult
from conformance.running.engine.charges import charged
from conformance.running.engine.result import FAIL, Objection, RuleResult
from conformance.running.engine.sets import FAILS, set_verdicts
from tests.suite.selftest.banks import load_banks
from tests.suite.selftest.running import certify_functions, functions_of

SINGLE = "mcp-tool-to-chat-tool"
LIST = "mcp-tools-to-responses-tools"
SPECIFICATIONS = load_specifications()
RULES = ("A-1", "A-2", "A-3")
PLACES = ("/output", "/output/0", "/output/0/name", "/output/1", "/input", "/input/0")


def failing(
    extends: Mapping[str, Collection[str]] | None = None,
    of_api: Collection[str] = (),
    **objections: tuple[tuple[int | None, str] | tuple[int | None, str, str], ...],
) -> dict[str, tuple[str, ...]]:
    """Return who is charged. A rule was reached by ten inputs for each place.

    objections: by rule, (input, place) or (input, place, kind).
    """
    entries, counting = [], {}
    for name, found in objections.items():
        rule = replace(SPECIFICATIONS.contracts[SINGLE].rules[0], id=name, extends=tuple((extends or {}).get(name, ())))
        rule = replace(rule, origin="api" if name in of_api else "document")
        entry = RuleResult(SINGLE, rule)
        entry.verdict, entry.cases_run = FAIL, 10 * len(found)
        entries.append(entry)
        counting[name] = [Objection(None, REAL, *finding) for finding in found]
    return charged(entries, counting)


def test_the_rule_that_objects_to_more_is_charged() -> None:
    assert failing(LAW=((1, "/output"),), OWN=((1, "/output/name"), (2, "/output/name"))) == {"OWN": ("LAW",)}


def test_of_rules_with_the_same_objections_the_one_that_fewer_inputs_reach_is_charged() -> None:
    broad = ((1, "/output/name"), (1, "/output/name"))
    assert failing(BROAD=broad, SPECIAL=((1, "/output/name"),)) == {"SPECIAL": ("BROAD",)}


def test_a_rule_and_one_that_extends_it_to_other_places_are_charged_once() -> None:
    found = {"A": ((1, "/output/name"), (2, "/output/name")), "B": ((3, "/output/title"),)}
    assert failing(extends={"B": ["A"]}, **found) == {"A": ("B",)}
    assert failing(**found) == {"A": (), "B": ()}


def test_a_rule_does_not_explain_another_kind_of_failure_of_one_that_extends_it() -> None:
    found = {"A": ((1, "/output/text", "text"),), "B": ((2, "/output/text", "text"), (3, "/output/calls", "lost"))}
    assert failing(extends={"B": ["A"]}, **found) == {"B": ("A",)}
    found["B"] = found["B"][1:]
    assert failing(extends={"B": ["A"]}, **found) == {"A": (), "B": ()}


def test_a_rule_explains_what_follows_from_failures_of_one_that_extends_it() -> None:
    found = {"A": ((1, "/output/a", "lost"),), "B": ((2, "/output/a", "lost"),), "LAW": ((2, "/output", "meaning"),)}
    assert failing(extends={"B": ["A"]}, **found) == {"A": ("B", "LAW")}


def test_a_refusal_of_a_part_is_explained_by_the_rule_that_objects_to_the_whole() -> None:
    found = {"FORM": ((1, "/requests/0/tools/0"), (1, "/requests/0/tools/1")), "API": ((1, "/requests/0/tools/0/a"),)}
    assert failing(of_api=["API"], **found) == {"FORM": ("API",)}
    assert failing(**found) == {"FORM": (), "API": ()}
    assert failing(of_api=["API"], **found | {"FORM": ((1, "/output"),)}) == {"API": ("FORM",)}


@pytest.mark.parametrize(
    "other",
    [
        (2, "/output/name"),  # another input
        (1, "/output/description"),  # another place
        (1, "/output/names"),
        (None, "/output/name"),  # about no input
    ],
)
def test_a_rule_that_objects_to_something_else_is_charged_too(other: tuple[int | None, str]) -> None:
    assert failing(A=((1, "/output/name"),), B=(other,)) == {"A": (), "B": ()}


def test_a_place_explains_what_is_around_it_and_not_what_is_inside_it() -> None:
    wide, names = ((1, "/output"), (2, "/output"), (3, "/output")), ((1, "/output/0/name"), (2, "/output/1/name"))
    assert failing(WIDE=wide, NAMES=names) == {"WIDE": (), "NAMES": ()}
    assert failing(WIDE=wide[:2], NAMES=names) == {"NAMES": ("WIDE",)}


def test_a_lost_part_of_the_input_explains_what_the_output_lacks() -> None:
    assert failing(LOST=((1, "/input/2"),), API=((1, "/output/messages/1"),)).keys() in ({"LOST"}, {"API"})
    assert failing(LOST=((1, "/input"),), API=((1, "/output"),)) == {"LOST": (), "API": ()}


@given(
    st.dictionaries(st.sampled_from(RULES), st.lists(st.tuples(st.integers(1, 3), st.sampled_from(PLACES)), min_size=1))
)
def test_a_rule_is_charged_or_listed_and_none_is_lost(objections: dict[str, list[tuple[int, str]]]) -> None:
    found = failing(**{rule: tuple(places) for rule, places in objections.items()})
    listed = {other for others in found.values() for other in others}
    assert found.keys() | listed == objections.keys()
    assert found.keys().isdisjoint(listed)


@pytest.mark.parametrize("name", ["input_schema_kept", "texts_normalised", "key_default_gone_anywhere"])
def test_a_mutant_fails_every_set_of_every_rule_that_it_breaks(name: str) -> None:
    mutant = next(mutant for mutant in load_banks([SINGLE]).mutants if mutant.name == name)
    options = Options(operations=(SINGLE,), max_examples=5, shrink=False, shapes=False)
    result = certify_functions(SPECIFICATIONS, functions_of(SPECIFICATIONS, mutant), options)
    broken = [entry for entry in result.rules if entry.verdict == FAIL and entry.counts]
    assert any(entry.also_breaks for entry in broken)
    assert any(entry.charged_to for entry in broken)
    assert failing_sets(result) >= {name for entry in broken for name in sets_that_count(entry)}


def failing_sets(result: RunResult) -> set[str]:
    return {verdict.name for verdict in set_verdicts(result) if verdict.verdict == FAILS}


def sets_that_count(entry: RuleResult) -> set[str]:
    """Return the sets in which a rule fails on its own: those of its rule, for a failure on a real input."""
    return set(entry.rule.sets) if any(objection[:2] == (None, REAL) for objection in entry.objections) else set()


def test_renamed_tools_in_another_order_break_the_rule_about_names_alone() -> None:
    def convert(tools: list[dict[str, str]]) -> list[dict[str, str]]:
        converted = mcp_tools_to_responses_tools(tools)
        return [tool | {"name": f"srv_{tool['name']}"} for tool in reversed(converted)]

    schemas = [{"type": "object", "properties": {name: {"type": "string"}}} for name in "ab"]
    tools = [
        {"name": name, "description": f"Tool {name}.", "inputSchema": schema}
        for name, schema in zip("ab", schemas, strict=True)
    ]
    options = Options(operations=(LIST,), inputs={LIST: (tools,)}, only_inputs=True, shrink=False)
    result = certify_functions(SPECIFICATIONS, {LIST: convert}, options)
    assert {entry.rule.id for entry in result.rules if entry.verdict == FAIL and entry.counts} == {"M2R-1"}
