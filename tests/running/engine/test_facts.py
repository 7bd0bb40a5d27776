"""What one rule says of one member, and what is listed with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.base.observation import Outcome
from conformance.rules.checks.findings import Failure
from conformance.running.engine.broken_sets import Sets
from conformance.running.engine.facts import RuleFact, Way, facts_of, is_content, is_root, member_of, way_of
from conformance.running.engine.result import RuleResult
from tests.running.engine.test_defects import failing
from tests.running.engine.test_sets import run_of

REQUEST = "chat-request-to-anthropic-request"
WHOLE = Failure("other-messages", "/output", "message 1 must be another one")
LOST = Failure("text-lost", "/input/messages/0/content", "the text did not arrive")


def facts(*entries: RuleResult) -> list[RuleFact]:
    result = run_of(*entries)
    return facts_of(result, Sets(result))


def on(failure: Failure, *inputs: int) -> tuple[Failure, Outcome, tuple[int, ...]]:
    return failure, Outcome(output={}), inputs


def test_what_compares_all_messages_is_listed_with_what_is_lost_of_them_and_is_left_elsewhere() -> None:
    lost = failing("ASK-2", on(LOST, 1, 2), operation=REQUEST)
    lost.rule = replace(lost.rule, subject="text")
    whole = failing("ASK-3", on(WHOLE, 1), on(WHOLE._replace(about="order"), 3), operation=REQUEST)
    found = facts(lost, whole)
    assert [(fact.entry.rule.id, sorted(fact.inputs)) for fact in found] == [("ASK-2", [1, 2]), ("ASK-3", [3])]
    assert {rule: [element.input for element in own] for (_, rule), own in found[0].also.items()} == {"ASK-3": [1]}


@pytest.mark.parametrize(
    "other",
    [
        Failure("setting-added", "/output/temperature", "temperature is added"),
        Failure("refused: role", "/output/messages/0", "the API refuses it"),
    ],
)
def test_what_compares_all_messages_is_not_about_a_setting_or_a_refusal(other: Failure) -> None:
    found = facts(failing("A-1", on(other, 1), operation=REQUEST), failing("ASK-3", on(WHOLE, 1), operation=REQUEST))
    assert [fact.entry.rule.id for fact in found] == ["A-1", "ASK-3"]


def test_a_whole_is_not_listed_with_what_breaks_fewer_sets() -> None:
    part = failing("A-1", on(LOST, 1), operation=REQUEST, sets=("documents",))
    found = facts(part, failing("ASK-3", on(WHOLE, 1), operation=REQUEST))
    assert [fact.entry.rule.id for fact in found] == ["A-1", "ASK-3"]


@pytest.mark.parametrize(
    ("kind", "way"),
    [
        ("refused", Way.FAILS),
        ("fault-died", Way.FAILS),
        ("refused: schema", Way.REFUSED),
        ("silent", Way.SILENT),
        ("image-lost", Way.LOST),
        ("said-added", Way.ADDED),
        ("said-twice", Way.ADDED),
        ("choice-changed", Way.CHANGED),
    ],
)
def test_the_kind_of_a_failure_says_how_a_rule_fails(kind: str, way: Way) -> None:
    assert way_of(failing("A-1", LOST), kind) is way


def test_content_settings_and_whole_sides_are_told_apart() -> None:
    assert is_content("/output/messages/0/content")
    assert is_content("/output/3/delta")
    assert not is_content("/output/reasoning/effort")
    assert not is_content("/output/choices/0/finish_reason")
    assert is_root("/output")
    assert is_root("/output/messages/-")
    assert not is_root("/output/messages/0")


@pytest.mark.parametrize(
    ("at", "about", "words"),
    [
        ("/input/reasoning/effort", "", "reasoning.effort"),
        ("/input/tools/0", "strict", "tools[].strict"),
        ("/output/output/1/id", "missing", "output[].id"),
    ],
)
def test_a_member_is_spelled_as_its_api_spells_it(at: str, about: str, words: str) -> None:
    (fact,) = facts(failing("A-1", Failure("silent", at, "it is left out", about=about), operation=REQUEST))
    assert member_of(fact) == words
