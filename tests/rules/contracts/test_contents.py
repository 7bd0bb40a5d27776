"""What each rule is about."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conformance.rules.contracts import load_specifications
from conformance.rules.contracts.contents import FILES, IMAGES, NONE, SUBJECTS

SPECS = Path(__file__).parents[3] / "specs"


def test_every_rule_of_every_contract_has_a_subject() -> None:
    specifications = load_specifications()
    contracts = [*specifications.contracts.values(), *specifications.services.values()]
    found = {(contract.operation, rule.id): rule.subject for contract in contracts for rule in contract.rules}
    assert len(found) > 1000
    assert {key: subject for key, subject in found.items() if subject not in SUBJECTS} == {}
    assert set(found.values()) == set(SUBJECTS)  # none is a name that no rule has


def test_a_rule_about_several_contents_names_the_kinds_of_failures_of_each() -> None:
    rules = [rule for contract in load_specifications().contracts.values() for rule in contract.rules if rule.contents]
    assert {subject for rule in rules for subject in rule.contents} == {IMAGES, FILES}
    assert all(kinds for rule in rules for kinds in rule.contents.values())
    assert all(rule.subject not in (NONE, *rule.contents) for rule in rules)


@pytest.mark.parametrize("name", ["contract", "laws", "every-operation"])
def test_the_schemas_list_the_same_subjects(name: str) -> None:
    rule = json.loads((SPECS / f"{name}.schema.json").read_text("utf-8"))["$defs"]["rule"]
    assert rule["properties"]["subject"]["enum"] == list(SUBJECTS)
    assert "subject" in rule["required"]


def test_a_rule_says_whether_its_content_is_lost_or_changed() -> None:
    rules = {rule.id: rule for rule in load_specifications(["chat-request-to-anthropic-request"]).contracts[
        "chat-request-to-anthropic-request"].rules}  # fmt: skip
    assert [rules[text].changes for text in ("ASK-2", "ASK-4", "ASK-10")] == [False, True, True]
