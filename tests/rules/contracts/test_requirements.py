from __future__ import annotations

import pytest

from conformance.base.errors import UsageError
from conformance.rules.contracts import SETS, load_specifications
from conformance.rules.contracts.requirements import load_requirements, requirement_sets

DRAFTS = {"safe": {"safe"}, "documents": {"documents"}, "robust": {"robust"}, "all": set(SETS)}


def test_the_drafts_are_there():
    assert {name for name in requirement_sets() if "-" not in name} == set(DRAFTS)


@pytest.mark.parametrize("name", DRAFTS)
def test_a_draft_has_every_rule_that_names_it(name):
    specifications = load_specifications()
    found = load_requirements(name, specifications)
    named = {
        (contract.operation, rule.id): set(rule.sets)
        for contract in (*specifications.contracts.values(), *specifications.services.values())
        for rule in contract.rules
    }
    assert found.rules == {key for key, sets in named.items() if sets & DRAFTS[name]}
    assert found.rules
    assert str(found) == f"{name} (draft)"


def test_every_rule_has_a_set():
    specifications = load_specifications()
    contracts = (*specifications.contracts.values(), *specifications.services.values())
    assert not [rule.id for contract in contracts for rule in contract.rules if not rule.sets]
    every = {(contract.operation, rule.id) for contract in contracts for rule in contract.rules}
    assert load_requirements("all", specifications).rules == every


def test_what_charges_a_failed_conversion_is_in_safe():
    for contract in load_specifications().contracts.values():
        charged = next(rule for rule in contract.rules if rule.id == contract.conversion_rule)
        assert "safe" in charged.sets, contract.operation


def test_several_sets_are_one():
    specifications = load_specifications()
    joined = load_requirements("safe, robust", specifications)
    parts = [load_requirements(name, specifications).rules for name in ("safe", "robust")]
    assert joined.rules == parts[0] | parts[1]
    assert str(joined) == "safe (draft), robust (draft)"


def test_an_unknown_set_is_named():
    with pytest.raises(UsageError, match="Unknown requirement set 'docs'"):
        load_requirements("docs", load_specifications())


@pytest.mark.parametrize(
    ("names", "sets"),
    [
        ("safe", ("safe",)),
        ("safe-2026-11", ("safe",)),
        ("all", ("all",)),
        ("all-2026-11", ("all",)),
        ("safe, robust", ("safe", "robust")),
    ],
)
def test_a_set_says_which_inputs_decide_it(names, sets):
    assert load_requirements(names, load_specifications()).sets == sets
