"""A failure counts in the sets of its own rule, at its own place: as for defects that real libraries have."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from conformance.apis.input_validity import Standing
from conformance.base.observation import Outcome
from conformance.reference import chat_request_to_responses_request, mcp_tool_to_chat_tool
from conformance.rules.checks.findings import Failure
from conformance.running.engine.defects import Defect, defects
from conformance.running.engine.failure_identity import Cause, cause_of
from conformance.running.engine.result import Evidence, Objection, RuleResult
from conformance.running.engine.sets import CONFORMS, DECIDES, NOT_JUDGED, charge_run, set_verdicts
from conformance.running.engine.shown_first import STANDINGS
from tests.running.engine.building import LIST, SINGLE
from tests.running.engine.certifying import certified
from tests.running.engine.test_defects import failing, of
from tests.running.engine.test_sets import run_of

PARAMETERS = "/output/function/parameters"
MEANING = Failure("meaning", PARAMETERS, 'it takes other arguments than its source, for example {"a": 3}')
TYPE_ADDED = Failure("keyword-added", f"{PARAMETERS}/properties/a/type", '"type" was added: "string"')
REQUEST = "chat-request-to-responses-request"


def at(failure: Failure, *inputs: int) -> tuple[Failure, Outcome, tuple[int, ...]]:
    """A failure on some inputs."""
    return failure, Outcome(output={}), inputs


def by_message(found: tuple[Defect, ...], entries: tuple[RuleResult, ...]) -> dict[str, tuple[str, ...]]:
    """Return what each defect is headlined by, and its sets."""
    rules = {(entry.operation, entry.rule.id): entry for entry in entries}
    return {rules[finding.shown[:2]].evidence[finding.shown.evidence].message: finding.sets for finding in found}


@pytest.mark.parametrize(
    "harmless",
    [
        Failure("keyword-added", f"{PARAMETERS}/properties/a/description", '"description" was added: "a"'),
        Failure("keyword-added", f"{PARAMETERS}/required", '"required" was added: []'),
        Failure("default", f"{PARAMETERS}/properties/a/default", 'the property "a" still has its default, 1'),
    ],
)
def test_what_is_harmless_breaks_no_set_for_another_difference_of_the_same_inputs(harmless: Failure) -> None:
    entries = (
        failing("MCP-3", at(harmless, 1, 2, 3, 4, 5, 6), at(TYPE_ADDED, 5, 6), sets=("documents",), cases_run=1),
        failing("LAW-4", at(MEANING, 5, 6), cases_run=9),
    )
    found = by_message(of(*entries), entries)
    assert found[harmless.message] == ("documents",)
    assert found[MEANING.message][0] == "safe"


def test_the_form_of_another_message_breaks_no_set_for_what_is_lost() -> None:
    form = Failure("form", "/output/0/content", 'a message needs a list of parts, got "Hi"')
    lost = Failure("lost", "/input/1/content/0", "the image is lost")
    entries = (
        failing("MSG-1", at(form, 1, 2, 3, 4, 5), sets=("documents",), cases_run=1),
        failing("MSG-9", at(lost, 4, 5), cases_run=9),
    )
    assert by_message(of(*entries), entries) == {form.message: ("documents",), lost.message: ("safe",)}


def test_a_lost_text_is_not_hidden_under_the_form_of_another_one() -> None:
    form = Failure("form", "/output/0/content", "wanted a list with one input_text part")
    lost = Failure("text-lost", "/input/1/content", 'the text "Let me see." is lost')
    entries = failing("MSG-1", at(form, 1, 2, 3, 4, 5), cases_run=1), failing("MSG-12", at(lost, 4, 5), cases_run=9)
    assert lost.message in by_message(of(*entries), entries)


def test_what_is_lost_of_a_stream_is_not_hidden_under_its_ids() -> None:
    ids = Failure("id", "/output/3/id", "the id of chunk 3 is another one")
    refusal = Failure("refusal-lost", "/input/2/refusal", "the refusal is lost")
    end = Failure("finish", "/output/4/choices/0/finish_reason", 'a failed response ends with "stop"')
    entries = (
        failing("RCS-1", at(ids, 1, 2, 3, 4, 5, 6), cases_run=1),
        failing("RCS-5", at(refusal, 5), cases_run=9),
        failing("RCS-7", at(end, 6), cases_run=9),
    )
    assert set(by_message(of(*entries), entries)) == {ids.message, refusal.message, end.message}


def typed(schema: Any) -> Any:
    """Give each enum the type string, as a library does."""
    if isinstance(schema, list):
        return [typed(subschema) for subschema in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: typed(member) for key, member in schema.items()}
    return made | {"type": "string"} if "enum" in made and "type" not in made else made


def test_an_enum_that_takes_no_value_any_more_breaks_safe() -> None:
    def convert(tool: Any) -> Any:
        made: Any = mcp_tool_to_chat_tool(tool)
        made["function"]["parameters"] = typed(made["function"]["parameters"])
        return made

    schema = {"type": "object", "properties": {"a": {"enum": [1, 2]}}}
    tool = {"name": "pick", "description": "Picks one.", "inputSchema": schema}
    run = certified({SINGLE: convert}, SINGLE, max_examples=0, inputs={SINGLE: (tool,)}, only_inputs=True)
    (first, *_others) = defects(run)
    assert first.sets == ("safe", "documents")
    assert first.shown == first.headlines["safe"]
    assert {name: headline.rule for name, headline in first.headlines.items()} == {
        "safe": "LAW-4",
        "documents": "MCP-3",
    }


def test_every_member_that_the_api_does_not_take_is_named() -> None:
    def convert(request: Any) -> Any:
        return request | chat_request_to_responses_request(request)  # type: ignore[operator]

    run = certified({REQUEST: convert}, REQUEST, max_examples=0, rules=("API-1",))
    (entry,) = [rule for rule in run.rules if rule.rule.id == "API-1"]
    (found,) = [defect for defect in defects(run) if defect.shown.rule == "API-1"]
    shown = {entry.evidence[fact.evidence].at for fact in found.facts}
    assert shown >= {f"/output/{name}" for name in ("stop", "seed", "n", "presence_penalty")}


def test_a_changed_default_is_no_matter_of_all_defaults_that_stay() -> None:
    stays = Failure(
        "default", f"{PARAMETERS}/properties/value/default", 'the property "value" still has its default, 1'
    )
    changed = Failure("default-changed", f"{PARAMETERS}/properties/value/default/type", '"type" was added: "string"')
    entries = (
        failing("MCP-2", at(stays, *range(1, 30)), sets=("documents",), cases_run=1),
        failing("LAW-7", at(changed, 3), cases_run=9),
    )
    assert by_message(of(*entries), entries) == {stays.message: ("documents",), changed.message: ("safe",)}


def test_the_keywords_in_which_the_same_is_found_are_listed() -> None:
    holders = ("$defs/a", "then", "prefixItems/0", "properties/b")
    failures = [Failure("default", f"{PARAMETERS}/{holder}/default", "a default stays") for holder in holders]
    (found,) = of(failing("MCP-2", *failures, sets=("documents",)))
    assert found.also_at == ("prefixItems", "properties", "then")
    assert of(failing("MSG-1", Failure("form", "/output/0/content", "no list")))[0].also_at == ()


@pytest.mark.parametrize(
    ("holders", "also"),
    [
        # On the way to `then`, or below it, nothing else fails by itself.
        (("then", "items/then/properties/a", "then/anyOf/0", "else/then/allOf/0"), ()),
        # `properties` leads to nearly every schema.
        (("else/properties/a", "then/properties/a"), ("then",)),
        (("properties/a", "then/properties/a", "items/properties/a/anyOf/0"), ()),
        # In no place does a keyword fail alone.
        (("items/then", "not/items/then", "anyOf/0/contains"), ("contains",)),
        # The place that is shown has two that fail.
        (("items/then", "items", "then"), ("items",)),
    ],
)
def test_a_keyword_that_only_leads_to_one_in_which_it_fails_is_not_listed(
    holders: tuple[str, ...], also: tuple[str, ...]
) -> None:
    failures = [Failure("default", f"{PARAMETERS}/{holder}/default", "a default stays") for holder in holders]
    (found,) = of(failing("MCP-2", *failures, sets=("documents",)))
    assert found.also_at == also


def test_a_converter_that_finds_nothing_anywhere_is_told_the_keywords_below_properties_too() -> None:
    several = ("if", "then", "else", "not", "contains", "$defs/a")
    failures = [
        Failure("default", f"{PARAMETERS}/{holder}/default", "a default stays")
        for holder in ("properties/a", "properties/a/items", *several)
    ]
    (found,) = of(failing("MCP-2", *failures, sets=("documents",)))
    assert found.also_at == ("$defs", "contains", "else", "if", "items", "not", "then")


def test_what_a_call_does_to_its_input_is_no_matter_of_its_result() -> None:
    edited = Failure("input-changed", "/input/inputSchema/properties/a/default", "the input was changed by the call")
    result = Failure("default", f"{PARAMETERS}/properties/a/default", "a default stays")
    entries = failing("MCP-2", at(result, 1, 2)), failing("ALL-8", at(edited, 1, 2), cases_run=9)
    assert set(by_message(of(*entries), entries)) == {edited.message, result.message}


SETS_OF_RULES = (("safe",), ("documents",), ("robust",), ("safe", "documents"), ("documents", "robust"))
POINTERS = ("/input/0", "/input/0/text", "/output", "/output/0", "/output/0/text", "/output/0/type", "/output/1")


def random_run(draw: random.Random) -> list[RuleResult]:
    """Rules that fail at random places of random inputs, each with evidence of every cause, as a run keeps it."""
    standings = [draw.choice(STANDINGS) for _number in range(6)]
    entries = []
    for number in range(draw.randint(1, 6)):
        rule, operation = f"R-{number}", draw.choice((SINGLE, LIST))
        level = draw.choice(("MUST", "MUST", "MUST", "SHOULD"))
        entry = failing(rule, operation=operation, sets=draw.choice(SETS_OF_RULES), level=level)
        shown: dict[Cause, Objection] = {}
        every: set[Objection] = set()
        for _objection in range(draw.randint(1, 12)):
            failure = Failure(draw.choice("ab"), draw.choice(POINTERS), "it differs")
            given, cause = draw.randrange(len(standings)), cause_of(failure, Outcome(output={}))
            one = Objection(None, standings[given], given, failure.at, failure.kind, cause)
            if not DECIDES[one.standing].isdisjoint(entry.rule.sets):
                every.add(one)
                best = min((shown.get(cause, one), one), key=lambda other: STANDINGS.index(other.standing))
                shown[cause] = best
        if every:
            entry.objections = frozenset(every)
            entry.evidence = [evidence_of(rule, element) for element in shown.values()]
            entry.cases_run = draw.randint(1, 9)
            entries.append(entry)
    return entries


def evidence_of(rule: str, objection: Objection) -> Evidence:
    return Evidence(
        kind=objection.kind, case=rule, input=objection.input, outcome=Outcome(output={}), expected={}, at=objection.at,
        message="it differs", reproduce="conformance certify", standing=Standing(kind=objection.standing),
        cause=objection.cause,
        objection=objection,
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(150))
def test_a_set_fails_exactly_where_a_defect_breaks_it_and_each_failing_rule_is_named(seed: int) -> None:
    draw = random.Random(seed)
    result = run_of(*random_run(draw))
    result.deciding = draw.choice((("all",), ("safe",), ("documents",), ("safe", "robust")))
    for entry in result.rules:
        if "all" not in result.deciding and set(result.deciding).isdisjoint(entry.rule.sets):
            entry.level = "SHOULD"  # as in a run that does not demand it
    charge_run(result)
    rules, found = {(rule.operation, rule.rule.id): rule for rule in result.rules}, defects(result)
    for verdict in set_verdicts(result):
        breaking = [
            finding for finding in found if verdict.name in finding.sets or (verdict.name == "all" and finding.sets)
        ]
        assert (verdict.verdict == "fails") == bool(breaking)
        failed = {(element.operation, element.rule) for element in verdict.failed}
        assert failed <= {key for element in breaking for key in named_by_defect(element)}
        for element in breaking if verdict.name != "all" else []:
            headline = element.headlines[verdict.name]
            objection = rules[headline[:2]].evidence[headline.evidence].objection
            assert headline[:2] in failed
            assert objection is not None
            assert verdict.name in DECIDES[objection.standing]
    for finding in found:
        assert set(finding.headlines) == set(finding.sets)
        deciding = [name for name in finding.sets if name in result.deciding] or list(finding.sets)
        assert finding.shown in [finding.headlines[name] for name in deciding] or not finding.sets
        assert finding.decides == bool(
            ("all" in result.deciding and finding.sets) or set(finding.sets) & set(result.deciding)
        )
    assert [finding.decides for finding in found] == sorted((finding.decides for finding in found), reverse=True)
    if "all" in result.deciding:
        assert result.conforms == all(verdict.verdict in (CONFORMS, NOT_JUDGED) for verdict in set_verdicts(result))
        must_fail = sum(rule.counts for rule in result.rules)
        assert must_fail == len(set_verdicts(result)[-1].failed)


def named_by_defect(defect: Defect) -> list[tuple[str, str]]:
    """Return the rules that a defect names."""
    return [*((rule.operation, rule.rule) for rule in defect.rules), *defect.also_breaks]


def test_a_keyword_is_listed_in_which_only_a_listed_rule_finds_the_same() -> None:
    in_items = Failure("default", f"{PARAMETERS}/items/properties/b/default", "a default stays")
    in_names = Failure("default", f"{PARAMETERS}/properties/a/propertyNames/default", "a default stays")
    shown = failing("MCP-2", at(in_items, 1, 2), sets=("documents",), cases_run=9)
    listed = failing("MCP-2a", at(in_items, 1, 2), at(in_names, 3), sets=("documents",), cases_run=9)
    listed.rule = replace(listed.rule, extends=("MCP-2",))
    (found,) = of(shown, listed)
    assert found.also_at == ("propertyNames",)
