"""Frozen requirement sets: they never change, and what they demand is what they list."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from conformance.base.errors import UsageError
from conformance.rules.contracts import load_specifications
from conformance.rules.contracts.requirements import load_requirements, requirement_sets
from tests.rules.contracts.freeze import frozen, pinned

SPECS = Path(__file__).parents[3] / "specs"
FROZEN = """
set: own-2026-11
title: A set
text: What it demands.
status: frozen
date: "2026-11-22"
rules:
  one-to-one:
    MUST: [A-1]
    SHOULD: [ALL-2]
"""
RETIRED = 'retired: [{operation: one-to-one, rule: A-1, date: "2027-01-02", reason: A-2 says it better.}]\n'


@pytest.fixture
def own_set(specs: Path) -> Path:
    """A frozen set beside two small operations, where it may be changed."""
    (specs / "requirements").mkdir()
    (specs / "retired.yaml").write_text("retired: []\n", "utf-8")
    path = specs / "requirements" / "own-2026-11.yaml"
    path.write_text(FROZEN, "utf-8")
    return path


@pytest.mark.parametrize("name", pinned())
def test_a_frozen_set_is_what_it_was(name):
    assert load_requirements(name, load_specifications()).digest == pinned()[name]


def test_every_dated_set_is_held():
    assert {name for name in requirement_sets() if re.search(r"\d", name)} == set(pinned())
    assert {"all-2026-11", "documents-2026-11", "robust-2026-11", "safe-2026-11"} <= set(pinned())


def test_the_set_of_everything_is_the_others_together():
    specifications = load_specifications()
    parts = [load_requirements(f"{name}-2026-11", specifications).rules for name in ("documents", "robust", "safe")]
    assert load_requirements("all-2026-11", specifications).rules == frozenset().union(*parts)


def test_a_frozen_set_demands_what_it_lists_and_no_more(own_set):
    found = load_requirements("own-2026-11", load_specifications())
    assert found.levels == {("one-to-one", "A-1"): "MUST", ("one-to-one", "ALL-2"): "SHOULD"}
    assert (str(found), found.retired) == ("own-2026-11", {})


def test_a_rule_that_is_gone_unexplained_is_a_fault(own_set, spoil):
    spoil("requirements/own-2026-11.yaml", "[A-1]", "[A-1, A-9]")
    with pytest.raises(UsageError, match=r"own-2026-11.yaml demands A-9 of one-to-one, which no contract has"):
        load_requirements("own-2026-11", load_specifications())


def test_a_frozen_set_with_a_rule_that_no_contract_has_is_refused():
    specifications = load_specifications()
    left = {name: contract for name, contract in specifications.contracts.items() if name != "tool-loop"}
    with pytest.raises(UsageError, match="of tool-loop, which no contract has"):
        load_requirements("all-2026-11", replace(specifications, contracts=left))


def test_a_retired_rule_is_reported_and_the_digest_stays(own_set, specs):
    specifications = load_specifications()
    before = load_requirements("own-2026-11", specifications)
    (specs / "retired.yaml").write_text(RETIRED, "utf-8")
    single = specifications.contracts["one-to-one"]
    single = replace(single, rules=tuple(rule for rule in single.rules if rule.id != "A-1"))
    after = load_requirements("own-2026-11", replace(specifications, contracts={"one-to-one": single}))
    assert (after.rules, after.retired) == ({("one-to-one", "ALL-2")}, {("one-to-one", "A-1"): "MUST"})
    assert after.digest == before.digest


def test_a_rule_is_under_one_level(own_set, spoil):
    spoil("requirements/own-2026-11.yaml", "[ALL-2]", "[ALL-2, A-1]")
    with pytest.raises(UsageError, match="A-1 of one-to-one is listed under two levels"):
        load_requirements("own-2026-11", load_specifications())


@pytest.mark.parametrize(
    ("old", "new"), [("status: frozen", "status: draft"), ('date: "2026-11-22"\n', ""), ("[A-1]", "[]")]
)
def test_a_frozen_set_has_its_form(own_set, spoil, old, new):
    spoil("requirements/own-2026-11.yaml", old, new)
    with pytest.raises(UsageError, match=r"The form is in requirements\.schema\.json"):
        load_requirements("own-2026-11", load_specifications())


def test_the_digest_shows_levels_apart(own_set, spoil):
    before = load_requirements("own-2026-11", load_specifications()).digest
    spoil("requirements/own-2026-11.yaml", "SHOULD: [ALL-2]", "SHOULD: [A-2]")
    other_rule = load_requirements("own-2026-11", load_specifications()).digest
    spoil("requirements/own-2026-11.yaml", "MUST: [A-1]\n    SHOULD: [A-2]", "MUST: [A-1, A-2]")
    assert len({before, other_rule, load_requirements("own-2026-11", load_specifications()).digest}) == 3


def test_freezing_a_draft_keeps_all_of_it(specs):
    (specs / "requirements").mkdir()
    (specs / "requirements" / "all.yaml").write_text((SPECS / "requirements" / "all.yaml").read_text("utf-8"), "utf-8")
    draft = load_requirements("all", load_specifications())
    (specs / "requirements" / "all-2027-01.yaml").write_text(frozen(draft, "2027-01", "2027-01-31"), "utf-8")
    again = load_requirements("all-2027-01", load_specifications())
    assert (again.levels, again.digest, again.status) == (draft.levels, draft.digest, "frozen")
